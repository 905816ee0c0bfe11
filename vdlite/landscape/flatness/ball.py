"""The surroundings of a model at one distance, in the unit of its weights or in their own scale."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import LandscapeError
from vdlite.landscape.weights import STATISTICS, Array, Weight, chosen, split

Floats = NDArray[np.float64]


class Ball:
    """Weights at center + radius * scale * u, for u of length 1."""

    def __init__(
        self, weights: Sequence[Weight], radius: float, scale: str | None, ignore: Sequence[str]
    ) -> None:
        """scale: None for 1 everywhere, "element" or "filter". ignore: see `chosen`; statistics never move."""
        counts = chosen(weights, ignore=ignore)
        counts &= np.array([weight.role not in STATISTICS for weight in weights])
        self._counts: list[bool] = counts.tolist()
        self._shapes = [weight.value.shape for weight in weights]
        self.center = [weight.value.astype(np.float64) for weight in weights]
        kept = [weight for weight, one in zip(weights, self._counts, strict=True) if one]
        if not any(weight.value.size for weight in kept):
            raise LandscapeError("sharpness: nothing is left to move")
        pieces = [_scale(weight, scale).reshape(-1) for weight in kept]
        self._scale = radius * np.concatenate(pieces)

    def at(self, way: Floats) -> list[Floats]:
        """The weights in a direction [N] of length 1."""
        moved = split(self._scale * way, self._shapes, self._counts)
        return [one + step for one, step in zip(self.center, moved, strict=True)]

    def uphill(self, slope: Floats) -> Floats | None:
        """The direction, among these, that a slope by the weights, [N], points to; None if there is none."""
        turned = self._scale * slope
        length = float(np.linalg.norm(turned))
        return turned / length if 0 < length < np.inf else None

    def random(self, stream: np.random.Generator) -> Floats:
        """Evenly on the sphere."""
        drawn = stream.standard_normal(len(self._scale))
        return np.asarray(drawn / np.linalg.norm(drawn))

    def displaced(self, directions: int, seed: int) -> Sequence[Sequence[Array]]:
        """Models on both ends of each of so many random directions: made when they are asked for, [2 * directions]."""
        return _Displaced(self, directions, seed)


class _Displaced(Sequence[Sequence[Array]]):
    def __init__(self, ball: Ball, directions: int, seed: int) -> None:
        self._ball = ball
        self._number = 2 * directions
        self._seed = seed

    def __len__(self) -> int:
        return self._number

    def __getitem__(self, place: Any) -> Any:
        number = range(self._number)[place]
        stream = np.random.Generator(np.random.PCG64([self._seed, 0, number // 2]))
        way = self._ball.random(stream)
        return self._ball.at(way if number % 2 == 0 else -way)


def _scale(weight: Weight, scale: str | None) -> Floats:
    value = weight.value.astype(np.float64)
    if scale is None:
        return np.ones_like(value)
    if scale == "element":
        return np.abs(value)
    filters = weight.filters(value)
    lengths = np.linalg.norm(filters, axis=1, keepdims=True)
    return np.asarray(weight.unfilter(np.broadcast_to(lengths, filters.shape)), dtype=np.float64)
