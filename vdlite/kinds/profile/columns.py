"""Columns of whole numbers in the smallest type that holds them, and back without making them larger."""

from dataclasses import fields
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError
from vdlite.kinds.profile.types import NAME

# Unsigned ones would make differences of them large, and -1 impossible.
_SIGNED = (np.int8, np.int16, np.int32, np.int64)

_Columns = TypeVar("_Columns")


def smallest(column: NDArray[Any]) -> NDArray[Any]:
    """The column in the smallest type of signed numbers; floats as they are."""
    if column.dtype.kind == "f" or not len(column):
        return column
    least, most = int(column.min()), int(column.max())
    kind = next(
        kind for kind in _SIGNED if np.iinfo(kind).min <= least and most <= np.iinfo(kind).max
    )
    return column.astype(kind, copy=False)


def constant(number: int, length: int) -> NDArray[Any]:
    """A read-only column of the same number throughout: it takes no memory, however long it is."""
    return np.broadcast_to(smallest(np.array([number], np.int64)), length)


def packed(columns: Any) -> dict[str, Any]:
    """The columns of a dataclass as `pack` takes them: one of the same number throughout is that number.

    The first is always there as it is, so that a few bytes can't announce more rows than there are bytes.
    """
    return {
        each.name: packed_column(getattr(columns, each.name), is_first=position == 0)
        for position, each in enumerate(fields(columns))
    }


def packed_column(column: NDArray[Any], *, is_first: bool) -> Any:
    """One of the columns that `packed` gives."""
    if not is_first and column.dtype.kind in "iu" and len(column) and (column == column[0]).all():
        return {"number": int(column[0]), "length": len(column)}
    return smallest(column)


def unpacked(
    given: Any, kind: type[_Columns], limits: dict[str, tuple[int, int]], what: str
) -> _Columns:
    """The columns as `kind`, in the types in which they are stored.

    limits: from which number to less than which the numbers of a column are.
    Raises FormatError if they are no columns of one length, or if their numbers are not within the limits.
    """
    if not isinstance(given, dict):
        raise FormatError(f"{NAME} payload: got no columns {what}")
    names: list[str] = list(kind.__slots__)  # type: ignore[attr-defined]  # a dataclass with slots
    columns = {name: _column(given.get(name), f"{what}.{name}") for name in names}
    if not isinstance(given.get(names[0]), np.ndarray):
        raise FormatError(f"{NAME} payload: got no column {what}.{names[0]}")
    lengths = {len(column) for column in columns.values()}
    if len(lengths) > 1:
        raise FormatError(f"{NAME} payload: got columns of {what} that differ in length: {lengths}")
    for name, (least, below) in limits.items():
        column = columns[name]
        if len(column) and not (least <= int(column.min()) and int(column.max()) < below):
            raise FormatError(f"{NAME} payload: got a number in {what}.{name} that points nowhere")
    return kind(**columns)


def _column(given: Any, what: str) -> NDArray[Any]:
    if isinstance(given, dict):
        number, length = given.get("number"), given.get("length")
        if (
            isinstance(number, int)
            and isinstance(length, int)
            and -(1 << 63) <= number < 1 << 63
            and 0 <= length <= 1 << 31
        ):
            return constant(number, length)
    if isinstance(given, np.ndarray) and given.ndim == 1 and given.dtype.kind in "if":
        return given
    raise FormatError(f"{NAME} payload: got no column {what}")
