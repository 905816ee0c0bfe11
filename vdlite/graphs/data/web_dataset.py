"""Pipelines of WebDataset: a list of stages, the first of which lists shards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from vdlite.graphs.data.held import held
from vdlite.graphs.data.transforms import is_transform
from vdlite.graphs.data.values import function_name, is_function

if TYPE_CHECKING:
    from vdlite.graphs.data.stages import Role
    from vdlite.graphs.data.walk import Walk

_ROLES: dict[str, Role] = {
    "shuffle": "sampler",
    "detshuffle": "sampler",
    "batched": "batch",
    "split_by_node": "split",
    "split_by_worker": "split",
}
_LIVE = {"rng", "pipeline"}


def chain(walk: Walk, dataset: Any, stages: Sequence[Any]) -> list[int]:
    """The stages one after the other, in a container that is named after the pipeline's class."""
    now: list[int] = []
    with walk.container(type(dataset).__name__, type(dataset).__name__):
        for stage in stages:
            now = (
                walk.samples(stage) if not now and _is_loader(stage) else [_stage(walk, stage, now)]
            )
    return now


def _is_loader(stage: Any) -> bool:
    return "dataset" in held(stage) or "pipeline" in held(stage)


def _stage(walk: Walk, stage: Any, before: Sequence[int]) -> int:
    attributes = held(stage)
    called = attributes.get("f")
    if called is None or not is_transform(called):
        name = function_name(stage) if is_function(stage) else type(stage).__name__
        role = _ROLES.get(name, "stage" if before else "source")
        parameters = {} if is_function(stage) else walk.parameters(stage, _LIVE)
        return walk.stage(
            stage, role, before, type=name, parameters=parameters, stream=None if before else True
        )
    name = function_name(called).strip("_")
    given: dict[str, Any] = {}
    for at, value in enumerate(attributes.get("args") or ()):
        given[_positional(called, at) or f"args[{at}]"] = value
    keywords = attributes.get("kw")
    given |= keywords if isinstance(keywords, dict) else {}
    parameters = {key: walk.value(value, key) for key, value in given.items()}
    role = _ROLES.get(name, "transform" if name.startswith("map") else "stage")
    at = walk.stage(stage, role, before, type=name, parameters=parameters)
    code = getattr(next(filter(is_function, given.values()), None), "__code__", None)
    if code is not None:
        walk.pipeline.stages[at].file = code.co_filename
        walk.pipeline.stages[at].line = code.co_firstlineno
    return at


def _positional(function: Any, at: int) -> str | None:
    """The name of an argument that is given by its place; the first one of a filter is the samples."""
    code = getattr(function, "__code__", None)
    if code is None or at + 1 >= code.co_argcount:
        return None
    return str(code.co_varnames[at + 1])
