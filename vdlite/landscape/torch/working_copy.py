"""A copy of a model that is put anywhere in the plane; the model itself is never touched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np
import torch
from torch import nn

from vdlite.landscape.agreement import apart, not_the_same_twice
from vdlite.landscape.directions.axes import Directions, is_moved
from vdlite.landscape.torch.batch_norm import NORMS, Norms
from vdlite.landscape.torch.faster_modules import SlicedPools, use_faster_modules
from vdlite.landscape.torch.folding import Folded, fold
from vdlite.landscape.torch.modules import copied, dtype_of, kind_of
from vdlite.landscape.torch.placing import Placing
from vdlite.landscape.torch.setup import Setup
from vdlite.landscape.torch.tracing import Call, calls

_Buffer = tuple[nn.Module, str, torch.Tensor]
"""Where it is, its name there, and what it held at first."""

_Probe = Callable[[], Sequence[float]]

_RAN, _RAISED = 1.0, -1.0


class WorkingCopy:
    """The model on a device, at the center, with what puts it elsewhere."""

    def __init__(
        self,
        setup: Setup,
        directions: Directions | None,
        device: torch.device,
        *,
        anew: bool = False,
    ) -> None:
        """anew: each point has a fresh copy, whether a forward leaves something behind or not."""
        self._setup = setup
        self._directions = directions
        self._device = device
        self._gradients = False
        self._anew = anew
        self._folded = Folded()
        self._begin()

    def _begin(self) -> None:
        """The model at the center, as it was when nothing had been run."""
        setup = self._setup
        # Two copies at once would take more memory than there may be.
        if self._folded.scales:
            del self.placing
        elif "placing" in vars(self):
            self.placing.leave()
        for held in ("norms", "model", "_buffers"):
            vars(self).pop(held, None)
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
        self._own_strides: list[tuple[torch.Tensor, tuple[int, ...]]] = []
        self._folded = Folded()
        self._pools: SlicedPools | None = None
        if "placing" in vars(self):
            self.placing.enter(self.model)
        else:
            self._place()

    @property
    def axes(self) -> int:
        """Along which it is moved."""
        return len(self._directions or ())

    @property
    def changes(self) -> bool:
        """True if a forward changes the model."""
        return self._anew or bool(self._changing_buffers)

    @property
    def is_made_anew(self) -> bool:
        """True if each point has a copy of its own, since a forward leaves something behind."""
        return self._anew

    def simplify(self, probe: _Probe, *, faster_modules: bool) -> None:
        """Make it compute faster, as far as what `probe` measures of it stays the same.

        faster_modules: also by what a compiler does itself.
        """
        if self.changes:
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

    def stays(self, probe: _Probe, change: Callable[[], None]) -> bool:
        """True if what `probe` measures is the same after a change of how it computes; it is at the center then."""
        truth = self._seen(probe)
        change()
        same = truth[0] == _RAN and _agree(self._seen(probe), truth, self._rounding)
        self.placing.move([0.0] * self.axes)
        return same

    @property
    def faster_functions(self) -> AbstractContextManager[Any]:
        """Surrounds what runs the model."""
        return self._pools if self._pools is not None else nullcontext()

    def _seen(self, probe: _Probe, points: Sequence[Sequence[float]] | None = None) -> list[float]:
        """What is measured at the center and off it: a loss may look at the weights, or at what a hook has kept of the last forward.

        points: other ones.
        """
        if points is None:
            points = [[0.0] * self.axes, [1.0] * self.axes][: 1 + (self._directions is not None)]
        seen: list[float] = []
        for point in points:
            self.restore()
            self.placing.move(point)
            try:
                seen += [_RAN, *probe()]
            except Exception:  # noqa: BLE001  # the model's own code, of which anything may come
                seen.append(_RAISED)
        return seen

    @property
    def _rounding(self) -> float:
        """How far a value may be off, as a share of it, if it is computed in another way."""
        if self._setup.options.precision in ("bfloat16", "float16"):
            return 1e-3
        if self._setup.is_half:
            return 1e-2
        # Convolutions of a card round as TensorFloat-32 does, unless they are asked not to.
        if self._device.type == "cuda" and torch.backends.cudnn.allow_tf32:
            return 1e-3
        wide = dtype_of(self.model) == torch.float64
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
        """Let parameters be differentiated by, or not, as a loss may want to that takes derivatives itself."""
        self._gradients = wanted
        self._require_gradients()

    def _require_gradients(self) -> None:
        # One by one: a scripted module has no call for all of them.
        for parameter in self.model.parameters():
            if parameter.is_floating_point():
                parameter.requires_grad_(self._gradients)

    def look_for_state(self, probe: _Probe) -> None:
        """Does a forward leave anything that a later one depends on, beside buffers: numbers, caches, generators of its own?

        Then each point has a fresh copy. What `probe` measures is held against what comes of the other order of points.
        """
        here = [0.0] * self.axes
        off = [1.0] * self.axes
        forth = self._seen_of_fresh(probe, [here, off])
        back = self._seen_of_fresh(probe, [off, here])
        tolerance = self._rounding / 10  # the same kernels on the same numbers
        if all(_agree(one, other, tolerance) for one, other in zip(forth, back[::-1], strict=True)):
            return
        self._anew = True
        one, other = (self._seen_of_fresh(probe, [here])[0] for _ in range(2))
        if not _agree(one, other, tolerance):
            not_the_same_twice(
                apart(one[-1], other[-1]), allowed=self._setup.options.allow_nondeterministic
            )

    def _seen_of_fresh(self, probe: _Probe, points: Sequence[Sequence[float]]) -> list[list[float]]:
        """The measures at each of the points, one after another, by a copy that has computed nothing before."""
        self._begin()
        seen = []
        for point in points:
            seen.append(self._seen(probe, [point]))
            if self._buffers:
                self.look_at_buffers()
        return seen

    def look_at_buffers(self) -> None:
        """After a forward: does it change buffers, as counters and running means do, although nothing is trained?"""
        self._changing_buffers[:] = [
            (module, name, kept)
            for module, name, kept in self._buffers
            if not _same(module._buffers[name], kept)
        ]
        self._buffers.clear()

    def restore(self) -> None:
        """Give the copy back what a forward changes: a point knows nothing of those before it."""
        if self._anew:
            self._begin()
        for module, name, kept in self._changing_buffers:
            module._buffers[name] = kept.clone()

    def lay_out(self, channels_last: bool) -> None:
        """Put filters of pictures into memory with their channels last, or as they came."""
        if bool(self._own_strides) == channels_last:
            return
        if channels_last:
            filters = [*self.model.parameters(), *self.model.buffers()]
            self._own_strides = [(one, one.stride()) for one in filters if one.ndim == 4]
            for one, _ in self._own_strides:
                one.data = one.data.contiguous(memory_format=torch.channels_last)
        else:
            for one, strides in self._own_strides:
                own = torch.empty_strided(one.shape, strides, dtype=one.dtype, device=one.device)
                one.data = own.copy_(one.data)
            self._own_strides = []
        # Other memory is behind the weights now.
        self.placing.enter(self.model)

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
