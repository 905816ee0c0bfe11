"""A run that several processes logged, rank by rank."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vdlite.reader.run.run import Run
from vdlite.reader.run.run_file import RunFile
from vdlite.reader.run.writer_rank import WriterRank, writer_rank
from vdlite.reader.series.columns import Columns
from vdlite.reader.series.restarts import FileKey


@dataclass(frozen=True, slots=True)
class RankFiles:
    """The logs of one rank."""

    writer: WriterRank  # as the newest of them says it
    files: tuple[RunFile, ...]

    @property
    def keys(self) -> frozenset[FileKey]:
        """Their places among the files of the run."""
        return frozenset(file.key for file in self.files)

    @property
    def attempt(self) -> tuple[str, int]:
        """What started its last writer, and how often it had done so before."""
        return self.writer.launch, self.writer.attempt

    def keys_since(self, attempt: tuple[str, int]) -> frozenset[FileKey]:
        """The places of the files that it wrote in an attempt."""
        return frozenset(
            file.key
            for file in self.files
            if file.header is not None
            and (about := writer_rank(file.header.about)) is not None
            and (about.launch, about.attempt) == attempt
        )

    @property
    def updated(self) -> float | None:
        """When its last record was logged, in seconds since 1970; None if it has logged nothing."""
        last = max(file.last_walltime for file in self.files)
        return last if last > 0 else None

    @property
    def ended(self) -> bool:
        """True if its last writer has closed its log."""
        return self.files[-1].ended


def present_attempt(found: Mapping[int, RankFiles]) -> tuple[str, int]:
    """The attempt in which a training is: that of the log that was begun last."""
    last = max(found.values(), key=lambda each: each.files[-1].key.created)
    return last.attempt


def present_ranks(found: Mapping[int, RankFiles]) -> Mapping[int, RankFiles]:
    """The ranks that a training has now: one that was started again with fewer has lost the others."""
    if not found:
        return found
    attempt = present_attempt(found)
    size = max(each.writer.ranks for each in found.values() if each.attempt == attempt)
    return {rank: each for rank, each in found.items() if rank < size or each.attempt == attempt}


def ranks_of(run: Run) -> Mapping[int, RankFiles]:
    """The logs of each rank, in the order of the ranks; empty for a run of one process."""
    found: dict[int, list[tuple[WriterRank, RunFile]]] = {}
    for file in run.files:
        about = None if file.header is None else writer_rank(file.header.about)
        if about is not None:
            found.setdefault(about.rank, []).append((about, file))
    return {
        rank: RankFiles(each[-1][0], tuple(file for _, file in each))
        for rank, each in sorted(found.items())
    }


def points_by_rank(run: Run, tag: str) -> Mapping[int, Columns]:
    """The points that each rank has logged for a scalar, one per step; ranks without any are left out.

    Raises NotFoundError if there is no such scalar.
    """
    series = run.scalars(tag)
    found = {rank: series.of_files(each.keys) for rank, each in ranks_of(run).items()}
    return {rank: points for rank, points in found.items() if len(points)}
