"""Computing the metrics of a model on a line or a rectangle of points."""

import math
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import LandscapeError
from vdlite.kinds.landscape import Landscape, LandscapePath, Mark, Provenance
from vdlite.kinds.landscape.record import DirectionsRecord, from_plain
from vdlite.landscape.agreement import not_the_same_twice, warn_of_shortcuts
from vdlite.landscape.directions.axes import Directions
from vdlite.landscape.problem import Problem
from vdlite.landscape.surface.circle import circle
from vdlite.landscape.surface.collector import SurfaceCollector, with_values
from vdlite.landscape.surface.grid import MOST_POINTS, Range, coordinates
from vdlite.landscape.surface.progress import Pace, Report
from vdlite.landscape.surface.proof import difference, early_difference
from vdlite.landscape.surface.second_derivatives import (
    AxisCurvature,
    check_axis_curvature,
    way_of,
)
from vdlite.landscape.surface.streaming import NoStream, Stream
from vdlite.landscape.surface.work import Work
from vdlite.landscape.weights import STATISTICS, fingerprint
from vdlite.landscape.workers.distribute import Chunk
from vdlite.landscape.workers.pool import Workers, number_of
from vdlite.landscape.workers.usual import usual_workers

_CHUNK_SECONDS = 1.0
_MOST_IN_CHUNK = 4096
_LONG_SECONDS = (
    10.0  # that all points take: what is wrong from the beginning is then looked for at once
)
_CHUNKS_EACH = 8  # at least so many for each worker, so that all end at about the same time


def compute_surface(
    problem: Problem,
    directions: Directions,
    *,
    x: Range = (-1.0, 1.0, 41),
    y: Range | None = None,
    executor: Executor | Workers | None = None,
    workers: int | None = None,
    devices: Sequence[str] | None = None,
    axis_curvature: AxisCurvature = "auto",
    resume: Landscape | None = None,
    stream: Stream | None = None,
    report: Report | None = None,
    path: LandscapePath | None = None,
    marks: Sequence[Mark] = (),
    settings: Mapping[str, Any] | None = None,
) -> Landscape:
    """The loss, and all other metrics, on the line or rectangle that one or two directions span.

    x, y: coordinates along the directions, in their lengths; see `coordinates`. y is as x where it is left out.
    executor: any `concurrent.futures.Executor`, or `Workers`; without one, `workers` processes of this machine: one for
        each device or core, if left out, but one alone where a script without a guard, or a notebook, could not start
        them. Where they would take longer to start than the points take, they are not started.
    devices: such as ["cuda:0", "cuda:1"]: one process for each, unless `workers` says otherwise.
    axis_curvature: how the second derivatives along the axes are found; see `AxisCurvature`.
    resume: a landscape with the same id, of which the points that are done are taken over.
    stream: gets every part as it comes, such as `LogStream`. report: is called with the progress.
    marks: named places, whose exact values are computed with the others unless they have them.
    path, settings: taken into the landscape as they are.

    The coarsest lattice of points comes first and is refined. NaN and infinities are values.
    Raises LandscapeError if directions or coordinates do not fit, if a loss is not the same twice at one point, if `resume` was computed of something else, or with
    what the loss raised; all points that were done until then have gone into the stream.
    """
    xs = coordinates(x, "x")
    ys = None if len(directions) == 1 else coordinates(xs if y is None else y, "y")
    if len(directions) == 1 and y is not None:
        raise LandscapeError("y: got coordinates for a second direction, but there is one only")
    if workers is not None and workers < 1:
        raise LandscapeError(f"workers: got {workers}, want 1 or more")
    check_axis_curvature(axis_curvature)
    directions.check(problem.weights)
    shape = (len(xs),) if ys is None else (len(ys), len(xs))
    total = math.prod(shape)
    if total > MOST_POINTS:
        raise LandscapeError(
            f"x and y: got {shape[::-1]} points, want {MOST_POINTS} in all at most"
        )
    landscape_id = id_of(problem, directions, xs, ys)
    before = _checked(resume, landscape_id, shape)
    if before is not None and before.settings.anew:
        problem = getattr(problem, "plain", problem)
    work = Work(problem, directions)

    began = time.monotonic()
    known = 0 if before is None else int(before.done.sum())
    center, cost = work.center(devices, total - known)
    device = devices[0] if devices else None
    anew = partial(
        compute_surface,
        getattr(problem, "plain", problem),
        directions,
        x=xs,
        y=ys,
        executor=executor,
        workers=workers,
        devices=devices,
        axis_curvature=axis_curvature,
        stream=stream,
        report=report,
        path=path,
        marks=marks,
        settings=settings,
    )
    # Without a plainer way there is nothing to hold losses against.
    allowance = getattr(problem, "allowance", math.inf)
    is_plain = bool(getattr(problem, "is_plain", False))
    is_long = cost.each * (total - known) > _LONG_SECONDS
    if math.isfinite(allowance) and (is_plain or is_long):
        point = _ends(xs, ys)[-1:] / 2
        off = early_difference(work, next(iter(center.values())), point, devices)
        if off is not None and off > allowance:
            if not is_plain:
                warn_of_shortcuts(off)
                return anew()
            not_the_same_twice(off, allowed=getattr(problem, "allow_nondeterministic", True))
    before = _with_metrics(before, list(center))
    rounding = work.rounding(_ends(xs, ys), devices)
    error_of = getattr(problem, "standard_error", None)
    error = error_of(device) if error_of is not None else None
    empty = {name: np.full(shape, math.nan) for name in center}
    landscape = Landscape(
        x=xs,
        y=ys,
        values=dict(before.values) if before is not None else empty,
        done=before.done if before is not None else np.zeros(shape, dtype=np.bool_),
        center=center,
        path=path,
        marks=with_values(marks, before),
        directions=replace(
            directions.record(),
            moved=_moved(problem),
            **_known_of(before),
        ),
        settings=replace(
            from_plain(Provenance, {**problem.facts(), **(settings or {})}),
            rounding=rounding,
            standard_error=error,
            checked=before.settings.checked if before is not None else None,
        ),
        curvature=before.curvature if before is not None else None,
        sharpness=before.sharpness if before is not None else None,
        id=landscape_id,
    )
    landscape = _with_center(landscape)
    if list(landscape.values) != list(center):
        raise LandscapeError(
            f"resume: got metrics {list(landscape.values)}, and {list(center)} of this problem"
        )
    way = way_of(axis_curvature, len(shape), cost.each, total - known)
    around = circle(xs, ys, cost.each, total - known)
    collector = SurfaceCollector(landscape, pairs=way.pairs, circle=around)
    todo = collector.todo()
    owned = None
    if executor is None:
        executor = owned = _processes(problem, workers, devices)
    if isinstance(executor, Workers) and cost.each * len(todo) < executor.worth_starting:
        executor = None
    number = 1 if executor is None else number_of(executor)
    pace = Pace(total, int(landscape.done.sum()), *cost.shared(executor))
    sink = stream if stream is not None else NoStream()
    sink.begin(landscape)
    if report is not None:
        report(pace.progress())
    try:
        chunks = _chunks(todo, cost.each, number)
        for at, found in work.run(collector.points, chunks, executor, devices):
            at, found = collector.take(at, found)
            if len(at):
                sink.part(landscape_id, at, found)
            if report is not None and len(at):
                report(pace.progress(len(at)))
        exact = None
        if way.exact and collector.wants_curvatures:
            exact = work.curvatures(devices)
        if collector.wants_curvatures and exact is None:
            chunks = _chunks(collector.around(), cost.each, number)
            for at, found in work.run(collector.points, chunks, executor, devices):
                collector.take(at, found)
        computed = todo[todo < total]
        checked = difference(
            work, collector.points[computed], collector.losses(computed), cost.each, devices
        )
    finally:
        sink.pause()
        work.close()
        if owned is not None:
            owned.close()
    if checked is not None and checked > allowance:
        if not is_plain:
            warn_of_shortcuts(checked)
            return anew()
        not_the_same_twice(checked, allowed=True)  # what is there is not thrown away
    seconds = _seconds_of(before) + time.monotonic() - began
    whole = collector.landscape(seconds=seconds, exact=exact, checked=checked)
    sink.end(whole)
    return whole


def _processes(
    problem: Problem, workers: int | None, devices: Sequence[str] | None
) -> Workers | None:
    if workers is None:
        return usual_workers(devices, on_processor=getattr(problem, "on_processor", True))
    return Workers(workers, devices) if workers > 1 else None


def id_of(
    problem: Problem,
    directions: Directions,
    x: NDArray[np.float64],
    y: NDArray[np.float64] | None,
) -> str:
    """A text that is equal for equal points of one plane of one problem: only these may be put together."""
    arrays = [x] if y is None else [x, y]
    return fingerprint(arrays, problem.fingerprint, directions.fingerprint)


def _moved(problem: Problem) -> str:
    """The parameters that the directions may move."""
    return "states" if any(one.role in STATISTICS for one in problem.weights) else "weights"


def _known_of(before: Landscape | None) -> dict[str, Any]:
    """The curvatures that an earlier attempt knows: along the axes, and of the circle."""
    directions = before.directions if before is not None else DirectionsRecord()
    return {
        "curvatures": directions.curvatures,
        "curvature_errors": directions.curvature_errors,
        "curvature_method": directions.curvature_method,
        "circle_radius": directions.circle_radius,
        "circle_greatest": directions.circle_greatest,
    }


def _seconds_of(before: Landscape | None) -> float:
    """The seconds that an earlier attempt took, as far as it says: other programs write landscapes, too."""
    return (before.settings.seconds or 0.0) if before is not None else 0.0


def _with_metrics(before: Landscape | None, names: Sequence[str]) -> Landscape | None:
    """An earlier attempt without a standard error, or with one, where this attempt is otherwise."""
    if before is None or set(names) ^ set(before.values) != {"standard_error"}:
        return before
    unknown = np.full(before.shape, math.nan)
    return replace(before, values={name: before.values.get(name, unknown) for name in names})


def _with_center(landscape: Landscape) -> Landscape:
    """The landscape, in which a point at the center is done."""
    columns = [landscape.x] if landscape.y is None else [landscape.y, landscape.x]
    at = tuple(np.flatnonzero(column == 0) for column in columns)
    if not all(map(len, at)) or list(landscape.values) != list(landscape.center):
        return landscape
    place = tuple(int(one[0]) for one in at)
    if landscape.done[place]:
        return landscape
    done = landscape.done.copy()
    values = {name: array.copy() for name, array in landscape.values.items()}
    done[place] = True
    for name, array in values.items():
        array[place] = landscape.center[name]
    return replace(landscape, done=done, values=values)


def _checked(
    resume: Landscape | None, landscape_id: str, shape: tuple[int, ...]
) -> Landscape | None:
    if resume is not None and (resume.id, resume.shape) != (landscape_id, shape):
        raise LandscapeError(
            f"resume: got landscape {resume.id}, which was computed of other weights, samples, directions, coordinates "
            f"or settings, want {landscape_id}"
        )
    return resume


def _chunks(order: Chunk, seconds_each: float, workers: int) -> list[Chunk]:
    """Pieces of about a second, and small enough that no worker waits for another at the end."""
    if not len(order):
        return []
    fitting = math.ceil(len(order) / (workers * _CHUNKS_EACH))
    long = _CHUNK_SECONDS / max(seconds_each, 1e-9)
    size = int(max(1, min(fitting, long, _MOST_IN_CHUNK)))
    return [order[start : start + size] for start in range(0, len(order), size)]


def _ends(x: NDArray[np.float64], y: NDArray[np.float64] | None) -> NDArray[np.float64]:
    """The center and the last corner: where a loss is least, and where it is large."""
    last = [x[-1]] if y is None else [x[-1], y[-1]]
    return np.array([[0.0] * len(last), last])
