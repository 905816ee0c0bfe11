"""The scalars of runs as they are written: a run whole, or of one that is live, part by part what has come."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from vdlite.conversion.parquet.folder import ExportFolder, part_name
from vdlite.conversion.parquet.scalars import TaggedPoints, write_scalars
from vdlite.reader import Run
from vdlite.reader.tables import every_point

_MOST_PARTS = 32  # after which a run becomes one part again


class _Series(NamedTuple):
    """How much of a series has been written."""

    version: int  # while it is the same, points only follow those there are
    points: int  # without superseded ones
    superseded: int


@dataclass(frozen=True, slots=True)
class _Written:
    """The parts of a run that goes on."""

    parts: int
    series: Mapping[str, _Series]  # by tag


class Parts:
    """Writes the scalars of runs into an export."""

    def __init__(self, folder: ExportFolder, *, follow: bool) -> None:
        """follow: True remembers of live runs what was written, so that only what comes then is written."""
        self._folder = folder
        self._follow = follow
        self._written: dict[str, _Written] = {}

    def follows(self, name: str) -> bool:
        """True if more of the run is waited for."""
        return name in self._written

    def keep_only(self, names: set[str]) -> None:
        """Forget all runs but these."""
        self._written = {name: each for name, each in self._written.items() if name in names}

    def write(self, run: Run) -> int:
        """Write what the export lacks of the run, or the run whole; returns the number of points."""
        is_live = self._follow and run.info.state == "live"
        before = self._written.pop(run.name, None)
        new = None if before is None else _new_points(run, before.series)
        made = self._folder.begin("part.parquet")
        if (
            before is None
            or new is None
            or before.parts + bool(new) > (_MOST_PARTS if is_live else 1)
        ):
            parts, count = 1, write_scalars(made, _all_points(run))
            self._folder.put_run(made, run.name)
        else:
            parts, count = before.parts, 0
            if new:
                count = write_scalars(made, new)
                self._folder.put(made, self._folder.run(run.name) / part_name(parts))
                parts += 1
        if is_live:
            self._written[run.name] = _Written(parts, {tag: _now(run, tag) for tag in run.tags()})
        return count


def _all_points(run: Run) -> Iterator[TaggedPoints]:
    for tag in run.tags():
        yield TaggedPoints(tag, *every_point(run.scalars(tag, hold=False)))


def _now(run: Run, tag: str) -> _Series:
    now = run.scalars(tag).at_once()
    return _Series(now.version, len(now.columns), now.total - len(now.columns))


def _new_points(run: Run, before: Mapping[str, _Series]) -> list[TaggedPoints] | None:
    """The points that follow those that were written; None if those are not what they were."""
    tags = run.tags()
    if not before.keys() <= set(tags):
        return None
    new = []
    for tag in tags:
        series = run.scalars(tag)
        known = before.get(tag)
        if known is None:
            new.append(TaggedPoints(tag, *every_point(series)))
            continue
        now = series.at_once()
        if (now.version, now.total - len(now.columns)) != (known.version, known.superseded):
            return None
        if len(now.columns) > known.points:
            new.append(TaggedPoints(tag, now.columns.take(slice(known.points, None)), None))
    return new
