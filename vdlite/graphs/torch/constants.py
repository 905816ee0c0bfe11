"""Tensors that a model works with and that are neither its parameters nor its buffers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import nn
from torch._subclasses.fake_tensor import unset_fake_temporarily


def names_of_attributes(model: nn.Module) -> dict[int, str]:
    """The names of tensors that are attributes of modules, or in lists and maps among these, by their ids."""
    found: dict[int, str] = {}
    for path, module in model.named_modules():
        beginning = f"{path}." if path else ""
        for name, value in vars(module).items():
            if name not in ("_parameters", "_buffers", "_modules"):
                for place, tensor in _within(value):
                    found.setdefault(id(tensor), f"{beginning}{name}{place}")
    return found


def _within(value: Any) -> Iterator[tuple[str, torch.Tensor]]:
    if isinstance(value, torch.Tensor):
        yield "", value
    elif isinstance(value, (list, tuple, dict)):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, each in list(pairs):
            if isinstance(each, torch.Tensor):
                yield f"[{key!r:.80}]", each


@dataclass
class _Kept:
    tensor: torch.Tensor
    gradient: torch.Tensor | None
    value: torch.Tensor | None = None  # once it is about to be changed


class Constants:
    """Tensors that are constants. A model may hold them where nothing else has replaced them, so they are put back.

    Without values, too: an operation that takes nothing but these is carried out.
    """

    def __init__(self, names: dict[int, str]) -> None:
        """names: of those that have one, by their ids."""
        self._names = names
        self._kept: list[_Kept] = []  # their ids must stay theirs
        self._by_storage: dict[int, list[_Kept]] = {}

    def met(self, tensor: torch.Tensor) -> str:
        """Remembers the gradient that it has now; returns its name."""
        kept = _Kept(tensor, tensor.grad if tensor.is_leaf else None)
        self._kept.append(kept)
        storage = _storage(tensor)
        if storage is not None:
            self._by_storage.setdefault(storage, []).append(kept)
        return self._names.get(id(tensor), f"constant_{len(self._kept) - 1}")

    def about_to_change(self, tensors: Sequence[torch.Tensor]) -> None:
        """Keeps the values of those that share memory with one of these."""
        for tensor in tensors:
            storage = _storage(tensor)
            for kept in self._by_storage.get(storage, []) if storage is not None else []:
                if kept.value is None:
                    with unset_fake_temporarily():
                        kept.value = torch.ops.aten.clone.default(kept.tensor)

    def put_back(self) -> None:
        for kept in self._kept:
            tensor = kept.tensor
            if tensor.is_leaf and tensor.grad is not kept.gradient:
                tensor.grad = kept.gradient
            if kept.value is not None:
                with torch.no_grad(), unset_fake_temporarily():
                    tensor.copy_(kept.value)
        self._kept.clear()
        self._by_storage.clear()


def _storage(tensor: torch.Tensor) -> int | None:
    try:
        number: int = tensor.untyped_storage()._cdata
    except (NotImplementedError, RuntimeError):
        return None  # sparse ones have none
    return number
