"""Comparing runs: settings in which they differ, and whether two groups differ, against SciPy."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
import scipy

from vdlite import LogReader, LogWriter
from vdlite.annotations import Edit, Sidecar
from vdlite.errors import NotFoundError
from vdlite.reader.questions.plain import as_json


def log(
    folder: Path,
    last: float,
    *,
    optimizer: str = "adam",
    goals: dict[str, str] | None = None,
    **more: float,
) -> None:
    with LogWriter(folder) as writer:
        writer.add_hparams(
            {"lr": 0.1, "optimizer": optimizer, "nothing": float("nan"), **more},
            ["loss"],
            goals=goals,
        )
        writer.add_scalar("loss", 1.0, 0)
        writer.add_scalar("loss", last, 10)


def test_two_groups_are_compared_as_scipy_does(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    a, b = rng.normal(0.5, 0.1, 5), rng.normal(0.9, 0.2, 7)
    for place, value in enumerate(a):
        log(tmp_path / f"a/{place}", value, goals={"loss": "min"})
    for place, value in enumerate(b):
        log(tmp_path / f"b/{place}", value, goals={"loss": "min"})
    found = LogReader(tmp_path).compare(["a/*"], ["b/*"])
    assert (found.run_count, found.against_count) == (5, 7)
    (metric,) = found.metrics
    assert metric.difference is not None
    test = scipy.stats.ttest_ind(a, b, equal_var=False)
    interval = test.confidence_interval(0.95)
    assert metric.difference.p_value == pytest.approx(test.pvalue)
    assert metric.difference.low == pytest.approx(interval.low)
    assert metric.difference.high == pytest.approx(interval.high)
    assert metric.difference.difference == pytest.approx(a.mean() - b.mean())
    assert (metric.difference.a, metric.difference.b, metric.goal) == (5, 7, "min")
    verdict = metric.difference.verdict
    assert verdict.startswith("loss: lower by") and verdict.endswith("That is better.")
    assert "5 and 7 runs" in verdict


def test_where_nothing_says_which_way_is_better_nothing_is(tmp_path: Path) -> None:
    for place in range(4):
        for name, value in (("a", place / 100), ("b", 5 + place / 100)):
            with LogWriter(tmp_path / f"{name}/{place}") as writer:
                writer.add_scalar("temperature", value, 0)
    (metric,) = LogReader(tmp_path).compare(["a/*"], ["b/*"]).metrics
    assert metric.difference is not None
    assert "lower by" in metric.difference.verdict
    assert "better" not in metric.difference.verdict


def test_too_few_runs_say_nothing_of_chance_and_how_many_would(tmp_path: Path) -> None:
    for place, (one, other) in enumerate([(0.50, 0.52), (0.58, 0.61)]):
        log(tmp_path / f"a/{place}", one, goals={"loss": "min"})
        log(tmp_path / f"b/{place}", other, goals={"loss": "min"})
    (metric,) = LogReader(tmp_path).compare(["a/*"], ["b/*"]).metrics
    found = metric.difference
    assert found is not None
    assert (found.p_value, found.low, found.high) == (None, None, None)
    assert "too few to say whether that is chance: want 3 on each side" in found.verdict
    assert "better" not in found.verdict
    assert found.needed is not None and f"About {found.needed} runs" in found.verdict
    (alone,) = LogReader(tmp_path).compare(["a/0"], ["b/0"]).metrics
    assert alone.difference is not None
    assert (alone.difference.needed, alone.difference.a, alone.difference.b) == (None, 1, 1)


def test_a_diverged_run_is_left_out_and_that_is_said(tmp_path: Path) -> None:
    for place in range(4):
        log(tmp_path / f"a/{place}", math.nan if place == 0 else place / 10)
        log(tmp_path / f"b/{place}", 5 + place / 10)
    reader = LogReader(tmp_path)
    (metric,) = reader.compare(["a/*"], ["b/*"]).metrics
    assert metric.difference is not None
    assert (metric.difference.a, metric.difference.a_without) == (3, 1)
    assert (metric.difference.b, metric.difference.b_without) == (4, 0)
    assert "no finite value: 1 of 4 runs, and 0 of the 4 compared with" in metric.difference.verdict
    (least,) = reader.compare(["a/*"], ["b/*"], take="min").metrics
    assert least.difference is not None
    assert least.difference.a == 4  # it was 1 before it diverged


def test_settings_name_the_odd_one(tmp_path: Path) -> None:
    for place in range(5):
        log(tmp_path / str(place), 0.1, optimizer="sgd" if place == 3 else "adam", seed=place)
    found = LogReader(tmp_path).compare(["*"])
    by_name = {each.name: each for each in found.settings}
    assert set(by_name) == {"optimizer", "seed"}  # NaN is the same as NaN
    assert by_name["optimizer"].odd == "3"
    assert [(each.value, each.count) for each in by_name["optimizer"].values] == [
        ("adam", 4),
        ("sgd", 1),
    ]
    assert by_name["seed"].odd is None
    assert found.equal_settings == 2
    assert found.metrics[0].difference is None


def test_what_some_runs_have_not_logged_at_all_is_one_difference(tmp_path: Path) -> None:
    log(tmp_path / "a", 0.1)
    log(tmp_path / "b", 0.1)
    with LogWriter(tmp_path / "b") as writer:
        writer.add_environment()
    found = LogReader(tmp_path).diff("a", "b")
    assert {(each.group, each.name) for each in found.settings} == {
        ("environment", "*"),
        ("packages", "*"),
    }


def test_two_runs_have_a_difference(tmp_path: Path) -> None:
    log(tmp_path / "a", 0.25, depth=3)
    log(tmp_path / "b", 0.5, optimizer="sgd")
    with LogWriter(tmp_path / "b") as writer:
        writer.add_scalar("test", 1.0, 0)
    found = LogReader(tmp_path).diff("a", "b")
    values = {
        each.name: [
            (value.runs, None if value.is_missing else value.value) for value in each.values
        ]
        for each in found.settings
    }
    assert values == {
        "optimizer": [(("a",), "adam"), (("b",), "sgd")],
        "depth": [(("a",), 3), (("b",), None)],
    }
    assert [[each.last.value for each in metric.runs] for metric in found.metrics] == [[0.25, 0.5]]
    assert (found.only_a, found.only_b) == ((), ("test",))


def test_many_runs_and_tags_are_bounded_and_the_ends_stay(tmp_path: Path) -> None:
    for place in range(40):
        with LogWriter(tmp_path / f"{place:02}") as writer:
            writer.add_hparams({"seed": place}, [])
            for tag in range(30):
                writer.add_scalar(f"loss/{tag:02}", float((place * 7) % 40), 0)
    found = LogReader(tmp_path).compare(["*"], limit=4)
    assert (len(found.runs), found.run_count) == (4, 40)
    assert len(found.metrics) == 4
    for metric in found.metrics:
        assert [each.last.value for each in metric.runs] == [0, 1, 38, 39]
        assert metric.run_count == 40
    (seeds,) = found.settings
    assert [value.count for value in seeds.values[:4]] == [1, 1, 1, 1]
    assert {(each.what, each.shown, each.of) for each in found.left_out} == {
        ("scalars", 4, 30),
        ("runs of each scalar", 4, 40),
        ("values of settings", 4, 40),
    }
    assert len(as_json(found)) < 8192


def test_mistakes_are_said(tmp_path: Path) -> None:
    log(tmp_path / "a", 0.1)
    reader = LogReader(tmp_path)
    with pytest.raises(NotFoundError, match="no run 'b\\*'"):
        reader.compare(["b*"])
    with pytest.raises(ValueError, match="run 'a' in both groups"):
        reader.compare(["a"], ["*"])


def test_which_way_is_better_is_also_what_people_said_in_the_page(tmp_path: Path) -> None:
    for place in range(4):
        log(tmp_path / f"a/{place}", place / 100)
        log(tmp_path / f"b/{place}", 5 + place / 100)
    sidecar = Sidecar(tmp_path)
    sidecar.append([Edit("direction", "loss", {"goal": "max"}, None)])
    reader = LogReader(tmp_path)
    assert reader.directions == {"loss": "max"}
    (metric,) = reader.compare(["a/*"], ["b/*"]).metrics
    assert metric.difference is not None
    assert metric.difference.verdict.endswith("That is worse.")
