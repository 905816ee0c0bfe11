"""The operation that a tensor came from."""

from __future__ import annotations

import weakref
from typing import NamedTuple

import torch
from torch.multiprocessing.reductions import StorageWeakRef


class Origin(NamedTuple):
    """A node, and which of its outputs."""

    node: int
    output: int


class _Held(NamedTuple):
    tensor: weakref.ref[torch.Tensor]
    origin: Origin


_Layout = tuple[int, object, object, object, object]


class Values:
    """The sources of tensors, by what they are and by where they lie. Keeps none of them alive.

    A tensor that was saved for the backward pass comes back as another object of the same place in memory.
    """

    def __init__(self) -> None:
        self._by_tensor: dict[int, _Held] = {}
        self._by_layout: dict[_Layout, Origin] = {}
        self._writer: dict[int, int] = {}  # the last node that wrote into a storage in place
        # A storage that is only weakly held keeps its number to itself.
        self._storages: dict[int, StorageWeakRef] = {}

    def made(self, tensor: torch.Tensor, origin: Origin) -> None:
        """The tensor is what a node has given."""
        self._by_tensor[id(tensor)] = _Held(weakref.ref(tensor), origin)
        layout = self._layout(tensor)
        if layout is not None:
            self._by_layout[layout] = origin

    def written(self, tensor: torch.Tensor, origin: Origin) -> None:
        """A node has changed the tensor where it lies."""
        self.made(tensor, origin)
        storage = self._storage(tensor)
        if storage is not None:
            self._writer[storage] = origin.node

    def origin(self, tensor: torch.Tensor) -> Origin | None:
        """The node that has given this very object; None if none has."""
        held = self._by_tensor.get(id(tensor))
        return held.origin if held is not None and held.tensor() is tensor else None

    def origin_of_place(self, tensor: torch.Tensor) -> Origin | None:
        """The node that has last given a tensor of the same place in memory; None if none has."""
        layout = self._layout(tensor)
        return None if layout is None else self._by_layout.get(layout)

    def last_writer(self, tensor: torch.Tensor) -> int | None:
        """The last node that has written into the tensor's memory in place."""
        if not self._writer:
            return None
        storage = self._storage(tensor)
        return None if storage is None else self._writer.get(storage)

    def _storage(self, tensor: torch.Tensor) -> int | None:
        try:
            reference = StorageWeakRef(tensor.untyped_storage())
        except (NotImplementedError, RuntimeError):
            return None  # sparse ones and those of other layouts have none
        number: int = reference.cdata
        self._storages.setdefault(number, reference)
        return number

    def _layout(self, tensor: torch.Tensor) -> _Layout | None:
        storage = self._storage(tensor)
        if storage is None:
            return None
        try:
            return (
                storage,
                tensor.storage_offset(),
                tuple(tensor.shape),
                tensor.stride(),
                tensor.dtype,
            )
        except RuntimeError:
            return None
