"""Principal component analysis: mean-centered, with the same answer every time.

SciPy and scikit-learn are loaded with the first fit: a server that projects nothing starts without them.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

COMPONENTS = 10

# The shorter side of the matrix; beyond it, an eigen-decomposition takes seconds.
_EXACT_UP_TO = 2048
_POWER_ITERATIONS = 7
_PIECE = 1 << 22  # values that are centered at a time


@dataclass(frozen=True, slots=True)
class Pca:
    """A mean and orthonormal axes, the one with most variance first."""

    mean: NDArray[np.float64]  # [D]
    axes: NDArray[np.float64]  # [K, D], rows of length 1; the largest entry of each is positive
    variance: NDArray[np.float64]  # [K], along each axis (sums over N - 1)
    total: float  # variance of all dimensions together
    exact: bool  # False: axes by a randomized decomposition

    @property
    def ratio(self) -> NDArray[np.float64]:
        """Share of the total variance along each axis, [K]."""
        return self.variance / self.total if self.total > 0 else np.zeros_like(self.variance)


def fit(vectors: NDArray[Any], components: int = COMPONENTS, *, seed: int = 0) -> Pca:
    """The principal axes of finite `vectors`, [N, D].

    components: K is at most this, and at most the number of axes that have variance.
    seed: of the randomized decomposition, for matrices whose shorter side is longer than 2048.
    """
    number, dimensions = vectors.shape
    if not vectors.size:
        return Pca(np.zeros(dimensions), np.empty((0, dimensions)), np.empty(0), 0.0, True)
    mean = _mean(vectors)
    exact = min(number, dimensions) <= _EXACT_UP_TO
    if not exact:
        squares, axes, total = _randomized(vectors, mean, components, seed)
    elif dimensions <= number:
        squares, axes, total = _from_covariance(vectors, mean, components)
    else:
        squares, axes, total = _from_products(vectors, mean, components)
    # Rounding leaves a little on axes that have nothing: of the sums, and of the mean.
    eps = np.finfo(np.float64).eps
    least = max(number, dimensions) * (total * eps + float(np.square(mean * eps).sum()) * 16)
    kept = squares > least
    squares, axes = squares[kept], axes[kept]
    largest = np.abs(axes).argmax(axis=1)
    axes = axes * np.sign(axes[np.arange(len(axes)), largest])[:, np.newaxis]
    freedom = max(number - 1, 1)
    return Pca(mean, axes, squares / freedom, float(total) / freedom, exact)


def project(pca: Pca, vectors: NDArray[Any]) -> NDArray[np.float32]:
    """Coordinates of `vectors`, [N, D], along the axes: [N, K]."""
    out = np.empty((len(vectors), len(pca.axes)), np.float32)
    for piece in _pieces(len(vectors), vectors.shape[1]):
        out[piece] = (vectors[piece] - pca.mean) @ pca.axes.T
    return out


def _pieces(number: int, width: int) -> list[slice]:
    step = max(1, _PIECE // max(width, 1))
    return [slice(start, min(start + step, number)) for start in range(0, number, step)]


def _mean(vectors: NDArray[Any]) -> NDArray[np.float64]:
    mean: NDArray[np.float64] = vectors.mean(axis=0, dtype=np.float64)
    return mean


# Squared singular values, axes, their sum.
_Found = tuple[NDArray[np.float64], NDArray[np.float64], float]


def _from_covariance(vectors: NDArray[Any], mean: NDArray[np.float64], components: int) -> _Found:
    """The axes from the D x D matrix of sums of products, made in pieces: no centered copy of everything."""
    from scipy.linalg import blas

    dimensions = len(mean)
    sums = np.zeros((dimensions, dimensions), order="F")
    for piece in _pieces(*vectors.shape):
        centered = vectors[piece] - mean
        sums = blas.dsyrk(1.0, centered.T, beta=1.0, c=sums, overwrite_c=True)
    values, columns = _largest(sums, components)
    return values, columns.T, float(np.trace(sums))


def _from_products(vectors: NDArray[Any], mean: NDArray[np.float64], components: int) -> _Found:
    """The axes from the N x N matrix of inner products, for vectors longer than there are of them."""
    from scipy.linalg import blas

    number = len(vectors)
    products = np.zeros((number, number), order="F")
    pieces = _pieces(len(mean), number)
    for piece in pieces:
        centered = vectors[:, piece] - mean[piece]
        products = blas.dsyrk(1.0, centered, beta=1.0, c=products, overwrite_c=True)
    values, columns = _largest(products, components)
    axes = np.empty((len(values), len(mean)))
    for piece in pieces:
        axes[:, piece] = columns.T @ (vectors[:, piece] - mean[piece])
    lengths = np.linalg.norm(axes, axis=1, keepdims=True)
    axes = np.divide(axes, lengths, out=axes, where=lengths > 0)
    return values, axes, float(np.trace(products))


def _largest(
    upper: NDArray[np.float64], components: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The largest eigenvalues of a symmetric matrix, falling, and their vectors as columns."""
    from scipy.linalg import eigh

    size = len(upper)
    if not size:
        return np.empty(0), np.empty((0, 0))
    first = max(size - components, 0)
    values, columns = eigh(
        upper, lower=False, subset_by_index=[first, size - 1], check_finite=False
    )
    return np.maximum(values[::-1], 0), columns[:, ::-1]


def _randomized(
    vectors: NDArray[Any], mean: NDArray[np.float64], components: int, seed: int
) -> _Found:
    from sklearn.utils.extmath import randomized_svd

    centered = (vectors - mean).astype(np.float32)
    _, singular, axes = randomized_svd(
        centered, components, n_iter=_POWER_ITERATIONS, random_state=seed
    )
    total = sum(
        float(np.square(centered[piece], dtype=np.float64).sum())
        for piece in _pieces(*centered.shape)
    )
    return np.square(singular, dtype=np.float64), axes.astype(np.float64), total
