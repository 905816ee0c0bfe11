"""Chains of torchdata's nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vdlite.graphs.data.held import class_names, held, parts
from vdlite.graphs.data.samplers import sampled
from vdlite.graphs.data.transforms import is_transform

if TYPE_CHECKING:
    from vdlite.graphs.data.stages import Flow, Role
    from vdlite.graphs.data.walk import Walk

_ROLES: dict[str, Role] = {
    "Batcher": "batch",
    "Loader": "loader",
    "Filter": "stage",
    "MultiNodeWeightedSampler": "merge",
    "MultiNodeRoundRobinSampler": "merge",
    "SamplerWrapper": "sampler",
}
_NOT_SHOWN = {"source", "source_nodes", "root", "iterable", "sampler", "datasets", "map_fn"}
_LIVE = {"mp_context", "multiprocessing_context"}


def node(walk: Walk, given: Any) -> list[int]:
    """The node after those that it takes from; a function that it applies is a stage before it."""
    attributes = held(given)
    # What it has made of these to run is private.
    inner = [
        each
        for name, value in attributes.items()
        if not name.startswith("_")
        for each in (parts(value) if isinstance(value, (list, tuple, dict)) else [value])
        if "BaseNode" in class_names(each)
    ]
    before: list[int | tuple[int, Flow]] = []
    samples = [end for each in inner for end in walk.samples(each)]
    if "iterable" in attributes:
        samples += walk.samples(attributes["iterable"])
    step = attributes.get("map_fn")
    if step is not None and is_transform(step):
        samples = walk.transformed(step, samples)
    before += samples
    if "sampler" in attributes:
        before += [(each, "control") for each in sampled(walk, attributes["sampler"])]
    role = _ROLES.get(type(given).__name__, "stage")
    return [walk.stage(given, role, before, without=_NOT_SHOWN | _LIVE)]
