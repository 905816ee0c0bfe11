"""Batches that do not tell how many samples they hold, though the mean over them depends on it."""

from collections.abc import Iterable, Sequence

import torch

from vdlite.landscape.notices import warn
from vdlite.landscape.torch.batches import Samples
from vdlite.landscape.torch.trees import tensors_in

_WAY_OUT = "; where the loss is a mean over something else, want one that gives (sum, count)"


def warn_of_unclear(data: Iterable[Samples]) -> None:
    """Warns of batches that would weigh otherwise if another of their lengths were the number of their samples."""
    for samples in data:
        if samples.joined or len(samples.batches) < 2:
            continue
        tensors = [[one for one in tensors_in(batch) if one.ndim] for batch in samples.batches]
        if len({len(row) for row in tensors}) > 1:  # lists of as many things as samples
            continue
        columns = list(zip(*tensors, strict=True))
        if not samples.has_targets and (other := _other_length(samples.came, columns)):
            warn(
                f"batches were taken for {_listed(samples.came)} samples, but hold tensors of {_listed(other)}{_WAY_OUT}"
            )
        elif _is_time_first(samples.came, columns):
            second = [one.shape[1] for one in columns[-1]]
            warn(
                f"all batches were taken for {samples.came[0]} samples, but have {_listed(second)} along the second axis"
                f"{_WAY_OUT}"
            )


def _other_length(
    counts: Sequence[int], columns: Iterable[Sequence[torch.Tensor]]
) -> list[int] | None:
    """Lengths that differ from batch to batch, and in other ratios."""
    for column in columns:
        lengths = [len(one) for one in column]
        pairs = zip(lengths, counts, strict=True)
        if len(set(lengths)) > 1 and len({length / count for length, count in pairs}) > 1:
            return lengths
    return None


def _is_time_first(counts: Sequence[int], columns: Sequence[Sequence[torch.Tensor]]) -> bool:
    """True if inputs and targets have a second axis that may be their samples: it alone differs from batch to batch."""
    if len(set(counts)) > 1 or len(columns) < 2:
        return False
    seconds = {tuple(one.shape[1] if one.ndim > 1 else 0 for one in column) for column in columns}
    return len(seconds) == 1 and len(set(next(iter(seconds)))) > 1


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers[:4])) + (", ..." if len(numbers) > 4 else "")
