"""The shape of records that hold one scalar."""

import numpy as np
from numpy.typing import NDArray

from vdlite.foreign.messages.rounds import Points
from vdlite.foreign.messages.varints import varint_column

_STEP_KEY, _TIME_KEY, _VALUE_KEY = 0x08, 0x18, 0x25
_TIME_BYTES = 6  # of milliseconds since 1970, from 2004 to 2109
_FEWEST_BYTES = 25  # of a record with a tag of one letter, and without a step
_MOST_SHAPES = 1 << 16
_IN_MILLISECONDS = 2e9  # times below that are seconds, as VisualDL itself takes them


def seconds(time: int) -> float:
    """A time as it is stored, in seconds since 1970."""
    return time / 1000 if time >= _IN_MILLISECONDS else float(time)


class RecordShape:
    """All records that are alike but for step, time and value."""

    __slots__ = ("length", "mask", "number", "step")

    def __init__(self, length: int, number: int, step: tuple[int, int]) -> None:
        """step: where its bytes begin and end."""
        self.length = length
        self.number = number
        self.step = step
        self.mask = np.full(length, 0xFF, np.uint8)
        # Which byte of a number is its last may not differ.
        self.mask[slice(*step)] = 0x80
        self.mask[length - 5 - _TIME_BYTES : length - 5] = 0x80
        self.mask[length - 4 :] = 0

    def read(self, rows: NDArray[np.uint8]) -> Points:
        """See `rounds.Shape`; there are no checksums, so that all are intact."""
        times = varint_column(rows[:, self.length - 5 - _TIME_BYTES : self.length - 5])
        return Points(
            varint_column(rows[:, slice(*self.step)]),
            times / 1000.0,
            np.ascontiguousarray(rows[:, -4:]).view("<f4")[:, 0].astype(np.float64),
            np.ones(len(rows), np.bool_),
        )


class RecordShapes:
    """The shapes that were learned of one file."""

    def __init__(self) -> None:
        self._known: dict[bytes, RecordShape] = {}

    def learn(self, data: bytes, at: int, number: int) -> None:
        """Know records like the one at `at` from now on, if it holds a scalar only."""
        found = _parts(data, at)
        if found is not None:
            if len(self._known) >= _MOST_SHAPES:
                self._known.clear()
            length, begin, end = found
            key = _key(data, at, length, begin, end)
            self._known[key] = RecordShape(length, number, (begin - at, end - at))

    def find(self, data: bytes, at: int) -> RecordShape | None:
        """The shape of the record that begins at `at`, all of which is there; None if it is not known."""
        found = _parts(data, at)
        return None if found is None else self._known.get(_key(data, at, *found))


def _parts(data: bytes, at: int) -> tuple[int, int, int] | None:
    """The length of a record that may be a scalar, and where its step begins and ends; None if it is none."""
    if at + 16 > len(data) or data[at + 2] or data[at + 8] != 0x0A:
        return None
    length = 8 + (data[at] | data[at + 1] << 8)
    end = at + length
    if end > len(data) or length < _FEWEST_BYTES:
        return None
    place = at + 10 if data[at + 9] < 0x80 else at + 11
    begin = place
    if data[place] == _STEP_KEY:
        begin = place = place + 1
        while place < end and data[place] & 0x80:
            place += 1
        place += 1
    is_scalar = (
        data[end - 5] == _VALUE_KEY
        and data[end - 6 - _TIME_BYTES] == _TIME_KEY
        and data[end - 6] < 0x80
        and place < end - 6 - _TIME_BYTES
    )
    return (length, begin, place) if is_scalar else None


def _key(data: bytes, at: int, length: int, begin: int, end: int) -> bytes:
    """The bytes that are the same in all records of a shape: before the step, and the tag behind it."""
    return data[at:begin] + data[end : at + length - 5 - _TIME_BYTES]
