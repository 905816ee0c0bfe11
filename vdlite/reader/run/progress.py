"""How far a run is, as its program has said by `LogWriter.track`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.aside_tags import beginning_with
from vdlite.kinds.progress_tags import LEFT, PROGRESS, SAMPLES_PER_SECOND
from vdlite.reader.series.columns import Columns
from vdlite.reader.series.scalar_series import ScalarSeries

_MOST = 2.0**53  # items, and seconds for one of them
_RECENT = 200  # points of which the speed is taken
_NORMAL_95 = 1.96  # standard deviations on either side that hold 95 % of normal numbers


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the outermost of a program's loops is."""

    name: str  # of the loop
    done: int  # items
    total: int
    share: float  # of the whole that is done, with what the loop within it has done
    seconds_left: float | None  # None: too little is done to say it, or the run was broken off
    seconds_low: float | None  # the time that is left lies between these with 95 % ...
    seconds_high: float | None  # ... if the program goes on as before
    samples_per_second: float | None  # of the innermost loop that says it, at last


class HasScalars(Protocol):
    """A run."""

    def tags(self, kind: str = ...) -> Sequence[str]:
        """The tags of a kind, sorted; without one those of scalars."""

    def scalars(self, tag: str) -> ScalarSeries:
        """The series of a tag."""


def progress_of(run: HasScalars, *, was_broken_off: bool = False) -> Progress | None:
    """The progress of a run; None where its program has not said it.

    was_broken_off: by an error or a signal, so that no time is left, and a loop that was left early has not come to its end.

    The seconds for an item are the mean over the last points, each the mean m_i of w_i items. Their spread has
    sigma^2 = sum w_i (m_i - mean)^2 / (n - 1), and the time for the R items that are left the variance
    sigma^2 R + sigma^2 R^2 / W, with W the sum of all w_i: that of the items, and that of the mean.
    """
    loops = _loops(run, was_broken_off=was_broken_off)
    if not loops:
        return None
    # What is over says nothing of what goes on; where all are, the one that ended last speaks.
    last = max(loops.items(), key=lambda item: item[1].times[-1])
    name, outer = next((each for each in loops.items() if each[1].left), last)
    inner = [each for each in loops.values() if each is not outer and each.is_within(outer)]
    share_of_item = inner[0].share if inner else 0.0
    done, left = outer.done, outer.left
    mean, deviation, weight = outer.speed()
    if mean is None and inner:  # the first item of the outer loop is at work
        mean, deviation, weight = inner[0].speed()
        if mean is not None:
            items = inner[0].done + inner[0].left
            mean, deviation, weight = mean * items, deviation * sqrt(items), weight / items
    rest = max(0.0, left - share_of_item)
    seconds = None if mean is None or (was_broken_off and rest) else rest * mean
    spread = 0.0
    if mean is not None and weight:
        spread = _NORMAL_95 * deviation * sqrt(rest + rest**2 / weight)
    total = done + left
    return Progress(
        name=name,
        done=done,
        total=total,
        share=min(1.0, (done + share_of_item) / total) if total else 1.0,
        seconds_left=seconds,
        seconds_low=None if seconds is None else max(0.0, seconds - spread),
        seconds_high=None if seconds is None else seconds + spread,
        samples_per_second=_samples_per_second(run, [*loops][::-1]),
    )


@dataclass(frozen=True, slots=True)
class _Loop:
    """One pass of a loop: the points since it began, in the order of their times."""

    done_at: NDArray[np.int64]
    times: NDArray[np.float64]
    left: int

    @property
    def done(self) -> int:
        return int(self.done_at[-1])

    @property
    def share(self) -> float:
        return self.done / total if (total := self.done + self.left) else 0.0

    def is_within(self, outer: _Loop) -> bool:
        """True if it is at work on the item that the outer loop is at."""
        return bool(self.times[-1] > outer.times[-1] and self.left)

    def speed(self) -> tuple[float | None, float, float]:
        """Seconds for an item, the standard deviation of that, and the items that were looked at."""
        items = np.diff(self.done_at[-_RECENT:]).astype(np.float64)
        seconds = np.diff(self.times[-_RECENT:])
        weight = float(items.sum())
        mean = float(seconds.sum()) / weight if weight > 0 else -1.0
        if not 0 <= mean < _MOST:  # clocks go back
            return None, 0.0, 0.0
        if len(items) < 2:
            return mean, 0.0, weight
        each = seconds / items
        variance = float((items * (each - mean) ** 2).sum()) / (len(items) - 1)
        return mean, sqrt(variance), weight


def _loops(run: HasScalars, *, was_broken_off: bool) -> Mapping[str, _Loop]:
    """The loops whose number of items is known, the one that began first in front."""
    found: dict[str, tuple[float, _Loop]] = {}
    for tag in beginning_with(run.tags(), PROGRESS):
        if not tag.endswith(f"/{LEFT}"):
            continue
        points, _ = run.scalars(tag).all_points()  # a loop begins again at a step that it had
        loop = _last_pass(points, was_broken_off=was_broken_off) if len(points.steps) else None
        if loop is not None:
            name = tag.removeprefix(PROGRESS).removesuffix(f"/{LEFT}")
            found[name] = float(points.walltimes.min()), loop
    ordered = sorted(found.items(), key=lambda item: (item[1][0], item[1][1].times[-1]))
    return {name: loop for name, (_, loop) in ordered}


def _last_pass(points: Columns, *, was_broken_off: bool) -> _Loop | None:
    order = np.argsort(points.walltimes, kind="stable")
    done, left = points.steps[order], points.values[order]
    begins = np.flatnonzero(np.diff(done) <= 0)
    first = int(begins[-1]) + 1 if len(begins) else 0
    # Anybody may have logged this; what no program counts says nothing.
    if not 0 <= left[-1] < _MOST or not (done[first:].min() >= 0 and done[first:].max() < _MOST):
        return None
    rest = int(left[-1])
    if was_broken_off and not rest and len(done) - first > 1 and 0 <= left[-2] < _MOST:
        # An error leaves a loop as `break` does, after which nothing is left.
        rest = max(0, int(done[-2]) + int(left[-2]) - int(done[-1]))
    return _Loop(done[first:], points.walltimes[order][first:], rest)


def _samples_per_second(run: HasScalars, names: list[str]) -> float | None:
    tags = run.tags()
    for name in names:
        tag = f"{PROGRESS}{name}/{SAMPLES_PER_SECOND}"
        at = bisect_left(tags, tag)
        end = run.scalars(tag).end if at < len(tags) and tags[at] == tag else None
        if end is not None:
            return end[1]
    return None
