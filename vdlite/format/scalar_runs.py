"""Scalars as they lie in the bytes: columns of structs."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.format.batch import Scalars
from vdlite.format.records import LARGE_SCALAR_BYTES


def column(
    view: "memoryview | NDArray[np.uint8]", offset: int, dtype: str, count: int, stride: int
) -> NDArray[Any]:
    """`count` numbers, the first at `offset`, each `stride` bytes behind the one before, without a copy."""
    found: NDArray[Any] = np.ndarray((count,), dtype, view, offset, (stride,))
    return found


def scalars_at(
    view: "memoryview | NDArray[np.uint8]",
    at: int,
    count: int,
    stride: int,
    keep: "slice | NDArray[np.bool_]",
) -> Scalars:
    """The scalars of the `count` records from `at` on that `keep` chooses; all of them are `stride` bytes long."""
    wide = 2 if stride == LARGE_SCALAR_BYTES else 0
    series = column(view, at + 3, ">u4" if wide else ">u2", count, stride)
    return Scalars(
        series[keep].astype("=u4" if wide else "=u2"),
        column(view, at + 6 + wide, ">i8", count, stride)[keep].astype(np.int64),
        column(view, at + 15 + wide, ">f8", count, stride)[keep].astype(np.float64),
        column(view, at + 24 + wide, ">f8", count, stride)[keep].astype(np.float64),
    )
