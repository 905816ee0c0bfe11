"""A copy of a model that is put anywhere in the plane; the model itself is never touched."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np
import torch
from torch import nn

from vdlite.landscape.directions.axes import Directions, is_moved
from vdlite.landscape.torch.batch_norm import NORMS, Norms
from vdlite.landscape.torch.faster_modules import SlicedPools, use_faster_modules
from vdlite.landscape.torch.folding import Folded, fold
from vdlite.landscape.torch.modules import copied, kind_of
from vdlite.landscape.torch.placing import Placing
from vdlite.landscape.torch.setup import Setup
from vdlite.landscape.torch.tracing import Call, calls

_Buffer = tuple[nn.Module, str, torch.Tensor]
"""Where it is, its name there, and what it held at first."""

_Probe = Callable[[], Sequence[float]]


class WorkingCopy:
    """The model on a device, at the center, with what puts it elsewhere."""

    def __init__(self, setup: Setup, directions: Directions | None, device: torch.device) -> None:
        self._setup = setup
        self._directions = directions
        self._device = device
        self._gradients = False
        self._begin()

    _channels_last: bool | None
    """How it lies in memory; None: as it came."""

    def _begin(self) -> None:
        """The model at the center, as it was when nothing had been run."""
        setup = self._setup
        self.model: nn.Module = copied(setup.model).to(self._device)
        if setup.options.precision == "float64":
            self.model.double()
        self._require_gradients()
        self.model.train(setup.options.training)
        self._buffers: list[_Buffer] = [
            (module, name, buffer.clone())
            for module in self.model.modules()
            for name, buffer in module._buffers.items()
            if buffer is not None and not issubclass(kind_of(module), NORMS)
        ]
        self._changing_buffers: list[_Buffer] = []
        self.norms = Norms(self.model, setup.options.batch_norm)
        filters = any(one.ndim > 3 for one in self.model.parameters())
        self._channels_last = None if filters else False
        self._folded = Folded()
        self._pools: SlicedPools | None = None
        self._place()

    @property
    def axes(self) -> int:
        """Along which it is moved."""
        return len(self._directions or ())

    @property
    def changes(self) -> bool:
        """Whether a forward changes its buffers."""
        return bool(self._changing_buffers)

    def simplify(self, probe: _Probe, *, faster_modules: bool) -> None:
        """Make it compute faster, as far as what `probe` measures of it stays the same.

        faster_modules: also by what a compiler does itself.
        """
        if self._changing_buffers:
            return
        pools = SlicedPools()
        with pools:
            truth = self._seen(probe)
        called = calls(self.model)
        # Its forward may take another way than when it was traced, or look at what is not there any more.
        if (
            faster_modules
            and self._use_faster_modules(called, pools)
            and not _agree(self._seen(probe), truth, 0.0)
        ):
            faster_modules = False
            self._begin()
        if self._fold(called) and not _agree(self._seen(probe), truth, self._rounding):
            self._begin()
            if faster_modules:
                self._use_faster_modules(called, pools)

    @property
    def faster_functions(self) -> AbstractContextManager[Any]:
        """Surrounds what runs the model."""
        return self._pools if self._pools is not None else nullcontext()

    def _seen(self, probe: _Probe) -> list[float]:
        """What is measured at the center and off it: a loss may look at the weights, or at what a hook has kept of the last forward."""
        points = [[0.0] * len(self._directions or ()), [1.0] * len(self._directions or ())]
        seen: list[float] = []
        for point in points if self._directions is not None else points[:1]:
            self.placing.move(point)
            try:
                seen += probe()
            except Exception:  # noqa: BLE001  # the model's own code, of which anything may come
                seen.append(math.nan)
        return seen

    @property
    def _rounding(self) -> float:
        """How far a value may be off, as a share of it, if it is computed in another way."""
        if self._setup.options.precision in ("bfloat16", "float16"):
            return 1e-3
        wide = next(self.model.parameters()).dtype == torch.float64
        return 1e-10 if wide else 1e-5

    def _use_faster_modules(self, called: Sequence[Call], pools: SlicedPools) -> bool:
        # Where values are equal, a derivative of the greatest one is not unique.
        if self._gradients:
            return False
        on_processor = self._device.type == "cpu"
        if pools.found and on_processor:
            self._pools, pools.takes_over = pools, True
        changed = use_faster_modules(self.model, called, pools=on_processor)
        return changed or self._pools is not None

    def _fold(self, called: Sequence[Call]) -> bool:
        """Take out batch norms that stand still."""
        # In half precision, scaled filters would be rounded once more.
        if self._directions is None or not self.norms.frozen or self._setup.is_half:
            return False
        self._folded = fold(self.model, called, _moved(self._directions))
        if not self._folded.scales:
            return False
        self._place()
        return True

    def needs_gradients(self, wanted: bool) -> None:
        """Whether its parameters can be differentiated by, as a loss may want to that takes derivatives itself."""
        self._gradients = wanted
        self._require_gradients()

    def _require_gradients(self) -> None:
        # One by one: a scripted module has no call for all of them.
        for parameter in self.model.parameters():
            parameter.requires_grad_(self._gradients)

    def look_at_buffers(self) -> None:
        """After a forward: does it change buffers, as counters and running means do, although nothing is trained?"""
        self._changing_buffers[:] = [
            (module, name, kept)
            for module, name, kept in self._buffers
            if not _same(module._buffers[name], kept)
        ]
        self._buffers.clear()

    def restore(self) -> None:
        """Give buffers that a forward changes the values of the model: a point knows nothing of those before it."""
        for module, name, kept in self._changing_buffers:
            module._buffers[name] = kept.clone()

    def lay_out(self, channels_last: bool) -> None:
        """Put filters of images into memory with their channels last, or as usual."""
        # What has none has one layout only; to place all weights anew takes longer than a small batch.
        if self._channels_last == channels_last:
            return
        self._channels_last = channels_last
        layout = torch.channels_last if channels_last else torch.contiguous_format
        self.model.to(memory_format=layout)
        # Other memory is behind the weights now.
        self._place()

    def _place(self) -> None:
        setup = self._setup
        self.placing = Placing(self.model, setup.weights, self._device, self._folded)
        if self._directions is not None:
            self.placing.aim(self._directions)


def _agree(seen: Sequence[float], truth: Sequence[float], tolerance: float) -> bool:
    return len(seen) == len(truth) and np.allclose(
        seen, truth, rtol=tolerance, atol=min(tolerance, 1e-6), equal_nan=True
    )


def _same(buffer: torch.Tensor | None, kept: torch.Tensor) -> bool:
    return buffer is not None and buffer.shape == kept.shape and torch.equal(buffer, kept)


def _moved(directions: Directions) -> set[str]:
    """Names of the weights that some direction moves."""
    return {
        name
        for place, name in enumerate(directions.names)
        if any(is_moved(axis, place) for axis in directions.axes)
    }
