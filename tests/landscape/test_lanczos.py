"""Eigenvalues, trace and density of matrices that are known, against NumPy."""

import numpy as np
import pytest

from tests.landscape.bowls import bowl_problem, flat, symmetric
from vdlite.errors import LandscapeError
from vdlite.landscape import (
    CurvatureProblem,
    compute_surface,
    curvature,
    gradient_directions,
    hessian_directions,
)
from vdlite.landscape.curvature.lanczos import lanczos

RNG = np.random.default_rng(7)


def turned(eigenvalues):
    """A symmetric matrix with these eigenvalues."""
    vectors, _ = np.linalg.qr(RNG.normal(size=(len(eigenvalues), len(eigenvalues))))
    return vectors * eigenvalues @ vectors.T


@pytest.mark.parametrize("size", [1, 2, 5, 40])
def test_with_as_many_steps_as_rows_all_eigenvalues_are_exact(size):
    matrix = symmetric(size)
    got = lanczos(lambda v: matrix @ v, size, steps=size)
    np.testing.assert_allclose(got.values, np.linalg.eigvalsh(matrix)[::-1], atol=1e-10)


def test_both_ends_come_first_and_their_errors_are_true():
    """A smallest eigenvalue of a 370th of the largest: what a shifted power iteration misses by a third."""
    eigenvalues = np.concatenate([[138.0, 50.0], RNG.uniform(0, 3, 497), [-0.371]])
    matrix = turned(eigenvalues)
    got = lanczos(lambda v: matrix @ v, 500, steps=60, seed=1)
    assert got.values[0] == pytest.approx(138.0, rel=1e-9)
    assert got.values[-1] == pytest.approx(-0.371, abs=1e-3)
    nearest = np.abs(got.values[:, None] - eigenvalues).min(axis=1)
    assert np.all(nearest <= got.errors + 1e-9)


def test_found_eigenvalues_do_not_come_up_again():
    matrix = turned(np.concatenate([[1000.0], np.linspace(0, 1, 99)]))
    got = lanczos(lambda v: matrix @ v, 100, steps=80)
    assert np.count_nonzero(got.values > 500) == 1


def test_vectors_of_both_ends_are_eigenvectors():
    matrix = symmetric(30)
    got = lanczos(lambda v: matrix @ v, 30, steps=30, keep=2)
    for value, vector in zip(np.r_[got.values[:2], got.values[-2:]], got.vectors, strict=True):
        np.testing.assert_allclose(matrix @ vector, value * vector, atol=1e-8)
        assert np.linalg.norm(vector) == pytest.approx(1)


def test_the_same_seed_gives_the_same_numbers():
    matrix = symmetric(60)
    first, second = (lanczos(lambda v: matrix @ v, 60, steps=10, seed=4) for _ in range(2))
    assert np.array_equal(first.values, second.values)


def test_a_matrix_of_zeros_and_one_multiple_of_the_identity_end_at_once():
    products = []

    def zero(vector):
        products.append(1)
        return 0 * vector

    assert lanczos(zero, 10).values.tolist() == [0.0]
    assert lanczos(lambda v: 3 * v, 10).values == pytest.approx([3.0])
    assert len(products) == 1


def test_a_product_that_is_not_finite_is_reported():
    with pytest.raises(LandscapeError, match="got NaN or infinity"):
        lanczos(lambda v: v * np.nan, 4)


def test_the_curvature_of_a_bowl_is_that_of_its_matrix():
    center = [RNG.normal(size=(4, 5)), RNG.normal(size=20)]
    problem, bowl = bowl_problem(center)
    found = curvature(problem, top=3, probes=40)
    exact = np.linalg.eigvalsh(bowl.matrix)[::-1]
    np.testing.assert_allclose(found["eigenvalues"], [*exact[:3], exact[-1]], atol=1e-2)
    assert found["trace"] == pytest.approx(np.trace(bowl.matrix), abs=4 * found["trace_error"])
    assert found["parameters"] == 40


def test_the_density_has_area_one_and_lies_where_the_eigenvalues_are():
    eigenvalues = np.concatenate([np.full(90, 1.0), np.full(10, 9.0)])
    problem, _ = bowl_problem([np.zeros((10, 10))], turned(eigenvalues))
    density = curvature(problem, probes=30)["density"]
    x, y = density["x"], density["y"]
    assert np.trapezoid(y, x) == pytest.approx(1, abs=0.01)
    assert np.trapezoid(y[x > 5], x[x > 5]) == pytest.approx(0.1, abs=0.03)


def test_ignored_weights_count_as_constants():
    center = [np.zeros((3, 4)), np.zeros(5)]
    problem, bowl = bowl_problem(center)
    found = curvature(problem, top=1, probes=0, ignore=["vector"])
    exact = np.linalg.eigvalsh(bowl.matrix[:12, :12])
    assert found["eigenvalues"] == pytest.approx([exact[-1], exact[0]], abs=1e-3)


def test_directions_along_eigenvectors_show_the_eigenvalues_as_curvature():
    problem, bowl = bowl_problem([np.zeros((4, 6))])
    directions = hessian_directions(problem, smallest=True)
    exact = np.linalg.eigvalsh(bowl.matrix)
    assert directions.facts["eigenvalues"] == pytest.approx([exact[-1], exact[0]], abs=1e-3)
    surface = compute_surface(problem, directions, x=(-1, 1, 3))
    loss = surface.values["bowl"]
    assert loss[1, 2] - 2 * loss[1, 1] + loss[1, 0] == pytest.approx(exact[-1], abs=1e-2)
    assert loss[2, 1] - 2 * loss[1, 1] + loss[0, 1] == pytest.approx(exact[0], abs=1e-2)


def test_the_gradient_is_the_steepest_direction():
    center = [RNG.normal(size=(3, 3))]
    problem, bowl = bowl_problem(center)
    directions = gradient_directions(problem)
    np.testing.assert_allclose(flat(directions.axes[0]), bowl.matrix @ flat(center), rtol=1e-9)
    assert len(gradient_directions(problem, seed=1)) == 2


def test_a_map_of_the_curvature_of_a_bowl_is_the_same_everywhere():
    problem, bowl = bowl_problem([np.zeros((3, 4))])
    directions = hessian_directions(problem)
    got = compute_surface(CurvatureProblem(problem), directions, x=(-1, 1, 3), y=(0, 2, 2))
    exact = np.linalg.eigvalsh(bowl.matrix)
    assert got.metrics == ("hessian/ratio", "hessian/max", "hessian/min", "hessian/error")
    np.testing.assert_allclose(got.values["hessian/max"], exact[-1], atol=0.02)
    np.testing.assert_allclose(got.values["hessian/min"], exact[0], atol=0.02)
    np.testing.assert_allclose(got.values["hessian/ratio"], abs(exact[0] / exact[-1]), atol=0.01)


def hidden(seed, smallest):
    """A bowl as trained networks have it: some large eigenvalues, a crowd around 0, and one a bit below that."""
    rng = np.random.default_rng(seed)
    crowd = rng.normal(size=381) * 1e-4
    vectors, _ = np.linalg.qr(rng.normal(size=(400, 400)))
    eigenvalues = np.concatenate([np.geomspace(20, 1, 18), crowd, [smallest]])
    matrix = vectors * eigenvalues @ vectors.T
    return bowl_problem([np.zeros((20, 20))], (matrix + matrix.T) / 2)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("smallest", [-0.2, -0.05, -0.004])
def test_a_smallest_eigenvalue_that_a_crowd_near_zero_hides_is_found(seed, smallest):
    problem, bowl = hidden(seed, smallest)
    exact = np.linalg.eigvalsh(bowl.matrix)
    got = compute_surface(CurvatureProblem(problem), hessian_directions(problem), x=(0, 1, 2))
    np.testing.assert_allclose(got.values["hessian/min"], exact[0], rtol=0.05)
    np.testing.assert_allclose(got.values["hessian/ratio"], -exact[0] / exact[-1], rtol=0.05)
    assert np.all(np.abs(got.values["hessian/min"] - exact[0]) <= got.values["hessian/error"])
    assert np.all(got.values["hessian/error"] <= 0.05 * -exact[0])
    found = curvature(problem, top=1, probes=0)
    assert found["eigenvalues"] == pytest.approx([exact[-1], exact[0]], rel=0.05)
    assert found["products"] < 80


def test_a_map_says_what_its_products_were_too_few_for():
    problem, _ = hidden(0, -0.2)
    curved = CurvatureProblem(problem, steps=5)
    got = compute_surface(curved, hessian_directions(problem, axes=1), x=(0, 1, 2))
    assert np.all(got.values["hessian/error"] > np.abs(got.values["hessian/min"]))


def test_a_problem_without_gradient_says_so():
    from vdlite.landscape import ArrayProblem

    problem = ArrayProblem([np.zeros((2, 2))], lambda weights: 0.0)
    with pytest.raises(LandscapeError, match="made without one"):
        curvature(problem)


@pytest.mark.parametrize("scale", [1e-300, 1e-200, 1e160, 1e300])
def test_eigenvalues_whose_squares_no_number_holds_are_as_exact(scale):
    matrix = np.random.default_rng(3).normal(size=(20, 20))
    matrix = matrix + matrix.T
    found = lanczos(lambda vector: (matrix * scale) @ vector, 20, steps=20)
    np.testing.assert_allclose(found.values / scale, np.linalg.eigvalsh(matrix)[::-1], rtol=1e-9)
