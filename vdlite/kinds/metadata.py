"""Columns of metadata: what is known of each of N points, as numbers or as text."""

from collections.abc import Sequence
from itertools import islice
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import PayloadError
from vdlite.kinds.fields import some_of
from vdlite.kinds.numbers.arrays import as_array, is_masked_array

Column: TypeAlias = "NDArray[np.int64] | NDArray[np.float64] | tuple[str, ...]"
RawColumn: TypeAlias = "list[Any] | NDArray[Any]"
"""A column as it was given: copied, but not converted."""

_UNCHANGING = frozenset({str, int, float, bool, type(None), bytes})
_DECIMAL_BITS = 2048  # Python refuses to write very long integers in decimal
_MOST_LABELS = 10_000_000  # in one list; an iterator may never come to an end
_EXACT = 1 << 53  # an integer beyond it, beside a float, would lose digits


def copied_columns(
    metadata: Any, header: Sequence[str] | None, number: int, kind: str
) -> tuple[tuple[str, ...], list[RawColumn]]:
    """Names and columns, each a copy of `number` items that nobody can change; quick, for the caller's thread.

    metadata: `number` labels, or M columns of `number`, or `number` rows of M; None for none.
    Raises PayloadError if the lengths do not match.
    """
    if metadata is None:
        if header is not None and len(header):
            raise PayloadError(f"{kind}: got metadata_header without metadata")
        return (), []
    columns = _columns(metadata, number, kind)
    if header is None:
        many = len(columns) > 1
        names = tuple(f"label_{index}" if many else "label" for index in range(len(columns)))
    else:
        given = [header] if isinstance(header, str) else islice(header, len(columns) + 1)
        names = tuple(_text(name) for name in given)
    if len(names) != len(columns):
        raise PayloadError(
            f"{kind}: got {len(names)} names in metadata_header, want {len(columns)}, one for each column"
        )
    if len(set(names)) != len(names):
        raise PayloadError(f"{kind}: got metadata_header {list(names)!r:.80}, want each name once")
    return names, columns


def _columns(metadata: Any, number: int, kind: str) -> list[RawColumn]:
    outer = _items(metadata, kind)
    if isinstance(outer, np.ndarray):
        if outer.ndim == 1:
            outer = outer[np.newaxis] if len(outer) == number else outer
        if outer.ndim == 2 and outer.shape[1] == number:
            return [_one_column(row) for row in outer]
        if outer.ndim == 2 and outer.shape[0] == number:
            return [_one_column(row) for row in outer.T]
        raise PayloadError(
            f"{kind}: got metadata of shape {outer.shape}, want {number} labels, or columns of {number}"
        )
    if not any(_is_nested(item) for item in outer):
        if len(outer) != number:
            raise PayloadError(
                f"{kind}: got {len(outer)} labels, want {number}, one for each vector"
            )
        return [_one_column(outer)]
    inner = [_items(item, kind) if _is_nested(item) else None for item in outer]
    lengths = {-1 if item is None else len(item) for item in inner}
    if lengths == {number}:
        return [_one_column(item) for item in inner if item is not None]
    if len(outer) == number and len(lengths) == 1:
        return [_one_column(list(column)) for column in zip(*inner, strict=True)]
    got = sorted(length for length in lengths if length >= 0)
    raise PayloadError(
        f"{kind}: got {len(outer)} lists of {' or '.join(map(str, got[:4]))} labels, "
        f"want columns of {number} labels, or {number} rows"
    )


def _is_nested(item: object) -> bool:
    return isinstance(item, (list, tuple)) or getattr(item, "ndim", 0) > 0


def _items(values: Any, kind: str) -> "list[Any] | NDArray[Any]":
    """A list, or an array of numbers or text."""
    if hasattr(values, "detach"):
        return as_array(values, kind)
    if is_masked_array(values):
        return list(values.tolist())  # None where it is masked
    if isinstance(values, np.ndarray):
        return values
    if getattr(values, "ndim", 0) == 2 and hasattr(values, "__array__"):
        return np.asarray(values)  # a table, which itself would list its columns' names
    if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__"):
        raise PayloadError(f"{kind}: got metadata {values!r:.60}, want a list of labels")
    items = some_of(values, _MOST_LABELS)
    if len(items) > _MOST_LABELS:
        raise PayloadError(f"{kind}: got metadata of more than {_MOST_LABELS:,} labels")
    return items


def _one_column(values: "list[Any] | NDArray[Any]") -> RawColumn:
    """A copy; of a list, with items that can't change."""
    if isinstance(values, np.ndarray):
        if values.dtype.kind in "iuf" and values.dtype.itemsize <= 8:
            return np.array(values)
        values = values.tolist()
    if _UNCHANGING.issuperset(map(type, values)):
        return list(values)
    return [item if type(item) in _UNCHANGING else _plain(item) for item in values]


def _plain(item: Any) -> Any:
    if isinstance(item, np.generic) or (getattr(item, "ndim", None) == 0 and hasattr(item, "item")):
        item = item.item()
    return item if type(item) in _UNCHANGING else str(item)


def as_columns(columns: Sequence[RawColumn]) -> tuple[Column, ...]:
    """Numbers as int64 or float64, the rest as text; None is NaN among numbers and empty among text."""
    return tuple(_as_column(column) for column in columns)


def _as_column(values: RawColumn) -> Column:
    if isinstance(values, np.ndarray):
        if values.dtype.kind == "f":
            return values.astype(np.float64)
        if values.dtype != np.uint64:
            return values.astype(np.int64)
        values = values.tolist()
    types = set(map(type, values))
    if types == {int} and all(-(1 << 63) <= item < 1 << 63 for item in values):
        return np.array(values, np.int64)
    if types & {int, float} and types <= {int, float, type(None)} and all(map(_is_exact, values)):
        return np.array([np.nan if item is None else item for item in values], np.float64)
    return tuple(map(_text, values))


def _is_exact(item: object) -> bool:
    return not isinstance(item, int) or abs(item) <= _EXACT


def _text(item: object) -> str:
    if item is None:
        return ""
    if isinstance(item, bytes):
        return item.decode(errors="replace")
    if isinstance(item, int) and item.bit_length() > _DECIMAL_BITS:
        return hex(item)
    # Lone surrogates can't be written.
    return str(item).encode(errors="replace").decode()
