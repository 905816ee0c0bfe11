"""Landscapes of a run, computed after its training, by forward passes only."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from vdlite.drawing.combinations import check_combination
from vdlite.drawing.directions import DirectionsFiles, directions_of
from vdlite.drawing.entry import Callback
from vdlite.drawing.names import called, of_folder
from vdlite.drawing.options import DirectionsKind, LandscapeOptions
from vdlite.drawing.plans import PlannedLandscape, of_interval, of_models, of_result, of_snapshots
from vdlite.drawing.runs import check_path
from vdlite.drawing.sequence import SnapshotSequence
from vdlite.drawing.session import DrawingSession
from vdlite.drawing.sources import Source, model_of, sources
from vdlite.drawing.together import check_runs, of_runs
from vdlite.errors import LandscapeError
from vdlite.kinds.landscape import Landscape
from vdlite.landscape.directions.axes import Directions
from vdlite.landscape.keywords import Given, with_options
from vdlite.landscape.options import ProblemOptions
from vdlite.snapshots.notices import warn

_SIZE_OF_EACH = 21  # points along each side, where there is a landscape for every snapshot


@with_options(LandscapeOptions)
def compute_landscape(
    run: str | os.PathLike[str], callback_fn: Callback, given: Given[LandscapeOptions]
) -> list[Landscape]:
    """Compute the landscapes of a run and write them into its log, part by part; the page shows them filling.

    run: the run's folder, in which a `LandscapeRecorder` has kept snapshots; without any, the callback's own model is
        what lies in the middle.
    callback_fn: gives (model, data, loss), or (model, data, loss, metrics), or a mapping with these names and further
        settings of `TorchProblem`, or a problem. It builds the model that was trained; its weights are replaced.
    tag: of one recorder; None for all. train, result: which landscapes; what the recorder was asked for, if left out.
    intervals: instead of the recorder's. snapshots: instead of its files, by step: state dicts, or files of them;
        unit: what that counts, "step" or "epoch".
    each_snapshot: instead of both, the surroundings of every snapshot (of the intervals, if given), all along the
        directions of the last one: how the valley forms.
    with_runs: instead, folders of other runs whose snapshots are of the same model: the paths of all on one plane.
    models: one or two others, as state dicts, files of them, or folders of runs, whose last snapshot counts: the line
        or plane through them, instead of `result`.
    size, x, y: points along each side, or coordinates (see `coordinates`). axes: 1 for a line, 2 for a plane.
    directions, seed, norm, ignore, only, orthogonal, same: of the result's plane: "random", "gradient", "hessian", "saddle",
        `Directions`, or a file of them: .npz, or .h5 of the tool of Li et al.
    save_directions: a file for them, .npz or .h5, that `directions` takes again.
    only: roles or patterns of names of the weights that are moved, in each plane and in the Hessian.
    centered, method: of the plane of a path; see `principal_directions` and `project`.
    averages: marks the means of the last so many snapshots on the plane of a path, such as (3, 5), or "all", with the
        metrics that they have themselves (batch norm gathers its statistics anew), as `true/loss` and so on of the mark.
    ensemble: also the metrics of the mean prediction of these snapshots, as `ensemble/loss`: of "outputs", or of the
        "probabilities" that logits stand for; or a function of several models. See `ensemble_values`.
    axis_curvature: see `compute_surface`. with_curvature: eigenvalues, trace and density of the Hessian at the center. curvature_size: points along each side
        of a map of the eigenvalues' ratio; 0 for none. curvature_samples: how many samples both use.
    with_sharpness: how far the loss rises around the center, on the mean over random directions and at worst, within
        sharpness_radius in the unit of the weights, and within adaptive_radius in their own scale, that of each or of
        its filter (adaptive_scale); sharpness_directions: how many are drawn. See `sharpness`.
    executor, workers, devices: see `compute_surface`. report: is called with the progress of each.
    num_samples, batch_norm, precision, compile, facts and so on: of `TorchProblem`; they replace the callback's.

    A landscape that is in the log already, whole or in part, is not computed again if it was computed of the same
    weights, samples, directions, coordinates and settings. Gives all of them, in order.
    Snapshots that are damaged or not finite are left out, with a warning of the logger `vdlite`; so is a recorder
    whose list of snapshots is damaged.
    Raises LandscapeError if the callback's model is not the one that was trained, for wrong options, and if nothing
    of what was recorded can be used.
    """
    options = given.options
    check_combination(Path(run), given)
    for model in options.models:
        if isinstance(model, (str, Path)):
            check_path("models", model)
    check_runs(options)
    files = DirectionsFiles(options.save_directions) if options.save_directions else None
    folder = Path(run)
    found = sources(
        folder,
        callback_fn,
        given.named(ProblemOptions),
        tag=options.tag,
        snapshots=options.snapshots,
        unit=options.unit,
    )
    chosen = [directions_of(options.directions, source.problem.weights) for source in found]
    made: list[Landscape] = []
    on_processor = all(getattr(one.problem, "on_processor", True) for one in found)
    with DrawingSession(folder, options, on_processor=on_processor) as session:
        for source, directions in zip(found, chosen, strict=True):
            for planned in _planned(source, directions, options, of_folder(folder)):
                planned = session.named(source.tag, planned)
                if files is not None:
                    files.write(planned.directions)
                whole = session.draw(source.tag, planned)
                whole = session.with_averages(source.tag, planned, whole)
                if planned.others:
                    whole = session.with_paths(source.tag, planned, whole)
                if options.with_curvature:
                    whole = session.with_curvature(source.tag, planned, whole)
                if options.with_sharpness:
                    whole = session.with_sharpness(source.tag, planned, whole)
                made.append(whole)
                if options.curvature_size:
                    made.append(session.curvature_map(source.tag, planned))
    return made


def _planned(
    source: Source,
    directions: DirectionsKind | Directions,
    options: LandscapeOptions,
    name: str,
) -> Iterator[PlannedLandscape]:
    """name: of what lies in the middle."""
    settings = source.about.settings if source.about is not None else {}
    sequence, intervals = source.sequence, options.intervals
    size = options.size if options.size is not None else source.size
    lost: list[LandscapeError] = []
    drawn = 0
    if options.models:
        others = [model_of(model, source.problem.weights) for model in options.models]
        names = [name, *(called(model, place) for place, model in enumerate(options.models))]
        yield of_models(source.problem, sequence, others, names, size, options)
        return
    if options.with_runs:
        if sequence is None:
            raise LandscapeError("with_runs: the run has no snapshots, want those of a recorder")
        yield of_runs(source.problem, sequence, size, options)
        return
    if options.each_snapshot:
        if sequence is None:
            raise LandscapeError(
                "each_snapshot: the run has no snapshots, want those of a recorder"
            )
        some = sequence
        if intervals is not None:
            some = sequence.within([step for interval in intervals for step in interval])
            _check_some(some, "intervals", sequence.steps)
        few = options.size if options.size is not None else _SIZE_OF_EACH
        yield from of_snapshots(source.problem, some, few, directions, options)
        return
    # A path needs a plane.
    with_path = options.train
    if with_path is None:
        with_path = settings.get("train", True) and options.axes == 2
    if sequence is not None and with_path:
        wanted = (
            [list(one) for one in intervals]
            if intervals is not None
            else ([list(one) for one in source.about.intervals] if source.about is not None else [])
        )
        for interval in wanted or [sorted([*sequence.steps, *sequence.left_out])]:
            some = sequence.within(interval)
            try:
                _check(some, interval, sequence.steps)
            except LandscapeError as error:
                if intervals is not None and not some.left_out:
                    raise
                # A training that was stopped, or snapshots that are damaged.
                lost.append(error)
                continue
            drawn += 1
            yield of_interval(source.problem, some, size, options)
    if settings.get("result", True) if options.result is None else options.result:
        drawn += 1
        yield of_result(source.problem, sequence, size, directions, options)
    if lost and not drawn:
        raise lost[0]
    for flaw in lost:
        warn("landscape: %s; it is not drawn", flaw)


def _check(some: SnapshotSequence, interval: Sequence[int], there: Sequence[int]) -> None:
    """Raises LandscapeError if an interval has no path."""
    name = f"interval {interval[0]}-{interval[-1]}" if interval else "interval []"
    if not some.left_out:
        _check_some(some, name, there)
    some.check(name)


def _check_some(some: SnapshotSequence, name: str, there: Sequence[int]) -> None:
    if not some.steps:
        raise LandscapeError(f"{name}: no snapshot was kept in it, there are {list(there)}")
