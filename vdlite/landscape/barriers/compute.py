"""Losses on the lines between all pairs of models."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import LandscapeError, shown
from vdlite.kinds.landscape import Landscape, Provenance
from vdlite.kinds.landscape.record import DirectionsRecord, from_plain
from vdlite.landscape.alignment.align import align as aligned_with
from vdlite.landscape.alignment.align import groups_of
from vdlite.landscape.alignment.groups import PermutationGroups
from vdlite.landscape.barriers.pairs import FEWEST_POINTS, MODE, Align, Line, lines_between
from vdlite.landscape.problem import Problem
from vdlite.landscape.surface.progress import Pace, Report
from vdlite.landscape.surface.streaming import NoStream, Stream
from vdlite.landscape.weights import Array, fingerprint


def between_models(
    problem: Problem,
    models: Mapping[str, Sequence[Array]],
    *,
    points: int = 11,
    align: Align = "none",
    groups: PermutationGroups | None = None,
    resume: Landscape | None = None,
    stream: Stream | None = None,
    report: Report | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Landscape:
    """The metrics on the lines between all pairs of models: x is the way from 0 to 1, and each line is a row.

    models: by name, each an array for each weight of `problem.whole`: all that makes the model what it is moves, the
    statistics of batch norm, too, unless the problem estimates them anew at each point (`batch_norm="reestimated"`),
    as K. Jordan et al., REPAIR (2023, arXiv 2211.08403) have it.
    points: on each line, its ends among them. align: whether the second model of each pair is permuted; see `align`.
    groups: which channels can be permuted, if the problem does not tell. resume, stream, report: see `compute_surface`.
    `barriers_of` gives the matrices.
    Raises LandscapeError for fewer than two models, or if `resume` was computed of something else.
    """
    if align not in get_args(Align):
        raise LandscapeError(f"align: got {shown(align)}, want one of {get_args(Align)}")
    if len(models) < 2:
        raise LandscapeError(f"models: got {len(models)}, want two or more")
    if points < FEWEST_POINTS:
        raise LandscapeError(f"points: got {points}, want {FEWEST_POINTS} or more on each line")
    lines = lines_between(len(models), plain=align != "weights", aligned=align != "none")
    work = _Lines(problem.whole, list(models.values()), groups)
    if align != "none":
        work.prepare()
    x = np.linspace(0.0, 1.0, points)
    shape = (len(lines), points)
    landscape_id = id_of(problem, models, points, align)
    before = resume
    if before is not None and (before.id, before.shape) != (landscape_id, shape):
        raise LandscapeError(f"resume: got landscape {before.id}, want {landscape_id}")
    began = time.monotonic()
    center = {name: float(column) for name, column in work.end(0).items()}
    known = before is not None and list(before.values) == list(center)
    values = (
        {name: array.copy() for name, array in before.values.items()}
        if before is not None and known
        else {name: np.full(shape, np.nan) for name in center}
    )
    done = before.done.copy() if before is not None and known else np.zeros(shape, np.bool_)
    facts = {**problem.facts(), **(settings or {}), "mode": MODE, "models": list(models)}
    landscape = Landscape(
        x=x,
        y=np.arange(len(lines), dtype=np.float64),
        values=values,
        done=done,
        center=center,
        directions=DirectionsRecord(kind="towards", norm="none"),
        settings=from_plain(Provenance, {**facts, "align": align}),
        id=landscape_id,
    )
    sink = stream if stream is not None else NoStream()
    sink.begin(landscape)
    pace = Pace(done.size, int(done.sum()))
    if report is not None:
        report(pace.progress())
    try:
        for place, line in enumerate(lines):
            if done[place].all():
                continue
            for name, column in work.along(line, x).items():
                values[name][place] = column
            done[place] = True
            at = place * points + np.arange(points)
            sink.part(
                landscape_id, at, {name: array[place].copy() for name, array in values.items()}
            )
            if report is not None:
                report(pace.progress(points))
    finally:
        sink.pause()
    spent = (before.settings.seconds or 0.0) if before is not None else 0.0
    seconds = round(spent + time.monotonic() - began, 3)
    whole = replace(landscape, settings=replace(landscape.settings, seconds=seconds))
    sink.end(whole)
    return whole


def id_of(
    problem: Problem, models: Mapping[str, Sequence[Array]], points: int, align: Align
) -> str:
    """A text that is equal for equal lines between equal models."""
    each = [fingerprint(arrays) for arrays in models.values()]
    return fingerprint((), _evaluated(problem), each, points, align)


def _evaluated(problem: Problem) -> str:
    """The fingerprint of the problem, whichever model lies in its middle."""
    zeros = [np.zeros_like(weight.value) for weight in problem.whole.weights]
    return problem.whole.at(zeros).fingerprint


class _Lines:
    def __init__(
        self, problem: Problem, models: Sequence[Sequence[Array]], groups: PermutationGroups | None
    ) -> None:
        """problem: with all numbers of the models among its weights."""
        self._problem = problem
        self._models = models
        self._groups = groups
        self._ends: dict[int, dict[str, float]] = {}

    def prepare(self) -> None:
        """Find out what can be permuted, before anything is computed."""
        if self._groups is None:
            self._groups = groups_of(self._problem)

    def end(self, model: int) -> dict[str, float]:
        """The metrics of a model; permuted, they are the same."""
        if model not in self._ends:
            found = self._problem.values_of([self._models[model]])
            self._ends[model] = {name: float(column[0]) for name, column in found.items()}
        return self._ends[model]

    def along(self, line: Line, x: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
        first, second = self._models[line.first], self._models[line.second]
        if line.aligned:
            second = aligned_with(self._problem, second, to=first, groups=self._groups)
        inner = self._problem.values_of(_Between(first, second, x[1:-1]))
        start, end = self.end(line.first), self.end(line.second)
        return {
            name: np.concatenate([[start[name]], column, [end[name]]])
            for name, column in inner.items()
        }


class _Between(Sequence[Sequence[Array]]):
    """Models on a line, made when they are asked for."""

    def __init__(
        self, first: Sequence[Array], second: Sequence[Array], x: NDArray[np.float64]
    ) -> None:
        self._first, self._second, self._x = first, second, x

    def __len__(self) -> int:
        return len(self._x)

    def __getitem__(self, place: Any) -> Any:
        share = float(self._x[place])
        return [
            ((1 - share) * one.astype(np.float64) + share * other).astype(one.dtype)
            for one, other in zip(self._first, self._second, strict=True)
        ]
