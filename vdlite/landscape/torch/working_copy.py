"""A copy of a model that is put anywhere in the plane; the model itself is never touched."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import nn

from vdlite.landscape.directions import Directions
from vdlite.landscape.torch.batch_norm import NORMS, Norms
from vdlite.landscape.torch.folding import Folded, fold
from vdlite.landscape.torch.placing import Placing

if TYPE_CHECKING:
    from vdlite.landscape.torch.problem import TorchProblem


_Buffer = tuple[nn.Module, str, torch.Tensor]
"""Where it is, its name there, and what it held at first."""


class WorkingCopy:
    """The model on a device, at the center, with what puts it elsewhere."""

    def __init__(
        self, problem: TorchProblem, directions: Directions | None, device: torch.device
    ) -> None:
        self._problem = problem
        self._directions = directions
        self._device = device
        self._gradients = False
        self._begin()

    def _begin(self) -> None:
        """The model at the center, as it was when nothing had been run."""
        problem = self._problem
        self.model: nn.Module = copy.deepcopy(problem.model).to(self._device)
        if problem.precision == "float64":
            self.model.double()
        self.model.requires_grad_(self._gradients)
        self.model.train(problem.training)
        self._buffers: list[_Buffer] = [
            (module, name, buffer.clone())
            for module in self.model.modules()
            for name, buffer in module._buffers.items()
            if buffer is not None and not isinstance(module, NORMS)
        ]
        self._restless: list[_Buffer] = []
        self.norms = Norms(self.model, problem.batch_norm)
        self._folded = Folded()
        self._place()

    def fold(self, glance: Callable[[], Sequence[float]]) -> None:
        """Take out batch norms that stand still, if what `glance` sees of the model stays the same."""
        if self._directions is None or not self.norms.frozen or self._restless:
            return
        before = glance()
        self._folded = fold(self.model, _moved(self._directions))
        if not self._folded.scales:
            return
        self._place()
        if not np.allclose(glance(), before, rtol=1e-3, atol=1e-6, equal_nan=True):
            # Its forward took another way when it was traced.
            self._begin()

    def needs_gradients(self, wanted: bool) -> None:
        """Whether its parameters can be differentiated by, as a loss may want to that takes derivatives itself."""
        self._gradients = wanted
        self.model.requires_grad_(wanted)

    def look_at_buffers(self) -> None:
        """After a forward: does it change buffers, as counters and running means do, although nothing is trained?"""
        self._restless[:] = [
            (module, name, kept)
            for module, name, kept in self._buffers
            if not _same(module._buffers[name], kept)
        ]
        self._buffers.clear()

    def restore(self) -> None:
        """Give buffers that a forward changes the values of the model: a point knows nothing of those before it."""
        for module, name, kept in self._restless:
            module._buffers[name] = kept.clone()

    def lay_out(self, channels_last: bool) -> None:
        """Put filters of pictures into memory with their channels last, or as usual."""
        layout = torch.channels_last if channels_last else torch.contiguous_format
        self.model.to(memory_format=layout)
        # Other memory is behind the weights now.
        self._place()

    def _place(self) -> None:
        problem = self._problem
        self.placing = Placing(
            self.model, problem.parameters, problem.weights, self._device, self._folded
        )
        if self._directions is not None:
            self.placing.aim(self._directions)


def _same(buffer: torch.Tensor | None, kept: torch.Tensor) -> bool:
    return buffer is not None and buffer.shape == kept.shape and torch.equal(buffer, kept)


def _moved(directions: Directions) -> set[str]:
    """Names of the weights that some direction moves."""
    return {
        name
        for place, name in enumerate(directions.names)
        if any(axis[place].any() for axis in directions.axes)
    }
