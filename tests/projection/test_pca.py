"""Principal components are those of the centered matrix."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_digits
from sklearn.decomposition import PCA

from vdlite.projection.align import align
from vdlite.projection.neighbors import nearest
from vdlite.projection.pca import fit, project
from vdlite.projection.prepare import finite_rows, reduced, scaler, some_rows

Array = np.ndarray[Any, Any]


def by_numpy(vectors: Array) -> tuple[Array, Array]:
    """Coordinates along the first ten axes and shares of the variance, by the centered SVD."""
    centered = vectors - vectors.mean(axis=0)
    left, singular, _ = np.linalg.svd(centered, full_matrices=False)
    return (left * singular)[:, :10], (singular**2 / (singular**2).sum())[:10]


def assert_same_up_to_signs(got: Array, want: Array, tolerance: float) -> None:
    signs = np.sign((got * want).sum(axis=0))
    np.testing.assert_allclose(got, want * signs, atol=tolerance)


@pytest.mark.parametrize(("number", "dimensions"), [(200, 30), (9, 784), (40, 40), (500, 10)])
def test_they_equal_numpys_centered_svd(number: int, dimensions: int) -> None:
    vectors = np.random.default_rng(0).normal(5, 1, (number, dimensions))
    vectors *= np.linspace(1, 3, dimensions)
    coordinates, shares = by_numpy(vectors)
    found = fit(vectors)
    assert found.exact
    kept = len(found.axes)
    assert kept == min(10, number - 1, dimensions)
    np.testing.assert_allclose(found.ratio, shares[:kept], rtol=1e-9)
    assert_same_up_to_signs(project(found, vectors), coordinates[:, :kept], 1e-3)


def test_digits_equal_scikit_learns() -> None:
    vectors = load_digits().data
    want = PCA(10, svd_solver="full").fit(vectors)
    found = fit(vectors)
    np.testing.assert_allclose(found.ratio, want.explained_variance_ratio_, rtol=1e-9)
    assert_same_up_to_signs(found.axes.T, want.components_.T, 1e-9)


def test_an_offset_changes_nothing() -> None:
    vectors = np.random.default_rng(1).normal(size=(300, 20))
    np.testing.assert_allclose(fit(vectors + 1000).ratio, fit(vectors).ratio, rtol=1e-6)


def test_a_matrix_long_on_both_sides_is_asked_to_be_randomized_and_is_close() -> None:
    rng = np.random.default_rng(2)
    vectors = rng.normal(size=(2100, 12)) @ rng.normal(size=(12, 2100)) + rng.normal(
        0, 0.01, (2100, 2100)
    )
    found = fit(vectors, seed=3)
    assert not found.exact
    centered = vectors - vectors.mean(axis=0)
    squares = np.linalg.eigvalsh(centered.T @ centered)[::-1]
    np.testing.assert_allclose(found.ratio, squares[:10] / squares.sum(), rtol=1e-3)
    assert (fit(vectors, seed=3).axes == found.axes).all()


def test_the_largest_entry_of_an_axis_is_positive_so_that_the_picture_is_always_the_same() -> None:
    axes = fit(load_digits().data).axes
    assert (axes[np.arange(10), np.abs(axes).argmax(axis=1)] > 0).all()


@settings(max_examples=50)
@given(st.integers(0, 5), st.integers(0, 5), st.floats(-1e6, 1e6))
def test_points_that_are_all_the_same_have_no_axes(
    number: int, dimensions: int, value: float
) -> None:
    vectors = np.full((number, dimensions), value, np.float32)
    found = fit(vectors)
    assert len(found.axes) == 0
    assert project(found, vectors).shape == (number, 0)


def test_a_turned_layout_is_turned_back() -> None:
    layout = np.random.default_rng(3).normal(size=(50, 2)).astype(np.float32)
    turn = np.array([[0.6, 0.8], [0.8, -0.6]])  # with a mirror
    moved = layout @ turn + 7
    moved[4] = np.nan
    back = align(moved, layout)
    assert np.isnan(back[4]).all()
    np.testing.assert_allclose(np.delete(back, 4, 0), np.delete(layout, 4, 0), atol=1e-5)


@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
def test_neighbors_equal_scikit_learns(metric: Any) -> None:
    from sklearn.neighbors import NearestNeighbors

    vectors = load_digits().data
    distances, points = (
        NearestNeighbors(n_neighbors=11, metric=metric, algorithm="brute")
        .fit(vectors)
        .kneighbors(vectors[3:4])
    )
    found, lengths = nearest(vectors, 3, 10, metric)
    assert found.tolist() == points[0, 1:].tolist()
    np.testing.assert_allclose(lengths, distances[0, 1:], atol=1e-6)


def test_points_without_a_distance_are_nobodys_neighbors() -> None:
    vectors = np.array([[1.0, 0], [0, 0], [np.nan, 1], [2, 0.1], [0, 1]])
    assert nearest(vectors, 0, 9, "cosine")[0].tolist() == [3, 4]
    assert nearest(vectors, 0, 9, "euclidean")[0].tolist() == [1, 3, 4]
    assert nearest(vectors, 2, 9, "euclidean")[0].tolist() == []


def test_rows_with_holes_are_left_out_and_a_limit_draws_with_the_seed() -> None:
    vectors = np.zeros((100, 2))
    vectors[[3, 50], 1] = np.nan, np.inf
    rows = finite_rows(vectors)
    assert len(rows) == 98 and 3 not in rows and 50 not in rows
    some = some_rows(rows, 10, seed=1)
    assert len(some) == 10 and (np.diff(some) > 0).all()
    assert (some == some_rows(rows, 10, seed=1)).all()
    assert (some != some_rows(rows, 10, seed=2)).any()


def test_scaling_does_what_it_says() -> None:
    vectors = np.random.default_rng(4).normal(3, [1, 5, 0], (500, 3))
    sphere = scaler(vectors, "sphere")(vectors)
    np.testing.assert_allclose(np.linalg.norm(sphere, axis=1), 1, rtol=1e-5)
    standard = scaler(vectors, "standard")(vectors)
    np.testing.assert_allclose(standard.std(axis=0), [1, 1, 0], atol=1e-5)
    assert scaler(vectors, "none")(vectors) is vectors


def test_wide_vectors_are_reduced_to_fifty_components() -> None:
    assert reduced(np.random.default_rng(5).normal(size=(200, 80)), 0).shape == (200, 50)
    assert reduced(np.ones((4, 50)), 0).shape == (4, 50)
