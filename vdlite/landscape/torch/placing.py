"""Moving a model's weights to a point of the plane, in place and without drift."""

from collections.abc import Callable, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from vdlite.landscape.directions.axes import Axis, Directions, StreamedAxis, is_moved
from vdlite.landscape.torch.folding import Folded
from vdlite.landscape.torch.modules import tensors_of
from vdlite.landscape.weights import Array, Weight

_Way = Callable[[], torch.Tensor]
"""Gives how a weight moves along an axis."""

_NOWHERE = torch.empty(0)


class Placing:
    """The weights of a working copy of a model, which is put anywhere in the plane.

    Each is a sum that begins at the center: rounding does not add up from point to point. On the CPU center and
    directions are the caller's own arrays, of which no second copy is made; to a card they are brought once, also where
    each point has a model of its own.
    """

    def __init__(
        self,
        model: nn.Module,
        weights: Sequence[Weight],
        device: torch.device,
        folded: Folded,
    ) -> None:
        """weights: the center. folded: batch norms that are part of it now; their own weights are gone."""
        # All that it has: the center says which of them move. A working copy needs no gradients.
        tensors = tensors_of(model, "whole")
        self._held = [
            _Held(place, tensors[weight.name], weight, device, folded)
            for place, weight in enumerate(weights)
            if weight.name in tensors
        ]
        self.enter(model)

    def enter(self, model: nn.Module) -> None:
        """Take a model of the same kind in the place of the one before, and put it at the center."""
        tensors = tensors_of(model, "whole")
        for held in self._held:
            held.enter(tensors[held.name])

    def leave(self) -> None:
        """Let go of the model's memory."""
        for held in self._held:
            held.leave()

    def aim(self, directions: Directions) -> None:
        """Take the axes that `move` goes along. They are brought to the device once."""
        for held in self._held:
            held.aim(directions.axes)

    def move(self, point: Sequence[float]) -> None:
        """The weights at a point of the plane."""
        for held in self._held:
            held.move(point)

    @property
    def moved(self) -> list[str]:
        """Names of the weights that some axis moves."""
        return [held.name for held in self._held if held.is_moved]

    def at_once(self, points: NDArray[np.float64]) -> dict[str, torch.Tensor]:
        """The weights that are moved at each of several points [P, A]: [P, ...] by name. The model stays where it is."""
        return {held.name: held.at_once(points) for held in self._held if held.is_moved}

    def put(self, arrays: Sequence[Array]) -> None:
        """Weights of another model."""
        for held in self._held:
            held.put(arrays[held.place])


class _Held:
    """One weight: where it stands among all, and its tensor in the working copy."""

    def __init__(
        self,
        place: int,
        tensor: torch.Tensor,
        weight: Weight,
        device: torch.device,
        folded: Folded,
    ) -> None:
        self.place = place
        self.name = weight.name
        self._device = device
        self._wide = torch.promote_types(tensor.dtype, torch.float32)
        self._tensor = tensor.detach()
        self._variance = weight.role == "variance"
        self._scale = folded.scales.get(weight.name)
        self._shift = folded.shifts.get(weight.name)
        self._center = self._model(weight.value)
        self._axes: list[_Way | None] = []

    def enter(self, tensor: torch.Tensor) -> None:
        self._tensor = tensor.detach()
        self._tensor.copy_(self._center)
        self._bound()

    def leave(self) -> None:
        self._tensor = _NOWHERE

    def aim(self, axes: Sequence[Axis]) -> None:
        # Most directions leave biases and norms alone, which then need no sum.
        self._axes = [self._along(axis) if is_moved(axis, self.place) else None for axis in axes]

    def _along(self, axis: Axis) -> "_Way":
        if isinstance(axis, StreamedAxis):
            return lambda: self._way(axis[self.place])
        kept = self._way(axis[self.place])
        return lambda: kept

    def move(self, point: Sequence[float]) -> None:
        terms = [
            (axis(), float(factor))
            for axis, factor in zip(self._axes, point, strict=True)
            if axis is not None
        ]
        if not terms:
            self._tensor.copy_(self._center)
        elif self._tensor.dtype == self._center.dtype:
            (first, factor), *others = terms
            torch.add(self._center, first, alpha=factor, out=self._tensor)
            for axis, more in others:
                self._tensor.add_(axis, alpha=more)
        else:
            # Summed in float32: half precision would lose small steps.
            total = self._center
            for axis, factor in terms:
                total = torch.add(total, axis, alpha=factor)
            self._tensor.copy_(total)
        self._bound()

    @property
    def is_moved(self) -> bool:
        return any(axis is not None for axis in self._axes)

    def at_once(self, points: NDArray[np.float64]) -> torch.Tensor:
        axes = [axis().reshape(-1) for axis in self._axes if axis is not None]
        used = [axis is not None for axis in self._axes]
        factors = torch.from_numpy(points[:, used]).to(self._center)
        flat = torch.addmm(self._center.reshape(1, -1), factors, torch.stack(axes))
        placed = flat.view(-1, *self._center.shape).to(self._tensor.dtype)
        return placed.clamp_(min=0) if self._variance else placed

    def put(self, array: Array) -> None:
        self._tensor.copy_(self._model(array))
        self._bound()

    def _model(self, array: Array) -> torch.Tensor:
        way = self._way(array)
        return way if self._shift is None else way + self._shift

    def _way(self, array: Array) -> torch.Tensor:
        # A snapshot on disk can't be written to, which torch would warn of.
        own = torch.from_numpy(np.require(array, requirements=["C", "W"]))
        tensor = own.to(self._device, self._wide)
        if self._scale is not None:
            tensor = tensor * self._scale.reshape(-1, *[1] * (tensor.ndim - 1))
        return tensor

    def _bound(self) -> None:
        # Beyond the models a straight line may lead below zero, where there is no deviation to divide by.
        if self._variance:
            self._tensor.clamp_(min=0)
