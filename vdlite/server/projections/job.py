"""One projection: what is wanted, how far it is, and the work itself."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from vdlite.projection import pca
from vdlite.projection.align import align
from vdlite.projection.prepare import (
    REDUCED_TO,
    Scaling,
    finite_rows,
    scaler,
    some_rows,
    usable_neighbors,
    usable_perplexity,
)
from vdlite.projection.process import LayoutProcess
from vdlite.server.projections.points import Source

Method = Literal["pca", "tsne", "umap"]
State = Literal["unmade", "queued", "running", "paused", "done", "failed", "cancelled"]
Load = Callable[[Source], NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A projection that somebody asked for; see the route for the fields' meanings."""

    source: Source
    method: Method
    components: int
    scaling: Scaling = "none"
    seed: int = 0
    fit: Source | None = None
    after: str | None = None
    limit: int | None = None
    perplexity: float = 30.0
    learning_rate: float | None = None
    iterations: int = 1000
    neighbors: int = 15
    min_dist: float = 0.1
    metric: str = "euclidean"


@dataclass(slots=True)
class JobReport:
    """The state of a projection so far."""

    state: State = "queued"
    done: float = 0.0
    iteration: int | None = None
    error: str | None = None
    points: int = 0
    dimensions: int = 0
    left_out: int = 0  # points with a NaN or an infinity
    projected: int = 0  # points that have coordinates
    reduced_to: int | None = None  # dimensions that a layout started from
    perplexity: float | None = None  # that was used
    neighbors: int | None = None
    aligned: bool = False
    seconds: float = 0.0  # that it took
    version: int = 0  # grows with each new layout
    coordinates: NDArray[np.float32] | None = None  # [N, K]; NaN for points that have none
    ratio: NDArray[np.float64] | None = None  # [K], shares of the variance
    exact: bool | None = None


@dataclass(eq=False)
class Job:
    """A projection with a life: queued, running, over."""

    id: str
    wanted: Wanted
    before: NDArray[np.float32] | None = None  # the layout that this one comes after, [N, K]
    report: JobReport = field(default_factory=JobReport)
    lock: threading.Lock = field(default_factory=threading.Lock)
    process: LayoutProcess = field(default_factory=LayoutProcess)

    @property
    def over(self) -> bool:
        return self.report.state in ("done", "failed", "cancelled")

    @property
    def nbytes(self) -> int:
        coordinates = self.report.coordinates
        return 0 if coordinates is None else coordinates.nbytes

    def cancel(self) -> None:
        """End it; what has been laid out so far stays."""
        with self.lock:
            if not self.over:
                self.report.state = "cancelled"
        self.process.stop()

    def pause(self) -> None:
        """Let it wait, with all that it has done; harmless unless it is running."""
        with self.lock:
            if self.report.state == "running":
                self.report.state = "paused"
                self.process.pause()

    def resume(self) -> None:
        """Let it go on; harmless unless it is paused."""
        with self.lock:
            if self.report.state == "paused":
                self.report.state = "running"
                self.process.pause(paused=False)

    def run(self, load: Load) -> None:
        """Do the work, in the thread of whoever calls. Raises what `load` raises, LayoutError, MemoryError."""
        with self.lock:
            if self.over:
                return
            self.report.state = "running"
        began = time.monotonic()
        vectors = load(self.wanted.source)
        finite = finite_rows(vectors)
        rows = some_rows(finite, self.wanted.limit, self.wanted.seed)
        with self.lock:
            self.report.points, self.report.dimensions = vectors.shape
            self.report.left_out = len(vectors) - len(finite)
            self.report.projected = len(rows)
        some = vectors if len(rows) == len(vectors) else vectors[rows]
        if self.wanted.method == "pca":
            self._run_pca(load, vectors, some, rows)
        else:
            self._run_layout(vectors, some, rows)
        with self.lock:
            self.report.seconds = time.monotonic() - began
            if not self.over:
                self.report.state = "done"
                self.report.done = 1.0

    def _run_pca(
        self, load: Load, vectors: NDArray[Any], some: NDArray[Any], rows: NDArray[np.int64]
    ) -> None:
        wanted = self.wanted
        base = some
        if wanted.fit is not None and wanted.fit != wanted.source:
            fitted = load(wanted.fit)
            if fitted.shape[1] != vectors.shape[1]:
                raise ValueError(
                    f"the points of the chosen step have {fitted.shape[1]} dimensions, "
                    f"these have {vectors.shape[1]}"
                )
            base = fitted[finite_rows(fitted)]
        scale = scaler(base, wanted.scaling)
        found = pca.fit(scale(base), seed=wanted.seed)
        coordinates = _spread(pca.project(found, scale(some)), rows, len(vectors))
        with self.lock:
            self.report.coordinates = coordinates
            self.report.ratio = found.ratio
            self.report.exact = found.exact
            self.report.version += 1

    def _run_layout(
        self, vectors: NDArray[Any], some: NDArray[Any], rows: NDArray[np.int64]
    ) -> None:
        wanted = self.wanted
        number = len(vectors)
        prepared = scaler(some, wanted.scaling)(some).astype(np.float32, copy=False)
        start = self._start(rows, number)
        parameters: dict[str, Any] = {"components": wanted.components, "seed": wanted.seed}
        if wanted.method == "tsne":
            perplexity = usable_perplexity(wanted.perplexity, len(rows))
            parameters |= {
                "perplexity": perplexity,
                "learning_rate": wanted.learning_rate,
                "iterations": wanted.iterations,
            }
        else:
            neighbors = usable_neighbors(wanted.neighbors, len(rows))
            parameters |= {
                "neighbors": neighbors,
                "min_dist": wanted.min_dist,
                "metric": wanted.metric,
            }
        with self.lock:
            self.report.perplexity = parameters.get("perplexity")
            self.report.neighbors = parameters.get("neighbors")
            self.report.reduced_to = REDUCED_TO if vectors.shape[1] > REDUCED_TO else None
            self.report.aligned = start is not None
        for progress in self.process.start(wanted.method, parameters, prepared, start):
            layout = progress.layout
            if layout is not None and start is not None:
                layout = align(layout, start)
            with self.lock:
                self.report.done = progress.done
                self.report.iteration = progress.iteration or self.report.iteration
                if layout is not None:
                    self.report.coordinates = _spread(layout, rows, number)
                    self.report.version += 1

    def _start(self, rows: NDArray[np.int64], number: int) -> NDArray[np.float32] | None:
        """The points' places in the layout before this one, [rows, K]; those that were nowhere: in the middle."""
        if self.before is None:
            return None
        if self.before.shape != (number, self.wanted.components):
            raise ValueError(
                f"the layout to begin from has {len(self.before)} points in {self.before.shape[1]} dimensions, "
                f"want {number} in {self.wanted.components}"
            )
        return np.nan_to_num(self.before[rows])


def _spread(
    coordinates: NDArray[np.float32], rows: NDArray[np.int64], number: int
) -> NDArray[np.float32]:
    """Coordinates of some rows among those of all, NaN elsewhere."""
    if len(rows) == number:
        return coordinates
    out = np.full((number, coordinates.shape[1]), np.nan, np.float32)
    out[rows] = coordinates
    return out
