"""Both ends of a spectrum, each as exact as it is wanted."""

import math
from typing import Protocol

import numpy as np

from vdlite.landscape.curvature.hessian import Hessian
from vdlite.landscape.curvature.lanczos import Ritz, Vector, lanczos
from vdlite.landscape.curvature.restarted import restarted

MOST_BYTES = 1 << 28
"""Of all vectors, so that a small model is looked at as exactly as can be, and a large one with 80 bytes a parameter."""

SHARE = 0.05  # of the smallest eigenvalue: how well it is to be known
FLOOR = 1e-4  # of the largest: what is nearer to zero counts as if it were there


class Multiplies(Protocol):
    """A matrix that is known by its products with vectors."""

    @property
    def size(self) -> int: ...
    def __call__(self, vector: Vector) -> Vector: ...


def ends_of(
    matrix: Multiplies,
    top: int,
    steps: int,
    tolerance: float,
    seed: int,
    keep: int = 0,
    *,
    most_bytes: int = MOST_BYTES,
) -> Ritz:
    """The `top` largest eigenvalues within the tolerance, a share of the largest, and the smallest; or as far as steps go.

    most_bytes: for the vectors of Lanczos' method; where they take more, it is restarted with few of them.
    """

    def enough(ritz: Ritz) -> bool:
        if len(ritz.values) <= top:
            return False
        size = float(np.abs(ritz.values).max())
        # The first vector has a share of about 1 / sqrt(N) of each eigenvector. In a crowd of eigenvalues near zero, one
        # that lies below them is at first seen only as so small an error of theirs.
        own = max(SHARE * abs(float(ritz.values[-1])), FLOOR * size) / math.sqrt(matrix.size)
        limits = np.full(top + 1, tolerance * size)
        limits[-1] = min(limits[-1], own)
        return bool(np.all(outermost(ritz.errors, top) <= limits))

    if fits(matrix.size, steps, most_bytes):
        return lanczos(matrix, matrix.size, steps=steps, seed=seed, keep=keep, enough=enough)
    return restarted(
        matrix, matrix.size, steps=steps, seed=seed, wanted=top, keep=keep, enough=enough
    )


def fits(size: int, steps: int, most_bytes: int) -> bool:
    """True if all vectors of Lanczos' method may be in memory."""
    return 8 * size * (min(steps, size) + 2) <= most_bytes


def errors_of(ends: Ritz, hessian: Hessian) -> Vector:
    """Within each of these of its value there is an eigenvalue: better than its products none can be."""
    return np.maximum(ends.errors, hessian.rounding * float(np.abs(ends.values).max()))


def outermost(column: Vector, top: int) -> list[float]:
    """The first ones, and the last."""
    if len(column) <= top + 1:
        return [float(one) for one in column]
    return [*(float(one) for one in column[:top]), float(column[-1])]
