"""Rounds of known events, read and checked all together.

Their checksums are not computed one by one. A CRC is linear: of two intact events of one shape, the difference (XOR)
of bytes and checksum has the remainder zero, and so has the sum of many such differences, each shifted by two bytes
against the one before it. One CRC over that sum, two bytes for each event, says whether all of them are intact: a
block with damage passes by as little chance as a damaged event would alone, 1 in 2 ** 32. The differences are those
to the event that the shape was learned of.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.foreign.messages.crc32c import remainders, unmasked, zeros_table
from vdlite.foreign.messages.rounds import Block
from vdlite.foreign.tensorboard.shapes import STEP_KEY_AT, TIME_AT, EventShape

Octets = NDArray[np.uint8]
Words = NDArray[np.uint32] | NDArray[np.uint64]

# Of an event from its time on: the time, the step's key, the step and what may follow it.
_HEAD_BYTES = 16
_LONG_ROW = 1 << 10  # bytes
_FIRST_LOOK = 64  # rounds
_MOST_STEP_BYTES = 7  # that fit into eight with their key


class EventRounds:
    """Reads rounds of these events; see `rounds.RoundReader`."""

    def __init__(self, data: bytes | bytearray, shapes: Sequence[EventShape]) -> None:
        self._data = data
        self._shapes = shapes
        self._length = sum(shape.length for shape in shapes)
        # Short rounds are compared many at a time: NumPy is slow with short rows.
        self._together = 1 + _LONG_ROW // self._length
        template = b"".join(shape.template for shape in shapes) * self._together
        self._template = np.frombuffer(template, np.uint8)
        self._mask = np.tile(np.concatenate([shape.mask for shape in shapes]), self._together)
        self._begins = np.cumsum([0, *(shape.length for shape in shapes)]).tolist()
        self._heads = [
            (
                begin,
                np.frombuffer(shape.template, "<u8", 1),
                np.frombuffer(shape.template, "<u4", 1, 8),
            )
            for begin, shape in zip(self._begins, shapes, strict=False)
        ]

    @cached_property
    def _alike(self) -> "list[_Alike]":
        """Made when it is needed: where rounds are few, they are only counted here."""
        begins, shapes = self._begins, self._shapes
        sorts: dict[tuple[int, str, int], list[int]] = {}
        for place, shape in enumerate(shapes):
            layout = shape.step_bytes, shape.value_type, shape.length - shape.value_at
            sorts.setdefault(layout, []).append(place)
        return [
            _Alike(places, [begins[place] for place in places], [shapes[place] for place in places])
            for places in sorts.values()
        ]

    @classmethod
    def of(cls, data: bytes | bytearray, shapes: Sequence[EventShape]) -> "EventRounds | None":
        """None where they can't be read together."""
        numbers = {shape.number for shape in shapes}
        if len(numbers) < len(shapes) or any(
            shape.step_bytes > _MOST_STEP_BYTES for shape in shapes
        ):
            return None
        return cls(data, shapes)

    def ahead(self, start: int, most: int) -> int:
        """See `rounds.RoundReader`."""
        found, count = 0, _FIRST_LOOK
        while found < most:
            count = min(count, most - found)
            same = self._same_heads(start + found * self._length, count)
            found += same
            if same < count:
                break
            count *= 8  # mostly there are few, or very many
        return found

    def _same_heads(self, start: int, most: int) -> int:
        for begin, length, check in self._heads:
            for at, known in ((start + begin, length), (start + begin + 8, check)):
                differs = _column(self._data, known.dtype, at, most, self._length) != known
                if differs.any():
                    most = int(differs.argmax())
        return most

    def read(self, start: int, count: int, block: Block) -> bool:
        """See `rounds.RoundReader`."""
        return self._are_alike(start, count) and all(
            alike.read(self._data, start, count, self._length, block) for alike in self._alike
        )

    def _are_alike(self, start: int, count: int) -> bool:
        """True if these rounds differ only in what may differ."""
        some, rest = divmod(count, self._together)
        at = start + some * self._together * self._length
        for begin, size, rows in ((start, self._together, some), (at, rest, min(rest, 1))):
            width = size * self._length
            found = np.ndarray((rows, width), np.uint8, self._data, begin)
            differs = np.bitwise_or.reduce(found ^ self._template[:width], axis=0)
            if (differs & self._mask[:width]).any():
                return False
        return True


class _Alike:
    """The events of a round whose varying bytes lie alike."""

    def __init__(
        self, places: Sequence[int], begins: Sequence[int], shapes: Sequence[EventShape]
    ) -> None:
        """places: in the round, in events; begins: the same in bytes."""
        first = shapes[0]
        self._places = np.array(places)
        self._step_bytes = first.step_bytes
        self._word_type = np.dtype("<u4" if first.step_bytes <= 3 else "<u8")
        self._value_type = np.dtype(first.value_type)
        self._to_check = first.length - 4 - first.value_at  # bytes
        self._ats = [
            (begin, begin + shape.value_at, begin + shape.length - 4)
            for begin, shape in zip(begins, shapes, strict=True)
        ]
        # For the bytes between what the sum of times and steps reaches and the end of the event.
        tables = [zeros_table(shape.length - TIME_AT - _HEAD_BYTES) for shape in shapes]
        self._tables = np.stack(tables, axis=1)  # [4, events, 256]
        frames = b"".join(shape.template for shape in shapes)
        ends = np.cumsum([shape.length for shape in shapes]).tolist()
        own = [
            (end - shape.length, end - shape.length + shape.value_at, end - 4)
            for end, shape in zip(ends, shapes, strict=True)
        ]
        self._own = self._fields(frames, own, 0, 1, 0)

    def read(
        self, data: bytes | bytearray, start: int, count: int, stride: int, block: Block
    ) -> bool:
        fields = self._fields(data, self._ats, start, count, stride)
        times, steps, values, _ = fields
        if not self._are_intact(fields):
            return False
        block.steps[self._places] = _numbers(steps, self._step_bytes)
        block.walltimes[self._places] = times.view("<f8")
        block.values[self._places] = values.view(self._value_type)
        return True

    def _fields(
        self,
        data: bytes | bytearray,
        ats: Sequence[tuple[int, int, int]],
        start: int,
        count: int,
        stride: int,
    ) -> tuple[NDArray[np.uint64], Words, Words, NDArray[np.uint32]]:
        """Times, steps with their keys, values, checksums, each [events, count], as the words that their bytes are."""
        shape = len(ats), count
        times = np.empty(shape, "<u8")
        steps = np.empty(shape, self._word_type)
        values = np.empty(shape, f"<u{self._value_type.itemsize}")
        checks = np.empty(shape, "<u4")
        for row, (begin, value, check) in enumerate(ats):
            at = start + begin
            times[row] = _column(data, times.dtype, at + TIME_AT, count, stride)
            steps[row] = _column(data, steps.dtype, at + STEP_KEY_AT, count, stride)
            values[row] = _column(data, values.dtype, start + value, count, stride)
            checks[row] = _column(data, checks.dtype, start + check, count, stride)
        steps &= steps.dtype.type((1 << 8 * (self._step_bytes + 1)) - 1 if self._step_bytes else 0)
        return times, steps, values, unmasked(checks)

    def _are_intact(
        self, fields: tuple[NDArray[np.uint64], Words, Words, NDArray[np.uint32]]
    ) -> bool:
        count = fields[0].shape[1]
        times, steps, values, checks = (
            found ^ own for found, own in zip(fields, self._own, strict=True)
        )
        shifts = 2 * (count - 1)
        size = shifts + max(_HEAD_BYTES, self._to_check + 4)
        size += size % 2
        sums = np.zeros((2, len(times), size), np.uint8)
        heads, tails = sums
        head, tail = size - shifts - _HEAD_BYTES, size - shifts - self._to_check - 4
        _add(heads, head, times)
        _add(heads, head + 8, steps)
        _add(tails, tail, values)
        _add(tails, tail + self._to_check, checks)
        found = remainders(sums.reshape(-1, size).view("<u2"))
        of_heads, of_tails = found.reshape(2, -1)
        rows = np.arange(len(of_heads))
        for place, table in enumerate(self._tables):
            of_tails ^= table[rows, (of_heads >> np.uint32(8 * place)) & np.uint32(0xFF)]
        return not of_tails.any()


def _column(
    data: bytes | bytearray,
    dtype: "np.dtype[np.unsignedinteger[Any]]",
    at: int,
    count: int,
    stride: int,
) -> NDArray[np.unsignedinteger[Any]]:
    """Words that lie that many bytes from each other."""
    column: NDArray[np.unsignedinteger[Any]] = np.ndarray((count,), dtype, data, at, (stride,))
    return column


def _add(sums: Octets, at: int, words: Words) -> None:
    """Add words, [R, N], to the sums, each two bytes further than the one before it, the first one at `at`."""
    count = words.shape[1]
    pairs = words.view("<u2").reshape(*words.shape, -1)
    for place in range(pairs.shape[2]):
        begin = at + 2 * place
        target = sums[:, begin : begin + 2 * count].view("<u2")
        target ^= pairs[:, :, place]


def _numbers(words: Words, size: int) -> NDArray[np.int64]:
    """The steps, of so many bytes behind their key."""
    kind = words.dtype.type
    numbers = np.zeros_like(words)
    for place in range(size):
        numbers |= (words >> kind(place + 8)) & kind(0x7F << 7 * place)
    return numbers.astype(np.int64)
