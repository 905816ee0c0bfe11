"""What the name of a metric says, in Python as in the page: the same words, and the same names in the same lists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from vdlite.reader.trials.metric_names import WORDS, Meaning, goal_by_name

PAGE = Path(__file__).parents[2] / "webapp/src/lib/table"
NAMES = (PAGE / "metric-names.test.ts").read_text("utf-8")
RULES = (PAGE / "metric-names.ts").read_text("utf-8")


def listed(name: str) -> list[str]:
    found = re.search(rf"const {name} = `(.*?)`", NAMES, re.DOTALL)
    assert found is not None
    return [line.strip() for line in found[1].splitlines() if line.strip()]


@pytest.mark.parametrize(("names", "goal"), [("more", "max"), ("less", "min"), ("unknown", None)])
def test_the_names_say_what_they_say_in_the_page(names: str, goal: str | None) -> None:
    assert len(listed(names)) > 20
    assert [name for name in listed(names) if goal_by_name(name) != goal] == []


@pytest.mark.parametrize("meaning", WORDS)
def test_the_words_are_those_of_the_page(meaning: Meaning) -> None:
    found = re.search(rf"\b{meaning}: words\(\s*([`\"])(.*?)\1", RULES, re.DOTALL)
    assert found is not None
    assert WORDS[meaning].split() == found[2].split()


def test_separators_and_case_change_nothing() -> None:
    names = ["ep_rew_mean", "ep-rew-mean", "EP REW MEAN", "a/b/ep.rew.mean", "epRewMean"]
    assert {goal_by_name(name) for name in names} == {"max"}
