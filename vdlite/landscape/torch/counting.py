"""How many samples a batch holds, and whether it goes sample by sample, so that it may be cut."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import torch
from torch.nn.utils.rnn import PackedSequence

from vdlite.errors import LandscapeError, shown
from vdlite.landscape.torch.trees import Tree, leaves_of, mapped, tensors_in

_TARGETS = ("labels", "label", "targets", "target", "y")


def count_of(batch: Tree, name: str = "data", *, has_targets: bool = False) -> int:
    """How many samples a batch holds.

    It is as many as there are targets: inputs may be time first, or packed, or the nodes of several graphs.
    has_targets: whether the last of a tuple or list are targets, as they are for a loss of outputs and targets; of any
        other tuple the length is taken that most tensors have. A mapping or an object has them by their usual names.
    Raises LandscapeError if there is nothing to count.
    """
    targets = _targets_of(batch, has_targets=has_targets)
    count = None if targets is None else _length_of(targets)
    if count is None:
        count = _most_common(batch)
    if count is None:
        raise LandscapeError(f"{name}: got a batch without tensors: {shown(batch)}")
    return count


def _targets_of(batch: Tree, *, has_targets: bool) -> Any:
    if isinstance(batch, (list, tuple)):
        last = batch[-1] if len(batch) > 1 and not isinstance(batch, PackedSequence) else None
        return last if has_targets or _is_list_of_mappings(last) else None
    if isinstance(batch, Mapping):
        return next((batch[name] for name in _TARGETS if batch.get(name) is not None), None)
    if isinstance(batch, (torch.Tensor, np.ndarray)):
        return None
    found = (getattr(batch, name, None) for name in _TARGETS)
    return next((one for one in found if one is not None and not callable(one)), None)


def _length_of(targets: Any) -> int | None:
    """The number of samples by their targets alone: one tensor, one thing for each sample in a list, or several tensors of one length."""
    if isinstance(targets, list) and targets:
        each = [list(tensors_in(one)) for one in targets]
        lengths = {tuple(tensor.shape[:1]) for tensors in each for tensor in tensors}
        # A list of tensors of one length are several targets of each sample, as loaders collate tuples.
        if _is_list_of_mappings(targets) or not all(each) or len(lengths) > 1 or lengths == {()}:
            return len(targets)
    first = next(_long(targets), None)
    return None if first is None else len(first)


def _is_list_of_mappings(tree: Any) -> bool:
    return isinstance(tree, list) and bool(tree) and all(isinstance(one, Mapping) for one in tree)


def _most_common(batch: Tree) -> int | None:
    lengths = [len(tensor) for tensor in _long(batch)]
    if not lengths:
        lists = batch if isinstance(batch, (list, tuple)) else [batch]
        lengths = [len(one) for one in lists if isinstance(one, list)]
    # Among equals, that of the first one.
    return Counter(lengths).most_common(1)[0][0] if lengths else None


def _long(tree: Tree) -> Iterator[Any]:
    """The tensors and arrays of a tree that have a length."""
    return (
        leaf
        for leaf in leaves_of(tree)
        if isinstance(leaf, (torch.Tensor, np.ndarray)) and leaf.ndim
    )


def goes_by_sample(batch: Tree, count: int) -> bool:
    """True if the first axis of all that a batch holds are its samples; numbers beside them don't matter.

    It is not so for graphs with their edges, for texts in one row with their offsets, for lists with something for each
    sample, nor for objects of a class of the caller's.
    """
    if isinstance(batch, PackedSequence):
        return False
    parts = list(batch.values()) if isinstance(batch, Mapping) else batch
    parts = parts if isinstance(parts, (list, tuple)) else [parts]
    if not all(_goes(part, count) for part in parts):
        return False
    # A square beside other tensors is a graph, whose columns are its samples, too.
    tensors = list(tensors_in(batch))
    return len(tensors) < 3 or not any(one.shape == (count, count) for one in tensors[1:])


def _goes(part: Tree, count: int) -> bool:
    if isinstance(part, (torch.Tensor, np.ndarray)):
        return not part.ndim or is_long(part, count)
    if isinstance(part, Mapping):
        return all(_goes(value, count) for value in part.values())
    if isinstance(part, (list, tuple)):
        each = isinstance(part, PackedSequence) or len(part) == count
        return not each and all(_goes(value, count) for value in part)
    return next(tensors_in(part), None) is None


def is_long(tensor: Any, count: int) -> bool:
    """True if the first axis of a tensor or array has one place for each sample, and can be cut."""
    if isinstance(tensor, torch.Tensor) and (tensor.layout != torch.strided or tensor.is_nested):
        return False
    return tensor.ndim > 0 and len(tensor) == count


def part_of(batch: Tree, count: int, start: int, end: int) -> Tree:
    """The samples from one to another; all of them where it does not go sample by sample."""
    return picked(batch, count, lambda tensor: tensor[start:end])


def picked(batch: Tree, count: int, pick: Callable[[torch.Tensor], torch.Tensor]) -> Tree:
    """Some samples of each tensor; all of them where the batch does not go sample by sample."""
    if not goes_by_sample(batch, count):
        return batch
    return mapped(batch, lambda tensor: pick(tensor) if tensor.ndim else tensor)
