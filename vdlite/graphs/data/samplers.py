"""Samplers: which samples are taken, in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vdlite.graphs.data.held import class_names, held
from vdlite.graphs.data.indices import as_indices
from vdlite.graphs.data.values import as_array
from vdlite.kinds.graph.types import Plain

if TYPE_CHECKING:
    from vdlite.graphs.data.walk import Walk

_NOT_SHOWN = {"data_source", "dataset", "sampler", "indices", "weights", "batch_sampler"}
_NO_SAMPLER = {"_InfiniteConstantSampler"}  # of streams, which are not asked for indices
_SHUFFLES = {"RandomSampler", "SubsetRandomSampler", "WeightedRandomSampler"}
_UNSTABLE = {"rank", "epoch", "num_samples", "total_size"}


def sampled(walk: Walk, sampler: Any) -> list[int]:
    """The stage of a sampler, after those that it takes its indices from; none for that of a stream."""
    names = class_names(sampler)
    if _NO_SAMPLER.intersection(names):
        return []
    attributes = held(sampler)
    inner = attributes.get("sampler", attributes.get("batch_sampler"))
    before = [] if inner is None or inner is sampler else sampled(walk, inner)
    if inner is not None and not before:
        return []
    is_batch = "batch_size" in attributes
    at = walk.stage(
        sampler,
        "batch" if is_batch else "sampler",
        [(each, "control") for each in before],
        without=_NOT_SHOWN,
        facts=_of_indices(attributes.get("indices")) | _of_weights(attributes.get("weights")),
    )
    walk.pipeline.stages[at].unstable = set(_UNSTABLE)
    return [at]


def shuffles(sampler: Any) -> bool | None:
    """True if samples come in random order; None if that can't be known."""
    for _ in range(8):
        attributes, names = held(sampler), class_names(sampler)
        if _SHUFFLES.intersection(names):
            return True
        if names[0] == "SequentialSampler":
            return False
        if isinstance(attributes.get("shuffle"), bool):
            return bool(attributes["shuffle"])
        inner = attributes.get("sampler", attributes.get("batch_sampler"))
        if inner is None:
            return None
        sampler = inner
    return None


def _of_indices(given: Any) -> dict[str, Plain]:
    found = as_indices(given)
    if found is None or not len(found):
        return {} if found is None else {"indices": 0}
    return {
        "indices": len(found),
        "lowest_index": int(found.min()),
        "highest_index": int(found.max()),
    }


def _of_weights(given: Any) -> dict[str, Plain]:
    """How many there are, and how many equal ones would vary as much: (sum w)^2 / sum w^2."""
    weights: NDArray[Any] | None = as_array(given)
    if weights is None and isinstance(given, (list, tuple)) and given:
        weights = np.array(given, np.float64)
    if weights is None or not weights.size:
        return {}
    numbers = weights.astype(np.float64)
    squares = float((numbers**2).sum())
    return {
        "weights": int(numbers.size),
        "least_weight": float(numbers.min()),
        "greatest_weight": float(numbers.max()),
        "effective_samples": float(numbers.sum()) ** 2 / squares if squares else 0.0,
    }
