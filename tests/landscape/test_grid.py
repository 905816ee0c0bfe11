"""Coordinates, and the order in which points are computed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdlite.errors import LandscapeError
from vdlite.landscape.surface.grid import coarse_first, coordinates, odd, points_of


def test_a_range_is_text_or_a_tuple_and_its_ends_may_be_zero():
    assert coordinates("-1:1:5").tolist() == [-1, -0.5, 0, 0.5, 1]
    assert coordinates((0, 2, 3)).tolist() == [0, 1, 2]
    assert coordinates("-2:0:3").tolist() == [-2, -1, 0]
    assert coordinates([0, 0.1, 5]).tolist() == [0, 0.1, 5]
    assert coordinates((0.5, 0.5, 1)).tolist() == [0.5]


@given(st.integers(1, 200))
def test_an_odd_symmetric_range_has_the_model_exactly_in_the_middle(half):
    points = coordinates((-0.3, 0.3, 2 * half + 1))
    assert points[half] == 0.0


def test_sizes_become_odd():
    assert [odd(size) for size in (1, 2, 40, 41)] == [1, 3, 41, 41]


@pytest.mark.parametrize(
    ("given_", "text"),
    [
        ("1:2", "want min:max:number"),
        ("a:b:c", "want min:max:number"),
        ("0:1:3:4", "want min:max:number"),
        ("0:1:2.5", "want min:max:number"),
        ((1, 0, 5), "want coordinates that rise"),
        ((0, 0, 5), "want coordinates that rise"),
        ((0, 1, 0), "want 1 or more"),
        ((0, 1, 10**9), "want 10000000 at most"),
        ((0, float("inf"), 3), "NaN or infinity"),
        ((0, 1, float("nan")), "want a whole number"),
        ([], "got shape"),
        ([[0, 1]], "got shape"),
        ([1, 1], "want coordinates that rise"),
        (["a", "b"], "want"),
    ],
)
def test_what_is_no_range_is_reported(given_, text):
    with pytest.raises(LandscapeError, match=text):
        coordinates(given_, "x")


def test_points_go_row_by_row():
    x, y = np.array([0.0, 1.0, 2.0]), np.array([10.0, 20.0])
    assert points_of(x, y).tolist() == [[0, 10], [1, 10], [2, 10], [0, 20], [1, 20], [2, 20]]
    assert points_of(x, None).tolist() == [[0], [1], [2]]


@given(st.integers(1, 40), st.integers(1, 40))
def test_every_point_comes_once(rows, columns):
    order = coarse_first((rows, columns))
    assert sorted(order.tolist()) == list(range(rows * columns))


def test_a_coarse_lattice_with_corners_and_middle_comes_first_and_is_refined():
    order = coarse_first((41, 41))
    early = set(order[:25].tolist())
    for row in (0, 20, 40):
        for column in (0, 20, 40):
            assert row * 41 + column in early
    # Wherever it is stopped, the points that are there spread over the whole grid.
    for share in (100, 400):
        rows, columns = np.divmod(order[:share], 41)
        gaps = np.diff(np.unique(rows)).max(), np.diff(np.unique(columns)).max()
        assert max(gaps) <= 41 / np.sqrt(share) * 3


def test_ends_that_are_too_far_apart_are_reported_without_a_warning():
    with pytest.raises(LandscapeError, match="NaN or infinity"):
        coordinates((-1e308, 1e308, 3))
