"""Eigenvalues of a symmetric matrix that is known only by its products with vectors."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import LandscapeError
from vdlite.packages import needed

Vector = NDArray[np.float64]
Product = Callable[[Vector], Vector]


class Ritz(NamedTuple):
    """What some steps of Lanczos know of a matrix."""

    values: Vector  # [M] falling: estimates of eigenvalues, the outermost the best
    errors: Vector  # [M] each within this of an eigenvalue: the length of H v - value v
    shares: Vector  # [M] of the first vector that lies along each; they sum to 1
    vectors: NDArray[np.floating[Any]]  # [M, N] of length 1; empty unless they were asked for


def lanczos(
    product: Product,
    size: int,
    *,
    steps: int = 60,
    seed: int = 0,
    start: Vector | None = None,
    keep: int = 0,
    enough: Callable[[Ritz], bool] | None = None,
    orthogonal: bool = True,
) -> Ritz:
    """Eigenvalues of a matrix [N, N] by Lanczos' method with full re-orthogonalisation, twice in each step.

    steps: products at most. start: the first vector; normally distributed by the seed, if left out.
    keep: how many vectors are wanted at either end. enough: is asked every fifth step whether to stop.
    orthogonal: False takes three vectors of memory instead of steps + 2, but rounding brings found eigenvalues up again
        and again: those of an eigenvalue share what one alone would have, so that a density stays what it is. No
        vectors can be kept then.
    Raises LandscapeError if a product is not finite.
    """
    if size < 1:
        raise LandscapeError(f"matrix: got {size} rows, want 1 or more")
    if start is None:
        start = np.random.Generator(np.random.PCG64(seed)).standard_normal(size)
    steps = min(steps, size)
    # Without orthogonality only the last two are there.
    basis = np.empty((steps if orthogonal else 2, size))
    diagonal, beside = np.empty(steps), np.zeros(steps)
    vector = start / np.linalg.norm(start)
    for step in range(steps):
        held = step if orthogonal else step % 2
        basis[held] = vector
        image = np.asarray(product(vector), dtype=np.float64)
        if not np.isfinite(image).all():
            raise LandscapeError("matrix: got NaN or infinity from a product")
        diagonal[step] = vector @ image
        for _ in range(2 if orthogonal else 0):
            image = image - basis[: step + 1].T @ (basis[: step + 1] @ image)
        if not orthogonal:
            image = image - diagonal[step] * vector
            if step:
                image -= beside[step - 1] * basis[1 - held]
        beside[step] = _length(image)
        done = step + 1
        scale = max(np.abs(diagonal[:done]).max(), beside[:done].max(), np.finfo(float).tiny)
        if beside[step] <= 1e-12 * scale:
            # The vectors so far span all that the first one reaches: the values are exact.
            beside[step] = 0.0
            break
        if enough is not None and done % 5 == 0 and done < steps:
            found = _ritz(diagonal[:done], beside[:done], basis[:done], 0)
            if enough(found):
                break
        vector = image / beside[step]
    return _ritz(diagonal[:done], beside[:done], basis[:done], keep)


def _length(vector: Vector) -> float:
    """The Euclidean length, also where squares are beyond what float64 holds."""
    greatest = float(np.abs(vector).max(initial=0.0))
    return greatest * float(np.linalg.norm(vector / greatest)) if greatest else 0.0


def _ritz(diagonal: Vector, beside: Vector, basis: NDArray[np.float64], keep: int) -> Ritz:
    # SciPy takes a while to load, and whoever imports the package may want no eigenvalues.
    with needed("curvature"):
        from scipy.linalg import eigh_tridiagonal

    values, mixes = eigh_tridiagonal(diagonal, beside[:-1])
    values, mixes = values[::-1], mixes[:, ::-1]
    kept = mixes.T
    if 2 * keep < len(kept):
        kept = np.concatenate([kept[:keep], kept[len(kept) - keep :]])
    return Ritz(
        values,
        np.abs(beside[-1] * mixes[-1]),
        mixes[0] ** 2,
        kept @ basis if keep else np.empty((0, basis.shape[1])),
    )
