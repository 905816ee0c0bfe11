"""The points that are projected: which rows, and how their values are scaled before."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from vdlite.projection.pca import fit, project

Scaling = Literal["none", "sphere", "standard"]

REDUCED_TO = 50
"""Dimensions that layouts by neighborhood start from: wider vectors are projected to so many components first
(van der Maaten and Hinton, 2008, section 4), which takes noise away and makes the neighbors quick to find."""

_PIECE = 1 << 22


def finite_rows(vectors: NDArray[Any]) -> NDArray[np.int64]:
    """Indices of the rows without NaN and infinities, rising."""
    step = max(1, _PIECE // max(vectors.shape[1], 1))
    finite = [
        np.isfinite(vectors[start : start + step]).all(axis=1)
        for start in range(0, len(vectors), step)
    ]
    return np.flatnonzero(np.concatenate(finite)) if finite else np.empty(0, np.int64)


def some_rows(rows: NDArray[np.int64], limit: int | None, seed: int) -> NDArray[np.int64]:
    """`limit` of the rows, drawn at random with the seed, in their order; all if there are no more."""
    if limit is None or len(rows) <= limit:
        return rows
    return np.sort(np.random.default_rng(seed).choice(rows, limit, replace=False))


@dataclass(frozen=True, slots=True)
class Scaler:
    """Scales vectors; made of one set of vectors, it treats others as those."""

    scaling: Scaling
    mean: NDArray[np.float64]  # [D]
    deviation: NDArray[np.float64]  # [D]

    def __call__(self, vectors: NDArray[Any]) -> NDArray[Any]:
        """The vectors, [N, D], scaled; themselves if nothing is to be done."""
        if self.scaling == "none" or not vectors.size:
            return vectors
        centered = vectors - self.mean
        over = self.deviation
        if self.scaling == "sphere":
            over = np.linalg.norm(centered, axis=1, keepdims=True)
        # What is 0 stays there.
        out: NDArray[np.float64] = np.divide(
            centered, over, out=np.zeros_like(centered), where=over > 0
        )
        return out.astype(np.float32)


def scaler(vectors: NDArray[Any], scaling: Scaling) -> Scaler:
    """How to scale `vectors`, [N, D].

    sphere: moved so that their mean is 0, then each to length 1.
    standard: each dimension with mean 0 and standard deviation 1.
    """
    if scaling == "none" or not len(vectors):
        zeros = np.zeros(vectors.shape[1])
        return Scaler(scaling, zeros, zeros)
    return Scaler(
        scaling,
        vectors.mean(axis=0, dtype=np.float64),
        vectors.std(axis=0, dtype=np.float64),
    )


def reduced(vectors: NDArray[Any], seed: int) -> NDArray[np.float32]:
    """At most `REDUCED_TO` dimensions that keep as much of the variance as can be, [N, <= 50]."""
    if vectors.shape[1] <= REDUCED_TO:
        return np.ascontiguousarray(vectors, np.float32)
    return project(fit(vectors, REDUCED_TO, seed=seed), vectors)


def principal(vectors: NDArray[Any], components: int, seed: int) -> NDArray[np.float32]:
    """The first principal components, [N, components]; zeros where there are fewer."""
    found = project(fit(vectors, components, seed=seed), vectors)
    return np.pad(found, ((0, 0), (0, components - found.shape[1])))


def usable_perplexity(perplexity: float, number: int) -> float:
    """The perplexity, or what few points allow: a third of the others."""
    return max(1.0, min(perplexity, (number - 1) / 3))


def usable_neighbors(neighbors: int, number: int) -> int:
    """The number of neighbors, or what few points allow: all others."""
    return max(2, min(neighbors, number - 1))
