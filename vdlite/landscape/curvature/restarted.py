"""Eigenvalues at both ends of a large symmetric matrix, with few vectors in memory."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import LandscapeError
from vdlite.landscape.curvature.lanczos import Product, Ritz, Vector

BASIS = 10
"""Vectors of float32 that are kept. Fewer would take more products, more would take more memory."""

_BLOCK = 1 << 18  # entries of all vectors that are looked at together, in float64


def restarted(
    product: Product,
    size: int,
    *,
    steps: int = 60,
    seed: int = 0,
    wanted: int = 1,
    keep: int = 0,
    enough: Callable[[Ritz], bool] | None = None,
) -> Ritz:
    """Eigenvalues of a matrix [N, N] by the thick-restart Lanczos method, as `lanczos` gives them, but without shares.

    K. Wu and H. Simon, Thick-Restart Lanczos Method for Large Symmetric Eigenvalue Problems, 2000, section 3.
    wanted: how many of the largest are to be exact, beside the smallest. keep: how many vectors at either end.
    Memory: `BASIS` vectors of float32, and two of float64. Raises LandscapeError if a product is not finite.
    """
    held = min(max(wanted, keep), BASIS - 4)
    below = max(1, min(keep, BASIS - 2 - held))
    basis: NDArray[np.float32] = np.empty((min(BASIS, size), size), np.float32)
    matrix = np.zeros((len(basis), len(basis)))
    vector = _unit(_start(size, seed))
    known, products = 0, 0
    while True:
        beside = 0.0
        for step in range(known, len(basis)):
            basis[step] = vector
            image = np.array(product(basis[step]), dtype=np.float64)
            products += 1
            if not np.isfinite(image).all():
                raise LandscapeError("matrix: got NaN or infinity from a product")
            along = _without(image, basis[: step + 1])
            along += _without(image, basis[: step + 1])
            matrix[step, : step + 1] = matrix[: step + 1, step] = along
            known = step + 1
            beside = float(np.linalg.norm(image))
            scale = max(float(np.abs(matrix).max()), np.finfo(float).tiny)
            if beside <= 1e-6 * scale or products == steps:
                break
            vector = (image / beside).astype(np.float32)
            del image  # before the next one is there
        values, mixes = np.linalg.eigh(matrix[:known, :known])
        values, mixes = values[::-1], mixes[:, ::-1]
        found = Ritz(
            values, np.abs(beside * mixes[-1]), np.full(known, np.nan), np.empty((0, size))
        )
        spanned = beside <= 1e-6 * scale
        if spanned or products >= steps or (enough is not None and enough(found)):
            break
        places = [*range(held), *range(known - below, known)]
        _turn(basis[:known], mixes[:, places])
        matrix[:] = 0.0
        matrix[range(len(places)), range(len(places))] = values[places]
        known = len(places)
    if not keep:
        return found
    places = sorted({*range(min(keep, known)), *range(max(0, known - keep), known)})
    _turn(basis[:known], mixes[:, places])
    return found._replace(vectors=basis[: len(places)])


def _start(size: int, seed: int) -> Vector:
    return np.random.Generator(np.random.PCG64(seed)).standard_normal(size)


def _unit(vector: Vector) -> NDArray[np.float32]:
    made: NDArray[np.float32] = (vector / np.linalg.norm(vector)).astype(np.float32)
    return made


def _without(image: Vector, basis: NDArray[np.float32]) -> Vector:
    """Take the parts along the vectors of the basis out of the image, in place; gives how long they were."""
    along = np.zeros(len(basis))
    for start in range(0, len(image), _BLOCK):
        along += basis[:, start : start + _BLOCK].astype(np.float64) @ image[start : start + _BLOCK]
    for start in range(0, len(image), _BLOCK):
        image[start : start + _BLOCK] -= along @ basis[:, start : start + _BLOCK].astype(np.float64)
    return along


def _turn(basis: NDArray[np.float32], mixes: NDArray[np.float64]) -> None:
    """Put mixes [K, M] of the K vectors into the place of the first M, block by block."""
    for start in range(0, basis.shape[1], _BLOCK):
        block = basis[:, start : start + _BLOCK].astype(np.float64)
        basis[: mixes.shape[1], start : start + _BLOCK] = mixes.T @ block
