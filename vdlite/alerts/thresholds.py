"""Rules that people have made in the page: thresholds of a chart that are to be reported, and values that are the best so far."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from vdlite.alerts.rule import Rule
from vdlite.kinds.alert import LEVELS

_FIELDS = ("less", "greater")


def rules_of_thresholds(thresholds: Mapping[str, Any]) -> tuple[Rule, ...]:
    """The rules of thresholds by tag; those that can't be read, or that nobody wants to hear of, have none."""
    rules = (
        make(tag, given)
        for tag, given in thresholds.items()
        if isinstance(given, Mapping)
        for make in (_rule, _best)
    )
    return tuple(rule for rule in rules if rule is not None)


def _rule(tag: str, given: Mapping[str, Any]) -> Rule | None:
    level = next((each for each in LEVELS if each == given.get("alert")), None)
    less, greater = (_number(given.get(name)) for name in _FIELDS)
    is_between = given.get("join") == "and"
    if level is None or (less is None and greater is None):
        return None
    if less is not None and greater is not None and is_between != (greater < less):
        return None  # it holds everything, or nothing
    parts = [
        f"{sign} {limit:g}" for sign, limit in ((">", greater), ("<", less)) if limit is not None
    ]
    name = f"{tag} {(' and ' if is_between else ' or ').join(parts)}"
    return Rule(name, "threshold", tags=(_escaped(tag),), level=level, above=greater, below=less)


def _best(tag: str, given: Mapping[str, Any]) -> Rule | None:
    level = next((each for each in LEVELS if each == given.get("best")), None)
    return level and Rule(f"{tag} best so far", "best", tags=(_escaped(tag),), level=level)


def _number(value: Any) -> float | None:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return float(value) if is_number and math.isfinite(value) else None


def _escaped(tag: str) -> str:
    """The pattern that fits this tag alone."""
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in tag)
