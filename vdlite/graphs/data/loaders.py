"""Loaders: what gives batches to the training."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from vdlite.graphs.data import datasets
from vdlite.graphs.data.datasets import is_dataset
from vdlite.graphs.data.held import held, parts
from vdlite.graphs.data.samplers import sampled, shuffles
from vdlite.graphs.data.transforms import is_transform

if TYPE_CHECKING:
    from vdlite.graphs.data.stages import Flow
    from vdlite.graphs.data.walk import Walk

_SETTINGS = (
    *("batch_size", "drop_last", "num_workers", "prefetch_factor", "pin_memory"),
    *("persistent_workers", "timeout", "in_order", "worker_init_fn", "pin_memory_device"),
)
_HOW = {
    *("num_workers", "prefetch_factor", "pin_memory", "persistent_workers", "timeout"),
    *("worker_init_fn", "pin_memory_device", "in_order"),
}
"""Settings that change how fast batches come, but not what is in them."""
_WRAPPED = ("base_dataloader", "dataloader", "_dataloader", "_loader", "loader", "base_loader")


def loaded(walk: Walk, given: Any, name: str) -> list[int]:
    """The stages whose outputs are what the training gets of a loader, a dataset, or a transform."""
    attributes = held(given)
    if is_loader(attributes):
        return [_loader(walk, given, attributes, name)]
    several = attributes.get("iterables")
    if isinstance(several, (list, tuple, dict)):
        inner = [end for each in parts(several) for end in loaded(walk, each, "")]
        return [walk.stage(given, "merge", inner, name=name, without={"iterables"})]
    for place in _WRAPPED:
        inside = attributes.get(place)
        if inside is not None and (is_loader(held(inside)) or is_dataset(inside)):
            before = loaded(walk, inside, "")
            return [walk.stage(given, "loader", before, name=name, without=set(_WRAPPED))]
    if not is_dataset(given) and is_transform(given):
        return walk.transformed(given, [])
    return walk.samples(given)


def samples(walk: Walk, given: Any) -> list[int]:
    """The stages whose outputs are the samples of a dataset, or the batches of a loader within a pipeline."""
    attributes = held(given)
    if is_loader(attributes):
        return [_loader(walk, given, attributes, "")]
    return datasets.samples(walk, given)


def is_loader(attributes: Mapping[str, Any]) -> bool:
    """True if an object holds what a DataLoader does."""
    return "dataset" in attributes and "batch_size" in attributes and "num_workers" in attributes


def dataset_of(given: Any) -> Any:
    """The dataset that a loader loads; anything else is that itself."""
    for _ in range(8):
        attributes = held(given)
        if is_loader(attributes):
            return attributes["dataset"]
        inside = next((attributes[place] for place in _WRAPPED if place in attributes), None)
        if inside is None:
            return given
        given = inside
    return given


def sampler_of(given: Any) -> Any:
    """The sampler that chooses the samples; None if there is none."""
    for _ in range(8):
        attributes = held(given)
        if is_loader(attributes):
            sampler = attributes.get("sampler")
            return attributes.get("batch_sampler") if sampler is None else sampler
        given = next((attributes[place] for place in _WRAPPED if place in attributes), None)
        if given is None:
            return None
    return None


def _loader(walk: Walk, loader: Any, attributes: Mapping[str, Any], name: str) -> int:
    before: list[int | tuple[int, Flow]] = list(walk.samples(attributes["dataset"]))
    chosen_by = attributes.get("batch_sampler")
    if chosen_by is None:
        chosen_by = attributes.get("sampler")
    if chosen_by is not None:
        before += [(each, "control") for each in sampled(walk, chosen_by)]
    collate = attributes.get("collate_fn")
    if collate is not None and is_transform(collate):
        # Where the indices meet the samples: there a batch is put together.
        ends = walk.transformed(collate, [])
        walk.pipeline.stages[ends[0]].inputs = [
            each if isinstance(each, tuple) else (each, "data") for each in before
        ]
        for end in ends:
            walk.pipeline.stages[end].role = "collate"
        before = list(ends)
    parameters = {
        setting: walk.value(attributes[setting], setting)
        for setting in _SETTINGS
        if attributes.get(setting) not in (None, "")
    }
    context = attributes.get("_DataLoader__multiprocessing_context")
    if context is not None:
        parameters["multiprocessing_context"] = walk.value(context)
    at = walk.stage(
        loader,
        "loader",
        before,
        name=name,
        parameters=parameters,
        shuffle=None if chosen_by is None else shuffles(chosen_by),
    )
    walk.pipeline.stages[at].unstable = set(_HOW)
    return at
