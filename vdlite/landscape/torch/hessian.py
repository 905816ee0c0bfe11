"""Products of the Hessian of a PyTorch model's loss with vectors."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import compress
from typing import Any, NamedTuple

import numpy as np
import torch

from vdlite.landscape.curvature.lanczos import Vector
from vdlite.landscape.directions.axes import Directions
from vdlite.landscape.surface.second_derivatives import AxisCurvatures
from vdlite.landscape.torch.evaluator import TorchEvaluator
from vdlite.landscape.torch.modules import as_array, tensors_of
from vdlite.landscape.torch.randomness import begin_again
from vdlite.landscape.torch.setup import Setup
from vdlite.landscape.torch.tuning import Plan
from vdlite.landscape.weights import STATISTICS, Array, chosen, split

# Batches whose graph is kept from product to product; more would not fit into memory.
_MOST_GRAPHS = 4


class _Slope(NamedTuple):
    """The gradient of a batch's mean or sum; factor times it, over all batches' weights, is that of the loss."""

    parts: Sequence[torch.Tensor]
    factor: float
    weight: float
    value: float  # of the batch, of which the factor makes the same


class TorchHessian:
    """The mean of the batches' Hessians by their numbers of samples, or by what the loss counts."""

    def __init__(
        self,
        setup: Setup,
        directions: Directions | None,
        device: torch.device,
        plan: Plan | None,
        ignore: Sequence[str],
        *,
        keeps: bool = True,
    ) -> None:
        """plan: of `TorchEvaluator`. keeps: few graphs are kept from product to product."""
        self._setup = setup
        self._ignore = ignore
        self._evaluator = TorchEvaluator(setup, directions, device, plan, differentiable=True)
        self.plan = self._evaluator.plan
        self._device = device
        counts = chosen(setup.weights, ignore=ignore)
        counts &= np.array([weight.role not in STATISTICS for weight in setup.weights])
        whole = tensors_of(self._evaluator.model, "whole")
        tensors = [whole[weight.name] for weight in setup.weights]
        self._summing = torch.float32 if device.type == "mps" else torch.float64
        self._shapes = [tuple(tensor.shape) for tensor in tensors]
        self._counts = counts
        self._moved = [tensor for tensor, one in zip(tensors, counts, strict=True) if one]
        for tensor in self._moved:
            tensor.requires_grad_(True)
        self._batches = list(self._evaluator.batches())
        self._keeps = keeps and len(self._batches) <= _MOST_GRAPHS
        self._slopes: list[_Slope] = []

    @property
    def size(self) -> int:
        return sum(tensor.numel() for tensor in self._moved)

    @property
    def rounding(self) -> float:
        return 64 * float(torch.finfo(self._moved[0].dtype).eps)

    def __call__(self, vector: Vector) -> Vector:
        pieces = self._pieces(vector)
        total = [torch.zeros_like(tensor) for tensor in self._moved]
        weight = 0.0
        with self._differentiating():
            for number in range(len(self._batches)):
                slope, factor, own, _ = self._slope(number)
                weight += own
                held = [one for one in slope if one.requires_grad]
                if not held:
                    continue
                wanted = [p for one, p in zip(slope, pieces, strict=True) if one.requires_grad]
                found = torch.autograd.grad(
                    held,
                    self._moved,
                    wanted,
                    retain_graph=self._keeps,
                    allow_unused=True,
                )
                for sum_, part in zip(total, found, strict=True):
                    if part is not None:
                        sum_.add_(part, alpha=factor)
        made = _flat(total)
        made /= weight
        return made

    def difference(self, vector: Vector) -> float:
        """How far its product with a vector is off that of a fresh copy of the model at the center, as a share of its length."""
        found = self(vector)
        self._slopes = []  # their graphs are memory that the copy could use
        plan = self.plan._replace(channels_last=False)
        fresh = TorchHessian(self._setup, None, self._device, plan, self._ignore, keeps=False)
        try:
            truth = fresh(vector)
        finally:
            fresh.close()
        length = float(np.linalg.norm(truth))
        if not math.isfinite(length) or not length:
            return 0.0  # of a model that has diverged nothing can be known
        return float(np.linalg.norm(found - truth)) / length

    def along(self, directions: Directions) -> AxisCurvatures | None:
        """The second derivatives along each axis, batch by batch; None if an axis moves what does not count.

        Only one batch's graph is there at a time, and no product is kept.
        """
        counts = self._counts.tolist()
        if any(
            np.any(part)
            for axis in directions.axes
            for part, one in zip(axis, counts, strict=True)
            if not one
        ):
            return None
        ways = [
            [
                torch.as_tensor(np.require(part, requirements="W")).to(self._device, tensor.dtype)
                for part, tensor in zip(compress(axis, counts), self._moved, strict=True)
            ]
            for axis in directions.axes
        ]
        values, sizes = np.zeros(len(ways)), np.zeros(len(ways))
        weight = 0.0
        with self._differentiating():
            for batch, count in self._batches:
                slope, factor, own, _ = self._graded(batch, count, True)
                weight += own
                held = [place for place, one in enumerate(slope) if one.requires_grad]
                for number, way in enumerate(ways if held else ()):
                    found = torch.autograd.grad(
                        [slope[place] for place in held],
                        self._moved,
                        [way[place] for place in held],
                        retain_graph=number + 1 < len(ways),
                        allow_unused=True,
                    )
                    for part, one in zip(found, way, strict=True):
                        if part is not None:
                            terms = part * one
                            values[number] += factor * float(terms.sum(dtype=self._summing))
                            sizes[number] += factor * float(terms.abs_().sum(dtype=self._summing))
                    del found
        with np.errstate(all="ignore"):
            values, sizes = values / weight, sizes / weight
        if not np.isfinite(values).all():
            return None
        return AxisCurvatures(
            tuple(values.tolist()), tuple((self.rounding * sizes).tolist()), "hessian"
        )

    def gradient(self) -> Vector:
        """The gradient of the loss over all samples, [N]."""
        return self.loss_and_gradient()[1]

    def loss_and_gradient(self) -> tuple[float, Vector]:
        total = [torch.zeros_like(tensor) for tensor in self._moved]
        weight = loss = 0.0
        with self._differentiating():
            for batch, count in self._batches:
                slope, factor, own, value = self._graded(batch, count, False)
                weight += own
                loss += factor * value
                for sum_, part in zip(total, slope, strict=True):
                    sum_.add_(part, alpha=factor)
        made = _flat(total)
        made /= weight
        return loss / weight, made

    def move(self, point: Sequence[float]) -> None:
        self._slopes = []
        with torch.no_grad():
            self._evaluator.move(point)
            self._evaluator.settle()

    def place(self, arrays: Sequence[Array]) -> None:
        self._slopes = []
        with torch.no_grad():
            self._evaluator.put(arrays)
            self._evaluator.settle()

    def split(self, vector: Vector) -> list[Array]:
        return split(vector, self._shapes, self._counts)

    def close(self) -> None:
        self._slopes = []
        self._evaluator.close()

    def _slope(self, number: int) -> _Slope:
        """The gradient of a batch, with the graph that its own derivative needs."""
        if not self._keeps:
            return self._graded(*self._batches[number], True)
        while len(self._slopes) <= number:
            self._slopes.append(self._graded(*self._batches[len(self._slopes)], True))
        return self._slopes[number]

    def _graded(self, batch: Any, count: int, graph: bool) -> _Slope:
        part = next(iter(self._evaluator.measure(batch).values()))
        found = torch.autograd.grad(part.value, self._moved, create_graph=graph, allow_unused=True)
        slopes = [
            torch.zeros_like(tensor) if one is None else one
            for one, tensor in zip(found, self._moved, strict=True)
        ]
        value = float(part.value.detach())
        if part.weight is None:
            return _Slope(slopes, float(count), float(count), value)
        return _Slope(slopes, 1.0, float(part.weight), value)

    def _pieces(self, vector: Vector) -> list[torch.Tensor]:
        whole = torch.as_tensor(vector).to(self._device, self._moved[0].dtype)
        sizes = [tensor.numel() for tensor in self._moved]
        return [
            piece.view(tensor.shape)
            for piece, tensor in zip(whole.split(sizes), self._moved, strict=True)
        ]

    @contextmanager
    def _differentiating(self) -> Iterator[None]:
        with self._evaluator.computing(gradients=True), _twice():
            begin_again(self._evaluator.seed, self._device)
            yield


def in_pieces(setup: Setup, plan: Plan | None) -> Plan | None:
    """Batches whose graphs of second derivatives take no more memory than a backward pass of the plan's."""
    options = setup.options
    if plan is None or plan.batch_size is None or options.batch_size is not None:
        return plan
    # What a batch holds is part of what is measured.
    if options.batch_norm != "frozen" or options.training:
        return plan
    return plan._replace(batch_size=max(1, plan.batch_size // 4))


@contextmanager
def _twice() -> Iterator[None]:
    """The fast kernels of attention can be differentiated once only."""
    try:
        from torch.nn.attention import SDPBackend, sdpa_kernel
    except ImportError:  # before torch 2.3
        yield
        return
    with sdpa_kernel(SDPBackend.MATH):
        yield


def _flat(tensors: Sequence[torch.Tensor]) -> Vector:
    """One vector of all of them, in float64, without a copy in between."""
    made = np.empty(sum(tensor.numel() for tensor in tensors))
    start = 0
    for tensor in tensors:
        end = start + tensor.numel()
        made[start:end] = as_array(tensor, share=True).reshape(-1)
        start = end
    return made
