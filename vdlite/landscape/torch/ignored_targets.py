"""Losses that leave some targets out, so that a mean over batches is none over what is counted."""

import functools
from collections.abc import Iterable
from typing import Any

import torch
import torch.nn.functional as F

from vdlite.landscape.notices import warn
from vdlite.landscape.torch.batches import Samples
from vdlite.landscape.torch.measures import Criterion

_PLAIN = (F.cross_entropy, F.nll_loss)
_USUAL = -100  # what torch's losses ignore where nobody says otherwise


def warn_of_ignored(loss: Criterion | None, data: Iterable[Samples]) -> None:
    """Warns of a mean over what is not ignored, if batches have different numbers of that."""
    index = _ignored_by(loss)
    if index is None:
        return
    if any(_differ(samples, index) for samples in data):
        warn(
            f"the loss is a mean over what is not ignored (ignore_index={index}), of which batches have different "
            "numbers: the mean of batches depends on how they were cut; want a loss that gives (sum, count)"
        )


def _ignored_by(loss: Any) -> int | None:
    """The target that a mean leaves out; None if it is no such mean, or nobody can know."""
    if isinstance(loss, torch.nn.Module):
        known = getattr(loss, "ignore_index", None), getattr(loss, "reduction", "")
        return known[0] if isinstance(known[0], int) and known[1] == "mean" else None
    given: dict[str, Any] = {}
    if isinstance(loss, functools.partial):
        loss, given = loss.func, loss.keywords
    if loss not in _PLAIN or given.get("reduction", "mean") != "mean":
        return None
    return int(given.get("ignore_index", _USUAL))


def _differ(samples: Samples, index: int) -> bool:
    """True if there are several batches, and samples with more and with fewer targets that count."""
    if samples.came[0] >= samples.count:
        return False
    numbers = set[int]()
    for batch, count in zip(samples.batches, samples.counts, strict=True):
        targets = batch[-1] if isinstance(batch, (list, tuple)) and len(batch) > 1 else None
        if not isinstance(targets, torch.Tensor) or targets.is_floating_point():
            return False
        if targets.ndim and len(targets) == count:
            numbers.update((targets != index).reshape(count, -1).sum(dim=1).tolist())
    return len(numbers) > 1
