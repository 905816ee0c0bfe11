"""The samples of a landscape: taken once, kept, and cut into batches of another size where they allow it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

import torch

from vdlite.errors import LandscapeError
from vdlite.landscape.torch.counting import count_of, goes_by_sample, is_long, part_of
from vdlite.landscape.torch.trees import Tree, as_bytes, leaves_of, mapped, tensors_in
from vdlite.landscape.weights import fingerprint

Batch = Tree


@dataclass(frozen=True, slots=True)
class Samples:
    """Samples that are kept: all of one shape in one batch, otherwise in the batches that they came in."""

    batches: tuple[Batch, ...]
    came: tuple[int, ...]  # samples in each batch, as they came
    joined: bool  # in one batch, that may be cut anywhere
    has_targets: bool  # whether the last thing in a batch are targets
    sampling: str = ""
    """How they were chosen, where they are not all: "random", "stratified" or "first"."""
    population: int | None = None
    """How many they were chosen of, as far as that is known."""

    @property
    def count(self) -> int:
        return sum(self.came)

    @property
    def counts(self) -> tuple[int, ...]:
        """Samples in each of `batches`."""
        return (self.count,) if self.joined else self.came

    @property
    def fingerprint(self) -> str:
        arrays = (as_bytes(tensor) for batch in self.batches for tensor in tensors_in(batch))
        things = (
            leaf
            for batch in self.batches
            for leaf in leaves_of(batch)
            if isinstance(leaf, (str, bytes, int, float))
        )
        return fingerprint(arrays, *things)

    def ends(self, size: int | None) -> Iterator[tuple[int, int]]:
        """The ends of batches of that many samples in all of them; of those that came, if left out."""
        if size is None:
            return pairwise(accumulate(self.came, initial=0))
        return pairwise([*range(0, self.count, size), self.count])


def taken(
    data: Iterable[Batch], most: int | None, name: str = "data", *, has_targets: bool
) -> Samples:
    """The first samples of some batches, copied: `most` of them, or all; a batch that can't be cut is taken whole.

    has_targets: whether the last thing in a batch are targets.
    Raises LandscapeError if there are none, or a batch holds no tensor.
    """
    batches: list[Batch] = []
    counts: list[int] = []
    for batch in data:
        own = kept(batch)
        count = count_of(own, name, has_targets=has_targets)
        missing = count if most is None else most - sum(counts)
        if count > missing and goes_by_sample(own, count):
            own, count = part_of(own, count, 0, missing), missing
        if count:
            batches.append(own)
            counts.append(count)
        if most is not None and sum(counts) >= most:
            break
    if not batches:
        raise LandscapeError(f"{name}: got no samples, want at least one batch")
    # Whether more would have come, nobody has looked.
    how = "first" if most is not None and sum(counts) >= most else ""
    whole = _joined(batches, counts)
    if whole is not None:
        return Samples((whole,), tuple(counts), True, has_targets, how)
    return Samples(tuple(batches), tuple(counts), False, has_targets, how)


def kept(batch: Batch) -> Batch:
    """A copy in the CPU's memory."""
    return mapped(batch, lambda tensor: tensor.detach().to("cpu", copy=True))


def _joined(batches: Sequence[Batch], counts: Sequence[int]) -> Batch | None:
    """All batches in one; None where a tensor does not go sample by sample, or shapes or other things differ."""
    if not all(map(goes_by_sample, batches, counts)):
        return None
    leaves = [_leaves(batch) for batch in batches]
    first = leaves[0]
    for one, count in zip(leaves, counts, strict=True):
        if len(one) != len(first):
            return None
        for leaf, other in zip(one, first, strict=True):
            if isinstance(leaf, torch.Tensor) != isinstance(other, torch.Tensor):
                return None
            if isinstance(leaf, torch.Tensor):
                if not is_long(leaf, count) or leaf.shape[1:] != other.shape[1:]:
                    return None
                if leaf.dtype != other.dtype:
                    return None
            elif leaf is not other and not _same(leaf, other):
                return None
    columns = list(zip(*map(_tensors, leaves), strict=True))
    if not all(_lie_alike(parts) for parts in columns):
        return None
    if len(batches) == 1:
        return batches[0]
    joined = map(_after_each_other, columns)
    return mapped(batches[0], lambda _: next(joined))


def _lie_alike(parts: Sequence[torch.Tensor]) -> bool:
    """True if samples lie one after another in memory, each as any other does: then batches can be cut anywhere."""
    order = _order(parts[0])
    return order[0] == 0 and all(part.permute(order).is_contiguous() for part in parts)


def _after_each_other(parts: Sequence[torch.Tensor]) -> torch.Tensor:
    """All samples in one tensor, in which each lies as it did."""
    order = _order(parts[0])
    back = [order.index(axis) for axis in range(len(order))]
    return torch.cat([part.permute(order) for part in parts]).permute(back)


def _order(tensor: torch.Tensor) -> list[int]:
    """The axes of a tensor as they lie in memory, the outermost first."""
    if tensor.is_contiguous():
        return list(range(tensor.ndim))
    return sorted(range(tensor.ndim), key=lambda axis: -tensor.stride(axis))


def _tensors(leaves: Sequence[Any]) -> list[torch.Tensor]:
    return [leaf for leaf in leaves if isinstance(leaf, torch.Tensor)]


def _leaves(tree: Batch) -> list[Any]:
    if isinstance(tree, Mapping):
        return list(tree) + [leaf for value in tree.values() for leaf in _leaves(value)]
    if isinstance(tree, (list, tuple)):
        return [leaf for value in tree for leaf in _leaves(value)]
    return [tree]


def _same(one: Any, other: Any) -> bool:
    try:
        return bool(one == other)
    except Exception:  # noqa: BLE001  # objects of the caller's that can't be compared: the batches stay as they are
        return False
