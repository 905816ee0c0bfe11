"""Which tags behave unlike the others."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
import scipy
from numpy.typing import NDArray

from vdlite import LogReader, LogWriter
from vdlite.reader.series.outliers import FoundOutliers, find_outliers
from vdlite.reader.series.tag_points import TagPoints

_NAN, _INF = math.nan, math.inf


def _points(values: NDArray[np.float64], there: NDArray[np.bool_] | None = None) -> TagPoints:
    steps = np.arange(values.shape[1], dtype=np.int64) * 10
    return TagPoints(steps, values, np.ones(values.shape, bool) if there is None else there)


def _found(values: NDArray[np.float64]) -> list[int]:
    return [each.tag for each in find_outliers(_points(values)).outliers]


@pytest.fixture
def noise() -> NDArray[np.float64]:
    return np.random.default_rng(7).normal(3.0, 2.0, (200, 50))


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("shape", [(100, 1), (100, 40), (200, 100), (1000, 3)])
def test_noise_has_none(seed: int, shape: tuple[int, int]) -> None:
    rng = np.random.default_rng(seed)
    own = rng.lognormal(size=(shape[0], 1))  # the scale of each tag, as of layers
    for values in (
        rng.normal(size=shape),
        rng.lognormal(size=shape),
        rng.uniform(size=shape),
        own * rng.lognormal(0, 0.1, size=shape) * np.exp(-np.arange(shape[1]) / 10),
    ):
        assert _found(values) == []


def test_one_that_is_apart_all_along_is_found(noise: NDArray[np.float64]) -> None:
    noise[17] -= 20.0
    found = find_outliers(_points(noise))
    (only,) = found.outliers
    assert (only.tag, only.why, only.not_finite, only.first_not_finite) == (
        17,
        "all_along",
        0,
        None,
    )
    assert not found.is_log
    assert only.usual > found.usual_bound


def test_one_that_jumps_once_is_found_where_it_jumps(noise: NDArray[np.float64]) -> None:
    noise[17, 30] += 40.0
    (only,) = find_outliers(_points(noise)).outliers
    assert (only.tag, only.why, only.largest_step) == (17, "at_a_step", 300)


def test_one_that_jumps_is_found_among_levels_that_differ_more() -> None:
    rng = np.random.default_rng(4)
    values = rng.lognormal(0, 2, (300, 1)) * rng.lognormal(0, 0.1, (300, 40))
    values[5, 25:] *= 20.0
    (only,) = find_outliers(_points(values)).outliers
    assert (only.tag, only.why) == (5, "at_a_step")
    assert only.largest_step is not None
    assert only.largest_step >= 250


def test_factors_are_compared_where_values_differ_by_these() -> None:
    values = np.random.default_rng(3).lognormal(0, 1, (300, 20))
    values[5] /= 1e6  # which is no distance among the values, but one among their logarithms
    found = find_outliers(_points(values))
    assert found.is_log
    assert [each.tag for each in found.outliers] == [5]


def test_what_is_not_finite_comes_first_and_only_where_it_is_rare(
    noise: NDArray[np.float64],
) -> None:
    noise[3] += 1e6
    noise[8, 4] = _NAN
    noise[9, 5:7] = _INF, -_INF
    noise[:, 20] = _NAN  # a step that went wrong for all
    found = find_outliers(_points(noise)).outliers
    assert [(each.tag, each.not_finite, each.first_not_finite) for each in found] == [
        (9, 2, 50),
        (8, 1, 40),
        (3, 0, None),
    ]


def test_one_that_is_never_finite_has_no_distance(noise: NDArray[np.float64]) -> None:
    noise[8] = _NAN
    (only,) = find_outliers(_points(noise)).outliers
    assert (only.tag, only.why, only.not_finite, only.largest_step) == (8, "not_finite", 50, None)
    assert math.isnan(only.usual)


def test_a_quarter_of_dead_ones_is_found_whole(noise: NDArray[np.float64]) -> None:
    noise[:40] = -100.0
    assert sorted(_found(noise)) == list(range(40))


def test_the_farthest_is_the_first(noise: NDArray[np.float64]) -> None:
    for tag, by in enumerate([30.0, 300.0, 100.0]):
        noise[tag] += by
    assert _found(noise) == [1, 2, 0]


def test_the_distances_are_those_of_the_definition(noise: NDArray[np.float64]) -> None:
    noise[17] += 30.0
    noise[2, :9] = _NAN

    def distances_of(values: NDArray[np.float64]) -> NDArray[np.float64]:
        scale = scipy.stats.median_abs_deviation(values, axis=0, scale="normal", nan_policy="omit")
        away: NDArray[np.float64] = np.abs(values - np.nanmedian(values, axis=0)) / scale
        return away

    distances = distances_of(noise)
    jumps = distances_of(noise - np.nanmedian(noise, axis=1, keepdims=True))
    found: FoundOutliers = find_outliers(_points(noise))
    by_tag = {each.tag: each for each in found.outliers}
    assert set(by_tag) == {2, 17}
    for tag, each in by_tag.items():
        assert each.usual == pytest.approx(np.nanmedian(distances[tag]))
        assert each.largest == pytest.approx(np.nanmax(jumps[tag]))
    largest, usual = np.nanmax(jumps, axis=1), np.nanmedian(distances, axis=1)
    cells = int(np.isfinite(distances).sum())
    for bound, of_tags, count in (
        (found.usual_bound, usual, 200),
        (found.largest_bound, largest, cells),
    ):
        z = scipy.stats.norm.isf(0.001 / (2 * count)) * (1 + 15 / 195)
        middle, upper = np.quantile(of_tags, [0.5, 0.75])
        tail = upper + (upper - middle) / math.log(2) * math.log(0.25 * 200 / 0.01)
        assert bound == pytest.approx(max(z, tail))


def test_one_among_equal_ones_is_found_and_equal_ones_are_not() -> None:
    values = np.zeros((100, 5))
    assert _found(values) == []
    values[4] = 1.0
    assert _found(values) == [4]


def test_few_tags_and_few_values_of_a_step_are_not_compared() -> None:
    values = np.random.default_rng(1).normal(size=(7, 30))
    values[3] += 1e6
    found = find_outliers(_points(values))
    assert found.outliers == ()
    assert math.isinf(found.usual_bound)
    assert find_outliers(_points(np.empty((0, 0)))).outliers == ()
    assert find_outliers(_points(np.empty((3, 0)))).outliers == ()


def test_tags_that_are_logged_at_other_steps_are_compared_where_both_are() -> None:
    rng = np.random.default_rng(2)
    values = rng.normal(size=(100, 20))
    there = np.ones(values.shape, bool)
    there[50:, ::2] = False
    values[60] += 50.0
    values[~there] = _NAN
    found = find_outliers(_points(values, there)).outliers
    assert [(each.tag, each.not_finite) for each in found] == [(60, 0)]


def test_the_question_answers_with_names(tmp_path: Path) -> None:
    tags = [f"norm/layers.{layer}" for layer in range(50)]
    rng = np.random.default_rng(5)
    with LogWriter(tmp_path / "run") as writer:
        for step in range(20):
            values = rng.normal(size=50)
            values[10] += 30.0
            values[11] = _NAN
            writer.add_scalar_row(tags, values, step)
            writer.add_scalar("loss", 1e9, step)
    reader = LogReader(tmp_path)
    found = reader.outliers("run", ["norm/*"], limit=1)
    assert (found.tags, found.steps, found.is_log) == (50, 20, False)
    assert [(row.tag, row.why, row.usual) for row in found.rows] == [
        ("norm/layers.11", "not_finite", None)
    ]
    assert [(each.shown, each.of) for each in found.left_out] == [(1, 2)]
    assert [row.tag for row in reader.outliers("run").rows][1:] == ["loss", "norm/layers.10"]
    few = reader.outliers("run", ["loss"])
    assert (few.rows, few.usual_bound) == ((), None)
    with pytest.raises(ValueError, match="limit"):
        reader.outliers("run", limit=0)
