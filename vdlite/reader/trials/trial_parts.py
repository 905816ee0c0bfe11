"""The points of a run's scalars that belong to each of its trials."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import NotFoundError
from vdlite.kinds.aside_tags import is_aside
from vdlite.reader.run.run import Run
from vdlite.reader.series.columns import Columns
from vdlite.reader.series.scalar_series import one_per_step


class TrialParts:
    """The points of each trial of a run, by the times at which the trials were logged.

    A run with one trial, or with none, has all points in one part. Otherwise every scalar is cut where the trials
    were logged: a trial owns what came after it until the next one; or, where there were points before the first
    trial (it was logged when it was over), what came before it since the one before. Where such a cut would leave
    a trial but the last without any point, the times say nothing, and each trial has the points of the whole run.
    """

    def __init__(self, run: Run, walltimes: Sequence[float], metrics: Sequence[str]) -> None:
        """walltimes: of the trials, rising; metrics: tags that judge them, whose points decide how to cut."""
        self._run = run
        self._cuts = np.array(walltimes, np.float64)
        self._sorted: dict[str, tuple[Columns, NDArray[np.float64]] | None] = {}
        self._is_late = False
        self._is_cut = len(walltimes) > 1 and self._choose_cut(
            metrics or [tag for tag in run.tags() if not is_aside(tag)]
        )

    def _choose_cut(self, tags: Sequence[str]) -> bool:
        found = [points for tag in tags if (points := self._by_time(tag)) is not None]
        if not found:
            return False
        self._is_late = min(float(times[0]) for _, times in found) < self._cuts[0]
        owned = np.zeros(len(self._cuts), np.int64)
        for _, times in found:
            begins, ends = self._bounds(times)
            owned += ends - begins
        return bool(owned[:-1].all())

    def _by_time(self, tag: str) -> tuple[Columns, NDArray[np.float64]] | None:
        """All points of a scalar, the superseded ones too, in the order of time; None if there are none."""
        if tag not in self._sorted:
            try:
                points, _ = self._run.scalars(tag).all_points()
            except NotFoundError:
                self._sorted[tag] = None
            else:
                points = points.take(np.argsort(points.walltimes, kind="stable"))
                self._sorted[tag] = (points, points.walltimes) if len(points) else None
        return self._sorted[tag]

    def _bounds(self, times: NDArray[np.float64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The first point of each trial, and the one after its last."""
        if self._is_late:
            ends = np.searchsorted(times, self._cuts, "right")
            return np.concatenate([[0], ends[:-1]]), ends
        begins = np.searchsorted(times, self._cuts, "left")
        return begins, np.concatenate([begins[1:], [len(times)]])

    def points(self, tag: str) -> list[Columns | None]:
        """The points of a scalar of each trial, in step order, one per step; None where it has none."""
        count = max(1, len(self._cuts))
        if not self._is_cut:
            try:
                points = self._run.scalars(tag).snapshot()
            except NotFoundError:
                return [None] * count
            return [points if len(points) else None] * count
        found = self._by_time(tag)
        if found is None:
            return [None] * count
        points, times = found
        begins, ends = self._bounds(times)
        return [
            one_per_step(points.take(slice(begin, end))) if end > begin else None
            for begin, end in zip(begins.tolist(), ends.tolist(), strict=True)
        ]
