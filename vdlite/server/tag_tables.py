"""The points of many scalars of a run, kept for the next question about the same ones."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from vdlite.reader import Run
from vdlite.reader.questions.points_of_tags import points_of_tags
from vdlite.reader.series.tag_points import TagPoints
from vdlite.server.scheduling.cancellation import raise_if_client_left

_MOST_KEPT = 1 << 24  # cells


@dataclass(frozen=True, slots=True)
class TagTable:
    """Some tags of a run, in order, and their points."""

    tags: tuple[str, ...]
    points: TagPoints


class TagTables:
    """Keeps the last table. Threads may share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last: tuple[tuple[object, ...], TagTable] | None = None

    def table(
        self, run: Run, tags: tuple[str, ...], first_step: int | None, last_step: int | None
    ) -> TagTable:
        """The points of these tags. Raises ValueError if they are too many, and what `raise_if_client_left` does."""
        # What is read meanwhile belongs to the next one.
        key = (run, run.changes, first_step, last_step)
        with self._lock:
            last = self._last
        if last is not None and last[0] == key and last[1].tags == tags:
            return last[1]
        points = points_of_tags(
            run,
            tags,
            first_step=first_step,
            last_step=last_step,
            still_wanted=raise_if_client_left,
        )
        made = TagTable(tags, points)
        with self._lock:
            self._last = (key, made) if points.values.size <= _MOST_KEPT else None
        return made
