"""The samples of a landscape: taken once, kept, and cut into batches of another size where they allow it."""

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from vdlite.errors import LandscapeError, shown
from vdlite.landscape.weights import fingerprint

Batch = Any
"""A tensor, or tuples, lists and mappings of tensors and other things."""


@dataclass(frozen=True, slots=True)
class Samples:
    """Samples that are kept: all of one shape in one batch, otherwise in the batches that they came in."""

    batches: tuple[Batch, ...]
    counts: tuple[int, ...]  # samples in each batch
    joined: bool  # in one batch, that may be cut anywhere
    first: int  # samples in the first batch that came
    sampling: str = ""
    """How they were chosen, where they are not all: "random", "stratified" or "first"."""
    population: int | None = None
    """How many they were chosen of, as far as that is known."""

    @property
    def count(self) -> int:
        return sum(self.counts)

    @property
    def fingerprint(self) -> str:
        arrays = (as_bytes(tensor) for batch in self.batches for tensor in tensors_in(batch))
        return fingerprint(arrays)

    def cut(self, size: int | None) -> Iterator[tuple[Batch, int]]:
        """Batches of that many samples, with their counts; as they came, where they can't be cut."""
        if not self.joined or size is None:
            yield from zip(self.batches, self.counts, strict=True)
            return
        for start in range(0, self.count, size):
            end = min(self.count, start + size)
            yield mapped(self.batches[0], lambda tensor: tensor[start:end]), end - start  # noqa: B023


def taken(data: Iterable[Batch], most: int | None, name: str = "data") -> Samples:
    """The first samples of some batches, copied: `most` of them, or all.

    Raises LandscapeError if there are none, or a batch holds no tensor.
    """
    batches: list[Batch] = []
    counts: list[int] = []
    for batch in data:
        own = kept(batch)
        count = count_of(own, name)
        missing = count if most is None else most - sum(counts)
        if count > missing:
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
        return Samples((whole,), (sum(counts),), True, counts[0], how)
    return Samples(tuple(batches), tuple(counts), False, counts[0], how)


def kept(batch: Batch) -> Batch:
    """A copy in the CPU's memory."""
    return mapped(batch, lambda tensor: tensor.detach().to("cpu", copy=True))


def mapped(tree: Batch, change: Callable[[torch.Tensor], torch.Tensor]) -> Batch:
    """The same tree with every tensor changed; NumPy arrays count as tensors."""
    if isinstance(tree, torch.Tensor):
        return change(tree)
    if isinstance(tree, np.ndarray) and tree.dtype.kind in "biuf":
        # What is read-only, backwards or of another byte order torch can't take as it is.
        native = np.require(tree, tree.dtype.newbyteorder("="), ["C", "W"])
        return change(torch.from_numpy(native))
    if isinstance(tree, Mapping):
        return _like(tree, {key: mapped(value, change) for key, value in tree.items()})
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return type(tree)(*(mapped(value, change) for value in tree))
    if isinstance(tree, (list, tuple)):
        return type(tree)(mapped(value, change) for value in tree)
    return tree


def _like(tree: Mapping[Any, Any], values: dict[Any, Any]) -> Mapping[Any, Any]:
    """The values in a mapping of the same type, whose items may be attributes, too; a plain one where it can't be made."""
    if type(tree) is dict or not isinstance(tree, MutableMapping):
        return values
    try:
        made = copy.copy(tree)
        made.update(values)
    except Exception:  # noqa: BLE001  # a type of the caller's
        return values
    return made


def tensors_in(tree: Batch) -> Iterator[torch.Tensor]:
    """The tensors of a batch, in order."""
    if isinstance(tree, torch.Tensor):
        yield tree
    elif isinstance(tree, Mapping):
        for value in tree.values():
            yield from tensors_in(value)
    elif isinstance(tree, (list, tuple)):
        for value in tree:
            yield from tensors_in(value)


def same_tensors(one: Batch, other: Batch) -> bool:
    """Whether two batches hold the same bytes."""
    pairs = zip(tensors_in(one), tensors_in(other), strict=True)
    return all(
        here.shape == there.shape and torch.equal(_raw(here), _raw(there)) for here, there in pairs
    )


def _raw(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.contiguous().reshape(-1).view(torch.uint8) if tensor.numel() else tensor


def as_bytes(tensor: torch.Tensor) -> Any:
    """The bytes of a tensor on the CPU, of any dtype."""
    return _raw(tensor).numpy() if tensor.numel() else np.zeros(0)


def part_of(batch: Batch, count: int, start: int, end: int) -> Batch:
    """The samples from one to another. What does not go sample by sample stays whole."""
    return mapped(batch, lambda tensor: tensor[start:end] if _is_long(tensor, count) else tensor)


def _is_long(tensor: torch.Tensor, count: int) -> bool:
    return tensor.ndim > 0 and len(tensor) == count


def count_of(batch: Batch, name: str = "data") -> int:
    """How many samples a batch holds. Raises LandscapeError if it holds no tensor."""
    for tensor in tensors_in(batch):
        if tensor.ndim:
            return len(tensor)
    raise LandscapeError(f"{name}: got a batch without tensors: {shown(batch)}")


def _joined(batches: Sequence[Batch], counts: Sequence[int]) -> Batch | None:
    """All batches in one; None where a tensor does not go sample by sample, or shapes or other things differ."""
    leaves = [_leaves(batch) for batch in batches]
    first = leaves[0]
    for one, count in zip(leaves, counts, strict=True):
        if len(one) != len(first):
            return None
        for leaf, other in zip(one, first, strict=True):
            if isinstance(leaf, torch.Tensor) != isinstance(other, torch.Tensor):
                return None
            if isinstance(leaf, torch.Tensor):
                if not _is_long(leaf, count) or leaf.shape[1:] != other.shape[1:]:
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
    """Whether samples lie one after another in memory, each as any other does: then batches can be cut anywhere."""
    order = _order(parts[0])
    return order[0] == 0 and all(part.permute(order).is_contiguous() for part in parts)


def _after_each_other(parts: Sequence[torch.Tensor]) -> torch.Tensor:
    """All samples in one tensor, in which each lies as it did."""
    order = _order(parts[0])
    back = [order.index(axis) for axis in range(len(order))]
    return torch.cat([part.permute(order) for part in parts]).permute(back)


def _order(tensor: torch.Tensor) -> list[int]:
    """Its axes as they lie in memory, the outermost first."""
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
