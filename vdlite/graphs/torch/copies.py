"""What a model is called with in place of its own tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import nn
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils._pytree import tree_map

Copy = Callable[[torch.Tensor], torch.Tensor]


class Copies:
    """Stand-ins of tensors: one for each, however often it is met."""

    def __init__(self, fakes: FakeTensorMode | None, *, on_meta: bool = False) -> None:
        """fakes: where tensors have no values; None for copies with values.

        on_meta: whether inputs are moved to where the tensors of a model without values are.
        """
        self._fakes = fakes
        self._on_meta = on_meta
        self._made: dict[int, torch.Tensor] = {}
        self._originals: list[torch.Tensor] = []  # their ids must stay theirs

    def tensors(self, model: nn.Module) -> dict[str, torch.Tensor]:
        """Stand-ins of all parameters and buffers by name; tied ones get one together."""
        found = {
            name: self.of_parameter(parameter)
            for name, parameter in model.named_parameters(remove_duplicate=False)
        }
        for name, buffer in model.named_buffers(remove_duplicate=False):
            found[name] = self.of_value(buffer)
        return found

    def of_parameter(self, parameter: torch.Tensor) -> torch.Tensor:
        """A parameter with a gradient of its own."""
        known = self._made.get(id(parameter))
        if known is None:
            inner = _detached(parameter)
            # A copy: a forward pass may write into weights, too.
            inner = self._fakes.from_tensor(inner) if self._fakes is not None else inner.clone()
            known = self._keep(parameter, nn.Parameter(inner, parameter.requires_grad))
        return known

    def of_value(self, value: torch.Tensor) -> torch.Tensor:
        """The stand-in of a buffer or an input, which a model may change."""
        known = self._made.get(id(value))
        if known is None:
            inner = _detached(value)
            inner = self._fakes.from_tensor(inner) if self._fakes is not None else inner.clone()
            known = self._keep(value, inner.requires_grad_(value.requires_grad))
        return known

    def of_inputs(self, given: Any) -> Any:
        def one(each: Any) -> Any:
            if not isinstance(each, torch.Tensor):
                return each
            return self.of_value(each.to("meta") if self._on_meta else each)

        return tree_map(one, given)

    def known(self, original: torch.Tensor) -> torch.Tensor | None:
        return self._made.get(id(original))

    def _keep(self, original: torch.Tensor, made: torch.Tensor) -> torch.Tensor:
        self._originals.append(original)
        self._made[id(original)] = made
        return made


def _detached(tensor: torch.Tensor) -> torch.Tensor:
    """Without its history; what was made in inference mode would refuse any other for ever."""
    return tensor.detach().clone() if tensor.is_inference() else tensor.detach()
