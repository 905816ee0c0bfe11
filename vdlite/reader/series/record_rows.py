"""The places of the records of a series: rows of what was decoded, as columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vdlite.format.batch import Entries, joined
from vdlite.reader.series.restarts import FileKey
from vdlite.reader.series.summaries import PackedSummaries


class Part(NamedTuple):
    """Records of one series that were read together: some rows of `entries`, which may hold other series' as well."""

    file: FileKey
    log: Path
    entries: Entries
    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Rows:
    """Records of a series as columns of one length [N]. Not to be written to."""

    parts: tuple[Part, ...]
    part: NDArray[np.int32]  # which of the parts holds the record
    row: NDArray[np.int32]  # in that part's entries
    steps: NDArray[np.int64]
    walltimes: NDArray[np.float64]  # seconds since 1970
    lengths: NDArray[np.int64]  # of the payloads, in bytes
    crcs: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.steps)

    def take(self, index: slice | NDArray[np.intp] | NDArray[np.bool_]) -> Rows:
        """The records that `index` chooses."""
        return Rows(
            self.parts,
            self.part[index],
            self.row[index],
            self.steps[index],
            self.walltimes[index],
            self.lengths[index],
            self.crcs[index],
        )

    def plus(self, parts: Sequence[Part]) -> Rows:
        """These records, and behind them those of further parts."""
        if not parts:
            return self
        first, every = len(self.parts), (*self.parts, *parts)
        return _together(every, [self, *(_of_part(every, first + at) for at in range(len(parts)))])

    def in_step_order(self) -> Rows:
        """The rows in step order; rows of one step stay in their order."""
        return self.take(np.argsort(self.steps, kind="stable"))

    def one_per_step(self) -> Rows:
        """In step order; of each step the last one."""
        if self.rising:
            return self
        ordered = self.in_step_order()
        last = np.ones(len(ordered), bool)
        last[:-1] = ordered.steps[1:] != ordered.steps[:-1]
        return ordered.take(last)

    @property
    def rising(self) -> bool:
        """Each step is larger than the one before."""
        return bool((self.steps[1:] > self.steps[:-1]).all())

    def with_merged(self, first: int, merged: Part) -> Rows:
        """The records when all parts from number `first` on have become one, in their order."""
        offsets = np.zeros(len(self.parts), np.int32)
        lengths = [len(part) for part in self.parts[first:]]
        begins = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        offsets[first:] = begins - np.array([part.start for part in self.parts[first:]])
        moved = self.part >= first
        return Rows(
            (*self.parts[:first], merged),
            np.minimum(self.part, np.int32(first)),
            np.where(moved, self.row + offsets[self.part], self.row).astype(np.int32),
            self.steps,
            self.walltimes,
            self.lengths,
            self.crcs,
        )


NO_ROWS = Rows(
    (),
    np.empty(0, np.int32),
    np.empty(0, np.int32),
    np.empty(0, np.int64),
    np.empty(0),
    np.empty(0, np.int64),
    np.empty(0, np.int64),
)


def in_file_order(parts: Sequence[Part]) -> Rows:
    """All records of the parts: those of an earlier file first, those of one file as they were read."""
    every = tuple(parts)
    order = sorted(range(len(every)), key=lambda at: every[at].file)
    return _together(every, [_of_part(every, at) for at in order])


def merge(parts: Iterable[Part]) -> Part:
    """Parts of one file as one part, which holds nothing else."""
    held = list(parts)
    entries = joined([part.entries.take(np.arange(part.start, part.end)) for part in held])
    return Part(held[0].file, held[0].log, packed(entries), 0, len(entries))


def packed(entries: Entries) -> Entries:
    """The entries with their summaries in little memory."""
    if isinstance(entries.summaries, PackedSummaries):
        return entries
    return Entries(
        entries.series,
        entries.steps,
        entries.walltimes,
        entries.in_media,
        entries.offsets,
        entries.lengths,
        entries.crcs,
        PackedSummaries(entries.summaries),
    )


def _of_part(parts: tuple[Part, ...], number: int) -> Rows:
    part = parts[number]
    chosen = slice(part.start, part.end)
    return Rows(
        parts,
        np.full(len(part), number, np.int32),
        np.arange(part.start, part.end, dtype=np.int32),
        part.entries.steps[chosen],
        part.entries.walltimes[chosen],
        part.entries.lengths[chosen],
        part.entries.crcs[chosen],
    )


def _together(parts: tuple[Part, ...], some: Sequence[Rows]) -> Rows:
    if not some:
        return NO_ROWS
    return Rows(
        parts,
        np.concatenate([rows.part for rows in some]),
        np.concatenate([rows.row for rows in some]),
        np.concatenate([rows.steps for rows in some]),
        np.concatenate([rows.walltimes for rows in some]),
        np.concatenate([rows.lengths for rows in some]),
        np.concatenate([rows.crcs for rows in some]),
    )
