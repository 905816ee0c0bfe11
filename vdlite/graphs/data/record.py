"""The graph of one or several loaders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from vdlite.errors import PayloadError, shown
from vdlite.graphs.data.advice import tell_odd_settings, tell_overlaps
from vdlite.graphs.data.emit import emitted
from vdlite.graphs.data.hashes import hash_of
from vdlite.graphs.data.loaders import loaded
from vdlite.graphs.data.probe import BUDGET_SECONDS, MOST_SAMPLES, Probe
from vdlite.graphs.data.redaction import ROOTS, Roots, is_place
from vdlite.graphs.data.stages import Pipeline, Stage, TooManyStagesError
from vdlite.graphs.data.walk import Walk
from vdlite.kinds.graph import NAME, Graph
from vdlite.kinds.graph.types import Plain

MOST_LOADERS = 100
_SEEDS = {"seed", "generator", "random_offset", "rng"}


def data_graph(
    given: Any, *, probe: int = 0, pictures: bool = False, roots: Roots = "short"
) -> Graph:
    """The graph of a loader, a dataset, or a transform; or of several, in a mapping by their names.

    Nothing is loaded, no worker is started, no random number is drawn. What can't be read of an object is reported at its
    node. Raises PayloadError for what is none of these.
    probe: so many samples of each loader are run through its stages, in this thread, for two seconds at most.
    pictures: small ones are kept of what comes out of each stage.
    """
    loaders = _named(given)
    if roots not in ROOTS:
        raise PayloadError(f"{NAME} roots: got {shown(roots)}, want 'short' or 'full'")
    if isinstance(probe, bool) or not isinstance(probe, int) or not 0 <= probe <= MOST_SAMPLES:
        raise PayloadError(f"{NAME} probe: got {shown(probe)}, want 0 to {MOST_SAMPLES} samples")
    if not isinstance(pictures, bool):
        raise PayloadError(f"{NAME} pictures: got {shown(pictures)}, want True or False")
    pipeline = walked(loaders, roots)
    if probe:
        _probe(pipeline, loaders, probe, pictures=pictures)
    return emitted(pipeline)


def _probe(pipeline: Pipeline, loaders: Mapping[str, Any], samples: int, *, pictures: bool) -> None:
    try:
        Probe(pipeline, samples, pictures=pictures, budget=BUDGET_SECONDS).run(loaders)
    except Exception as error:  # noqa: BLE001  # objects may do anything, and a graph without a probe is one, too
        pipeline.remark(f"can't be probed: {shown(error, 200)}", None, "error")


def walked(loaders: Mapping[str, Any], roots: Roots) -> Pipeline:
    """The stages of the loaders, and what is to be said of them."""
    walk = Walk(roots)
    pipeline = walk.pipeline
    for name, loader in loaders.items():
        try:
            ends = loaded(walk, loader, name)
        except TooManyStagesError:
            pipeline.remark(f"{name} has more stages than are recorded", None, "warning")
            break
        except Exception as error:  # noqa: BLE001  # the caller's objects may do anything
            ends = [walk.stage(loader, "stage", type=type(loader).__name__, parameters={})]
            pipeline.remark(f"can't be read: {shown(error, 200)}", ends[0], "error")
        if len(ends) != 1 or ends[0] in pipeline.loaders.values():
            # What goes to the training is one stage of its own for each loader.
            ends = [walk.stage(loader, "stage", ends, type="samples", parameters={})]
        pipeline.stages[ends[0]].name = name
        pipeline.loaders[name] = ends[0]
    _tell(pipeline, loaders)
    steps = [_step(stage) for stage in pipeline.stages]
    found = [_fingerprint(pipeline, at, steps) for at in pipeline.loaders.values()]
    for at, facts in zip(pipeline.loaders.values(), found, strict=True):
        pipeline.stages[at].facts |= facts
    return pipeline


def _tell(pipeline: Pipeline, loaders: Mapping[str, Any]) -> None:
    try:
        tell_overlaps(pipeline, loaders)
        tell_odd_settings(pipeline)
    except Exception as error:  # noqa: BLE001  # indices may be anything
        pipeline.remark(f"the loaders can't be compared: {shown(error, 200)}")


def _step(stage: Stage) -> str:
    """A hash of what a stage does, wherever it stands."""
    stable = {
        name: value
        for name, value in stage.parameters.items()
        if name not in stage.unstable and name not in _SEEDS and not is_place(value)
    }
    return hash_of(stage.type, stable, stage.facts.get("code"))


def _fingerprint(pipeline: Pipeline, at: int, done: Sequence[str]) -> dict[str, Plain]:
    """Hashes of what is done to the samples, and of the samples."""
    order = sorted(pipeline.before(at))
    place = {stage: number for number, stage in enumerate(order)}
    steps: list[Any] = []
    data: list[Plain] = []
    for number in order:
        stage = pipeline.stages[number]
        steps.append([done[number], [[place[i], flow] for i, flow in stage.inputs]])
        content = stage.facts.get("indices" if stage.role == "split" else "data")
        if content is not None:
            data.append(content)
    facts: dict[str, Plain] = {"pipeline": hash_of(steps)}
    if any(pipeline.stages[number].facts.get("data") is not None for number in order):
        facts["data"] = hash_of(data)
    return facts


def is_walked(given: Any) -> bool:
    """True if a value may have stages: a name or a number has none."""
    return given is not None and not isinstance(given, (str, bytes, bool, int, float, complex))


def _named(given: Any) -> dict[str, Any]:
    if not is_walked(given):
        raise PayloadError(f"{NAME}: got {shown(given)}, want a loader, or a mapping of them")
    if not isinstance(given, Mapping):
        return {"loader": given}
    if not given or not all(isinstance(name, str) and name for name in given):
        raise PayloadError(f"{NAME}: got {shown(given)}, want loaders by their names")
    if len(given) > MOST_LOADERS:
        raise PayloadError(f"{NAME}: got {len(given)} loaders, want {MOST_LOADERS} at most")
    for name, loader in given.items():
        if not is_walked(loader):
            raise PayloadError(f"{NAME} {name!r:.60}: got {shown(loader)}, want a loader")
    return dict(given)
