"""UMAP, if umap-learn is installed."""

import re
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.projection.prepare import principal, usable_neighbors

Progress = Callable[[float], None]
"""Called with the share of the layout that is done, from 0 to 1."""


def umap(
    vectors: NDArray[np.float32],
    *,
    components: int,
    neighbors: int,
    min_dist: float,
    metric: str,
    seed: int,
    start: NDArray[np.float32] | None = None,
    progress: Progress,
) -> NDArray[np.float32]:
    """A layout of `vectors`, [N, D], as [N, components]. The same seed gives the same layout.

    start: where the points begin; a spectral layout when left out.
    Raises ImportError if umap-learn is not installed.
    """
    number = len(vectors)
    if number < components + 3:
        return principal(vectors, components, seed)  # too few to have neighborhoods
    from umap import UMAP

    spectral = "spectral" if number > components + 10 else "random"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that a seed means one thread, and that all is well
        model = UMAP(
            n_components=components,
            n_neighbors=usable_neighbors(neighbors, number),
            min_dist=min_dist,
            metric=metric,
            random_state=seed,
            init=spectral if start is None else start,
            verbose=True,
            tqdm_kwds={"file": _Ear(progress), "disable": False},
        )
        layout: NDArray[Any] = model.fit_transform(vectors)
    return layout.astype(np.float32)


class _Ear:
    """The file that umap-learn writes its progress bar to."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def write(self, text: str) -> None:
        found = re.search(r"(\d+)%", text)
        if found:
            self._progress(int(found[1]) / 100)

    def flush(self) -> None:
        pass
