"""Tensors within tuples, lists, mappings and objects of a class of the caller's: found, changed, compared."""

import copy
import dataclasses
import types
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn.utils.rnn import PackedSequence

Tree = Any
"""A tensor, or tuples, lists, mappings and objects that hold tensors and other things."""

_NO_DATA = (type, nn.Module, types.ModuleType, types.FunctionType)
_DEEPEST = 6  # steps from an object of the caller's to a tensor that it holds


def mapped(tree: Tree, change: Callable[[torch.Tensor], torch.Tensor]) -> Tree:
    """A copy of the tree with every tensor changed; NumPy arrays count as tensors, those within objects of a class apart."""
    if isinstance(tree, torch.Tensor):
        return change(tree)
    if isinstance(tree, np.ndarray) and tree.dtype.kind in "biuf":
        # What is read-only, backwards or of another byte order torch can't take as it is.
        native = np.require(tree, tree.dtype.newbyteorder("="), ["C", "W"])
        return change(torch.from_numpy(native))
    if isinstance(tree, Mapping):
        return _like(tree, {key: mapped(value, change) for key, value in tree.items()})
    if isinstance(tree, PackedSequence):
        # Wherever the data are, torch wants the sizes on the processor.
        sizes = change(tree.batch_sizes).cpu()
        rest = (None if one is None else change(one) for one in tree[2:])
        return PackedSequence(change(tree.data), sizes, *rest)
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return type(tree)(*(mapped(value, change) for value in tree))
    if isinstance(tree, (list, tuple)):
        return type(tree)(mapped(value, change) for value in tree)
    held = list(_held_by(tree))
    # A copy that finds its tensors copied already, the changed ones.
    return copy.deepcopy(tree, {id(one): change(one) for one in held}) if held else tree


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


def tensors_in(tree: Tree) -> Iterator[torch.Tensor]:
    """The tensors of a tree, in order."""
    return (leaf for leaf in leaves_of(tree) if isinstance(leaf, torch.Tensor))


def leaves_of(tree: Tree) -> Iterator[Any]:
    """The tensors of a tree and whatever else it holds, in order; of an object of a class of the caller's, the tensors."""
    if isinstance(tree, Mapping):
        for value in tree.values():
            yield from leaves_of(value)
    elif isinstance(tree, (list, tuple)):
        for value in tree:
            yield from leaves_of(value)
    elif held := list(_held_by(tree)):
        yield from held
    else:
        yield tree


def _held_by(tree: Tree) -> Iterator[torch.Tensor]:
    """The tensors that can be reached from an object by its attributes."""
    seen, here = set[int](), [tree]
    for _ in range(_DEEPEST):
        following: list[Any] = []
        for one in here:
            if id(one) in seen or isinstance(one, _NO_DATA):
                continue
            seen.add(id(one))
            if isinstance(one, torch.Tensor):
                yield one
            elif isinstance(one, Mapping):
                following += one.values()
            elif isinstance(one, (list, tuple)):
                following += one
            else:
                following += _attributes_of(one)
        here = following


def _attributes_of(one: Any) -> Iterator[Any]:
    yield from getattr(one, "__dict__", {}).values()
    if dataclasses.is_dataclass(one):
        yield from (getattr(one, field.name, None) for field in dataclasses.fields(one))


def same_tensors(one: Tree, other: Tree) -> bool:
    """True if two trees hold the same bytes."""
    pairs = zip(tensors_in(one), tensors_in(other), strict=True)
    return all(
        here.shape == there.shape and torch.equal(_raw(here), _raw(there)) for here, there in pairs
    )


def as_bytes(tensor: torch.Tensor) -> Any:
    """The bytes of a tensor on the CPU, of any dtype and layout."""
    return _raw(tensor).numpy() if tensor.numel() else np.zeros(0)


def _raw(tensor: torch.Tensor) -> torch.Tensor:
    if not tensor.numel():
        return tensor
    if tensor.is_nested:
        return torch.cat([_raw(one) for one in tensor.unbind()])
    if tensor.layout != torch.strided:
        listed = tensor.to_sparse_coo().coalesce()
        return torch.cat([_raw(listed.indices()), _raw(listed.values())])
    return tensor.contiguous().reshape(-1).view(torch.uint8)
