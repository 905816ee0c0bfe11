"""The points of many scalars of a run together: the one place that reads them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vdlite.reader.run.run import Run
from vdlite.reader.series.tag_points import TagPoints, tag_points


def points_of_tags(
    run: Run,
    tags: Sequence[str],
    *,
    first_step: int | None = None,
    last_step: int | None = None,
    still_wanted: Callable[[], None] = lambda: None,
) -> TagPoints:
    """See `tag_points`. Raises NotFoundError if the run has no scalars of such a tag."""
    return tag_points(
        tags,
        run.points_once,
        first_step=first_step,
        last_step=last_step,
        still_wanted=still_wanted,
    )
