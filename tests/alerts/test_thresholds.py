"""Thresholds of the page become rules where they are to be reported."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.alerts.feeding import at_once
from vdlite.alerts.detectors.of_rules import detector_of
from vdlite.alerts.rule import Rule
from vdlite.alerts.thresholds import rules_of_thresholds

VALUES = np.array([1, 0.1, 1, 3, 1, np.nan, 1], float)


@pytest.mark.parametrize(
    ("given", "name", "found"),
    [
        ({"greater": 2}, "loss > 2", [3]),
        ({"less": 0.5}, "loss < 0.5", [1]),
        ({"greater": 2, "less": 0.5, "join": "or"}, "loss > 2 or < 0.5", [1, 3]),
        ({"greater": 0.5, "less": 2, "join": "and"}, "loss > 0.5 and < 2", [0, 2, 4]),
    ],
)
def test_a_threshold_that_is_to_be_reported_is_a_rule(
    given: dict[str, Any], name: str, found: list[int]
) -> None:
    assert rules_of_thresholds({"loss": given}) == ()
    (rule,) = rules_of_thresholds({"loss": {**given, "alert": "error"}})
    assert (rule.name, rule.level, rule.tags) == (name, "error", ("loss",))
    assert [start.at for start in at_once(detector_of(rule), VALUES)] == found


@pytest.mark.parametrize(
    "given",
    [
        {"alert": "warn"},
        {"greater": 1, "alert": "loud"},
        {"greater": float("inf"), "alert": "warn"},
        {"greater": 1, "less": 2, "join": "or", "alert": "warn"},
        {"greater": 2, "less": 1, "join": "and", "alert": "warn"},
        {"greater": "1", "alert": "warn"},
        [1],
    ],
)
def test_what_holds_everything_or_nothing_or_can_not_be_read_is_none(given: Any) -> None:
    assert rules_of_thresholds({"loss": given}) == ()


def test_what_is_best_may_be_reported_beside_a_threshold_or_alone() -> None:
    best = Rule("loss best so far", "best", tags=("loss",), level="info")
    assert rules_of_thresholds({"loss": {"best": "info"}}) == (best,)
    both = rules_of_thresholds({"loss": {"best": "info", "less": 1.0, "alert": "warn"}})
    assert [each.name for each in both] == ["loss < 1", "loss best so far"]
    assert rules_of_thresholds({"loss": {"best": "loud"}, "a": {"best": 1}}) == ()


def test_a_tag_that_looks_like_a_pattern_is_meant_as_it_is() -> None:
    (rule,) = rules_of_thresholds({"loss[0]*": {"less": 1, "alert": "info"}})
    assert rule.tags == ("loss[[]0][*]",)
