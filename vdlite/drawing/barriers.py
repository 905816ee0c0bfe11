"""The barriers between the results of runs, or other models, into the log of one of them."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from vdlite.drawing.barrier_options import BarrierOptions
from vdlite.drawing.entry import Callback
from vdlite.drawing.model_names import names_apart
from vdlite.drawing.runs import check_path
from vdlite.drawing.sources import Source, model_of, sources
from vdlite.errors import LandscapeError, LogdirError, NotFoundError
from vdlite.kinds.landscape import Landscape
from vdlite.landscape.barriers.compute import between_models, id_of
from vdlite.landscape.keywords import Given, with_options
from vdlite.landscape.options import ProblemOptions
from vdlite.landscape.surface.collector import is_complete
from vdlite.landscape.surface.progress import Progress
from vdlite.landscape.surface.streaming import LogStream
from vdlite.landscape.weights import Array
from vdlite.reader import LogReader
from vdlite.writer import LogWriter
from vdlite.writer.life.importing import afterwards

_BELOW = "barriers"


@with_options(BarrierOptions)
def compute_barriers(
    run: str | os.PathLike[str],
    callback_fn: Callback,
    models: Sequence[Any],
    given: Given[BarrierOptions],
) -> Landscape:
    """Compute the losses on the lines between all pairs of models, and write them into a run's log, line by line.

    run: its last snapshot is the first model; a run without snapshots only takes the record.
    callback_fn: see `compute_landscape`; its own weights do not count.
    models: the others, as state dicts, files of them, or folders of runs, whose last snapshot counts.
    points: on each line, with both ends. align: "weights" permutes the second model of each pair so that it lies near
        the first one, "both" computes the lines with and without; see `vdlite.landscape.align`.
    tag: of the run's recorder, if it has several. report: is called with the progress.
    num_samples, batch_norm, precision, facts and so on: of `TorchProblem`; they replace the callback's.

    What is in the log already, of the same models, samples and settings, is not computed again, line by line.
    `vdlite.landscape.barriers_of` gives the matrices.
    Raises LandscapeError for fewer than two models, models that are all one, models that do not fit, and one that can't be aligned.
    """
    options, folder = given.options, Path(run)
    for model in models:
        if isinstance(model, (str, Path)):
            check_path("models", model)
    source = sources(folder, callback_fn, given.named(ProblemOptions), tag=options.tag)[0]
    arrays = _arrays(folder, source, models)
    step = source.sequence.steps[-1] if source.sequence is not None else 0
    tag = f"{source.tag}/{_BELOW}"
    before = _logged(
        folder, tag, step, id_of(source.problem, arrays, options.points, options.align)
    )
    if before is not None and is_complete(before):
        if options.report is not None:
            options.report(tag, Progress(before.done.size, before.done.size, 0.0, 0.0))
        return before
    report = options.report
    with afterwards(), LogWriter(folder) as writer:
        return between_models(
            source.problem,
            arrays,
            points=options.points,
            align=options.align,
            resume=before,
            stream=LogStream(writer, tag, step),
            report=None if report is None else lambda progress: report(tag, progress),
        )


def _arrays(folder: Path, source: Source, models: Sequence[Any]) -> dict[str, Sequence[Array]]:
    """The arrays of each model, by a name that no other has."""
    weights = source.problem.whole.weights
    own = [] if source.sequence is None else [list(source.sequence.of(weights)[-1])]
    arrays = [*own, *(model_of(model, weights) for model in models)]
    if len(arrays) < 2:
        raise LandscapeError(f"models: got {len(arrays)} with the run's own, want two or more")
    if all(_are_equal(arrays[0], other) for other in arrays[1:]):
        raise LandscapeError(
            f"models: all {len(arrays)} are one model, of the same weights: want some that differ"
        )
    return dict(zip(names_apart([folder][: len(own)] + list(models)), arrays, strict=True))


def _are_equal(one: Sequence[Array], other: Sequence[Array]) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def _logged(run: Path, tag: str, step: int, landscape_id: str) -> Landscape | None:
    try:
        return LogReader(run).landscape(".", tag, step, landscape_id)
    except (LogdirError, NotFoundError, ValueError):
        return None  # nothing, or nothing that can be read
