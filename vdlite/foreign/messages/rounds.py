"""The scalars of one piece of a file, in the order in which they were logged, many decoded at once.

A training logs the same tags again and again, and their records differ in a few bytes: the time, the step, the value.
What is the same is a record's shape. Where the same shapes follow each other in rounds, the records are distinguished,
decoded and checked as columns. A format may have a reader that does so for all shapes of a round at once.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from vdlite.format.batch import Scalars

_FEWEST_ROUNDS = 4  # for which NumPy's calls pay
_FEWEST_READ = 32  # for which those of a reader do
_BLOCK_BYTES = 1 << 21  # looked at together: it stays in the cache
_MOST_WAIT = 4096  # records, between two looks whether they come in rounds


class Points(NamedTuple):
    """Records of one shape as columns, [N]."""

    steps: NDArray[np.int64]
    walltimes: NDArray[np.float64]  # seconds since 1970
    values: NDArray[np.float64]
    intact: NDArray[np.bool_]  # whether the checksum matches

    def take(self, chosen: NDArray[np.bool_]) -> "Points":
        """The points that are chosen."""
        return Points(
            self.steps[chosen], self.walltimes[chosen], self.values[chosen], self.intact[chosen]
        )


class Shape(Protocol):
    """All records that are alike but for time, step, value and checksum. Distinguished by which object it is."""

    @property
    def number(self) -> int:
        """The number of the series."""
        ...

    @property
    def length(self) -> int:
        """Bytes of a record."""
        ...

    @property
    def mask(self) -> NDArray[np.uint8]:
        """The bits that are the same in all of them, [length]."""
        ...

    def read(self, rows: NDArray[np.uint8]) -> Points:
        """rows: records, [N, length]."""
        ...


class Block(NamedTuple):
    """Rounds as columns, each [shapes, N]: of every shape its records, in order."""

    steps: NDArray[np.int64]
    walltimes: NDArray[np.float64]  # seconds since 1970
    values: NDArray[np.float64]

    def part(self, begin: int, end: int) -> "Block":
        """Some of the rounds."""
        return Block(
            self.steps[:, begin:end], self.walltimes[:, begin:end], self.values[:, begin:end]
        )


class RoundReader(Protocol):
    """Reads many rounds of some shapes at once, if nothing is wrong with them."""

    def ahead(self, start: int, most: int) -> int:
        """How many rounds begin at `start`, as far as lengths tell; at most `most`."""
        ...

    def read(self, start: int, count: int, block: Block) -> bool:
        """Read so many rounds into a block of that many; False if not all of them are rounds and intact."""
        ...


_Shape = TypeVar("_Shape", bound=Shape)

ReaderOf = Callable[[bytes | bytearray, Sequence[_Shape]], "RoundReader | None"]
"""The reader of rounds of these shapes in these bytes; None where there is none."""


class Placed(NamedTuple, Generic[_Shape]):
    """A record of a shape."""

    at: int
    shape: _Shape


class Loose(NamedTuple):
    """A scalar that was read alone."""

    number: int  # of its series
    step: int
    walltime: float  # seconds since 1970
    value: float


class Damaged(NamedTuple):
    """A record whose bytes don't match their checksum."""

    at: int
    length: int


class Rounds(Generic[_Shape]):
    """Collects records of known shapes, and finds out where they come in rounds: the same ones over and over."""

    def __init__(self, data: bytes | bytearray, reader_of: ReaderOf[_Shape] | None = None) -> None:
        self.parts: list[Scalars] = []  # records of one series in the order of the file
        self.damaged: list[Damaged] = []
        self._data = data
        self._bytes = np.frombuffer(data, np.uint8)
        self._reader_of = reader_of
        self._waiting: list[Placed[_Shape] | Loose] = []
        self._last: dict[
            _Shape, int
        ] = {}  # place in `_waiting` of a shape's last event, since `cut`
        self._wait = 0  # events before the next look for rounds
        self._patience = 1

    def add(self, at: int, shape: _Shape) -> int:
        """Take the record of that shape at `at`; returns where to go on, which may be far behind it."""
        before = self._last.get(shape)
        if before is not None:
            if self._wait:
                self._wait -= 1
            else:
                behind = self._take_rounds(before, at)
                if behind is not None:
                    return behind
        self._last[shape] = len(self._waiting)
        self._waiting.append(Placed(at, shape))
        return at + shape.length

    def add_loose(self, loose: Loose) -> None:
        """Take a scalar of any other record."""
        self._waiting.append(loose)

    def cut(self) -> None:
        """A record that is none of these lies between the last one and the next."""
        self._last.clear()

    def finish(self) -> None:
        """Everything is in `parts` then."""
        self._flush(len(self._waiting))

    def _take_rounds(self, first: int, at: int) -> int | None:
        """Take all rounds of the records from `first` in `_waiting` up to `at`; None if there are too few."""
        shapes: list[_Shape] = []
        for event in self._waiting[first:]:
            if isinstance(event, Loose):
                return None
            shapes.append(event.shape)
        length = sum(shape.length for shape in shapes)
        start = at - length
        most = (len(self._data) - start) // length
        template = self._bytes[start : start + length]
        mask = np.concatenate([shape.mask for shape in shapes])
        # A few first: most that are no rounds show it at once.
        if (
            most < _FEWEST_ROUNDS
            or self._same(start, _FEWEST_ROUNDS, template, mask) < _FEWEST_ROUNDS
        ):
            self._wait, self._patience = self._patience, min(2 * self._patience, _MOST_WAIT)
            return None
        self._patience = 1
        self._flush(first)
        reader = None if self._reader_of is None else self._reader_of(self._data, shapes)
        rounds = most if reader is None else reader.ahead(start, most)
        end = start + rounds * length
        behind = start if reader is None else self._read_at_once(reader, start, end, shapes)
        for begin, count in _blocks((end - behind) // length, length):
            same = self._same(behind + begin * length, count, template, mask)
            self._read_rounds(behind + begin * length, same, length, shapes)
            if same < count:
                behind += (begin + same) * length
                break
        else:
            behind = end
        self._waiting.clear()
        self._last.clear()
        return behind

    def _read_at_once(self, reader: RoundReader, start: int, end: int, shapes: list[_Shape]) -> int:
        """Let the reader take rounds up to the first block where anything is wrong; returns where that begins."""
        length = sum(shape.length for shape in shapes)
        rounds = (end - start) // length
        if rounds < _FEWEST_READ:
            return start
        size = len(shapes), rounds
        whole = Block(np.empty(size, np.int64), np.empty(size), np.empty(size))
        done = 0
        for begin, count in _blocks(rounds, length):
            if not reader.read(start + begin * length, count, whole.part(begin, begin + count)):
                break
            done = begin + count
        if done:
            for shape, *columns in zip(shapes, *whole.part(0, done), strict=True):
                # One number for all, which takes no memory.
                number = np.broadcast_to(_small(np.array([shape.number], np.uint32)), done)
                self.parts.append(Scalars(number, *columns))
        return start + done * length

    def _same(
        self, start: int, rounds: int, template: NDArray[np.uint8], mask: NDArray[np.uint8]
    ) -> int:
        """How many of so many rounds from `start` on are like the template."""
        rows = self._bytes[start : start + rounds * len(mask)].reshape(rounds, len(mask))
        differs = ((rows ^ template) & mask).any(axis=1)
        return int(differs.argmax()) if differs.any() else rounds

    def _read_rounds(self, start: int, count: int, length: int, shapes: list[_Shape]) -> None:
        if not count:
            return
        rows = self._bytes[start : start + count * length].reshape(count, length)
        columns = []
        at = 0
        for shape in shapes:
            points = shape.read(rows[:, at : at + shape.length])
            if not points.intact.all():
                for row in np.flatnonzero(~points.intact).tolist():
                    self.damaged.append(Damaged(start + row * length + at, shape.length))
            columns.append(points)
            at += shape.length
        numbers = np.array([shape.number for shape in shapes], np.uint32)
        self._emit(np.tile(_small(numbers), count), _woven(columns))

    def _flush(self, count: int) -> None:
        """Decode the first of what waits, those of each shape together."""
        events, self._waiting = self._waiting[:count], self._waiting[count:]
        if not events:
            return
        numbers = np.empty(len(events), np.uint32)
        made = Points(
            np.empty(len(events), np.int64),
            np.empty(len(events)),
            np.empty(len(events)),
            np.ones(len(events), np.bool_),
        )
        by_shape: dict[_Shape, tuple[list[int], list[int]]] = {}
        for place, event in enumerate(events):
            if isinstance(event, Loose):
                numbers[place], made.steps[place], made.walltimes[place], made.values[place] = event
            else:
                places, starts = by_shape.setdefault(event.shape, ([], []))
                places.append(place)
                starts.append(event.at)
        for shape, (places, starts) in by_shape.items():
            rows = self._bytes[np.array(starts)[:, None] + np.arange(shape.length)]
            points = shape.read(rows)
            numbers[places] = shape.number
            for target, source in zip(made, points, strict=True):
                target[places] = source
            for row in np.flatnonzero(~points.intact).tolist():
                self.damaged.append(Damaged(starts[row], shape.length))
        self._emit(_small(numbers), made)

    def _emit(self, numbers: NDArray[np.unsignedinteger[Any]], points: Points) -> None:
        if not points.intact.all():
            kept = points.intact
            numbers = numbers[kept]
            points = points.take(kept)
        if len(numbers):
            self.parts.append(Scalars(numbers, points.steps, points.walltimes, points.values))


def _blocks(rounds: int, length: int) -> Iterator[tuple[int, int]]:
    """Rounds in blocks of what is looked at together: the first of each, and how many."""
    size = max(_FEWEST_ROUNDS, _BLOCK_BYTES // length)
    for begin in range(0, rounds, size):
        yield begin, min(size, rounds - begin)


def _woven(columns: list[Points]) -> Points:
    """One point of each column after the other, as they were logged."""
    if len(columns) == 1:
        return columns[0]
    return Points(
        np.stack([points.steps for points in columns], axis=1).reshape(-1),
        np.stack([points.walltimes for points in columns], axis=1).reshape(-1),
        np.stack([points.values for points in columns], axis=1).reshape(-1),
        np.stack([points.intact for points in columns], axis=1).reshape(-1),
    )


def _small(numbers: NDArray[np.uint32]) -> NDArray[np.unsignedinteger[Any]]:
    """Numbers of series in 16 bits where they fit: those are sorted faster."""
    return numbers.astype(np.uint16) if not len(numbers) or numbers.max() < 1 << 16 else numbers
