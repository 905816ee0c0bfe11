"""Values of rows that stay in a log: where each row lies, and what is read of it when somebody asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from vdlite.format.batch import WideRows
from vdlite.format.records import CHECK_BYTES, ROW_HEAD_BYTES

ROW = np.dtype([("step", "<i8"), ("walltime", "<f8"), ("place", "<i8")])
"""What is known of a row; its place is that of its first value, in bytes of the file."""

_FIRST_CAPACITY = 64
_WIDTH = (
    64  # values beside each other that are read at once: who looks at one tag looks at the next
)
_LARGEST_BLOCK = 1 << 20  # bytes of values that are kept for that


class Log(Protocol):
    """The file in which the rows lie."""

    @property
    def is_doubted(self) -> bool:
        """True if it was changed in its place since it was read, so that what is read again has to be checked."""

    def read_pieces(self, places: Sequence[int], length: int) -> Sequence[bytes]:
        """The bytes at each of these places, fewer where the file ends. Raises OSError."""


class RowList:
    """The rows of one list of series."""

    def __init__(self, series: NDArray[np.int64], rows: NDArray[np.void] | None = None) -> None:
        """rows: those that there are already."""
        self.series = series
        self.count = 0 if rows is None else len(rows)
        # Numbers of series that get what comes, by their positions.
        self.opened: dict[int, int] = {}
        # The values of the last row; None: they are in the log only.
        self.last: NDArray[np.float64] | None = None
        self._rows = np.empty(0, ROW) if rows is None else rows

    def rows(self, start: int = 0, stop: int | None = None) -> NDArray[np.void]:
        """What is known of these rows."""
        return self._rows[start : self.count if stop is None else stop]

    def add(self, wide: WideRows) -> None:
        end = self.count + len(wide)
        if end > len(self._rows):
            grown = np.empty(max(end, 2 * len(self._rows), _FIRST_CAPACITY), ROW)
            grown[: self.count] = self.rows()
            self._rows = grown
        new = self._rows[self.count : end]
        new["step"], new["walltime"], new["place"] = wide.steps, wide.walltimes, wide.places
        self.last = wide.values[-1].copy()
        self.count = end


class _Block(NamedTuple):
    """Values of a few series beside each other in all rows of a list, up to some."""

    of: RowList
    first: int  # position in the list
    values: NDArray[np.float64]  # [R, width]
    there: NDArray[np.bool_]  # [R]
    was_doubted: bool


class RowValues:
    """Reads values of rows. Threads may share it."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._block: _Block | None = None  # what was read last

    def column(
        self, of: RowList, position: int, start: int, stop: int
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """The values of a series in these rows of its list, and of which rows they are there. Raises OSError."""
        block = self._block
        if not (
            block is not None
            and block.of is of
            and block.was_doubted == self._log.is_doubted
            and 0 <= position - block.first < block.values.shape[1]
            and len(block.there) >= stop
        ):
            block = self._read_block(of, position, stop)
        return block.values[start:stop, position - block.first], block.there[start:stop]

    def row(self, of: RowList, row: int) -> NDArray[np.float64] | None:
        """The values of a row; None if they are not there any more. Raises OSError."""
        if row == of.count - 1 and of.last is not None:
            return of.last
        values, there = self._read(of, 0, len(of.series), row, row + 1)
        if not there.all():
            return None
        found: NDArray[np.float64] = values[0]
        if row == of.count - 1:
            of.last = found
        return found

    def _read_block(self, of: RowList, position: int, stop: int) -> _Block:
        width = max(1, min(_WIDTH, _LARGEST_BLOCK // (8 * stop)))
        first = position - position % width
        width = min(width, len(of.series) - first)
        was_doubted = self._log.is_doubted
        block = _Block(of, first, *self._read(of, first, width, 0, stop), was_doubted)
        if (
            width > 1 and block.there.all()
        ):  # what is not there may come back, as a folder that was moved
            self._block = block
        return block

    def _read(
        self, of: RowList, first: int, width: int, start: int, stop: int
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """The values from a position on in those rows, and of which rows they are there."""
        places = of.rows(start, stop)["place"]
        if self._log.is_doubted:
            pieces = [piece[8 * first : 8 * (first + width)] for piece in self._checked(of, places)]
        else:
            pieces = list(self._log.read_pieces((places + 8 * first).tolist(), 8 * width))
        there = np.array([len(piece) == 8 * width for piece in pieces], np.bool_)
        data = b"".join(piece.ljust(8 * width, b"\0") for piece in pieces)
        return np.frombuffer(data, "<f8").reshape(-1, width), there

    def _checked(self, of: RowList, places: NDArray[np.int64]) -> Sequence[bytes]:
        """The values of whole rows; nothing of those that are not as they were logged."""
        begins = (places - ROW_HEAD_BYTES).tolist()
        size = 8 * len(of.series)
        records = self._log.read_pieces(begins, ROW_HEAD_BYTES + size + CHECK_BYTES)
        return [
            record[ROW_HEAD_BYTES : ROW_HEAD_BYTES + size]
            if crc32(record[:-4], begin & 0xFFFFFFFF) == int.from_bytes(record[-4:], "big")
            else b""
            for begin, record in zip(begins, records, strict=True)
        ]
