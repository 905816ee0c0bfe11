"""The landscapes planned for a run: the plane of each interval, and the surroundings of the result."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from vdlite.drawing import names
from vdlite.drawing.averages import Averages
from vdlite.drawing.options import DirectionsKind, LandscapeOptions
from vdlite.drawing.sequence import SnapshotSequence
from vdlite.errors import LandscapeError
from vdlite.kinds.landscape import LandscapePath, Mark, Provenance
from vdlite.landscape.curvature.directions import gradient_directions, hessian_directions
from vdlite.landscape.curvature.hessian import curved
from vdlite.landscape.directions.axes import Directions
from vdlite.landscape.directions.factories import random_directions, towards
from vdlite.landscape.directions.principal import principal_directions
from vdlite.landscape.problem import Problem
from vdlite.landscape.surface.compute import id_of
from vdlite.landscape.surface.grid import coordinates, odd
from vdlite.landscape.trajectory import frame, losses_of, path_of, project
from vdlite.landscape.weights import Array, Weight
from vdlite.snapshots.notices import warn


@dataclass(frozen=True)
class OtherPath:
    """The path of another training over a landscape."""

    name: str
    path: LandscapePath  # without its losses
    measure: Callable[[Callable[[], object]], LandscapePath]
    """As of a `PlannedLandscape`."""


@dataclass(frozen=True)
class PlannedLandscape:
    """A landscape that is ready to be computed."""

    tag: str  # below the recorder's
    step: int
    problem: Problem
    directions: Directions
    x: NDArray[np.float64]
    y: NDArray[np.float64] | None
    path: LandscapePath | None = None
    marks: tuple[Mark, ...] = ()
    settings: Provenance = field(default_factory=Provenance)
    measure: Callable[[Callable[[], object]], LandscapePath] | None = None
    """Gives the path with its losses, and calls what it is given for each, two for each snapshot."""
    averages: Averages | None = None
    others: tuple[OtherPath, ...] = ()

    @property
    def id(self) -> str:
        """The identity of what the landscape is computed of."""
        return id_of(self.problem, self.directions, self.x, self.y)

    @property
    def label(self) -> str:
        """The label of a progress: the tag, and the interval or step, since others may have the same tag."""
        interval = self.settings.interval
        if self.settings.mode == "snapshots":
            return f"{self.tag} {self.step}"
        return self.tag if interval is None else f"{self.tag} {interval[0]}-{interval[1]}"


def of_interval(
    problem: Problem, sequence: SnapshotSequence, size: int, options: LandscapeOptions
) -> PlannedLandscape:
    """The plane in which the snapshots of an interval differ most, around the last of them, with their path."""
    here = _at_end(problem, sequence)
    weights = here.weights
    snapshots = sequence.of(weights)
    directions = principal_directions(
        weights,
        snapshots,
        centered=options.centered,
        ignore=options.ignored_by_path,
        only=options.only_these,
    )
    where = project(weights, snapshots, directions, method=options.method)
    unknown = np.full(len(sequence.steps), np.nan)
    path = LandscapePath(
        step=np.asarray(sequence.steps, dtype=np.int64),
        x=where.at[:, 0].copy(),
        y=where.at[:, 1].copy(),
        loss=unknown,
        true_loss=unknown,
        residual=where.residual,
    )

    def measure(each: Callable[[], object]) -> LandscapePath:
        # Each with its own statistics of batch norm, which the plane does not move.
        truth = losses_of(here.whole, sequence.of(here.whole.weights), each)
        return path_of(
            here,
            snapshots,
            directions,
            sequence.steps,
            true_losses=truth,
            method=options.method,
            each=each,
        )

    numbers = options.averaged(len(sequence.steps))
    averages = Averages(here, sequence, numbers, options.ensemble) if numbers else None
    around = frame(path, size)
    first, final = sequence.steps[0], sequence.steps[-1]
    return PlannedLandscape(
        names.of_path(options),
        final,
        here,
        directions,
        coordinates(options.x if options.x is not None else around[0], "x"),
        coordinates(options.y if options.y is not None else around[1], "y"),
        path,
        marks=averages.marks(directions, options.method) if averages is not None else (),
        settings=replace(sequence.settings(), mode="train", interval=(first, final)),
        measure=measure,
        averages=averages,
    )


def of_result(
    problem: Problem,
    sequence: SnapshotSequence | None,
    size: int,
    directions: DirectionsKind | Directions,
    options: LandscapeOptions,
) -> PlannedLandscape:
    """The surroundings of the last snapshot; of the callback's own model without any.

    An even number of points becomes odd, so that the model is one of them.
    """
    here = problem if sequence is None else _at_end(problem, sequence)
    if not isinstance(directions, Directions):
        directions = _computed(here, directions, options)
    if len(directions) == 1 and options.y is not None:
        raise LandscapeError("y: got coordinates for a second direction, but there is one only")
    both = (-1.0, 1.0, odd(size))
    settings = sequence.settings() if sequence is not None else Provenance()
    return PlannedLandscape(
        names.of_surroundings(options, len(directions)),
        sequence.steps[-1] if sequence is not None else 0,
        here,
        directions,
        coordinates(options.x if options.x is not None else both, "x"),
        None
        if len(directions) == 1
        else coordinates(options.y if options.y is not None else both, "y"),
        settings=replace(settings, mode="result"),
    )


def of_snapshots(
    problem: Problem,
    sequence: SnapshotSequence,
    size: int,
    directions: DirectionsKind | Directions,
    options: LandscapeOptions,
) -> Iterator[PlannedLandscape]:
    """The surroundings of each snapshot, all along the directions and with the coordinates of the last one."""
    last = of_result(problem, sequence, size, directions, options)
    interval = (sequence.steps[0], sequence.steps[-1])
    snapshots = sequence.of(problem.whole.weights)
    for position, step in enumerate(sequence.steps):
        settings = sequence.within([step]).settings()
        yield replace(
            last,
            step=step,
            problem=problem.at(snapshots[position]),
            settings=replace(settings, mode="snapshots", interval=interval),
        )


def of_models(
    problem: Problem,
    sequence: SnapshotSequence | None,
    models: Sequence[Sequence[Array]],
    called: Sequence[str],
    size: int,
    options: LandscapeOptions,
) -> PlannedLandscape:
    """The line through two models or the plane through three: the first at 0, the others at 1 on their axis.

    called: the names of the center and of each of the models.
    """
    here = problem if sequence is None else _at_end(problem, sequence)
    directions = towards(
        here.weights, *models, only=options.only_these, orthogonal=options.orthogonal
    )
    if _keeps_statistics(here):
        warn(
            "landscape: the statistics of batch norm stay those of the center all along the way, so that the other model "
            "is not quite itself at its end: parameters='states' takes them along"
        )
    line = (-0.5, 1.5, odd(size))
    marks = [Mark(called[0], 0.0, 0.0), Mark(called[1], 1.0, 0.0)]
    if len(models) == 2:
        where = _place(here, models[1], directions)
        marks.append(Mark(called[2], *where))
    return PlannedLandscape(
        names.of_models(options, called[1:]),
        sequence.steps[-1] if sequence is not None else 0,
        here,
        directions,
        coordinates(options.x if options.x is not None else line, "x"),
        None
        if len(models) == 1
        else coordinates(options.y if options.y is not None else line, "y"),
        marks=tuple(marks),
        settings=Provenance(mode="line" if len(models) == 1 else "plane"),
    )


def of_curvature(planned: PlannedLandscape, size: int) -> PlannedLandscape:
    """A rectangle with fewer points, for a map of the curvature."""
    x = coordinates((float(planned.x[0]), float(planned.x[-1]), odd(size)), "x")
    y = planned.y
    if y is not None:
        y = coordinates((float(y[0]), float(y[-1]), odd(size)), "y")
    return replace(planned, tag=f"{planned.tag}/curvature", x=x, y=y)


def _at_end(problem: Problem, sequence: SnapshotSequence) -> Problem:
    """The problem around the last snapshot."""
    # By name: the snapshots may hold the weights in another order.
    return problem.at(sequence.of(problem.whole.weights)[-1])


def _computed(problem: Problem, kind: DirectionsKind, options: LandscapeOptions) -> Directions:
    if kind == "random":
        return random_directions(
            problem.weights,
            axes=options.axes,
            seed=options.seed,
            norm=options.norm,
            ignore=options.ignored_at_random,
            only=options.only_these,
            orthogonal=options.orthogonal,
            same=options.same,
            streamed=options.streamed,
        )
    with_derivatives = curved(problem, f"directions: {kind}")
    if kind == "gradient":
        return gradient_directions(
            with_derivatives,
            norm=options.norm,
            only=options.only_these,
            seed=options.seed if options.axes == 2 else None,
        )
    return hessian_directions(
        with_derivatives,
        axes=options.axes,
        smallest=kind == "saddle",
        only=options.only_these,
        norm=options.norm,
        seed=options.seed,
    )


def _keeps_statistics(problem: Problem) -> bool:
    """True if the model has statistics of batch norm that no direction moves."""

    def gathered(weights: Sequence[Weight]) -> bool:
        return any(weight.role == "variance" for weight in weights)

    return gathered(problem.whole.weights) and not gathered(problem.weights)


def _place(problem: Problem, model: Sequence[Array], directions: Directions) -> tuple[float, float]:
    at = project(problem.weights, [model], directions).at[0]
    return float(at[0]), float(at[1])
