"""The curvature at one snapshot, as a landscape of one point."""

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vdlite.drawing.curvature_options import CurvatureSeriesOptions
from vdlite.drawing.sharpness import asked_sharpness
from vdlite.drawing.sources import Source
from vdlite.errors import LandscapeError
from vdlite.kinds.landscape import Curvature, Landscape, Provenance, Sharpness
from vdlite.kinds.landscape.record import from_plain
from vdlite.landscape.curvature.critical import critical_sharpness
from vdlite.landscape.curvature.hessian import Curved, curved
from vdlite.landscape.curvature.spectrum import curvature
from vdlite.landscape.problem import Problem
from vdlite.landscape.weights import Array, fingerprint


class SnapshotCurvature:
    """Computes the curvature at the snapshots of one recorder."""

    def __init__(
        self, source: Source, rates: NDArray[np.float64], options: CurvatureSeriesOptions
    ) -> None:
        """rates: the learning rate at each, [K]; NaN where it is not known."""
        assert source.sequence is not None
        self._sequence = source.sequence
        self._source = source
        self._rates = rates
        self._options = options
        problem, samples = source.problem, options.curvature_samples
        # All of it is of the same samples; a problem without any has no fewer.
        if samples is not None and hasattr(problem, "limited"):
            problem = problem.limited(samples)
        self._problem: Problem = problem
        self._snapshots = self._sequence.of(problem.whole.weights)

    def id(self, place: int) -> str:
        """The identity of what is computed at a snapshot: two of the same identity are equal."""
        options = self._options
        asked: tuple[object, ...] = (
            options.only_these,
            options.critical,
            options.density,
            options.seed,
        )
        if options.with_sharpness:
            asked += (
                options.sharpness_radius,
                options.adaptive_radius,
                options.adaptive_scale,
                options.sharpness_directions,
            )
        # Towards the next snapshot, so that this counts, too.
        beside = self._sequence.steps[place : place + 2] if options.critical == "update" else ()
        return fingerprint(
            self._snapshots[place],
            self._source.problem.fingerprint,
            options.curvature_samples,
            asked,
            beside,
            None if math.isnan(self._rates[place]) else float(self._rates[place]),
        )

    def compute(self, place: int) -> Landscape:
        """A landscape of one point, the snapshot itself, with its curvature."""
        options = self._options
        problem = curved(self._problem.at(self._snapshots[place]), "curvature")
        here = problem.values_of([[weight.value for weight in problem.weights]])
        center = {name: float(column[0]) for name, column in here.items()}
        if not math.isfinite(next(iter(center.values()))):
            raise LandscapeError(
                f"snapshot {self._sequence.steps[place]}: its loss is {next(iter(center.values()))}"
            )
        found = curvature(
            problem,
            top=1,
            probes=4 if options.density else 0,
            only=options.only_these,
            seed=options.seed,
        )
        found = self._with_critical(problem, place, found)
        rate = float(self._rates[place])
        settings = replace(
            from_plain(Provenance, {**problem.facts(), **self._sequence.settings()}),
            mode="spectrum",
            learning_rate=None if math.isnan(rate) else rate,
            left_out=None,
        )
        return Landscape(
            np.zeros(1),
            None,
            {name: np.array([value]) for name, value in center.items()},
            np.ones(1, dtype=np.bool_),
            center=center,
            settings=settings,
            curvature=found,
            sharpness=asked_sharpness(problem, options, only=options.only_these)
            if options.with_sharpness
            else None,
        )

    def _with_critical(self, problem: Curved, place: int, found: Curvature) -> Curvature:
        options, rate = self._options, float(self._rates[place])
        if options.critical == "nothing":
            return found
        update = problem.slope() if options.critical == "gradient" else self._update(problem, place)
        if update is None:
            return found
        top = float(found.eigenvalues[0]) if found.eigenvalues is not None else math.nan
        start = rate if rate > 0 else (2 / top if top > 0 else 1.0)
        critical = critical_sharpness(problem, update, start=start, only=options.only_these)
        return replace(
            found,
            critical_sharpness=critical.value,
            critical_error=critical.error,
            critical_along=options.critical,
        )

    def _update(self, problem: Problem, place: int) -> list[Array] | None:
        """The update by a step, over the learning rate: the mean of the steps until the next snapshot."""
        steps, rate = self._sequence.steps, float(self._rates[place])
        each = self._source.steps_per_unit
        if place + 1 == len(steps) or each is None or math.isnan(rate):
            return None
        some = self._sequence.of(problem.weights)
        here, ahead = some[place], some[place + 1]
        length = rate * each * (steps[place + 1] - steps[place])
        return [
            (np.asarray(one, np.float64) - np.asarray(other, np.float64)) / length
            for one, other in zip(here, ahead, strict=True)
        ]


def values_of(made: Landscape) -> dict[str, float]:
    """The numbers of a snapshot, by the names of their scalars; NaN where one is not known."""
    found = made.curvature if made.curvature is not None else Curvature()
    rate = made.settings.learning_rate
    values, errors = found.eigenvalues, found.errors
    known: dict[str, float | None] = {
        "loss": made.center.get(made.metrics[0]),
        "top_eigenvalue": float(values[0]) if values is not None and len(values) else None,
        "top_eigenvalue_uncertainty": float(errors[0])
        if errors is not None and len(errors)
        else None,
        "trace": found.trace,
        "trace_uncertainty": found.trace_error,
        "critical_sharpness": found.critical_sharpness,
        "2_over_learning_rate": 2 / rate if isinstance(rate, float) else None,
    }
    rises = made.sharpness if made.sharpness is not None else Sharpness()
    # No name has the word error: pages take such a series for what a training wants to be small.
    for name, called in (("mean", "mean"), ("mean_error", "mean_uncertainty"), ("worst", "worst")):
        known[f"sharpness_{called}"] = getattr(rises, name)
        known[f"adaptive_sharpness_{called}"] = getattr(rises, f"adaptive_{name}")
    return {name: math.nan if value is None else float(value) for name, value in known.items()}
