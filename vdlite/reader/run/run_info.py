"""What the run list shows of a run, worked out of its files."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from vdlite.format.outcome import Outcome
from vdlite.reader.run.progress import Progress
from vdlite.reader.run.run_file import RunFile
from vdlite.reader.run.run_id import run_id
from vdlite.reader.run.run_state import (
    duration_of,
    last_record,
    left_out_of,
    outcome_of,
    state_of,
    tools_of,
)
from vdlite.reader.run.spool_file import SpoolFile
from vdlite.reader.run.system_use import SystemUse

_INT64_MAX = (1 << 63) - 1


@dataclass(frozen=True, slots=True)
class RunInfo:
    """The facts of a run for the run list."""

    id: str  # for requests; depends on the name alone
    name: str  # relative to the logdir
    display_name: str | None
    labels: tuple[str, ...]  # that its training gave it
    started: float | None  # seconds since 1970
    updated: float | None  # when its last record was logged, in seconds since 1970
    duration: float | None  # seconds that its training took; None: its records don't tell
    state: str  # "live", "ended" or "quiet"
    outcome: Outcome | None  # how it ended, if it has and that was reported
    ending: str | None  # the same in one sentence, where somebody watched its program
    loading: bool
    records: int
    bytes: int
    files: int
    damaged: int  # regions
    missing: int  # records that a writer could not write
    diverged: int  # scalar tags whose newest value is not finite
    last_step: int | None  # the largest of its scalars, but those beside the training
    progress: Progress | None  # how far it is, as its program says
    energy_kwh: float | None  # that its GPUs have taken; None: nothing says it
    gpu_hours: float | None  # of all GPUs together, while they were watched
    tools: tuple[str, ...]  # other tools that wrote logs of it, such as "TensorBoard"
    left_out: Mapping[str, int]  # what their logs hold that is not read, and how often
    hangs_since: float | None  # its drive does not answer since then (seconds since 1970)


def unread_info(name: str, files: int, hangs_since: float | None) -> RunInfo:
    """The facts of a run of so many files, of which nothing has been read."""
    return RunInfo(
        id=run_id(name),
        name=name,
        display_name=None,
        labels=(),
        started=None,
        updated=None,
        duration=None,
        state="quiet",
        outcome=None,
        ending=None,
        loading=True,
        records=0,
        bytes=0,
        files=files,
        damaged=0,
        missing=0,
        diverged=0,
        last_step=None,
        progress=None,
        energy_kwh=None,
        gpu_hours=None,
        tools=(),
        left_out={},
        hangs_since=hangs_since,
    )


class Extent(NamedTuple):
    """How much of a run there is, and how much of it has been read."""

    files: int
    files_read: int
    bytes: int
    bytes_read: int


def newest_first(info: RunInfo) -> tuple[float, str]:
    """What runs are sorted by: the one started last comes first."""
    return -(info.started or 0.0), info.name


def modified_of(files: Iterable[RunFile]) -> float:
    """The time when a file was last written to, as far as is known (seconds since 1970); 0 without any."""
    return max((file.tail.modified for file in files), default=0.0)


def extent_of(files: Sequence[RunFile]) -> Extent:
    """How far reading these files has come."""
    tails = [file.tail for file in files]
    return Extent(
        files=len(tails),
        files_read=sum(tail.finished for tail in tails),
        bytes=sum(tail.size for tail in tails),
        bytes_read=sum(tail.offset for tail in tails),
    )


def info_of(
    name: str,
    files: Sequence[RunFile],
    spools: Sequence[SpoolFile],
    *,
    newest: tuple[int, int | None],
    progress: Progress | None,
    use: SystemUse,
    display_name: str | None,
    labels: tuple[str, ...],
    ending: str | None,
    loading: bool,
    hangs_since: float | None,
) -> RunInfo:
    """The summary of a run with these log files, in order, and spools; newest: see `RunSeries.newest`."""
    created = [file.key.created for file in files if file.key.created]
    updated = last_record(files) or modified_of(files) or None
    diverged, last_step = newest
    state = state_of(files)
    logs_and_spools: tuple[RunFile | SpoolFile, ...] = (*files, *spools)
    return RunInfo(
        id=run_id(name),
        name=name,
        display_name=display_name,
        labels=labels,
        started=min(created) if created else updated,
        updated=updated,
        duration=duration_of(files),
        state=state,
        outcome=outcome_of(files) if state == "ended" else None,
        ending=ending if state == "ended" else None,
        loading=loading,
        records=sum(file.records for file in logs_and_spools),
        bytes=sum(file.tail.size for file in files),
        files=len(files),
        damaged=sum(file.damaged for file in logs_and_spools),
        # Each may be as large as an int64 can be; so may their sum, but not larger.
        missing=min(sum(gap.missing for file in logs_and_spools for gap in file.gaps), _INT64_MAX),
        diverged=diverged,
        last_step=last_step,
        progress=progress,
        energy_kwh=use.energy_kwh,
        gpu_hours=use.gpu_hours,
        tools=tools_of(files),
        left_out=left_out_of(files),
        hangs_since=hangs_since,
    )
