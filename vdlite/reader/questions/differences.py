"""Differences of runs: what they were given, and how their scalars went."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.hparams import Goal
from vdlite.reader.questions.group_difference import GroupDifference, group_difference
from vdlite.reader.questions.left_out import LeftOut, left_out
from vdlite.reader.questions.matching import asked_tags
from vdlite.reader.questions.settings import (
    Setting,
    code_difference,
    differing,
    equal_settings,
    settings_of,
)
from vdlite.reader.questions.views import scalars_view
from vdlite.reader.run.run import Run
from vdlite.reader.series.series_summary import Point
from vdlite.reader.trials.metric_names import goal_by_name
from vdlite.reader.trials.trials import logged_trials

Take = Literal["last", "min", "max"]
"""Which number of a scalar is compared; NaN and infinities count as the last only."""


@dataclass(frozen=True, slots=True)
class RunValue:
    """How a scalar went in one run."""

    run: str
    count: int  # points
    last: Point
    min: Point | None  # None: no value is finite
    max: Point | None


@dataclass(frozen=True, slots=True)
class Metric:
    """A scalar of several runs."""

    tag: str
    goal: Goal | None  # which way it is better, as trials, people in the page, or its name say
    runs: tuple[
        RunValue, ...
    ]  # in their order; where there are many, those with the smallest and largest values
    run_count: int  # runs that have it
    missing_count: int  # runs that do not
    missing: tuple[str, ...]  # the first of these
    difference: GroupDifference | None  # None: there is no second group


@dataclass(frozen=True, slots=True)
class Comparison:
    """Runs beside each other, or a group of runs against another one."""

    runs: tuple[str, ...]  # the first of them
    run_count: int
    against: tuple[str, ...]  # the first of the second group
    against_count: int
    settings: tuple[Setting, ...]  # in which any of the runs differ
    equal_settings: int  # those that all have alike
    take: Take
    metrics: tuple[Metric, ...]
    left_out: tuple[LeftOut, ...]
    view: str  # address of the page that shows it, from # on


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference of two runs."""

    a: str
    b: str
    settings: tuple[Setting, ...]
    equal_settings: int
    code: tuple[str, ...]  # lines in which their changes of the code since the commit differ
    metrics: tuple[Metric, ...]  # that both have
    only_a: tuple[str, ...]  # scalars that only this one has
    only_b: tuple[str, ...]
    left_out: tuple[LeftOut, ...]
    view: str  # address of the page that shows it, from # on


def compare_runs(
    runs: Sequence[Run],
    against: Sequence[Run] = (),
    *,
    fits: Callable[[str], bool] | None,
    take: Take,
    limit: int,
    goals: Mapping[str, Goal],
) -> Comparison:
    """The comparison of runs. fits: which scalars; None: all. limit: of settings, and of scalars.

    goals: which way scalars are better, as people have said in the page; what trials say counts first.
    """
    together = {run.info.name: run for run in (*runs, *against)}
    settings = {name: settings_of(run) for name, run in together.items()}
    differ = differing(settings, limit)
    tags = _tags(list(together.values()), fits)
    shown = tags[:limit]
    goals = {**goals, **_goals(together.values())}
    names = [run.info.name for run in runs]
    others = [run.info.name for run in against]
    metrics = tuple(
        _metric(tag, together, goals.get(tag) or goal_by_name(tag), names, others, take, limit)
        for tag in shown
    )
    return Comparison(
        tuple(names[:limit]),
        len(names),
        tuple(others[:limit]),
        len(others),
        tuple(differ[:limit]),
        equal_settings(list(settings.values())),
        take,
        metrics,
        (
            *left_out("settings that differ", len(differ[:limit]), len(differ), "a larger limit"),
            *left_out("scalars", len(shown), len(tags), "some of the tags, or a larger limit"),
            *_values_left_out(differ[:limit]),
            *left_out(
                "runs of each scalar", min(limit, len(together)), len(together), "a larger limit"
            ),
        ),
        scalars_view(list(together), shown[0] if len(shown) == 1 else None),
    )


def difference_of(a: Run, b: Run, *, fits: Callable[[str], bool] | None, limit: int) -> Difference:
    """The difference of two runs. fits: which scalars; None: all. limit: of settings, lines of code, and scalars of each sort."""
    names = (a.info.name, b.info.name)
    one, other = settings_of(a), settings_of(b)
    differ = differing(dict(zip(names, (one, other), strict=True)), 2)
    tags = [set(asked_tags(run.tags(), fits)) for run in (a, b)]
    sorts = [sorted(tags[0] & tags[1]), sorted(tags[0] - tags[1]), sorted(tags[1] - tags[0])]
    both, only_a, only_b = (found[:limit] for found in sorts)
    code = code_difference(one, other)
    goals = _goals((a, b))
    together = dict(zip(names, (a, b), strict=True))
    return Difference(
        *names,
        tuple(differ[:limit]),
        equal_settings([one, other]),
        tuple(code[:limit]),
        tuple(
            _metric(tag, together, goals.get(tag) or goal_by_name(tag), names, (), "last", 2)
            for tag in both
        ),
        tuple(only_a),
        tuple(only_b),
        (
            *left_out("settings that differ", len(differ[:limit]), len(differ), "a larger limit"),
            *left_out("lines of code", len(code[:limit]), len(code), "a larger limit"),
            *left_out(
                "scalars",
                sum(map(len, (both, only_a, only_b))),
                sum(map(len, sorts)),
                "some of the tags, or a larger limit",
            ),
        ),
        scalars_view(names),
    )


def _values_left_out(settings: Sequence[Setting]) -> tuple[LeftOut, ...]:
    shown = sum(len(each.values) for each in settings)
    of = sum(each.value_count for each in settings)
    return left_out("values of settings", shown, of, "a larger limit")


def _tags(runs: Sequence[Run], fits: Callable[[str], bool] | None) -> list[str]:
    """The scalars that most runs have come first."""
    counts: dict[str, int] = {}
    for run in runs:
        for tag in asked_tags(run.tags(), fits):
            counts[tag] = counts.get(tag, 0) + 1
    return sorted(counts, key=lambda tag: -counts[tag])


def _goals(runs: Iterable[Run]) -> dict[str, Goal]:
    goals: dict[str, Goal] = {}
    for run in runs:
        for _, given in logged_trials(run):
            goals.update(given.goals)
    return goals


def _metric(
    tag: str,
    together: Mapping[str, Run],
    goal: Goal | None,
    names: Sequence[str],
    others: Sequence[str],
    take: Take,
    most: int,
) -> Metric:
    """The scalar of these runs. most: runs that are named."""
    values = {name: _value(run, tag) for name, run in together.items()}
    found = None
    if others:
        a, b = (_numbers(values, side, take) for side in (names, others))
        name = tag if take == "last" else f"{take} of {tag}"
        without = (len(names) - len(a), len(others) - len(b))
        found = group_difference(name, a, b, goal, without_value=without)
    having = [value for value in values.values() if value is not None]
    missing = [name for name, value in values.items() if value is None]
    return Metric(
        tag,
        goal,
        _ends(having, take, most),
        len(having),
        len(missing),
        tuple(missing[:most]),
        found,
    )


def _ends(values: list[RunValue], take: Take, most: int) -> tuple[RunValue, ...]:
    """The runs, without those in the middle where they are too many; what is not finite comes last."""
    if len(values) <= most:
        return tuple(values)

    def size(value: RunValue) -> float:
        point: Point | None = getattr(value, take)
        return np.inf if point is None or np.isnan(point.value) else point.value

    order = sorted(values, key=size)
    low = (most + 1) // 2
    return (*order[:low], *order[len(order) - (most - low) :])


def _value(run: Run, tag: str) -> RunValue | None:
    if tag not in run.tags():
        return None
    points = run.scalars(tag).snapshot()
    if not len(points):
        return None
    finite = np.flatnonzero(np.isfinite(points.values))

    def at(place: int) -> Point:
        return Point(
            int(points.steps[place]), float(points.values[place]), float(points.walltimes[place])
        )

    kept = points.values[finite]
    return RunValue(
        run.info.name,
        len(points),
        at(len(points) - 1),
        at(int(finite[kept.argmin()])) if len(kept) else None,
        at(int(finite[kept.argmax()])) if len(kept) else None,
    )


def _numbers(
    values: Mapping[str, RunValue | None], names: Sequence[str], take: Take
) -> NDArray[np.float64]:
    """The finite ones of one side [n]."""
    found = [value for name in names if (value := values[name]) is not None]
    points = [point for value in found if (point := getattr(value, take)) is not None]
    numbers = np.array([point.value for point in points], np.float64)
    return numbers[np.isfinite(numbers)]
