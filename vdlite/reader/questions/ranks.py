"""The ranks of a run beside each other: how far and how fast each is, and which stands out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice

import numpy as np

from vdlite.kinds.aside_tags import is_aside
from vdlite.reader.questions.left_out import LeftOut, left_out
from vdlite.reader.questions.views import run_view
from vdlite.reader.run.ranks import RankFiles, present_attempt, present_ranks, ranks_of
from vdlite.reader.run.run import Run
from vdlite.reader.series.columns import Columns

SLOW = 1.3
"""A rank that takes so many times as long for a step as the median of the ranks is slow."""

_RECENT = 200  # points of which the time of a step is taken
_FEWEST = 5  # points from which on it is


@dataclass(frozen=True, slots=True)
class RankLimits:
    """From where on a rank stands out."""

    slow: float = SLOW  # times the median of the ranks
    silent_times: float = 10.0  # as long as a step usually takes, and ...
    silent_seconds: float = 30.0  # ... so long


@dataclass(frozen=True, slots=True)
class RankRow:
    """How one rank stands."""

    rank: int
    local_rank: int | None  # on its machine
    host: str  # the machine; empty: its log does not say it
    last_step: int | None  # of the scalar; None: it has logged none
    last: float | None  # value of the scalar
    seconds_per_step: float | None  # the median over its last points; None: it has too few
    times_median: float | None  # the same, by the median of all ranks
    updated: float | None  # when its last record was logged, in seconds since 1970
    is_slow: bool  # it takes 1.3 times as long for a step as the median of the ranks, or longer
    is_silent: bool  # the others go on, and it has been silent for 10 steps and half a minute


@dataclass(frozen=True, slots=True)
class Ranks:
    """The ranks of a run."""

    run: str
    ranks: int  # processes that the training has, as its logs say
    missing: tuple[int, ...]  # ranks that have logged nothing
    hosts: int  # machines
    tag: str | None  # of the scalar that the rows are about; None: no rank has logged one
    median: float | None  # of the ranks' last values
    steps_apart: int | None  # between the rank that is furthest and the one that is least far
    rows: tuple[RankRow, ...]  # those that stand out first, then by rank
    left_out: tuple[LeftOut, ...]
    view: str  # address of the page that shows the run, from # on


def ranks_answer(run: Run, tag: str | None, limit: int) -> Ranks:
    """See `LogReader.ranks`."""
    name, found = run.info.name, present_ranks(ranks_of(run))
    chosen, points = _points(run, tag, found)
    rows = _rows(found, points, RankLimits())
    shown = sorted(rows, key=lambda row: (not row.is_silent, not row.is_slow, row.rank))[:limit]
    steps = [row.last_step for row in rows if row.last_step is not None]
    lasts = [row.last for row in rows if row.last is not None and np.isfinite(row.last)]
    size = 1
    if found:
        attempt = present_attempt(found)
        size = max(each.writer.ranks for each in found.values() if each.attempt == attempt)
    # One by one: a header can say millions.
    missing = islice((rank for rank in range(size) if rank not in found), limit if found else 0)
    missing_count = size - len(found) if found else 0
    return Ranks(
        run=name,
        ranks=size,
        missing=tuple(missing),
        hosts=len({each.writer.host for each in found.values()}),
        tag=chosen,
        median=float(np.median(lasts)) if lasts else None,
        steps_apart=max(steps) - min(steps) if steps else None,
        rows=tuple(shown),
        left_out=(
            *left_out("ranks", len(shown), len(rows), "a larger limit"),
            *left_out(
                "ranks that have logged nothing",
                min(limit, missing_count),
                missing_count,
                "a larger limit",
            ),
        ),
        view=run_view(name),
    )


def rank_rows(run: Run, *, limits: RankLimits) -> list[RankRow]:
    """How each rank stands, by the scalar that says most of all of them; none of a run of one process."""
    found = present_ranks(ranks_of(run))
    return _rows(found, _points(run, None, found)[1], limits) if found else []


def silent_text(row: RankRow, run: str) -> str:
    """What is said of a rank that is silent."""
    return f"{_whose(row)} of {run} is silent while others go on"


def slow_text(row: RankRow, run: str) -> str:
    """What is said of a rank that is slow."""
    times = row.times_median or 0.0
    return f"{_whose(row)} of {run} takes {times:.2f} times as long for a step as the median"


def _whose(row: RankRow) -> str:
    return f"rank {row.rank} on {row.host}" if row.host else f"rank {row.rank}"


def _points(
    run: Run, tag: str | None, found: Mapping[int, RankFiles]
) -> tuple[str | None, Mapping[int, Columns]]:
    """The scalar by which ranks are compared, and each rank's points. tag: None for the one that says most of all."""
    chosen = next(iter(tags_of_ranks(run, found)), None) if tag is None else tag
    if chosen is None:
        return None, {}
    series, attempt = run.scalars(chosen), present_attempt(found)
    # What was logged before they were started again says nothing of how they stand.
    return chosen, {rank: series.of_files(each.keys_since(attempt)) for rank, each in found.items()}


def tags_of_ranks(run: Run, found: Mapping[int, RankFiles]) -> list[str]:
    """The scalars that ranks have logged, in the order in which they say something of all of them.

    First those that most have logged; of these the training's own before those beside it, and then those with the most points.
    """
    rank_of = {key: rank for rank, each in found.items() for key in each.keys}
    order: dict[str, tuple[int, bool, int]] = {}
    for tag in run.tags() if found else ():
        lengths = run.scalars(tag).lengths()
        ranks = {rank_of[key] for key in lengths if key in rank_of}
        if ranks:
            order[tag] = (-len(ranks), is_aside(tag), -max(lengths.values()))
    return sorted(order, key=lambda tag: order[tag])


def _rows(
    found: Mapping[int, RankFiles], points: Mapping[int, Columns], limits: RankLimits
) -> list[RankRow]:
    speeds = {rank: _seconds_per_step(columns) for rank, columns in points.items()}
    known = [speed for speed in speeds.values() if speed is not None]
    usual = float(np.median(known)) if known else None
    newest = max((_heard_of(each, points.get(rank)) for rank, each in found.items()), default=0.0)
    patience = max(limits.silent_seconds, limits.silent_times * (usual or 0.0))
    attempt = present_attempt(found) if found else None
    rows = []
    for rank, each in found.items():
        columns = points.get(rank)
        has_points = columns is not None and len(columns) > 0
        speed = speeds.get(rank)
        times = speed / usual if speed is not None and usual else None
        rows.append(
            RankRow(
                rank=rank,
                local_rank=each.writer.local_rank,
                host=each.writer.host,
                last_step=int(columns.steps[-1]) if columns is not None and has_points else None,
                last=float(columns.values[-1]) if columns is not None and has_points else None,
                seconds_per_step=speed,
                times_median=times,
                updated=each.updated,
                is_slow=len(known) > 1 and times is not None and times >= limits.slow,
                is_silent=not (each.ended and each.attempt == attempt)
                and newest - _heard_of(each, columns) > patience,
            )
        )
    return rows


def _heard_of(rank: RankFiles, points: Columns | None) -> float:
    """When its training logged last: its machine goes on being looked at where that hangs."""
    if points is not None and len(points):
        return float(points.walltimes.max())
    return rank.updated or 0.0


def _seconds_per_step(points: Columns) -> float | None:
    """The median time that a step took, over the last points; None of too few."""
    steps, times = points.steps[-_RECENT:], points.walltimes[-_RECENT:]
    if len(steps) < _FEWEST:
        return None
    with np.errstate(all="ignore"):  # anybody may have logged such times and steps
        found = float(np.median(np.diff(times) / np.diff(steps)))
    return max(0.0, found) if np.isfinite(found) else None
