"""A landscape while its points come in."""

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.landscape import Landscape
from vdlite.landscape.bend import Bend
from vdlite.landscape.grid import coarse_first
from vdlite.landscape.problem import Values


class Filling:
    """Takes values by the positions of their points: those of the surface, and behind them those of its `Bend`."""

    def __init__(self, landscape: Landscape, bend: Bend) -> None:
        self._landscape = landscape
        self._bend = bend
        self._loss = landscape.metrics[0]
        self._done = landscape.done.reshape(-1).copy()
        self._values = {name: array.reshape(-1).copy() for name, array in landscape.values.items()}
        self._around = np.full(len(bend.points), math.nan)

    def todo(self) -> NDArray[np.int64]:
        """Positions of the points that are still to be computed, in the order in which they are wanted."""
        whole = coarse_first(self._landscape.shape)
        order: NDArray[np.int64] = whole[~self._done[whole]]
        # The eigenvalues of a Hessian are no loss that could bend.
        if "curvatures" in self._landscape.directions or self._loss.startswith("hessian/"):
            return order
        return np.concatenate([order, len(self._done) + np.arange(len(self._around))])

    def take(self, at: NDArray[np.int64], found: Values) -> tuple[NDArray[np.int64], Values]:
        """Keep values; gives back those that belong to the surface."""
        inside = at < len(self._done)
        self._around[at[~inside] - len(self._done)] = found[self._loss][~inside]
        at, found = at[inside], {name: found[name][inside] for name in self._values}
        for name, column in self._values.items():
            column[at] = found[name]
        self._done[at] = True
        return at, found

    def landscape(self, *, seconds: float) -> Landscape:
        """With all that has come. seconds: what it took."""
        shape = self._landscape.shape
        told = dict(self._landscape.directions)
        curvatures = self._bend.curvatures(self._landscape.center[self._loss], self._around)
        if curvatures is not None:
            told["curvatures"] = curvatures
        return replace(
            self._landscape,
            directions=told,
            values={name: column.reshape(shape) for name, column in self._values.items()},
            done=self._done.reshape(shape),
            settings={**self._landscape.settings, "seconds": round(seconds, 3)},
        )
