"""The scalars of a run that behave unlike the others of their group."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vdlite.reader.names.order import in_order
from vdlite.reader.questions.left_out import LeftOut, left_out
from vdlite.reader.questions.matching import asked_tags
from vdlite.reader.questions.points_of_tags import points_of_tags
from vdlite.reader.questions.views import run_view
from vdlite.reader.run.run import Run
from vdlite.reader.series.outliers import FEWEST, Why, find_outliers


@dataclass(frozen=True, slots=True)
class OutlierRow:
    """A scalar that is unlike the others. Its distances are in robust standard deviations of the group."""

    tag: str
    why: Why  # "not_finite", "all_along" or "at_a_step"
    usual: float | None  # the median distance from the others over its steps; None: it has none
    largest: (
        float | None
    )  # the largest distance of what jumps: the same, less its own median over the steps
    largest_step: int | None  # where that is
    not_finite: int  # values that are not finite at steps at which most others are
    first_not_finite: int | None  # step of the first of these


@dataclass(frozen=True, slots=True)
class Outliers:
    """The scalars of a group that are unlike the others."""

    run: str
    tags: int  # that are compared; fewer than 8 are not
    steps: int
    is_log: bool  # their logarithms are compared
    usual_bound: (
        float | None
    )  # beyond it, the median distance makes a scalar an outlier; None: too few are compared
    largest_bound: float | None  # the same for the largest distance
    rows: tuple[
        OutlierRow, ...
    ]  # not finite ones first, then those that are farthest beyond their bound
    left_out: tuple[LeftOut, ...]
    view: str  # address of the page that shows the run, from # on


def outliers_answer(run: Run, fits: Callable[[str], bool] | None, limit: int) -> Outliers:
    """See `LogReader.outliers`."""
    tags = in_order(asked_tags(run.tags(), fits))
    points = points_of_tags(run, tags)
    found = find_outliers(points)
    shown = found.outliers[:limit]
    name = run.info.name
    is_known = len(tags) >= FEWEST
    return Outliers(
        run=name,
        tags=len(tags),
        steps=len(points.steps),
        is_log=found.is_log,
        usual_bound=found.usual_bound if is_known else None,
        largest_bound=found.largest_bound if is_known else None,
        rows=tuple(
            OutlierRow(
                tag=tags[each.tag],
                why=each.why,
                usual=None if each.largest_step is None else each.usual,
                largest=None if each.largest_step is None else each.largest,
                largest_step=each.largest_step,
                not_finite=each.not_finite,
                first_not_finite=each.first_not_finite,
            )
            for each in shown
        ),
        left_out=left_out("outliers", len(shown), len(found.outliers), "a larger limit"),
        view=run_view(name),
    )
