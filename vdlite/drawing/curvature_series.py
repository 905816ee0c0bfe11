"""The curvature through a training: that of each snapshot, as series beside the loss."""

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.drawing.curvature_options import CurvatureSeriesOptions
from vdlite.drawing.entry import Callback
from vdlite.drawing.learning_rates import learning_rates
from vdlite.drawing.snapshot_curvature import SnapshotCurvature, values_of
from vdlite.drawing.sources import Source, sources
from vdlite.errors import LandscapeError, LogdirError, NotFoundError
from vdlite.kinds.landscape import NAME, Landscape
from vdlite.landscape.keywords import Given, with_options
from vdlite.landscape.options import ProblemOptions
from vdlite.landscape.surface.progress import Pace
from vdlite.reader import LogReader
from vdlite.writer import LogWriter
from vdlite.writer.life.importing import afterwards

_BELOW = "curvature"


@dataclass(frozen=True, slots=True)
class CurvatureSeries:
    """The curvature at each snapshot of a recorder."""

    tag: str
    """Above those of the scalars: `curvature`, or `TAG/curvature` of a recorder with a tag of its own."""
    unit: str  # of the steps: "step" or "epoch"
    steps: NDArray[np.int64]  # [K]
    values: Mapping[str, NDArray[np.float64]]
    """By name, as the scalars are called below the tag, and the `loss` of the same samples, [K] each; NaN where something
    is not known."""


@with_options(CurvatureSeriesOptions)
def compute_curvature(
    run: str | os.PathLike[str], callback_fn: Callback, given: Given[CurvatureSeriesOptions]
) -> list[CurvatureSeries]:
    """Compute the curvature of each snapshot of a run, and write it into the run's log at the snapshots' steps.

    Scalars `curvature/...`: `top_eigenvalue` of the Hessian with `top_eigenvalue_uncertainty`, `trace` with `trace_uncertainty`,
    `critical_sharpness`, and `2_over_learning_rate`, about which the top eigenvalue of a
    gradient descent with all samples ends up: J. Cohen et al., Gradient Descent on Neural Networks Typically Occurs at
    the Edge of Stability (2021, arXiv 2103.00065). Of each snapshot a landscape of one point has the spectral density.

    run, callback_fn, snapshots, unit: as of `compute_landscape`. tag: of one recorder; None for all.
    only: roles or patterns of names; other weights count as constants.
    learning_rate: a number, or the tag of its scalars; the recorder's if left out, else the scalars `learning_rate` or
        `lr`.
    critical: what the critical sharpness is along, "gradient", "update" (the way to the next snapshot, divided by
        steps and learning rate, without any derivative) or "nothing"; see `critical_sharpness`.
    density: False leaves out the spectral density and the trace, and with them nine products of ten.
    with_sharpness, sharpness_radius, adaptive_radius and so on: as of `compute_landscape`; the scalars
        `sharpness_mean`, with `_uncertainty`, `sharpness_worst`, and the same with `adaptive_` before.
    curvature_samples: how many samples all is computed of; None for all. seed: of random vectors.
    report: is called with the progress of each recorder, in snapshots.
    num_samples, batch_norm, precision, facts and so on: of `TorchProblem`; they replace the callback's.

    What is in the log already, of the same weights, samples and settings, is not computed again.
    Raises LandscapeError as `compute_landscape` does, and if there are no snapshots.
    """
    options = given.options
    folder = Path(run)
    found = sources(
        folder,
        callback_fn,
        given.named(ProblemOptions),
        tag=options.tag,
        snapshots=options.snapshots,
        unit=options.unit,
    )
    if all(source.sequence is None for source in found):
        raise LandscapeError(f"snapshots: want those of a LandscapeRecorder, there are none: {run}")
    rates = [learning_rates(folder, source, options.learning_rate) for source in found]
    with _Log(folder) as log:
        return [
            _series(source, each, log, options) for source, each in zip(found, rates, strict=True)
        ]


class _Log:
    """The run's log: what it has of snapshots, and where more is written to."""

    def __init__(self, run: Path) -> None:
        self._run = run
        self._made: LogWriter | None = None
        try:
            reader = LogReader(run)
            self._known = {(one.tag, one.step, one.id): one for one in reader.landscapes(".")}
        except (LogdirError, NotFoundError):
            self._known = {}

    def __enter__(self) -> "_Log":
        return self

    def __exit__(self, *_: object) -> None:
        if self._made is not None:
            self._made.close()

    def known(self, tag: str, step: int, landscape_id: str) -> Landscape | None:
        logged = self._known.get((tag, step, landscape_id))
        try:
            return None if logged is None else logged.read()[0]
        except ValueError:  # nothing that can be read
            return None

    def write(self, tag: str, above: str, step: int, made: Landscape) -> None:
        """The landscape last: where it is, all is."""
        if self._made is None:
            with afterwards():
                self._made = LogWriter(self._run)
        for name, value in values_of(made).items():
            # The training logs a loss of its own, beside which a second one would be taken for it.
            if name != "loss" and not math.isnan(value):
                self._made.add_scalar(f"{above}/{name}", value, step)
        self._made.add_landscape(tag, made, step)


def _series(
    source: Source, rates: NDArray[np.float64], log: _Log, options: CurvatureSeriesOptions
) -> CurvatureSeries:
    sequence = source.sequence
    assert sequence is not None
    tag = f"{source.tag}/{_BELOW}"
    above = _BELOW if source.tag == NAME else tag
    each = SnapshotCurvature(source, rates, options)
    planned = [each.id(place) for place in range(len(sequence.steps))]
    found: dict[int, Landscape] = {}
    for place, (step, known_id) in enumerate(zip(sequence.steps, planned, strict=True)):
        known = log.known(tag, step, known_id)
        if known is not None:
            found[place] = known
    pace = Pace(len(planned), len(found), unit="snapshots")

    def report(come: int) -> None:
        if options.report is not None:
            options.report(tag, pace.progress(come))

    report(0)
    for place, step in enumerate(sequence.steps):
        if place not in found:
            found[place] = replace(each.compute(place), id=planned[place])
            log.write(tag, above, step, found[place])
            report(1)
    rows = [values_of(found[place]) for place in range(len(planned))]
    columns: dict[str, Any] = {
        name: np.array([row.get(name, math.nan) for row in rows], dtype=np.float64)
        for name in dict.fromkeys(name for row in rows for name in row)
    }
    return CurvatureSeries(above, source.unit, np.asarray(sequence.steps, dtype=np.int64), columns)
