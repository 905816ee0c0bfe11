"""The points nearest to one, found by looking at all of them."""

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Metric = Literal["cosine", "euclidean"]

_PIECE = 1 << 22  # values that are looked at in one go


def nearest(
    vectors: NDArray[Any], point: int, number: int, metric: Metric
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Indices of the `number` points nearest to `point`, itself left out, and their distances, rising.

    vectors: [N, D]. Of points at the same distance the first come first. Those that have no distance (NaN, or the
    cosine of a vector of length 0) are left out.
    The cosine distance is 1 - cos, from 0 to 2.
    """
    distances = np.empty(len(vectors))
    one = vectors[point].astype(np.float64)
    step = max(1, _PIECE // max(vectors.shape[1], 1))
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        for start in range(0, len(vectors), step):
            piece = vectors[start : start + step].astype(np.float64)
            distances[start : start + step] = _distances(piece, one, metric)
    distances[point] = np.nan
    order = np.argsort(distances, kind="stable")[: max(number, 0)]  # NaN sorts last
    order = order[~np.isnan(distances[order])]
    return order, distances[order]


def _distances(
    vectors: NDArray[np.float64], one: NDArray[np.float64], metric: Metric
) -> NDArray[np.float64]:
    if metric == "euclidean":
        lengths: NDArray[np.float64] = np.linalg.norm(vectors - one, axis=1)
        return lengths
    cosine: NDArray[np.float64] = (vectors @ one) / (
        np.linalg.norm(vectors, axis=1) * np.linalg.norm(one)
    )
    return np.clip(1 - cosine, 0, 2)
