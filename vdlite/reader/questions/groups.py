"""The groups of trials that have the same value of a hyperparameter: how each did, and whether they differ at all."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import NDArray

from vdlite.comparison.magnitude import mean_and_std
from vdlite.kinds.hparams import Goal
from vdlite.reader.names.natural_order import natural_key
from vdlite.reader.questions.asked_table import AskedTable
from vdlite.reader.questions.group_difference import GroupDifference, group_difference
from vdlite.reader.questions.hparam_rows import value_at
from vdlite.reader.questions.left_out import LeftOut, left_out
from vdlite.reader.questions.where.expressions import Value
from vdlite.reader.questions.where.numbers import text_of
from vdlite.reader.trials.column import MISSING, Column
from vdlite.reader.trials.metric_names import goal_by_name

_LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Group:
    """The trials with one value. None where there are too few for a number."""

    label: str  # the value as text, by which `against` names it
    value: Value
    n: int  # trials with a finite value of the metric
    without_value: int  # further trials, which are left out
    mean: float | None
    std: float | None  # with n - 1
    low: float | None  # ends of the 95 % interval of the mean, by the t distribution
    high: float | None
    min: float | None
    max: float | None
    difference: (
        GroupDifference | None
    )  # from the group `against`; None: it is that, or there is none


@dataclass(frozen=True, slots=True)
class GroupsAnswer:
    """The groups, by their values."""

    metric: str
    by: str
    goal: (
        Goal | None
    )  # which way the metric is better, as trials, people in the page, or its name say
    against: (
        str | None
    )  # label of the group that others are compared with: the one named, or that with the best mean
    groups: tuple[Group, ...]
    seen: int  # trials that were looked at
    found: int  # of these, trials that the query finds
    missing: int  # of these, trials without a value of `by`: they are in no group
    archived: int  # runs that were left out, as they were archived in the page
    absent: str | None  # what is said of a value in the query that no trial has
    left_out: tuple[LeftOut, ...]


def groups_of(
    asked: AskedTable,
    metric: str,
    by: str,
    where: str | None,
    *,
    against: str | None,
    limit: int,
    goals: Mapping[str, Goal],
) -> GroupsAnswer:
    """See `LogReader.groups`. goals: as people have said in the page; what trials say counts first."""
    rows, absent = asked.found(where)
    values = asked.numbers(metric)
    column = asked.column(by)
    members = _members(column, rows)
    finite = {label: _finite(values[member]) for label, member in members.items()}
    tag = asked.tag_of(metric)
    goal = asked.whole.goals.get(tag) or goals.get(tag) or goal_by_name(tag)
    compared = _against(finite, goal, against)
    found = []
    for label, member in members.items():
        difference = None
        if compared is not None and label != compared:
            without = tuple(len(members[each]) - len(finite[each]) for each in (label, compared))
            difference = group_difference(
                f"{metric} of {by} {label} against {compared}",
                finite[label],
                finite[compared],
                goal,
                without_value=(without[0], without[1]),
            )
        found.append(_group(label, column, member, finite[label], difference))
    shown = found[:limit]
    return GroupsAnswer(
        metric,
        by,
        goal,
        compared,
        tuple(shown),
        len(asked.rows),
        len(rows),
        int((column.codes[rows] == MISSING).sum()),
        asked.archived,
        absent,
        left_out("groups", len(shown), len(found), "a larger limit, or a narrower query"),
    )


def _members(column: Column, rows: NDArray[np.intp]) -> dict[str, NDArray[np.intp]]:
    """The rows of each value, by its text: numbers by size, then words in their order."""
    places: dict[str, tuple[bool, float, object]] = {}
    members: dict[str, list[int]] = {}
    for row in rows.tolist():
        if column.codes[row] == MISSING:
            continue
        value = value_at(column, row)
        label = _label(value)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            places[label] = (False, math.inf if math.isnan(value) else value, ())
        else:
            places.setdefault(label, (True, 0.0, natural_key(label)))
        members.setdefault(label, []).append(row)
    ordered = sorted(members, key=places.__getitem__)
    return {label: np.array(members[label], np.intp) for label in ordered}


def _label(value: Value) -> str:
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    return value if isinstance(value, str) else text_of(float(value))


def _finite(values: NDArray[np.float64]) -> NDArray[np.float64]:
    found: NDArray[np.float64] = values[np.isfinite(values)]
    return found


def _against(
    finite: dict[str, NDArray[np.float64]], goal: Goal | None, named: str | None
) -> str | None:
    """The group that others are compared with: the one that is named, or that with the best mean."""
    if named is not None:
        if named not in finite:
            raise ValueError(f"against: got {named!r}, want one of {', '.join(finite) or 'none'}")
        return named
    means = {label: mean_and_std(numbers)[0] for label, numbers in finite.items()}
    known = {label: mean for label, mean in means.items() if mean is not None}
    if goal is None or not known:
        return None
    return (min if goal == "min" else max)(known, key=known.__getitem__)


def _group(
    label: str,
    column: Column,
    rows: NDArray[np.intp],
    numbers: NDArray[np.float64],
    difference: GroupDifference | None,
) -> Group:
    mean, std = mean_and_std(numbers)
    low = high = None
    if mean is not None and std is not None:
        freedom = len(numbers) - 1
        half = (
            float(scipy.special.stdtrit(freedom, 0.5 + _LEVEL / 2)) * std / math.sqrt(len(numbers))
        )
        low, high = mean - half, mean + half
    return Group(
        label,
        value_at(column, int(rows[0])),
        len(numbers),
        len(rows) - len(numbers),
        mean,
        std,
        low,
        high,
        float(numbers.min()) if len(numbers) else None,
        float(numbers.max()) if len(numbers) else None,
        difference,
    )
