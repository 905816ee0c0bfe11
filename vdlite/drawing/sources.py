"""The sources of a drawing: the snapshots of a run's recorders, and the problems that they are of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from vdlite.drawing.entry import Callback, check_model, computes_otherwise, problem_of
from vdlite.drawing.lineage import known_by_lineage
from vdlite.drawing.sequence import SnapshotSequence, remembered, sequence_of
from vdlite.errors import LandscapeError
from vdlite.kinds.landscape import NAME
from vdlite.landscape.problem import Problem
from vdlite.landscape.weights import Weight
from vdlite.snapshots.folder import About, SnapshotFolder, folders
from vdlite.snapshots.notices import warn


@dataclass(frozen=True)
class Source:
    """A recorder's snapshots, or none, and the problem that they are of."""

    tag: str
    problem: Problem
    sequence: SnapshotSequence | None
    about: About | None

    @property
    def unit(self) -> str:
        """The unit of the steps of snapshots."""
        known = self.sequence.facts.get("unit") if self.sequence is not None else None
        return str(known or "step")

    @property
    def steps_per_unit(self) -> float | None:
        """Steps of the optimizer from one number to the next; None if that is not known."""
        known = self.sequence.facts.get("steps_per_epoch") if self.sequence is not None else None
        return 1.0 if self.unit == "step" else None if known is None else float(known)

    @property
    def size(self) -> int:
        return int(self.about.settings.get("size", 40)) if self.about is not None else 40


def sources(
    folder: Path,
    callback: Callback,
    settings: Mapping[str, Any],
    *,
    tag: str | None = None,
    snapshots: Mapping[int, Any] | None = None,
    unit: str = "step",
) -> list[Source]:
    """The sources of a run's recorders, by their snapshots; or of snapshots that the caller names.

    settings: of the problem, that replace the callback's. Raises LandscapeError if nothing can be used.
    """
    if snapshots is not None:
        problem = problem_of(callback, {}, settings)
        sequence = _with_lineage(folder, problem, _given(problem, snapshots, unit).sound())
        return [Source(tag or NAME, problem, sequence, None)]
    found = [one for one in folders(folder) if tag in (None, one.tag)]
    if not found:
        if tag is not None and any(folders(folder)):
            names = [one.tag for one in folders(folder)]
            raise LandscapeError(
                f"tag: got {tag!r}, but the run's snapshots are of {names}: {folder}"
            )
        return [Source(tag or NAME, problem_of(callback, {}, settings), None, None)]
    made = []
    readable = _readable(found)
    others = "" if len(readable) == 1 else f"; tag: want one of {[one.tag for one, *_ in readable]}"
    for one, about, sequence in readable:
        kept = {name: about.settings[name] for name in ("num_samples",) if name in about.settings}
        problem = problem_of(callback, kept, settings)
        try:
            check_model(problem, about)
        except LandscapeError as error:
            raise LandscapeError(f"{error}{others}") from None
        if computes_otherwise(problem, about):
            warn(
                "landscape: the code of the model of callback_fn (--entry) is not that of the model that was trained (%s): "
                "compare the loss at the center with the training's",
                one.tag,
            )
            sequence = replace(sequence, facts={**sequence.facts, "model_changed": True})
        made.append(Source(one.tag, problem, _with_lineage(folder, problem, sequence), about))
    return made


def _with_lineage(run: Path, problem: Problem, sequence: SnapshotSequence) -> SnapshotSequence:
    """The snapshots, with what the run's lineage says and neither the recorder nor the caller did."""
    more = known_by_lineage(run, {*sequence.facts, *problem.facts()})
    return replace(sequence, facts={**sequence.facts, **more})


def _readable(
    found: Sequence[SnapshotFolder],
) -> list[tuple[SnapshotFolder, About, SnapshotSequence]]:
    """The recorders with snapshots that can be used. Raises the LandscapeError of the first one if there is none."""
    readable, errors = [], []
    for one in found:
        try:
            about = one.read()
            if not about.snapshots:
                raise LandscapeError(f"snapshots: the recorder has kept none: {one.path}")
            readable.append((one, about, sequence_of(one, about).sound()))
        except LandscapeError as error:
            errors.append(error)
    if not readable:
        raise errors[0]
    for flaw in errors:
        warn("landscape: %s; its snapshots are left out", flaw)
    return readable


def _given(problem: Problem, snapshots: Mapping[int, Any], unit: str) -> SnapshotSequence:
    """Snapshots that the caller names: of modules, state dicts, files, or lists of arrays."""
    weights = problem.whole.weights
    steps = sorted(snapshots)
    return SnapshotSequence(
        tuple(int(step) for step in steps),
        tuple(weight.name for weight in weights),
        remembered(lambda position: _arrays(snapshots[steps[position]], weights)),
        {"unit": unit},
    )


def model_of(given: Any, weights: Sequence[Weight]) -> Any:
    """The arrays of a model: of a state dict, a file of one, or the last snapshot of a run's folder."""
    if not isinstance(given, (str, Path)) or not Path(given).is_dir():
        return _arrays(given, weights)
    return list(snapshots_of(given, weights).of(weights)[-1])


def snapshots_of(given: str | Path, weights: Sequence[Weight]) -> SnapshotSequence:
    """The snapshots of a run, or of a folder of them. Raises LandscapeError if none are of the model with these weights."""
    wanted = {weight.name: weight.value.shape for weight in weights}
    for _, about, sequence in _readable(list(folders(given)) or [SnapshotFolder(given)]):
        shapes = dict(zip(about.names, about.shapes, strict=True))
        if all(shapes.get(name) == shape for name, shape in wanted.items()):
            return sequence
    raise LandscapeError(
        f"model: the snapshots are of another model than that of callback_fn (--entry): {given}"
    )


def _arrays(given: Any, weights: Sequence[Weight]) -> Any:
    if isinstance(given, Sequence) and not isinstance(given, str):
        shapes = [np.shape(array) for array in given]
        if shapes != [weight.value.shape for weight in weights]:
            raise LandscapeError(
                f"snapshots: got arrays of shapes {shapes}, want those of the model's {len(weights)} weights"
            )
        return list(given)
    from vdlite.landscape.torch.files import arrays_of

    return arrays_of(given, weights)
