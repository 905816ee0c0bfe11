"""A curve with one bend between two models: its points, its profile and its plane."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import LandscapeError, shown
from vdlite.kinds.landscape import Landscape, LandscapePath, Mark, Provenance
from vdlite.kinds.landscape.record import DirectionsRecord, from_plain
from vdlite.landscape.directions.axes import Directions
from vdlite.landscape.directions.factories import towards
from vdlite.landscape.problem import Problem
from vdlite.landscape.surface.compute import compute_surface
from vdlite.landscape.surface.grid import Range, odd
from vdlite.landscape.surface.progress import Report
from vdlite.landscape.surface.streaming import Stream
from vdlite.landscape.trajectory import frame, path_of, project
from vdlite.landscape.weights import Array, fingerprint

CurveKind = Literal["bezier", "polygon"]
"""bezier: a quadratic one, which the bend pulls towards itself. polygon: two straight lines, that meet in the bend."""

_ENDS = ("start", "bend", "end")
_ON_PATH = 21


def check_kind(kind: str) -> None:
    """Raises LandscapeError for a curve that is not known."""
    if kind not in get_args(CurveKind):
        raise LandscapeError(f"kind: got {shown(kind)}, want one of {get_args(CurveKind)}")


def shares(kind: CurveKind, t: float) -> tuple[float, float, float]:
    """How much of the start, of the bend and of the end a point of the curve has; t from 0 to 1."""
    if kind == "bezier":
        return (1 - t) ** 2, 2 * t * (1 - t), t**2
    bend = 1 - abs(2 * t - 1)
    return (1 - bend, bend, 0.0) if t <= 0.5 else (0.0, bend, 1 - bend)


@dataclass(frozen=True)
class Curve:
    """A curve from one model to another. Each end and the bend are an array for each weight of `problem.whole`."""

    kind: CurveKind
    start: Sequence[Array]
    bend: Sequence[Array]
    end: Sequence[Array]
    losses: NDArray[np.float64]
    """While the bend was trained: the loss at the random place of each step, [S]."""

    def at(self, t: float) -> list[Array]:
        """The model at a place of the curve, from 0 to 1."""
        first, middle, last = shares(self.kind, t)
        return [
            (first * np.asarray(one, np.float64) + middle * bend + last * end).astype(one.dtype)
            for one, bend, end in zip(self.start, self.bend, self.end, strict=True)
        ]

    def profile(
        self, problem: Problem, *, points: int = 41, settings: Mapping[str, Any] | None = None
    ) -> Landscape:
        """The metrics along the curve: a landscape along one direction, from 0 to 1, with both ends and the bend marked."""
        whole = problem.whole
        x = np.linspace(0.0, 1.0, points)
        values = whole.values_of(_On(self, x))
        facts = {**problem.facts(), **(settings or {}), "mode": "curve", "curve": self.kind}
        made = [fingerprint(arrays) for arrays in (self.start, self.bend, self.end)]
        return Landscape(
            x=x,
            y=None,
            values=values,
            done=np.ones(points, np.bool_),
            center={name: float(column[0]) for name, column in values.items()},
            marks=tuple(
                Mark(name, place) for name, place in zip(_ENDS, (0.0, 0.5, 1.0), strict=True)
            ),
            directions=DirectionsRecord(kind="towards", norm="none"),
            settings=from_plain(Provenance, facts),
            id=fingerprint([x], problem.fingerprint, self.kind, made),
        )

    def plane(
        self,
        problem: Problem,
        *,
        size: int = 25,
        x: Range | None = None,
        y: Range | None = None,
        workers: int | None = None,
        stream: Stream | None = None,
        report: Report | None = None,
        settings: Mapping[str, Any] | None = None,
    ) -> Landscape:
        """The surface through both ends and the bend, with the curve as a path on it.

        The first axis leads from the start, (0, 0), to the end, (1, 0); the second one stands at a right angle to it.
        size, x, y: points along each side, or coordinates; see `compute_surface`, of which the other arguments are, too.
        """
        here = problem.at(self.start)
        chosen = [weight.name for weight in here.weights]
        names = [weight.name for weight in problem.whole.weights]
        directions = self._directions(here, [names.index(name) for name in chosen])
        places = np.linspace(0.0, 1.0, _ON_PATH)
        kept = [names.index(name) for name in chosen]
        snapshots = [[arrays[place] for place in kept] for arrays in _On(self, places)]
        steps = np.rint(100 * places).astype(np.int64).tolist()
        truth = next(iter(problem.whole.values_of(_On(self, places)).values()))
        path: LandscapePath = path_of(here, snapshots, directions, steps, true_losses=truth)
        around = frame(path, odd(size))
        bend = project(here.weights, [[self.bend[place] for place in kept]], directions).at[0]
        marks = [
            Mark("start", 0.0, 0.0),
            Mark("bend", float(bend[0]), float(bend[1])),
            Mark("end", 1.0, 0.0),
        ]
        return compute_surface(
            here,
            directions,
            x=x if x is not None else around[0],
            y=y if y is not None else around[1],
            workers=workers,
            stream=stream,
            report=report,
            path=path,
            marks=marks,
            settings={**(settings or {}), "mode": "plane", "curve": self.kind},
        )

    def _directions(self, here: Problem, kept: Sequence[int]) -> Directions:
        end, bend = ([arrays[place] for place in kept] for arrays in (self.end, self.bend))
        return towards(here.weights, end, bend, orthogonal=True)


class _On(Sequence[Sequence[Array]]):
    """Models on a curve, made when they are asked for."""

    def __init__(self, curve: Curve, places: NDArray[np.float64]) -> None:
        self._curve, self._places = curve, places

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, place: Any) -> Any:
        return self._curve.at(float(self._places[place]))


def untrained(kind: CurveKind, start: Sequence[Array], end: Sequence[Array]) -> Curve:
    """The straight line: its bend lies in the middle."""
    check_kind(kind)
    middle = [
        ((np.asarray(one, np.float64) + other) / 2).astype(np.asarray(one).dtype)
        for one, other in zip(start, end, strict=True)
    ]
    return Curve(kind, start, middle, end, np.empty(0))


def bent(curve: Curve, bend: Sequence[Array], losses: Sequence[float]) -> Curve:
    return replace(curve, bend=bend, losses=np.asarray(losses, dtype=np.float64))
