"""Records turned into the bytes of a log file: the twin of `decode`. Nothing is written here."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from vdlite.format.outcome import Outcome
from vdlite.format.records import (
    BLOCK_BYTES,
    CHECK,
    FIRST_VERSION,
    MAGIC,
    VERSION,
    RecordType,
    checked,
    list_body,
    record,
    row_head,
    seal,
    series_body,
)
from vdlite.format.scalar_rows import ScalarRows

_REPEAT_BYTES = 1 << 20
_REPEAT_FACTOR = 64  # times the bytes of the lists

# Every add_scalar calls this: a global is found faster than an attribute of one.
_pack_check = CHECK.pack


class LogEncoder:
    """The stream of one log file, from its header on.

    Each method returns the bytes that belong right behind those which were returned before: a whole record, and the
    seal of its block where the record makes that long enough. They have to be written in this order, or the file is
    to be left: offsets count.
    """

    def __init__(self) -> None:
        self.offset = 0  # where the next byte belongs
        self._block: list[bytes] = []  # since the last seal
        self._block_start = 0
        self._seal_at = BLOCK_BYTES
        self._series: list[tuple[str, str]] = []
        self._fresh: list[int] = []  # series that this block declares
        self._lists: dict[
            int, bytes
        ] = {}  # bodies of the lists of series that more rows may come of
        self._fresh_lists: list[bytes] = []
        self._listed = 0  # lists so far
        self._list_bytes = 0  # of those in `_lists`
        self._about: Mapping[str, Any] = {}
        self._repeated_at = 0

    def header(self, about: Mapping[str, Any]) -> bytes:
        """The header that every log begins with. It says the version of a log without rows."""
        self._about = dict(about)
        return self.record(RecordType.HEADER, MAGIC, FIRST_VERSION, self._about)

    def declare(self, kind: str, tag: str) -> tuple[int, bytes]:
        """A new series number for records of this kind and tag, and the record that says so."""
        return self.declare_all(kind, [tag])

    def declare_all(self, kind: str, tags: Iterable[str]) -> tuple[int, bytes]:
        """New series numbers for records of these tags, in their order; the first number, and the records that say so."""
        first, data = len(self._series), []
        for number, tag in enumerate(tags, first):
            self._series.append((kind, tag))
            self._fresh.append(number)
            data.append(self.append(series_body(number, kind, tag)))
        return first, b"".join(data)

    def list_series(self, series: Sequence[int]) -> tuple[int, bytes]:
        """A number for rows of these series, which are declared, and the records that say so.

        Before the first of them the header comes again, with the version of logs that hold rows: older readers would
        leave them out in silence.
        """
        data = b""
        if not self._listed:
            data = self.record(RecordType.HEADER, MAGIC, VERSION, self._about)
        number = self._listed
        self._listed += 1
        body = self._lists[number] = list_body(number, series)
        self._list_bytes += len(body)
        self._fresh_lists.append(body)
        return number, data + self.append(body)

    def forget_lists(self, numbers: Iterable[int]) -> None:
        """No more rows of these lists will come: they need no further repetition."""
        for number in numbers:
            self._list_bytes -= len(self._lists.pop(number))

    def row(self, number: int, step: int, walltime: float, values: memoryview) -> bytes:
        """A row of a list of series.

        values: as little-endian float64s, as bytes; one for each series of the list, `ROW_VALUES` at most.
        """
        head = row_head(number, step, walltime, len(values))
        return self.append(b"".join((head, values, b"\xce")))

    def record(self, *items: Any) -> bytes:
        """A record of any type."""
        return self._put(record(self.offset, *items))

    def append(self, body: bytes) -> bytes:
        """A record that lacks only the four bytes of its check.

        This is `_put(checked(body, offset))`, written out: every add_scalar comes here.
        """
        offset = self.offset
        data = body + _pack_check(crc32(body, offset & 0xFFFFFFFF))
        self.offset = offset = offset + len(data)
        self._block.append(data)
        if offset >= self._seal_at:
            return data + self._seal()
        return data

    def scalars(
        self,
        series: int,
        steps: NDArray[np.int64],
        walltimes: NDArray[np.float64],
        values: NDArray[np.float64],
    ) -> bytes:
        """Records of at most `CHUNK` scalars of one series; the arrays are of one length."""
        return b"".join(self._blocks_of(ScalarRows(series, steps, walltimes, values)))

    def _blocks_of(self, rows: ScalarRows) -> Iterator[bytes]:
        start = 0
        while start < len(rows):
            room = -(-(self._seal_at - self.offset) // rows.size)
            stop = min(len(rows), start + max(1, room))
            data = rows.at(self.offset, start, stop)
            self._count(data)
            yield data
            if self.offset >= self._seal_at:
                yield self._seal()
            start = stop

    def end(self, walltime: float, outcome: Outcome | None = None) -> bytes:
        """The last record, which says that the writer closed, and the last seal."""
        ending = () if outcome is None else (outcome,)
        data = record(self.offset, RecordType.END, walltime, *ending)
        self._count(data)
        return data + self._seal_alone()

    def seal_rest(self) -> bytes:
        """The last seal of a log that gives no end; nothing if there is nothing to be sealed."""
        return self._seal_alone() if self._block else b""

    def end_unsealed(self, walltime: float) -> bytes:
        """The last record of a log whose last block can't be trusted to be what was written."""
        return record(self.offset, RecordType.END, walltime)

    def _put(self, data: bytes) -> bytes:
        """Count a record; returns it, and a seal if one is due."""
        self._count(data)
        if self.offset >= self._seal_at:
            return data + self._seal()
        return data

    def _count(self, data: bytes) -> None:
        """Note bytes that are whole records for the present offset."""
        self.offset += len(data)
        self._block.append(data)

    def _seal_alone(self) -> bytes:
        data = seal(self._block_start, b"".join(self._block))
        self.offset += len(data)
        self._block = []
        self._block_start = self.offset
        self._seal_at = self.offset + BLOCK_BYTES
        return data

    def _seal(self) -> bytes:
        """Close the block; returns the seal, and the declarations that the next block begins with.

        A declaration is repeated in the block after its own, and all of them now and then, so that a damaged
        block costs its own records and not all records of the series that it declares.
        """
        data = [self._seal_alone()]
        again, self._fresh = self._fresh, []
        lists, self._fresh_lists = self._fresh_lists, []
        least = 4096 * len(self._series) + _REPEAT_FACTOR * self._list_bytes
        if self.offset - self._repeated_at > max(_REPEAT_BYTES, least):
            self._repeated_at = self.offset
            again = list(range(len(self._series)))
            lists = list(self._lists.values())
        for body in (*(series_body(number, *self._series[number]) for number in again), *lists):
            repeated = checked(body, self.offset)
            self._count(repeated)
            data.append(repeated)
        return b"".join(data)
