"""Flatness against closed forms."""

import math
import warnings
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import ndimage

from vdlite.kinds.landscape import Landscape
from vdlite.landscape.flatness.measure import Flatness, flatness

Floats = NDArray[np.float64]


def plane(x: Floats, y: Floats, heights: Floats, **options: Any) -> Landscape:
    done = options.pop("done", np.ones(heights.shape, np.bool_))
    return Landscape(x, y, {"loss": heights}, done, **options)


def line(x: Floats, heights: Floats, **options: Any) -> Landscape:
    return Landscape(x, None, {"loss": heights}, np.ones(len(x), np.bool_), **options)


def measure(landscape: Landscape, **options: Any) -> Flatness:
    found = flatness(landscape, **options)
    assert found is not None
    return found


@pytest.mark.parametrize(("across", "up"), [(101, 101), (100, 80), (201, 61)])
def test_a_bowl_has_the_measures_of_its_ellipse(across: int, up: int) -> None:
    x, y = np.linspace(-1, 1, across), np.linspace(-0.8, 1.2, up)
    found = measure(plane(x, y, 3 + 4 * x**2 + 9 * y[:, np.newaxis] ** 2, center={"loss": 3.0}))
    assert (found.metric, found.center, found.minimum, found.level) == ("loss", 3, 3, 4)
    area = math.pi / math.sqrt(4 * 9)
    assert found.area == pytest.approx(area, rel=5e-3)
    assert found.volume == pytest.approx(area / 2, rel=1e-2)
    assert not found.open
    assert found.radius == 0.25
    assert found.sharpness == pytest.approx(9 / 16, rel=5e-3)
    assert found.curvature_x == pytest.approx(8)
    assert found.curvature_y == pytest.approx(18)


def test_a_finer_grid_comes_nearer() -> None:
    errors = []
    for number in (21, 41, 81):
        x = np.linspace(-1, 1, number)
        found = measure(plane(x, x, 2 * x**2 + 3 * x[:, np.newaxis] ** 2))
        errors.append(abs(found.area - math.pi / math.sqrt(6)))
    assert errors[0] > 3 * errors[1] > 9 * errors[2]


def test_a_tilted_plane_is_measured_exactly() -> None:
    x, y = np.linspace(-1, 2, 7), np.array([-1.0, -0.3, 0.0, 0.4, 1.0])
    found = measure(plane(x, y, np.tile(x, (5, 1))), radius=0.5)
    assert found.area == pytest.approx(4)
    assert found.volume == pytest.approx(4)
    assert found.open
    assert found.sharpness == pytest.approx(0.5)
    assert found.curvature_x == pytest.approx(0, abs=1e-9)


def test_spacing_may_differ() -> None:
    x = np.sign(np.linspace(-1, 1, 121)) * np.linspace(-1, 1, 121) ** 2
    y = np.unique(np.append(np.random.default_rng(0).uniform(-1, 1, 150), 0.0))
    found = measure(plane(x, y, 6 * x**2 + 2 * y[:, np.newaxis] ** 2 + x * y[:, np.newaxis]))
    assert found.area == pytest.approx(2 * math.pi / math.sqrt(4 * 12 - 1), rel=1e-2)
    assert (found.curvature_x, found.curvature_y) == (pytest.approx(12), pytest.approx(4))


def test_another_valley_is_not_counted() -> None:
    x = np.linspace(-1, 4, 251)
    y = np.linspace(-1, 1, 101)
    two = np.minimum(4 * x**2, 4 * (x - 3) ** 2) + 4 * y[:, np.newaxis] ** 2
    assert measure(plane(x, y, two)).area == pytest.approx(math.pi / 4, rel=5e-3)
    # At a higher level they are one, which also reaches the edge.
    whole = measure(plane(x, y, two), rise=14.0)
    assert whole.open
    assert whole.area == pytest.approx(10, rel=1e-6)


def test_valleys_that_meet_in_the_middle_of_a_cell_are_one() -> None:
    x = np.array([-1.0, 0.0, 1.0, 2.0])
    heights = np.full((4, 4), 1.5)
    heights[1, 1], heights[2, 2] = 0.0, 0.0  # of that cell the middle is 0.75
    assert measure(plane(x, x, heights)).area == pytest.approx(measure(plane(x, x, heights.T)).area)
    apart = np.where(heights == 0, 0.0, 3.0)  # the middle is 1.5
    assert measure(plane(x, x, heights)).area > 2 * measure(plane(x, x, apart)).area


def test_the_region_is_that_of_scipys_labels() -> None:
    x = np.linspace(-1, 1, 31)
    rough = ndimage.gaussian_filter(np.random.default_rng(3).normal(size=(31, 31)), 1.5) * 12
    rough -= rough[15, 15]
    found = measure(plane(x, x, rough), rise=0.5)
    # The same piecewise linear surface, looked at in many places of each cell.
    fine = (np.arange(30 * 24) + 0.5) / 24
    cell = fine.astype(int)
    u, v = np.meshgrid(fine - cell, fine - cell)
    at = np.ix_(cell, cell)
    a, b = rough[:-1, :-1][at], rough[:-1, 1:][at]
    c, d = rough[1:, :-1][at], rough[1:, 1:][at]
    middle = (a + b + c + d) / 4
    tip = 2 * np.minimum(np.minimum(u, 1 - u), np.minimum(v, 1 - v))
    # On a ray from the middle the border is reached here.
    reach = np.maximum(np.abs(u - 0.5), np.abs(v - 0.5)) * 2
    p, q = 0.5 + (u - 0.5) / reach, 0.5 + (v - 0.5) / reach
    border = a * (1 - p) * (1 - q) + b * p * (1 - q) + c * (1 - p) * q + d * p * q
    surface = tip * middle + (1 - tip) * border
    labels, _ = ndimage.label(surface <= 0.5, np.ones((3, 3)))
    inside = labels == labels[15 * 24, 15 * 24]
    size = (2 / 30 / 24) ** 2
    assert found.area == pytest.approx(inside.sum() * size, rel=0.02)
    assert found.volume == pytest.approx((0.5 - surface)[inside].sum() * size, rel=0.02)


def test_holes_lie_above_every_level() -> None:
    x = np.linspace(-1, 1, 41)
    heights = x**2 + x[:, np.newaxis] ** 2  # all of it would be below the level
    for hole in (math.nan, math.inf, -math.inf):
        cut = np.where(np.abs(x) > 0.52, hole, heights)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found = measure(plane(x, x, cut), rise=4.0)
        assert found.area == pytest.approx(2 * 1.0)
        assert found.open  # up and down
        assert found.minimum == 0
        assert found.sharpness == pytest.approx(0.0625, rel=0.03)
        assert measure(plane(x, x, cut), radius=0.7).sharpness == math.inf


def test_points_that_are_not_computed_leave_the_region_open() -> None:
    x = np.linspace(-1, 1, 21)
    heights = 8 * (x**2 + x[:, np.newaxis] ** 2)
    done = np.ones((21, 21), np.bool_)
    assert not measure(plane(x, x, heights)).open
    done[10, 12] = False
    found = measure(plane(x, x, np.where(done, heights, np.nan), done=done))
    assert found.open
    assert math.isfinite(found.sharpness)
    done[:3] = False
    assert flatness(plane(x, x, np.where(done, heights, np.nan), done=done)) is None


def test_a_line_has_a_width() -> None:
    x = np.linspace(-1, 2, 301)
    found = measure(line(x, 4 * x**2))
    assert found.area == pytest.approx(1, rel=1e-4)
    assert found.volume == pytest.approx(2 / 3, rel=1e-3)
    assert (found.open, found.curvature_y) == (False, None)
    assert found.curvature_x == pytest.approx(8)
    assert found.radius == pytest.approx(0.375)
    assert found.sharpness == pytest.approx(4 * 0.375**2, rel=1e-3)


def test_a_line_that_begins_at_the_model_is_open() -> None:
    x = np.linspace(0, 1, 11)
    found = measure(line(x, 2 * x))
    assert (found.open, found.area) == (True, pytest.approx(0.5))
    assert found.volume == pytest.approx(0.25)


def test_another_valley_of_a_line_is_not_counted_and_a_hole_ends_it() -> None:
    x = np.linspace(-1, 4, 501)
    two = np.minimum(4 * x**2, 4 * (x - 3) ** 2)
    assert measure(line(x, two)).area == pytest.approx(1, rel=1e-3)
    assert measure(line(x, np.where(x > 0.201, np.nan, two))).area == pytest.approx(0.7, rel=1e-3)


def test_the_exact_loss_at_the_model_counts_where_no_point_is() -> None:
    x = np.linspace(-1, 1, 40)
    landscape = plane(x, x, 4 * x**2 + 4 * x[:, np.newaxis] ** 2, center={"loss": 0.0})
    found = measure(landscape)
    assert (found.center, found.minimum, found.level) == (0, 0, 1)
    assert found.curvature_x == pytest.approx(8)


def test_any_metric_is_measured_by_name() -> None:
    x = np.linspace(-1, 1, 21)
    done = np.ones((21, 21), np.bool_)
    values = {"loss": np.ones((21, 21)), "error": 2 * x**2 + 0 * x[:, np.newaxis]}
    landscape = Landscape(x, x, values, done)
    assert measure(landscape).curvature_x == pytest.approx(0)
    assert measure(landscape, metric="error").curvature_x == pytest.approx(4)
    assert flatness(landscape, metric="none") is None


def test_what_can_not_be_reported_is_none() -> None:
    x = np.linspace(-1, 1, 11)
    bowl = x**2 + x[:, np.newaxis] ** 2
    assert flatness(plane(x + 2, x, bowl)) is None  # the model is outside
    assert flatness(plane(x, x, np.full((11, 11), np.nan))) is None
    assert flatness(plane(x[:1], x, bowl[:, :1])) is None
    curvature = Landscape(x, x, {"hessian/max": bowl}, np.ones(bowl.shape, np.bool_))
    assert flatness(curvature) is None


def test_too_few_points_for_a_curvature_are_nan() -> None:
    x = np.array([-1.0, 1.0])
    found = measure(plane(x, x, np.ones((2, 2))))
    assert math.isnan(found.curvature_x)
