"""Minima and merge trees against closed forms, and against components counted by SciPy."""

import math
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.typing import NDArray
from scipy import ndimage

from vdlite.errors import LandscapeError
from vdlite.kinds.landscape import Landscape
from vdlite.landscape import Topology, topology

Floats = NDArray[np.float64]


def landscape_of(heights: Floats, x: Floats | None = None, y: Floats | None = None) -> Landscape:
    x = np.arange(heights.shape[-1], dtype=float) if x is None else x
    if heights.ndim == 2 and y is None:
        y = np.arange(heights.shape[0], dtype=float)
    return Landscape(x, y, {"loss": heights}, np.ones(heights.shape, np.bool_))


def found_in(landscape: Landscape, least_depth: float | None = None) -> Topology:
    found = topology(landscape, least_depth=least_depth)
    assert found is not None
    return found


def wells(tilt: float) -> Landscape:
    """Two wells at (-1, 0) and (1, 0), and a pass near (0, 0)."""
    x, y = np.linspace(-2, 2, 81), np.linspace(-1, 1, 41)
    return landscape_of((x**2 - 1) ** 2 + tilt * x + y[:, np.newaxis] ** 2, x, y)


def test_two_wells_are_parted_by_the_pass_between_them() -> None:
    lowest, other = found_in(wells(tilt=0.1)).minima
    assert (lowest.x, lowest.y) == (pytest.approx(-1), pytest.approx(0))
    assert (lowest.value, lowest.depth, lowest.saddle, lowest.joins) == (
        pytest.approx(-0.1),
        math.inf,
        math.inf,
        None,
    )
    assert (lowest.saddle_x, lowest.saddle_y) == (None, None)
    # Of (x² - 1)² + x/10 the pass lies at x = 0.025, where the height is 1.00125.
    assert (other.x, other.y) == (pytest.approx(1), pytest.approx(0))
    assert other.saddle == pytest.approx(1.0, abs=5e-3)
    assert other.depth == pytest.approx(1.0 - 0.1, abs=5e-3)
    assert (other.saddle_x, other.saddle_y) == (pytest.approx(0, abs=0.051), pytest.approx(0))
    assert other.joins == 0
    assert lowest.share + other.share == pytest.approx(1)
    assert lowest.share == pytest.approx(0.5, abs=0.02)
    assert not lowest.edge and not other.edge
    assert found_in(wells(tilt=0.1)).mean_depth == other.depth


def test_a_bowl_has_one_minimum_and_no_mean_depth() -> None:
    x = np.linspace(-1, 1, 31)
    found = found_in(landscape_of(x**2 + x[:, np.newaxis] ** 2, x, x), least_depth=0)
    assert [(each.x, each.y, each.share) for each in found.minima] == [
        (pytest.approx(0), pytest.approx(0), 1)
    ]
    assert math.isnan(found.mean_depth)


def test_shallow_dips_are_counted_and_belong_to_what_they_join() -> None:
    heights = np.array([5.0, 0, 4, 3.9, 4, 1, 6])
    found = found_in(landscape_of(heights), least_depth=0.5)
    assert [(each.x, each.y, each.depth, each.joins) for each in found.minima] == [
        (1, None, math.inf, None),
        (5, None, 3, 0),
    ]
    assert found.shallow == 1
    assert [each.share for each in found.minima] == [pytest.approx(4 / 7), pytest.approx(3 / 7)]
    assert [each.depth for each in found_in(landscape_of(heights), least_depth=0).minima] == [
        math.inf,
        3,
        pytest.approx(0.1),
    ]


def test_a_hundredth_of_the_usual_height_is_deep_enough() -> None:
    heights = np.array([100.0, 0, 100, 99.5, 100, 100, 98, 1e30])
    found = found_in(landscape_of(heights))
    assert found.least_depth == pytest.approx(1.0, rel=1e-2)
    # The last pass is the last point but one: what diverged beyond it counts for nothing.
    assert [each.x for each in found.minima] == [1, 6]
    assert found.shallow == 1


def test_a_valley_along_the_diagonal_is_one_valley() -> None:
    heights = np.ones((9, 9))
    np.fill_diagonal(heights, np.linspace(0, 0.5, 9))
    (minimum,) = found_in(landscape_of(heights), least_depth=0).minima
    assert (minimum.x, minimum.y, minimum.edge) == (0, 0, True)


def test_a_plateau_is_one_minimum() -> None:
    heights = np.full((5, 7), 2.0)
    heights[1:4, 1:6] = 1.0
    heights[2, 3] = 2.0
    (minimum,) = found_in(landscape_of(heights), least_depth=0).minima
    assert (minimum.value, minimum.share, minimum.edge) == (1, 1, False)


def test_what_walls_part_joins_nothing() -> None:
    heights = np.array([[1.0, math.nan, 0], [2, math.inf, 3]])
    lowest, other = found_in(landscape_of(heights), least_depth=0).minima
    assert (lowest.value, other.value) == (0, 1)
    assert other.joins is None and other.depth == math.inf
    assert lowest.edge and other.edge
    assert [lowest.share, other.share] == [0.5, 0.5]


def test_metrics_are_recognized_by_name_and_maps_of_the_hessian_are_not() -> None:
    flat = landscape_of(np.array([2.0, 1, 3, 0, 4]))
    both = Landscape(
        flat.x, None, {"loss": flat.values["loss"], "error": -flat.values["loss"]}, flat.done
    )
    found = topology(both, metric="error", least_depth=0)
    assert found is not None
    assert (found.metric, len(found.minima)) == ("error", 3)
    assert topology(both, metric="accuracy") is None
    hessian = Landscape(flat.x, None, {"hessian/max": flat.values["loss"]}, flat.done)
    assert topology(hessian) is None


def test_what_is_hardly_computed_or_nowhere_finite_has_no_minima() -> None:
    heights = np.arange(10.0)
    done = np.arange(10) < 8
    assert topology(Landscape(np.arange(10.0), None, {"loss": heights}, done)) is None
    assert topology(landscape_of(np.full(10, math.nan))) is None


@pytest.mark.parametrize("depth", [-1.0, math.nan, math.inf])
def test_a_depth_that_is_none_is_refused(depth: float) -> None:
    with pytest.raises(LandscapeError, match=r"least_depth is .*, wanted is a number from 0"):
        topology(wells(0), least_depth=depth)


def test_heights_beyond_all_numbers_are_taken() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = found_in(landscape_of(np.array([1.7e308, -1.7e308, 1.7e308, 0, 1.7e308])), 0)
    assert [each.x for each in found.minima] == [1, 3]


HEIGHTS = arrays(
    np.float64,
    array_shapes(min_dims=1, max_dims=2, min_side=2, max_side=9),
    elements=st.one_of(st.integers(0, 5).map(float), st.floats(0, 5, width=16), st.just(math.nan)),
)


@given(HEIGHTS)
def test_at_each_level_as_many_basins_are_open_as_scipy_counts(heights: Floats) -> None:
    found = topology(landscape_of(heights), least_depth=0)
    if found is None:
        assert not np.isfinite(heights).any()
        return
    for level in np.unique(heights[np.isfinite(heights)]):
        below = np.nan_to_num(heights, nan=math.inf) <= level
        _, count = ndimage.label(below, np.ones((3,) * heights.ndim))
        alive = [each for each in found.minima if each.value <= level < each.saddle]
        assert len(alive) == count


@given(HEIGHTS, st.floats(0, 5))
def test_what_a_minimum_joins_is_lower_and_at_least_as_deep(heights: Floats, least: float) -> None:
    found = topology(landscape_of(heights), least_depth=least)
    if found is None:
        return
    assert [each.depth for each in found.minima] == sorted(
        (each.depth for each in found.minima), reverse=True
    )
    for index, each in enumerate(found.minima):
        assert each.depth >= least
        if each.joins is not None:
            joined = found.minima[each.joins]
            assert each.joins < index
            assert joined.value <= each.value
            assert joined.saddle >= each.saddle
