"""t-SNE: a layout in which neighbors stay neighbors (van der Maaten and Hinton, 2008).

scikit-learn has the heavy parts: the neighbors' probabilities, and the Barnes-Hut gradient. Its `TSNE` says nothing
until it is done, so the descent stands here: the same steps, with a word after each. A test holds it to `TSNE`, which
lays out by itself where a newer scikit-learn does not show these parts any more.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.manifold import TSNE
from sklearn.neighbors import NearestNeighbors

from vdlite.projection.barnes_hut import BarnesHut
from vdlite.projection.prepare import principal, usable_perplexity

Report = Callable[[int, NDArray[np.float32]], None]
"""Called after each iteration: how many are done, and the layout so far."""

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
    parts: BarnesHut | None = None,
) -> NDArray[np.float32]:
    """A layout of `vectors`, [N, D], as [N, components].

    learning_rate: None for N / 48, at least 50 (Belkina et al., 2019).
    start: where the points begin, [N, components], made small; the first principal components when left out.
    parts: those of `barnes_hut()`; without them `report` is called at the end only.
    """
    number = len(vectors)
    if number < 4:
        return principal(vectors, components, seed)  # too few to have neighborhoods
    perplexity = usable_perplexity(perplexity, number)
    rate = learning_rate or max(number / EXAGGERATION / 4, 50.0)
    layout = principal(vectors, components, seed) if start is None else start
    spread = float(np.std(layout[:, 0]))
    layout = (layout * (_START_SIZE / spread) if spread > 0 else layout).astype(np.float32)
    if not spread > 0:  # all in one place: no force would part them
        layout = np.random.default_rng(seed).normal(0, _START_SIZE, layout.shape).astype(np.float32)
    if parts is None:
        layout = _at_once(vectors, layout, perplexity, rate, iterations, seed)
        report(iterations, layout)
        return layout
    attraction = parts.joint_probabilities(_distances(vectors, perplexity), perplexity, 0)
    descent = _Descent(parts, attraction, layout, rate, report)
    attraction *= EXAGGERATION
    descent.run(min(EXPLORATION, iterations), momentum=0.5)
    attraction /= EXAGGERATION
    descent.run(iterations, momentum=0.8)
    return descent.layout


def _at_once(
    vectors: NDArray[np.float32],
    layout: NDArray[np.float32],
    perplexity: float,
    rate: float,
    iterations: int,
    seed: int,
) -> NDArray[np.float32]:
    """The layout by scikit-learn's public class."""
    options: dict[str, Any] = {"learning_rate": rate, "random_state": seed}
    try:
        model = TSNE(layout.shape[1], perplexity=perplexity, max_iter=iterations, **options)
    except TypeError:  # its name before scikit-learn 1.5
        model = TSNE(layout.shape[1], perplexity=perplexity, n_iter=iterations, **options)
    found: NDArray[np.float32] = model.set_params(init=layout).fit_transform(vectors)
    return found


def _distances(vectors: NDArray[np.float32], perplexity: float) -> Any:
    """The squares of the distances of each point to its neighbors: a sparse matrix, [N, N]."""
    neighbors = min(len(vectors) - 1, int(3.0 * perplexity + 1))
    finder = NearestNeighbors(n_neighbors=neighbors).fit(vectors)
    distances = finder.kneighbors_graph(mode="distance")
    distances.data **= 2
    return distances


class _Descent:
    """Gradient descent with momentum and a gain for each coordinate (Jacobs, 1988), as scikit-learn has it."""

    def __init__(
        self,
        parts: BarnesHut,
        attraction: Any,
        layout: NDArray[np.float32],
        rate: float,
        report: Report,
    ) -> None:
        """attraction: how much each point is drawn to each of its neighbors, a sparse matrix, [N, N]."""
        self._divergence = parts.divergence
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
            _, gradient = self._divergence(
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
