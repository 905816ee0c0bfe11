"""Losses whose landscapes are known in closed form."""

import numpy as np

from vdlite.landscape import ArrayProblem


class Bowl:
    """Half of w' A w + b' w, where w are all weights in a row."""

    def __init__(self, matrix, slope=None):
        self.matrix = np.asarray(matrix, dtype=np.float64)
        self.slope = np.zeros(len(self.matrix)) if slope is None else np.asarray(slope)

    def __call__(self, weights):
        w = np.concatenate([array.reshape(-1) for array in weights])
        return float(0.5 * w @ self.matrix @ w + self.slope @ w)

    def gradient(self, weights):
        w = np.concatenate([array.reshape(-1) for array in weights])
        whole = self.matrix @ w + self.slope
        pieces, start = [], 0
        for array in weights:
            pieces.append(whole[start : start + array.size].reshape(array.shape))
            start += array.size
        return pieces


def symmetric(size, seed=0):
    """A symmetric matrix with eigenvalues of both signs."""
    drawn = np.random.default_rng(seed).normal(size=(size, size))
    return (drawn + drawn.T) / 2


def bowl_problem(center, matrix=None, slope=None):
    """The bowl of a center: a list of arrays."""
    size = sum(array.size for array in center)
    bowl = Bowl(symmetric(size) if matrix is None else matrix, slope)
    return ArrayProblem(center, bowl, gradient=bowl.gradient, name="bowl", model="Bowl"), bowl


def flat(arrays):
    return np.concatenate([np.asarray(array, dtype=np.float64).reshape(-1) for array in arrays])
