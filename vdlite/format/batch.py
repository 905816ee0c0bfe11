"""What a piece of a log file holds, decoded."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vdlite.format.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Header:
    version: int
    about: Mapping[str, Any]


class Declaration(NamedTuple):
    """The series that a number stands for in this file."""

    series: int
    kind: str
    tag: str
    about: Mapping[str, Any]


class SeriesList(NamedTuple):
    """The series that a row's values belong to, as a number stands for them in this file."""

    number: int
    series: NDArray[np.unsignedinteger[Any]]  # [N], in the order of the values


@dataclass(frozen=True, slots=True)
class Scalars:
    """Scalar records in file order, as columns of one length [N]."""

    series: NDArray[np.unsignedinteger[Any]]
    steps: NDArray[np.int64]
    walltimes: NDArray[np.float64]  # seconds since 1970
    values: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows in file order, as columns of one length [R], and all of their values."""

    lists: NDArray[np.int64]  # numbers of lists of series; `~series` for a single scalar among them
    steps: NDArray[np.int64]
    walltimes: NDArray[np.float64]  # seconds since 1970
    offsets: NDArray[np.int64]  # of the records, in bytes of the file
    counts: NDArray[np.int64]  # of values
    values: NDArray[np.float64]  # [sum of counts]

    def __len__(self) -> int:
        return len(self.steps)

    def take(self, chosen: "NDArray[np.bool_]") -> "Rows":
        """The rows that are chosen, in their order."""
        return Rows(
            self.lists[chosen],
            self.steps[chosen],
            self.walltimes[chosen],
            self.offsets[chosen],
            self.counts[chosen],
            self.values[np.repeat(chosen, self.counts)],
        )


@dataclass(frozen=True, slots=True)
class WideRows:
    """Rows of one list of many series, in file order, so that what is wanted of them may be read when it is wanted."""

    number: int  # of the list
    series: NDArray[np.unsignedinteger[Any]]  # [N]
    steps: NDArray[np.int64]  # [R]
    walltimes: NDArray[np.float64]  # [R], seconds since 1970
    places: NDArray[np.int64]  # [R], of the first value of each, in bytes of the file
    values: NDArray[np.float64]  # [R, N]

    def __len__(self) -> int:
        return len(self.steps)

    def scalars(self) -> Scalars:
        """What they stand for, one by one."""
        rows, columns = self.values.shape
        return Scalars(
            np.tile(self.series, rows),
            np.repeat(self.steps, columns),
            np.repeat(self.walltimes, columns),
            self.values.reshape(-1),
        )


class Entry(NamedTuple):
    """A record whose payload is read on demand."""

    series: int
    step: int
    walltime: float
    in_media: bool  # else the payload lies in the log file itself
    offset: int  # of the payload's first byte, in that file
    length: int  # bytes
    crc: int
    summary: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Entries:
    """Such records in file order, as columns of one length [N]; see `Entry`."""

    series: NDArray[np.int64]
    steps: NDArray[np.int64]
    walltimes: NDArray[np.float64]  # seconds since 1970
    in_media: NDArray[np.bool_]
    offsets: NDArray[np.int64]
    lengths: NDArray[np.int64]
    crcs: NDArray[np.int64]
    summaries: Sequence[Mapping[str, Any]]

    @classmethod
    def of(cls, rows: Sequence[Entry]) -> "Entries":
        """The records of a list as columns."""
        return cls(
            np.array([row.series for row in rows], np.int64),
            np.array([row.step for row in rows], np.int64),
            np.array([row.walltime for row in rows], np.float64),
            np.array([row.in_media for row in rows], np.bool_),
            np.array([row.offset for row in rows], np.int64),
            np.array([row.length for row in rows], np.int64),
            np.array([row.crc for row in rows], np.int64),
            [row.summary for row in rows],
        )

    def __len__(self) -> int:
        return len(self.steps)

    def __getitem__(self, at: int) -> Entry:
        return Entry(
            int(self.series[at]),
            int(self.steps[at]),
            float(self.walltimes[at]),
            bool(self.in_media[at]),
            int(self.offsets[at]),
            int(self.lengths[at]),
            int(self.crcs[at]),
            self.summaries[at],
        )

    def __iter__(self) -> Iterator[Entry]:
        return self.rows(np.arange(len(self)))

    def rows(self, index: "NDArray[np.integer[Any]]") -> Iterator[Entry]:
        """The records at these positions, one by one."""
        return map(
            Entry._make,
            zip(
                self.series[index].tolist(),
                self.steps[index].tolist(),
                self.walltimes[index].tolist(),
                self.in_media[index].tolist(),
                self.offsets[index].tolist(),
                self.lengths[index].tolist(),
                self.crcs[index].tolist(),
                (self.summaries[at] for at in index.tolist()),
                strict=True,
            ),
        )

    def take(self, index: "NDArray[np.intp]") -> "Entries":
        """The records at these positions, in their order."""
        return Entries(
            self.series[index],
            self.steps[index],
            self.walltimes[index],
            self.in_media[index],
            self.offsets[index],
            self.lengths[index],
            self.crcs[index],
            [self.summaries[at] for at in index.tolist()],
        )


def joined(parts: Sequence[Entries]) -> Entries:
    """All records, in the order of the parts (one or more)."""
    if len(parts) == 1:
        return parts[0]
    return Entries(
        np.concatenate([part.series for part in parts]),
        np.concatenate([part.steps for part in parts]),
        np.concatenate([part.walltimes for part in parts]),
        np.concatenate([part.in_media for part in parts]),
        np.concatenate([part.offsets for part in parts]),
        np.concatenate([part.lengths for part in parts]),
        np.concatenate([part.crcs for part in parts]),
        [summary for part in parts for summary in part.summaries],
    )


@dataclass(frozen=True, slots=True)
class Gap:
    """Records that a writer had to drop because writing failed for too long."""

    missing: int
    since: float  # seconds since 1970
    until: float


@dataclass(frozen=True, slots=True)
class Damage:
    """Bytes of a file that hold no readable record."""

    offset: int
    bytes: int
    reason: str


def add_damage(known: list[Damage], found: Damage) -> None:
    """Add damage that was found behind what is known; what goes on where the last one ends is one with it."""
    if known and found.bytes:
        last = known[-1]
        if last.reason == found.reason and last.bytes and last.offset + last.bytes == found.offset:
            known[-1] = Damage(last.offset, last.bytes + found.bytes, last.reason)
            return
    known.append(found)


@dataclass(slots=True)
class Batch:
    """All that was decoded from one piece."""

    header: Header | None = None
    declarations: list[Declaration] = field(default_factory=list)
    scalars: list[Scalars] = field(default_factory=list)
    entries: list[Entries] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    damage: list[Damage] = field(default_factory=list)
    lists: list[SeriesList] = field(default_factory=list)
    rows: list[tuple[int, Rows]] = field(default_factory=list)
    """Each with the number of `scalars` before it; the decoder makes scalars of them."""
    wide_rows: list[tuple[int, WideRows]] = field(default_factory=list)
    """Each with the number of `scalars` before it, of a decoder that was asked for them."""
    restarts: list[int] = field(default_factory=list)
    """Steps from which on nothing counts any more that earlier files hold."""
    ended: float | None = None  # walltime at which the writer closed
    outcome: Outcome | None = None  # how the training ended then, if that was reported
