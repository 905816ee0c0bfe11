"""Advice on frequent mistakes in a pipeline."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vdlite.graphs.data.held import held
from vdlite.graphs.data.indices import Taken, TooManyIndicesError, as_indices, chosen_of, taken
from vdlite.graphs.data.loaders import dataset_of, sampler_of
from vdlite.graphs.data.overlap import overlap, repeated
from vdlite.graphs.data.stages import Pipeline

_TRAIN = ("train", "fit")
_JUDGES = ("val", "test", "eval", "dev")


def tell_overlaps(pipeline: Pipeline, given: Mapping[str, Any]) -> None:
    """A warning at each loader that shares samples with one before it, or has a sample twice."""
    known: dict[str, list[Taken]] = {}
    for name, loader in given.items():
        at = pipeline.loaders.get(name)
        if at is None:
            continue
        try:
            ours = _taken(loader)
        except TooManyIndicesError:
            pipeline.remark("not compared with other loaders: it has too many indices", at)
            continue
        twice = repeated(ours)
        if twice:
            pipeline.remark(f"{twice:,} samples come more than once in an epoch", at, "warning")
        for other, theirs in known.items():
            found = overlap(theirs, ours)
            if found.shared:
                share = f" of {found.of:,} ({found.shared / found.of:.2%})" if found.of else ""
                message = f"leak: {found.shared:,}{share} samples of {name} are in {other}, too"
                pipeline.remark(message, at, "warning")
                pipeline.stages[at].facts[f"shared_with_{other}"] = found.shared
        known[name] = ours


def tell_odd_settings(pipeline: Pipeline) -> None:
    """A note at loaders that train in a fixed order, or judge with random transforms."""
    for name, at in pipeline.loaders.items():
        stage = pipeline.stages[at]
        if _is_called(name, _TRAIN) and stage.facts.get("shuffle") is False:
            pipeline.remark(f"{name} gives its samples in the same order in each epoch", at)
        if _is_called(name, _JUDGES):
            random = [
                each
                for each in sorted(pipeline.before(at))
                if pipeline.stages[each].role == "random"
            ]
            if random:
                kinds = ", ".join(dict.fromkeys(pipeline.stages[each].type for each in random))
                pipeline.remark(f"{name} has random transforms: {kinds}", at, "warning")


def _is_called(name: str, words: tuple[str, ...]) -> bool:
    return any(word in name.lower() for word in words)


def _taken(loader: Any) -> list[Taken]:
    found = taken(dataset_of(loader))
    sampler = sampler_of(loader)
    chosen = None if sampler is None else as_indices(held(sampler).get("indices"))
    return found if chosen is None else chosen_of(found, chosen)
