"""What `define_metric` says of the scalars of a run."""

from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from typing import Any, TypeVar

from vdlite.errors import PayloadError, shown
from vdlite.kinds.hparams import Goal

_WAYS = ("min", "max", "mean", "first", "last", "best", "copy", "none")
_GOALS: Mapping[str, Goal] = {"minimize": "min", "maximize": "max"}
_Said = TypeVar("_Said")


class Metrics:
    """Definitions by the name of a metric, in which `*` stands for anything; later ones replace earlier ones."""

    def __init__(self) -> None:
        self._steps: dict[str, str] = {}  # the step metric
        self._ways: dict[str, tuple[str, ...]] = {}  # what the summary has of it
        self._summed: dict[str, dict[str, float]] = {}  # by tag, in each of these ways
        self._sums: dict[str, tuple[int, float]] = {}  # by tag: how many numbers, and their sum

    def define(self, name: str, step_metric: str | None, ways: tuple[str, ...]) -> None:
        """Keep what is said of a metric."""
        if step_metric is not None:
            self._steps[name] = step_metric
        if ways and ways != ("copy",):
            self._ways[name] = ways

    def steps_of(self, tags: Iterable[str]) -> list[str]:
        """The step metrics of these tags."""
        found = (_said_of(tag, self._steps) for tag in tags) if self._steps else ()
        return [tag for tag in dict.fromkeys(found) if tag is not None]

    def summed_up(self, tag: str, number: Any) -> Any:
        """What the summary has of a tag once this number is logged: the number, a mapping of ways, or None for nothing."""
        ways = _said_of(tag, self._ways) if self._ways else None
        if ways is None or not isinstance(number, float):
            return number
        if "none" in ways:
            return None
        count, total = self._sums.get(tag, (0, 0.0))
        count, total = self._sums[tag] = count + 1, total + number
        before = self._summed.get(tag, {})
        now = {
            "min": _least(before.get("min", number), number),
            "max": -_least(-before.get("max", number), -number),
            "mean": total / count,
            "first": before.get("first", number),
            "last": number,
        }
        self._summed[tag] = now
        return {way: now[way] for way in ways if way in now}


def _said_of(tag: str, by_name: "Mapping[str, _Said]") -> "_Said | None":
    if tag in by_name:
        return by_name[tag]
    return next((by_name[name] for name in by_name if "*" in name and fnmatchcase(tag, name)), None)


def _least(first: float, second: float) -> float:
    """The smaller of two numbers; NaN only if both are."""
    return second if first != first or second < first else first


def check_ways(summary: object, goal: object) -> tuple[str, ...]:
    """What the summary shall have of a metric, as in "min,mean"; "best" by its goal. Raises PayloadError for others."""
    if goal is not None and goal not in _GOALS:
        raise PayloadError(f"goal: got {shown(goal)}, want 'minimize' or 'maximize'")
    if summary is None:
        return ()
    ways = [each.strip() for each in summary.split(",")] if isinstance(summary, str) else []
    if not ways or not set(ways) <= set(_WAYS):
        raise PayloadError(f"summary: got {shown(summary)}, want some of {', '.join(_WAYS)}")
    best = _GOALS[str(goal)] if goal is not None else "last"
    return tuple(best if way == "best" else way for way in ways)


def goal_of(ways: tuple[str, ...], goal: object) -> Goal | None:
    """The way in which a metric is better; None if nothing says it."""
    if goal is not None:
        return _GOALS[str(goal)]
    if ("min" in ways) == ("max" in ways):
        return None
    return "min" if "min" in ways else "max"
