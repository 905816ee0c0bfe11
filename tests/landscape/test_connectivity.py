"""Curves of low loss between two models."""

import numpy as np
import pytest

from vdlite.errors import LandscapeError
from vdlite.landscape import ArrayProblem, barrier, connect


def valley(weights):
    """Zero on the parabola y = 1 - x^2, which joins (-1, 0) and (1, 0); 4 in the middle between them."""
    x, y = weights[0]
    return float(4 * (y - 1 + x**2) ** 2)


def slope(weights):
    x, y = weights[0]
    off = 8 * (y - 1 + x**2)
    return [np.array([2 * x * off, off])]


START, END = [np.array([-1.0, 0.0])], [np.array([1.0, 0.0])]
PROBLEM = ArrayProblem(START, valley, gradient=slope)


def height(landscape):
    return barrier(landscape.x, landscape.values["loss"])


def test_a_bezier_curve_follows_the_valley_that_the_straight_line_leaves() -> None:
    curve = connect(PROBLEM, END, steps=400, lr=0.05)
    # A parabola is a quadratic Bezier curve: that of this valley has its bend at (0, 2), and no loss at all.
    np.testing.assert_allclose(curve.bend[0], [0, 2], atol=1e-2)
    profile = curve.profile(PROBLEM)
    assert height(profile) < 1e-3
    assert [(mark.name, mark.x) for mark in profile.marks] == [
        ("start", 0),
        ("bend", 0.5),
        ("end", 1),
    ]
    assert (profile.settings.mode, profile.settings["curve"]) == ("curve", "bezier")
    straight = connect(PROBLEM, END, steps=1, lr=1e-12).profile(PROBLEM)
    assert height(straight) == pytest.approx(4.0)


def test_a_polygon_has_its_bend_in_the_valley() -> None:
    curve = connect(PROBLEM, END, kind="polygon", steps=400, lr=0.05)
    profile = curve.profile(PROBLEM)
    assert height(profile) < 0.5
    np.testing.assert_allclose(curve.at(0.5)[0], curve.bend[0])
    np.testing.assert_allclose(curve.at(0.25)[0], (START[0] + curve.bend[0]) / 2)


def test_the_plane_goes_through_both_ends_and_the_bend_and_has_the_curve_as_a_path() -> None:
    curve = connect(PROBLEM, END, steps=400, lr=0.05)
    plane = curve.plane(PROBLEM, size=9, workers=1)
    assert plane.settings.mode == "plane"
    assert [mark.name for mark in plane.marks] == ["start", "bend", "end"]
    # From (-1, 0) to (1, 0) is 1; the bend lies over the middle.
    assert plane.marks[1].x == pytest.approx(0.5, abs=1e-2)
    assert plane.path is not None
    assert plane.path.y is not None
    np.testing.assert_allclose(plane.path.residual, 0, atol=1e-9)
    np.testing.assert_allclose(plane.path.loss, plane.path.true_loss, atol=1e-9)
    assert plane.path.loss.max() < 1e-3
    assert plane.path.x[[0, -1]].tolist() == pytest.approx([0, 1])


def test_the_same_seed_gives_the_same_curve() -> None:
    bends = [connect(PROBLEM, END, steps=20, seed=seed).bend[0] for seed in (1, 1, 2)]
    np.testing.assert_array_equal(bends[0], bends[1])
    assert not np.array_equal(bends[0], bends[2])


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"kind": "spline"}, "kind: got 'spline'"),
        ({"steps": 0}, "connect: got 0 steps"),
        ({"end": [np.zeros(3)]}, "end: want an array for each weight"),
        ({"lr": 1e6}, "want a smaller lr than 1000000.0"),
    ],
)
def test_wrong_arguments_are_reported(changed, message) -> None:
    with pytest.raises(LandscapeError, match=message):
        connect(PROBLEM, **{"end": END, **changed})
