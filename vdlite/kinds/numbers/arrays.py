"""Arrays out of whatever callers hold: lists, NumPy, tensors of any device, pictures."""

import sys
from collections.abc import Sequence, Sized
from typing import Any, TypeAlias, TypeGuard

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import PayloadError

ArrayLike: TypeAlias = Any
"""A list, an array, a tensor, a picture: whatever `as_array` takes."""

MOST_BYTES = 1 << 35
"""Of any array: a view may claim to be far larger than memory, and merely looking through it would take hours."""


def as_array(values: ArrayLike, kind: str) -> NDArray[Any]:
    """An array of real numbers with the shape and values of `values`; it may share the caller's memory.

    values: a number, nested lists, a NumPy array (masked values become NaN), a tensor of any device and real dtype
        (bfloat16 and the like become float32), a PIL image, or whatever has `__array__` or DLPack's ways.
    Raises PayloadError for anything else, complex numbers, text, objects and None among them.
    """
    if isinstance(values, np.ndarray):
        array = values
    elif hasattr(values, "detach") and hasattr(values, "cpu"):
        array = _from_tensor(values, kind)
    else:
        array = _from_rest(values, kind)
    if array.nbytes > MOST_BYTES:
        raise PayloadError(f"{kind}: got {array.nbytes} bytes, want {MOST_BYTES} at most")
    if is_masked_array(array):
        array = _without_mask(array)
    if array.dtype.kind not in "biuf":
        array = _as_numbers(array, kind)
    # A subclass such as np.matrix has ways of its own, and a foreign byte order makes a type another one.
    plain: NDArray[Any] = np.asarray(array, array.dtype.newbyteorder("="))
    return plain


def is_masked_array(values: object) -> "TypeGuard[np.ma.MaskedArray[Any, Any]]":
    """True if a value is NumPy's array with a mask; numpy.ma is not loaded for the question.

    Newer versions of NumPy load it when it is first asked for, and a signal handler that asks amid that gets into an
    endless recursion. Who has such an array has loaded it.
    """
    return isinstance(values, getattr(sys.modules.get("numpy.ma"), "MaskedArray", ()))


def private(array: NDArray[Any]) -> NDArray[Any]:
    """A copy in C order that nobody else holds."""
    return np.array(array, order="C", copy=True)


def _from_tensor(tensor: Any, kind: str) -> NDArray[Any]:
    """A torch tensor, recognized by its methods: torch itself is never imported here."""
    tensor = tensor.detach()
    if tensor.numel() * tensor.element_size() > MOST_BYTES:
        raise PayloadError(f"{kind}: got a tensor of {tensor.numel()} numbers, want fewer")
    try:
        if getattr(tensor, "is_quantized", False):
            tensor = tensor.dequantize()
        if getattr(tensor, "layout", None) is not None and hasattr(tensor, "to_dense"):
            tensor = tensor if str(tensor.layout) == "torch.strided" else tensor.to_dense()
        for resolve in ("resolve_conj", "resolve_neg"):
            tensor = getattr(tensor, resolve, lambda same=tensor: same)()
        tensor = tensor.cpu()
        if _is_freed(tensor):
            raise PayloadError(f"{kind}: got a tensor whose memory was given back, as FSDP does")
        try:
            array: NDArray[Any] = tensor.numpy()
        except TypeError:  # a dtype that NumPy has not: bfloat16, float8
            array = tensor.float().numpy()
    except PayloadError:
        raise
    except (TypeError, RuntimeError, NotImplementedError) as error:
        message = f"{kind}: got a tensor that has no values to copy: {error}"
        raise PayloadError(message) from error
    return array


def _is_freed(tensor: Any) -> bool:
    """True if a tensor of torch has numbers, and no memory for them: whoever reads it ends the process."""
    if type(tensor).__module__ != "torch":  # what others derive may keep its numbers elsewhere
        return False
    return bool(tensor.numel() and not tensor.untyped_storage().nbytes())


def _from_rest(values: Any, kind: str) -> NDArray[Any]:
    if values is None:
        raise PayloadError(f"{kind}: got None, want an array of numbers")
    if isinstance(values, (list, tuple)) and any(hasattr(item, "detach") for item in values):
        values = [as_array(item, kind) for item in values]
    try:
        array: NDArray[Any] = np.asarray(values)
    except Exception as error:  # whatever the caller's own `__array__` raises
        if isinstance(values, (list, tuple)) and (lengths := _lengths(values)):
            raise PayloadError(
                f"{kind}: got rows of different lengths, {lengths}, want an array of numbers: "
                "np.concatenate makes one of them"
            ) from error
        message = f"{kind}: got {type(values).__name__}, want an array of numbers: {error}"
        raise PayloadError(message) from error
    return array


def _lengths(rows: Sequence[Any]) -> str:
    """The lengths of a list's items, where they differ; empty where they don't, or have none."""
    found = [
        len(row) if isinstance(row, Sized) and getattr(row, "shape", True) else 1 for row in rows
    ]
    if len(set(found)) < 2:
        return ""
    return ", ".join(map(str, found[:5])) + (", ..." if len(found) > 5 else "")


def _without_mask(array: "np.ma.MaskedArray[Any, Any]") -> NDArray[Any]:
    if array.dtype.kind not in "biufO" or not np.ma.is_masked(array):
        return np.asarray(array.data)
    floats = np.array(array.data, np.promote_types(array.dtype, np.float32))
    floats[np.ma.getmaskarray(array)] = np.nan
    return floats


def _as_numbers(array: NDArray[Any], kind: str) -> NDArray[Any]:
    """Numbers that NumPy keeps as objects, such as integers beyond 64 bits or None for missing."""
    if array.dtype.kind == "V" and array.dtype.names is None:  # ml_dtypes' bfloat16 and the like
        try:
            return array.astype(np.float32)
        except (TypeError, ValueError):
            pass
    if array.dtype.kind == "O" and not any(isinstance(item, (str, bytes)) for item in array.flat):
        try:
            return array.astype(np.float64)
        except (TypeError, ValueError, OverflowError):
            pass
    raise PayloadError(f"{kind}: got an array of dtype {array.dtype}, want real numbers")
