"""The scope that each step of the backward pass belongs to."""

from __future__ import annotations

from typing import Any

import torch
from torch.utils._pytree import tree_leaves


class Gradients:
    """Scopes of autograd's nodes: what a call has added to autograd's graph belongs to that call."""

    def __init__(self) -> None:
        # Holding the nodes keeps them the same objects.
        self._scopes: dict[Any, int] = {}

    def belong(self, tensors: Any, scope: int) -> None:
        """Give this scope what leads to these tensors, and belongs to no scope yet."""
        for tensor in _tensors(tensors):
            start = tensor.grad_fn
            if start is None or start in self._scopes:
                continue
            waiting = [start]
            while waiting:
                node = waiting.pop()
                if node in self._scopes:
                    continue
                self._scopes[node] = scope
                waiting += [
                    before
                    for before, _ in node.next_functions
                    if before is not None and before not in self._scopes
                ]

    def current_scope(self) -> int | None:
        """The scope of the node that autograd is working at now; None outside of the backward pass."""
        node = torch._C._current_autograd_node()
        return None if node is None else self._scopes.get(node)

    def clear(self) -> None:
        self._scopes.clear()


def _tensors(given: Any) -> list[torch.Tensor]:
    if isinstance(given, tuple) and all(isinstance(each, torch.Tensor) for each in given):
        return list(given)
    return [each for each in tree_leaves(given) if isinstance(each, torch.Tensor)]
