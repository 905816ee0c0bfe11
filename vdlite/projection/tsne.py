"""t-SNE: a layout in which neighbours stay neighbours (van der Maaten and Hinton, 2008).

scikit-learn has the heavy parts: the neighbours' probabilities, and the Barnes-Hut gradient. Its `TSNE` says nothing
until it is done, so the descent stands here: the same steps, with a word after each. A test holds it to `TSNE`.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.manifold._t_sne import _joint_probabilities_nn, _kl_divergence_bh
from sklearn.neighbors import NearestNeighbors

from vdlite.projection.prepare import principal, usable_perplexity

Report = Callable[[int, NDArray[np.float32]], None]
"""Told after each iteration: how many are done, and the layout so far."""

EXAGGERATION = 12.0
EXPLORATION = 250
"""Iterations in which attraction is exaggerated, so that clusters can pass through each other."""

_ANGLE = 0.5
_LEAST_GRADIENT = 1e-7
_START_SIZE = 1e-4  # standard deviation along the first axis
# The sum of two threads' parts is the same in either order; of more it is not, and the same seed would no longer give
# the same picture.
_THREADS = 2


def tsne(
    vectors: NDArray[np.float32],
    *,
    components: int,
    perplexity: float,
    learning_rate: float | None,
    iterations: int,
    seed: int,
    start: NDArray[np.float32] | None = None,
    report: Report,
) -> NDArray[np.float32]:
    """A layout of `vectors`, [N, D], as [N, components].

    learning_rate: None for N / 48, at least 50 (Belkina et al., 2019).
    start: where the points begin, [N, components], made small; the first principal components when left out.
    """
    number = len(vectors)
    if number < 4:
        return principal(vectors, components, seed)  # too few to have neighbourhoods
    perplexity = usable_perplexity(perplexity, number)
    rate = learning_rate or max(number / EXAGGERATION / 4, 50.0)
    layout = principal(vectors, components, seed) if start is None else start
    spread = float(np.std(layout[:, 0]))
    layout = (layout * (_START_SIZE / spread) if spread > 0 else layout).astype(np.float32)
    if not spread > 0:  # all in one place: no force would part them
        layout = np.random.default_rng(seed).normal(0, _START_SIZE, layout.shape).astype(np.float32)
    attraction = _attraction(vectors, perplexity)
    descent = _Descent(attraction, layout, rate, report)
    attraction *= EXAGGERATION
    descent.run(min(EXPLORATION, iterations), momentum=0.5)
    attraction /= EXAGGERATION
    descent.run(iterations, momentum=0.8)
    return descent.layout


def _attraction(vectors: NDArray[np.float32], perplexity: float) -> Any:
    """How much each point is drawn to each of its neighbours: a sparse matrix, [N, N]."""
    neighbours = min(len(vectors) - 1, int(3.0 * perplexity + 1))
    finder = NearestNeighbors(n_neighbors=neighbours).fit(vectors)
    distances = finder.kneighbors_graph(mode="distance")
    distances.data **= 2
    return _joint_probabilities_nn(distances, perplexity, 0)


class _Descent:
    """Gradient descent with momentum and a gain for each coordinate (Jacobs, 1988), as scikit-learn has it."""

    def __init__(
        self, attraction: Any, layout: NDArray[np.float32], rate: float, report: Report
    ) -> None:
        self._attraction = attraction
        self._shape = layout.shape
        self._rate = rate
        self._report = report
        self._done = 0
        self._points: NDArray[np.float32] = layout.ravel().copy()

    @property
    def layout(self) -> NDArray[np.float32]:
        layout: NDArray[np.float32] = self._points.reshape(self._shape)
        return layout

    def run(self, until: int, *, momentum: float) -> None:
        """Go on until so many iterations are done in all, or nothing moves any more."""
        update = np.zeros_like(self._points)
        gains = np.ones_like(self._points)
        number, components = self._shape
        while self._done < until:
            _, gradient = _kl_divergence_bh(
                self._points,
                self._attraction,
                max(components - 1, 1),
                number,
                components,
                angle=_ANGLE,
                compute_error=False,
                num_threads=_THREADS,
            )
            turned = update * gradient < 0
            gains = np.maximum(np.where(turned, gains + 0.2, gains * 0.8), 0.01).astype(np.float32)
            gradient *= gains
            update = momentum * update - self._rate * gradient
            self._points += update
            self._done += 1
            self._report(self._done, self.layout)
            if self._done % 50 == 0 and np.linalg.norm(gradient) <= _LEAST_GRADIENT:
                return
