"""Scalars: one real number per record, a float64."""

import numbers
from typing import Any, SupportsFloat, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import PayloadError, shown
from vdlite.kinds.draft import taking
from vdlite.kinds.kind import Kind
from vdlite.kinds.numbers.arrays import ArrayLike, as_array
from vdlite.kinds.numbers.device import DeviceScalar, copy_from_device

NAME = "scalar"

ScalarLike: TypeAlias = SupportsFloat | np.ndarray[Any, Any] | str
"""A real number, also as text, or an array or tensor of size one."""


def scalar(value: object, tag: object = NAME) -> "float | DeviceScalar":
    """The number that `value` holds, or a promise of it while it is still on its way from a GPU.

    value: a number, a NumPy scalar, or an array or tensor of exactly one element, on any device and of any real
        dtype; or text that Python reads as a number. It is not changed, and neither is the number if `value` changes
        later.
    tag: what errors say that it is of.
    Raises PayloadError for anything else. NaN and infinities are values like any other.
    """
    try:
        if isinstance(value, (float, int, np.floating, np.integer, np.bool_)) and not isinstance(
            value, np.timedelta64
        ):
            return _to_float(value, tag)
        return _from_rest(value, tag)
    except PayloadError:
        raise
    except Exception as error:
        # Whatever the value does when it is asked; a tensor may have no values.
        raise PayloadError(
            f"{_name(tag)}: got {type(value).__name__}, want a real number: {error!r:.200}"
        ) from error


@taking("scalars")
def scalars(values: ArrayLike) -> NDArray[np.float64]:
    """The numbers of a sequence; it may share the caller's memory.

    values: a list, array or tensor of one dimension, of any real dtype and on any device.
    Raises PayloadError for anything else. NaN and infinities are values like any other.
    """
    # In the arrays of other kinds it stands for what is missing; here it would be a point that nobody logged.
    is_array = isinstance(values, np.ndarray) and values.dtype == object
    items = values.flat if is_array else values if isinstance(values, (list, tuple)) else ()
    if any(item is None for item in items):
        raise PayloadError("scalars: got None among them, want real numbers")
    array = as_array(values, "scalars")
    if array.ndim != 1:
        raise PayloadError(f"scalars: got an array of shape {array.shape}, want one dimension")
    with np.errstate(over="ignore"):  # longer floats than float64 are infinite
        return array.astype(np.float64, copy=False)


def _from_rest(value: Any, tag: object) -> "float | DeviceScalar":
    if isinstance(value, np.ndarray):
        if value.size != 1:
            raise PayloadError(
                f"{_name(tag)}: got an array of shape {value.shape}, want one number or an array of size 1"
            )
        if value.dtype.kind in "mM":
            return _refuse(value, tag)
        if np.any(getattr(value, "mask", False)):
            return float("nan")
        return scalar(value.item(), tag)
    if hasattr(value, "numel") and hasattr(value, "detach"):
        return _from_tensor(value, tag)
    if isinstance(value, str):
        return _from_text(value, tag)
    if isinstance(value, numbers.Real) or (
        hasattr(value, "__float__") and not isinstance(value, (str, bytes, np.generic))
    ):
        return _to_float(value, tag)
    if hasattr(value, "__array__") and not isinstance(value, np.generic):
        return scalar(np.asarray(value), tag)
    return _refuse(value, tag)


def _from_tensor(tensor: Any, tag: object) -> "float | DeviceScalar":
    """The number in a torch tensor, recognized by its methods: torch itself is never imported here."""
    if tensor.numel() != 1:
        raise PayloadError(
            f"{_name(tag)}: got a tensor of shape {tuple(tensor.shape)}, want one number or a tensor of size 1"
        )
    copy = copy_from_device(tensor)
    return copy if copy is not None else scalar(tensor.detach().item(), tag)


def _from_text(value: str, tag: object) -> float:
    try:
        return float(value)
    except ValueError:
        return _refuse(value, tag)


def _to_float(value: Any, tag: object) -> float:
    try:
        return float(value)
    except OverflowError as error:
        raise PayloadError(f"{_name(tag)}: got an integer beyond the range of float64") from error
    except (TypeError, ValueError) as error:
        raise PayloadError(
            f"{_name(tag)}: got {type(value).__name__}, want a real number"
        ) from error


def _name(tag: object) -> str:
    return tag[:200] if isinstance(tag, str) else NAME


def _refuse(value: object, tag: object) -> float:
    raise PayloadError(
        f"{_name(tag)}: got {type(value).__name__} {shown(value)}, want a real number"
    )


KIND = Kind(NAME, None)
