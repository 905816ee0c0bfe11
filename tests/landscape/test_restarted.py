"""Eigenvalues with few vectors in memory, against NumPy and against all vectors."""

import numpy as np
import pytest

from tests.landscape.bowls import bowl_problem
from vdlite.errors import LandscapeError
from vdlite.landscape import curvature, hessian_directions
from vdlite.landscape.curvature.ends import fits
from vdlite.landscape.curvature.lanczos import lanczos
from vdlite.landscape.curvature.restarted import BASIS, restarted

RNG = np.random.default_rng(3)
SIZE = 600
# A few outliers above a crowd near zero, and one below: as Hessians of networks have them.
VALUES = np.sort(np.concatenate([[90.0, 41, 37, 12, 11.5], RNG.uniform(0, 1, SIZE - 6), [-2.0]]))
TURN, _ = np.linalg.qr(RNG.normal(size=(SIZE, SIZE)))
MATRIX = TURN * VALUES @ TURN.T


def product(vector):
    return MATRIX @ vector


def test_both_ends_are_those_of_the_matrix_and_their_errors_are_true():
    got = restarted(product, SIZE, steps=80, wanted=5)
    assert got.values[:5] == pytest.approx([90, 41, 37, 12, 11.5], rel=1e-5)
    assert got.values[-1] == pytest.approx(-2, rel=1e-4)
    nearest = np.abs(got.values[:, None] - VALUES).min(axis=1)
    assert np.all(nearest <= got.errors + 1e-5)


def test_vectors_of_both_ends_are_eigenvectors():
    got = restarted(product, SIZE, steps=80, wanted=2, keep=1)
    for value, vector in zip((90, -2), got.vectors, strict=True):
        assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)
        np.testing.assert_allclose(MATRIX @ vector, value * vector, atol=1e-3)


@pytest.mark.parametrize("size", [1, 2, 7, BASIS, BASIS + 1, 30])
def test_of_a_small_matrix_all_that_is_asked_for_is_exact(size):
    own = RNG.normal(size=(size, size))
    own = own + own.T
    got = restarted(lambda vector: own @ vector, size, steps=400, wanted=3)
    exact = np.linalg.eigvalsh(own)[::-1]
    scale = np.abs(exact).max()
    np.testing.assert_allclose(got.values[: min(3, size)], exact[:3], atol=1e-4 * scale)
    assert got.values[-1] == pytest.approx(exact[-1], abs=1e-4 * scale)


def test_it_takes_no_more_products_than_it_may_and_ends_when_it_is_enough():
    asked = []

    def counted(vector):
        asked.append(vector.dtype)
        return product(vector)

    restarted(counted, SIZE, steps=23, wanted=5)
    assert len(asked) == 23
    asked.clear()
    restarted(counted, SIZE, steps=80, enough=lambda ritz: ritz.errors[0] < 1e-3)
    assert len(asked) < 30
    assert set(asked) == {np.dtype(np.float32)}


def test_a_product_that_is_not_finite_is_reported():
    with pytest.raises(LandscapeError, match="got NaN or infinity"):
        restarted(lambda vector: vector * np.nan, 4)


def test_a_density_is_the_same_whether_its_vectors_stay_orthogonal():
    start = RNG.choice([-1.0, 1.0], SIZE)
    found = [
        lanczos(product, SIZE, steps=40, start=start, orthogonal=orthogonal)
        for orthogonal in (True, False)
    ]
    bins = np.linspace(-3, 100, 12)
    exact, rough = (np.histogram(one.values, bins, weights=one.shares)[0] for one in found)
    np.testing.assert_allclose(rough, exact, atol=1e-6)
    assert found[1].shares.sum() == pytest.approx(1)


def test_a_curvature_with_little_memory_is_that_with_much():
    problem, _ = bowl_problem([np.ones((6, 5)), np.ones(7)])
    much = curvature(problem)
    little = curvature(problem, most_bytes=0, steps=400)
    scale = float(np.abs(much.eigenvalues).max())
    np.testing.assert_allclose(little.eigenvalues, much.eigenvalues, atol=1e-4 * scale)
    assert little.trace == pytest.approx(much.trace)
    x, y = little.density["x"], little.density["y"]
    assert float((y[1:] + y[:-1]) / 2 @ np.diff(x)) == pytest.approx(1, abs=1e-3)


def test_the_vectors_of_a_million_parameters_do_not_fit_into_the_usual_memory():
    assert fits(100_000, 80, 1 << 28)
    assert not fits(1_000_000, 80, 1 << 28)


def test_directions_of_a_large_model_are_of_its_hessian():
    problem, bowl = bowl_problem([np.ones((4, 4))])
    exact, vectors = np.linalg.eigh(bowl.matrix)
    got = hessian_directions(problem, most_bytes=0, axes=1)
    assert got.facts["eigenvalues"] == pytest.approx([exact[-1]], rel=1e-5)
    way = got.axes[0][0].reshape(-1)
    assert abs(way @ vectors[:, -1]) / np.linalg.norm(way) == pytest.approx(1, abs=1e-4)
