"""Columns of integers and floats in the fewest bytes that need no more than a lookup to read."""

from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError
from vdlite.kinds.graph.types import NAME

_UNSIGNED = (np.uint8, np.uint16, np.uint32, np.uint64)


def packed_integers(column: NDArray[np.int64]) -> NDArray[Any]:
    """The column in the smallest type that holds it."""
    most = int(column.max()) if len(column) else 0
    kind = next(kind for kind in _UNSIGNED if most <= np.iinfo(kind).max)
    return column.astype(kind)


def packed_floats(column: NDArray[np.float64]) -> dict[str, NDArray[Any]]:
    """Each value once, and which of them stands where: blocks of a model repeat themselves."""
    values, index = np.unique(column, return_inverse=True)
    return {"values": values, "index": packed_integers(index.reshape(-1).astype(np.int64))}


def unpacked(column: Any, what: str, length: int | None = None) -> NDArray[Any]:
    """The column as an array. Raises FormatError if it is none, or has another length."""
    if isinstance(column, dict):
        values, index = column.get("values"), column.get("index")
        if not _is_column(values) or not _is_column(index) or index.dtype.kind not in "iu":
            raise FormatError(f"{NAME} payload: got no column {what}")
        if len(index) and not 0 <= int(index.min()) <= int(index.max()) < len(values):
            raise FormatError(f"{NAME} payload: got a column {what} that points nowhere")
        column = values[index]
    if not _is_column(column):
        raise FormatError(f"{NAME} payload: got no column {what}")
    if length is not None and len(column) != length:
        raise FormatError(f"{NAME} payload: got {len(column)} in {what}, want {length}")
    return column


def integers(column: Any, what: str, length: int | None, below: int | None) -> NDArray[np.int64]:
    """A column of whole numbers from 0 to less than `below`. Raises FormatError for any other."""
    array = unpacked(column, what, length)
    if array.dtype.kind not in "iu" or (array.dtype.itemsize == 8 and (array >> 62).any()):
        raise FormatError(f"{NAME} payload: got {array.dtype} in {what}, want whole numbers")
    whole = array.astype(np.int64)
    if len(whole) and (int(whole.min()) < 0 or (below is not None and int(whole.max()) >= below)):
        raise FormatError(f"{NAME} payload: got a number in {what} that points nowhere")
    return whole


def floats(column: Any, what: str, length: int) -> NDArray[np.float64]:
    array = unpacked(column, what, length)
    if array.dtype.kind != "f":
        raise FormatError(f"{NAME} payload: got {array.dtype} in {what}, want floats")
    return array.astype(np.float64)


def offsets(counts: Any, what: str, length: int) -> NDArray[np.int64]:
    """The places where each begins and the last one ends, of how many each has. Raises FormatError for no counts."""
    each = integers(counts, what, length, 1 << 32)
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(each)])


def _is_column(given: Any) -> TypeGuard[NDArray[Any]]:
    return isinstance(given, np.ndarray) and given.ndim == 1
