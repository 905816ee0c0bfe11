"""The bytes of a growing, possibly damaged log file, turned into records."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple
from zlib import crc32

import msgpack
import numpy as np

from vdlite.format.batch import Batch, Damage, add_damage
from vdlite.format.bulk import UNPACK_ERRORS
from vdlite.format.records import (
    BLOCK_BYTES,
    CHECK,
    LARGE_SCALAR_BYTES,
    LARGE_SCALAR_HEAD,
    MAX_RECORD,
    SCALAR_BYTES,
    SCALAR_HEAD,
    SEAL,
    SEAL_BYTES,
    SEAL_HEAD,
    RecordType,
    row_end,
)
from vdlite.format.rows import RowSeries, RowState
from vdlite.format.unpack import unpack_one, unpack_records

# In one piece; scalars and seals are recognized by their layout, at any number of places.
_MOST_GUESSES = 20_000
_FIXED_LAYOUT = (RecordType.SCALAR, RecordType.SEAL)
_MISMATCH = "checksum does not match"
_REPEATED = "bytes that were written before are repeated"


@dataclass(frozen=True, slots=True)
class _Seal:
    start: int  # offset of its block as the writer meant it
    length: int
    crc: int

    @property
    def offset(self) -> int:
        """The place where the writer put the seal itself."""
        return self.start + self.length


class DecoderState(NamedTuple):
    """See the attributes of `LogDecoder`."""

    offset: int
    shift: int
    meant: int
    block_start: int
    block_crc: int
    block_skipped: bool
    rows: RowState = RowState()


class LogDecoder:
    """Decodes one log file, handed over piece by piece.

    A piece is trusted as a whole where the seals of its blocks match: then nothing is looked at twice, and
    NumPy decodes runs of scalars. Where they don't, and behind the last seal, each record is trusted
    if its own check matches, and only what lies between such records is damage.

    `shift` is how far bytes lie from where the writer put them (after bytes were lost or inserted before them).
    What was meant for an offset that has been read already is a repetition, and is left out.
    """

    def __init__(self, *, bulk: bool = True, wide_rows: bool = False) -> None:
        """bulk: decode many records at once where that is possible; it gives the same as one after the other.

        wide_rows: give rows of very many scalars as such.
        """
        self._bulk = bulk
        self.offset = 0  # of the next byte to decode; what lies before is dealt with
        # Bytes at the end that are no record, unless they still change.
        self.pending: Damage | None = None
        self.wants = 0  # no record is longer than a piece
        self.left_out: Mapping[str, int] = {}  # everything is read
        self.head = b""  # a log is never rewritten
        self.written = 0.0
        self._shift = 0
        self._meant = 0  # everything that was meant for an offset below this has been read
        self._block_start = 0  # offset in the file
        self._block_crc = 0  # over [_block_start, offset)
        self._block_skipped = False  # part of it was not read, so that the CRC is not known
        self._skipped: Damage | None = None  # what the next batch is to tell
        self._guesses = 0  # how many more places may be looked at as the beginning of any record
        self._row_series = RowSeries()
        self._wide_rows = wide_rows
        # Whether bytes of this piece lie elsewhere than where they were written: who reads a row again can't check it.
        self._is_shifted = False

    def decode(self, data: bytes | bytearray) -> Batch:
        """The records of `data`, which begins at `self.offset`.

        Afterwards `self.offset` is where the next piece must begin: a record that is not complete yet is left
        for then. Never raises, whatever the bytes are.
        """
        batch = Batch()
        if self._skipped is not None:
            batch.damage.append(self._skipped)
            self._skipped = None
        self._guesses = _MOST_GUESSES
        self._is_shifted = self._shift != 0
        with memoryview(data) as view:
            base = self.offset
            at = self._decode_sealed(data, view, base, batch)
            at = self._decode_tail(view, at, base, batch)
            wide = self._wide_rows and not self._is_shifted
            self._row_series.resolve(batch, base + at, wide=wide)
            if self.pending is None:
                self.pending = self._row_series.waiting
            block = max(self._block_start - base, 0)
            self._block_crc = crc32(view[block:at], self._block_crc)
            self.offset = base + at
        return batch

    @property
    def state(self) -> DecoderState:
        """What a new decoder needs to go on from `offset` as this one would."""
        return DecoderState(
            self.offset,
            self._shift,
            self._meant,
            self._block_start,
            self._block_crc,
            self._block_skipped or self._skipped is not None,
            self._row_series.state,
        )

    def go_on(self, state: DecoderState) -> None:
        """Go on as the decoder that was in that state; nothing has been decoded yet."""
        self.offset, self._shift, self._meant = state[:3]
        self._block_start, self._block_crc, self._block_skipped = state[3:6]
        self._row_series.go_on(RowState(*state.rows))
        self.pending = self._row_series.waiting

    def skip_zeroes(self, end: int) -> None:
        """Leave out the bytes from `self.offset` up to `end`, which are all zero: no record begins with one."""
        self._skipped = Damage(self.offset, end - self.offset, _MISMATCH)
        self.offset = end
        self.pending = None
        self._block_skipped = True

    def _unpack(self, view: memoryview, start: int, end: int, base: int, batch: Batch) -> None:
        unpack_records(view, start, end, base, batch, bulk=self._bulk)

    def _decode_sealed(
        self, data: bytes | bytearray, view: memoryview, base: int, batch: Batch
    ) -> int:
        """Decode up to the last seal; returns the position behind it."""
        start = trusted = 0
        at = _find_seal(data, 0, 0)
        while at >= 0:
            seal = _seal_at(view, at)
            if seal is None:
                at = data.find(SEAL_HEAD, at + 1)
                continue
            behind = self._matching_seal(seal, data, view, trusted, at, base)
            if behind is not None:
                trusted = behind
                self._next_block(base + trusted, self._shift)
            elif _walk(view, trusted, at, len(view), base - self._shift) > at:
                # It lies inside a record: a payload may hold anything, even what looks like a seal.
                at = data.find(SEAL_HEAD, at + 1)
                continue
            else:
                self._unpack(view, start, trusted, base, batch)
                start = self._salvage_block(seal, view, trusted, at, base, batch)
                trusted = at + SEAL_BYTES
            at = _find_seal(data, trusted, seal.length)
        self._unpack(view, start, trusted, base, batch)
        return trusted

    def _matching_seal(
        self,
        seal: _Seal | None,
        data: bytes | bytearray,
        view: memoryview,
        trusted: int,
        at: int,
        base: int,
    ) -> int | None:
        """The position behind the seal that closes the block that begins (or goes on) at `trusted`, if it matches.

        That is nearly always `seal`, at `at`. But a payload may hold anything, even what looks like a seal.
        """
        last = self._block_start - base + BLOCK_BYTES + MAX_RECORD
        while at >= 0:
            if (
                seal is not None
                and seal.start + self._shift == self._block_start
                and seal.length == base + at - self._block_start
            ):
                matches = crc32(view[trusted:at], self._block_crc) == seal.crc
                intact = matches and not self._block_skipped
                return at + SEAL_BYTES if intact else None
            at = data.find(SEAL_HEAD, at + 1, last + SEAL_BYTES)
            seal = _seal_at(view, at) if at >= 0 else None
        return None

    def _next_block(self, start: int, shift: int) -> None:
        self._shift = shift
        self._meant = start - shift
        self._block_start = start
        self._block_crc = 0
        self._block_skipped = False

    def _salvage_block(
        self, seal: _Seal, view: memoryview, start: int, at: int, base: int, batch: Batch
    ) -> int:
        """Save what can be saved before a seal whose block is not as it was written.

        Returns the position from which on everything up to behind the seal may be trusted.
        """
        end = at + SEAL_BYTES
        shift = base + at - seal.offset
        self._is_shifted |= shift != 0
        if seal.offset < self._meant:
            self._salvage(view, start, end, base, (self._shift,), batch, _REPEATED)
            # The block goes on behind the repetition, if it goes on; its seal will tell the shift.
            return end
        if shift < self._shift:
            lost = self._shift - shift
            add_damage(
                batch.damage, Damage(base + start, 0, f"{lost} bytes are missing from here on")
            )
        block = at - seal.length
        shifts = (self._shift, shift)
        whole = block >= start and crc32(view[block:at]) == seal.crc
        if whole:
            self._salvage(view, start, block, base, shifts, batch)
            start = block
            whole = seal.start >= self._meant  # else what was just saved is in the block, too
        if not whole:
            self._salvage(view, start, at, base, shifts, batch)
            start = end
        self._next_block(base + end, shift)
        return start

    def _salvage(
        self,
        view: memoryview,
        start: int,
        end: int,
        base: int,
        shifts: tuple[int, ...],
        batch: Batch,
        reason: str = _MISMATCH,
    ) -> None:
        """Decode the records in [start, end) whose own check matches; report the rest as damage."""
        at = start
        while at < end:
            found = self._next_record(view, at, end, base, shifts)
            if found is None:
                break
            first, last = found
            if first > at:
                add_damage(batch.damage, Damage(base + at, first - at, reason))
            self._unpack(view, first, last, base, batch)
            at = last
        if at < end:
            add_damage(batch.damage, Damage(base + at, end - at, reason))

    def _next_record(
        self, view: memoryview, start: int, end: int, base: int, shifts: tuple[int, ...]
    ) -> tuple[int, int] | None:
        """The next run of records whose checks match: its first and last position, or None."""
        octets = np.frombuffer(view[start:end], np.uint8)
        starts = np.flatnonzero(((octets[:-1] & 0xF0) == 0x90) & (octets[1:] < 0x20)) + start
        for first in starts.tolist():
            if view[first + 1] not in _FIXED_LAYOUT:
                # Bytes may be made so that each looks like the beginning of a long record.
                if self._guesses == 0:
                    continue
                self._guesses -= 1
            for shift in shifts:
                last = self._records_end(view, first, end, base, shift)
                if last > first:
                    return first, last
        return None

    def _records_end(self, view: memoryview, start: int, end: int, base: int, shift: int) -> int:
        """The place where the records from `start` on stop to be verified ones; `start` if the first is not."""
        if base + start - shift < self._meant:
            return start
        at = _walk(view, start, end, end, base - shift)
        if at > start:
            self._meant = base + at - shift
        return at

    def _decode_tail(self, view: memoryview, start: int, base: int, batch: Batch) -> int:
        """Decode the records behind the last seal, one by one; returns where to go on next time."""
        at, end = start, len(view)
        self.pending = None
        while at < end:
            stop = self._records_end(view, at, end, base, self._shift)
            self._unpack(view, at, stop, base, batch)
            at = stop
            if at == end:
                break
            found = self._next_record(view, at + 1, end, base, (self._shift,))
            if found is None:
                # Either cut short, and the rest is to come, or damaged: only a longer file can tell.
                if end - at > MAX_RECORD:
                    add_damage(batch.damage, Damage(base + at, end - MAX_RECORD - at, _MISMATCH))
                    at = end - MAX_RECORD
                if not _may_be_cut_short(view, at, end):
                    self.pending = Damage(base + at, end - at, _MISMATCH)
                break
            add_damage(batch.damage, Damage(base + at, found[0] - at, _MISMATCH))
            self._unpack(view, *found, base, batch)
            at = found[1]
        return at


def _find_seal(data: bytes | bytearray, start: int, length: int) -> int:
    """The next place at or behind `start` that looks like a seal; -1 if there is none.

    length: of the block before. Blocks of scalars are all of one length, so that a look often spares a search.
    """
    likely = start + length
    if data[likely : likely + len(SEAL_HEAD)] == SEAL_HEAD and length:
        return likely
    return data.find(SEAL_HEAD, start)


def _seal_at(view: memoryview, at: int) -> _Seal | None:
    """The seal at `at`, if there is one whose own check matches."""
    if at + SEAL_BYTES > len(view):
        return None
    _, start, _, length, _, crc, _ = SEAL.unpack_from(view, at)
    if start < 0 or length < 0:
        return None
    return (
        _Seal(start, length, crc)
        if _check_matches(view, at, at + SEAL_BYTES, start + length)
        else None
    )


def _walk(view: memoryview, start: int, end: int, limit: int, offset: int) -> int:
    """Go from record to record as long as their checks match and `end` is not reached; returns where that ends.

    limit: no record reaches beyond it.
    offset: where the writer meant view[0] to be.
    """
    at = start
    while at < end:
        stop = _record_end(view, at, limit)
        if stop is None or not _check_matches(view, at, stop, offset + at):
            break
        at = stop
    return at


def _record_end(view: memoryview, at: int, end: int) -> int | None:
    """The end of the record at `at`; None if there is none that ends before `end`."""
    head = bytes(view[at : at + 3])
    if head in (SCALAR_HEAD, SEAL_HEAD[:3]):
        stop = at + SCALAR_BYTES
        return stop if stop <= end else None
    if head == LARGE_SCALAR_HEAD:
        stop = at + LARGE_SCALAR_BYTES
        return stop if stop <= end else None
    if not 0x92 <= view[at] <= 0x9F:
        return None
    stop = row_end(view, at, end)
    if stop > 0:
        return stop
    try:
        return unpack_one(view, at, end)[1]
    except UNPACK_ERRORS:
        return None


def _check_matches(view: memoryview, at: int, stop: int, offset: int) -> bool:
    check = stop - CHECK.size
    return (
        check > at
        and view[check - 1] == 0xCE
        and crc32(view[at:check], offset & 0xFFFFFFFF) == int.from_bytes(view[check:stop], "big")
    )


def _may_be_cut_short(view: memoryview, at: int, end: int) -> bool:
    """True if the bytes from `at` on can be the beginning of a record."""
    if not 0x92 <= view[at] <= 0x9F:
        return False
    try:
        unpack_one(view, at, end)
    except msgpack.OutOfData:
        return True
    except UNPACK_ERRORS:
        return False
    return False
