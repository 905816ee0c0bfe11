"""Computing points of a landscape of a PyTorch model."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from vdlite.errors import LandscapeError
from vdlite.landscape.directions.axes import Directions
from vdlite.landscape.problem import Values
from vdlite.landscape.torch.batches import Batch
from vdlite.landscape.torch.device_samples import Batches, DeviceSamples
from vdlite.landscape.torch.many_points import ManyPoints, at_once, is_small
from vdlite.landscape.torch.measures import Part
from vdlite.landscape.torch.planning import Planner
from vdlite.landscape.torch.randomness import begin_again, own_randomness
from vdlite.landscape.torch.setup import Setup
from vdlite.landscape.torch.totals import Totals
from vdlite.landscape.torch.trees import mapped, same_tensors
from vdlite.landscape.torch.tuning import Plan
from vdlite.landscape.torch.working_copy import WorkingCopy
from vdlite.landscape.weights import Array
from vdlite.landscape.workers import worker

_HALVES = {"bfloat16": torch.bfloat16, "float16": torch.float16}
_FEW = 4  # samples of a probe
_FEWEST_AT_ONCE = 4  # points that are not computed one after another


class TorchEvaluator:
    """A working copy of the model, with the samples, on one device. The caller's model is never touched."""

    def __init__(
        self,
        setup: Setup,
        directions: Directions | None,
        device: torch.device,
        plan: Plan | None,
        *,
        points: int | None = None,
        differentiable: bool = False,
        plain: bool = False,
    ) -> None:
        """plan: how samples are run through the model; None: it is found out, as `plan` says.

        points: how many will be computed, as far as it is known: few are not worth much trying.
        differentiable: for derivatives, which a compiled model does not give twice.
        plain: nothing is used twice: each point has a fresh copy of the model and of the samples.
        """
        self._threads = _limit_threads()
        self._setup = setup
        self._device = device
        self._seed = setup.seed
        self._compiled = setup.options.compile and not differentiable
        self._half = _HALVES.get(setup.options.precision)
        samples = DeviceSamples(setup, device)
        self._batches: dict[str, Batches] = {}
        self._channels_last = False
        self._plain = plain
        self._spoils = plain  # whether samples are changed by what is computed of them
        self.keeps_batches = False
        """Whether a value depends on which batches there are: random numbers are drawn for each, or something is kept."""
        self._differentiable = differentiable
        self._fast: Any = None
        self._copy = WorkingCopy(setup, directions, device, anew=plain)
        self._graph = False
        self._few: Batch = None
        few = self._try_out(samples)
        # What that saves, a small model does not take.
        if not (differentiable or plain or is_small(self.model, setup.measure)):
            self._copy.simplify(self._probe, faster_modules=not self._compiled)
        began = time.monotonic()
        if plan is None:
            plan = Planner(self, setup, samples, points).plan(few)
        elif plan.channels_last and not self.takes_channels_last(samples):
            plan = plan._replace(channels_last=False)
        self.plan = plan
        # Seconds of its making that no other evaluator of the problem needs.
        self.once = time.monotonic() - began
        self.lay_out(channels_last=self.plan.channels_last)
        self._batches = samples.cut(self.plan.batch_size)
        self._few = None
        self._many: ManyPoints | None = None
        if self.compiles:
            self._fast = torch.compile(self.model)
        elif not (differentiable or plain):
            self._many = self._several()

    @property
    def model(self) -> nn.Module:
        """The working copy."""
        return self._copy.model

    @property
    def device(self) -> torch.device:
        return self._device

    @property
    def compiles(self) -> bool:
        """True if the compiler is used; it takes too long for models that are made anew for each point."""
        return self._compiled and not self._copy.is_made_anew

    @property
    def seed(self) -> int:
        return self._seed

    def batches(self) -> Iterator[tuple[Batch, int]]:
        """The batches of the first samples, with how many each holds."""
        return iter(next(iter(self._batches.values())))

    def all_batches(self) -> Iterator[tuple[str, Batch, int]]:
        """The batches of all data, with the name of each and how many samples they hold."""
        for data, batches in self._batches.items():
            for batch, count in batches:
                yield data, batch, count

    def outputs(self, batch: Batch) -> Any:
        """The outputs of the model for a batch of inputs and targets, where it is now."""
        run = self._fast if self._fast is not None else self.model
        with self._casting(), self._copy.faster_functions:
            inputs, _, _ = self._setup.measure.split(self._laid_out(batch))
            return run(*inputs)

    def __call__(self, points: NDArray[np.float64]) -> Values:
        if self.at_once > 1 and len(points) >= _FEWEST_AT_ONCE:
            return self._measured_at_once(points)
        return self._measured(points, self.move)

    def of_models(self, models: Sequence[Sequence[Array]]) -> Values:
        """The metrics of whole models."""
        return self._measured(models, self.put)

    def move(self, point: Sequence[float]) -> None:
        """The working copy at a point of the plane."""
        self._copy.restore()
        self._copy.placing.move(point)

    def put(self, arrays: Sequence[Array]) -> None:
        """The working copy with other weights."""
        self._copy.restore()
        self._copy.placing.put(arrays)

    def close(self) -> None:
        self._batches = {}
        if self._threads is not None:
            torch.set_num_threads(self._threads)

    @property
    def at_once(self) -> int:
        """Points that are computed together, where that is faster."""
        return self._many.number if self._many is not None else 1

    def _measured(self, places: Sequence[Any] | NDArray[np.float64], go: Any) -> Values:
        try:
            return self._measured_as_it_lies(places, go)
        except Exception as error:
            if not self._channels_last or isinstance(error, torch.cuda.OutOfMemoryError):
                raise
            # What raises in the layout that was given, too, is the model's own error.
            self.lay_out(channels_last=False)
            return self._measured_as_it_lies(places, go)

    def _measured_as_it_lies(self, places: Iterable[Any], go: Any) -> Values:
        totals = Totals(self._device, self._setup.unknown)
        with self.computing():
            for place in places:
                go(place)
                self._add_here(totals)
                totals.end()
            return totals.values()

    def _measured_at_once(self, points: NDArray[np.float64]) -> Values:
        assert self._many is not None
        totals, number = Totals(self._device, self._setup.unknown), self._many.number
        with self.computing():
            for start in range(0, len(points), number):
                placed = self._many.place(points[start : start + number])
                for data, batches in self._batches.items():
                    for batch, count in batches:
                        totals.add(data, list(self._many.parts(placed, batch)), count)
                totals.end()
            return totals.values()

    def _several(self) -> ManyPoints | None:
        """The computation of points together, if it gives what one after another do."""
        options, few = self._setup.options, np.array([[0.5], [-1.0]])
        axes = self._copy.axes
        number = at_once(self.model, self._setup.measure, max(self._sizes, default=1))
        plain = options.batch_norm == "frozen" and not (options.training or options.precision)
        changes = self._spoils or self._copy.changes
        if number < 2 or not axes or not plain or self._graph or changes:
            return None
        points = np.repeat(few, axes, axis=1)
        self._many = ManyPoints(self.model, self._copy.placing, self._setup.measure, number)
        try:
            agree = all(
                np.allclose(one, other, rtol=1e-5, atol=1e-7, equal_nan=True)
                for one, other in zip(
                    self._measured_at_once(points).values(),
                    self._measured(points, self.move).values(),
                    strict=True,
                )
            )
        except Exception:  # noqa: BLE001  # what depends on values, or is not known
            return None
        return self._many if agree else None

    @property
    def _sizes(self) -> list[int]:
        return [count for batches in self._batches.values() for _, count in batches]

    @contextmanager
    def computing(self, *, gradients: bool = False, seed: int | None = None) -> Iterator[None]:
        """Surround what runs the model with random numbers that are the same each time, and no graph unless asked for."""
        numbers = own_randomness(self._seed if seed is None else seed, self._device)
        # No inference mode: what is cached in it, and shared with the caller's model, ends the caller's next backward.
        with numbers, torch.set_grad_enabled(gradients or self._graph):
            yield

    def measure(self, batch: Batch) -> dict[str, Part]:
        """The contributions of a batch to the metrics where the model is now."""
        run = self._fast if self._fast is not None else self.model
        with self._casting(), self._copy.faster_functions:
            return self._setup.measure(run, self._laid_out(batch))

    def settle(self) -> None:
        """After a move: what batch norm has to gather anew, it gathers of the first samples."""
        self._copy.norms.prepare(self.measure, (batch for batch, _ in self.batches()))

    def _add_here(self, totals: Totals) -> None:
        """The metrics over all samples where the model is now."""
        # The same noise at every point, where the model draws any.
        begin_again(self._seed, self._device)
        self.settle()
        for data, batches in self._batches.items():
            for batch, number in batches:
                totals.add(data, [self.measure(batch)], number)

    def _casting(self) -> AbstractContextManager[Any]:
        if self._half is None:
            return nullcontext()
        cast: AbstractContextManager[Any] = torch.autocast(self._device.type, dtype=self._half)
        return cast

    def _try_out(self, samples: DeviceSamples) -> bool:
        """Find out what the loss needs: some take derivatives themselves, some models want batches as they came.

        Gives whether it takes a few samples.
        """
        first, wanted = samples.settings, self._setup.options.batch_size
        sizes = [wanted] if wanted is not None else [_FEW, first.came[0]]
        failed: Exception | None = None
        for graph in (False, True):
            self._graph = graph
            self._copy.needs_gradients(graph)
            for size in sizes if first.joined else [first.counts[0]]:
                few = samples.part(size) if first.joined else samples.first()[0]
                try:
                    self._look_for_changes(samples, few)
                except Exception as error:  # noqa: BLE001  # raised below if no way helps
                    failed = failed if failed is not None else error
                else:
                    return first.joined and size == _FEW
        assert failed is not None
        if self._setup.options.precision and isinstance(failed, RuntimeError):
            raise LandscapeError(
                f"precision: the model or its loss can't be computed in {self._setup.options.precision} ({failed}); want "
                "tensors that are made in the type of what they are computed with, or another precision"
            ) from failed
        raise failed

    def _look_for_changes(self, samples: DeviceSamples, few: Batch) -> None:
        """Find what a forward changes: samples, the model's buffers, or anything else that a later one depends on."""
        self._few = few
        if self._plain:
            self._probe()
            return
        firsts = [few, *(samples.part(_FEW, name) for name in samples.names[1:])]
        given = [mapped(batch, torch.clone) for batch in firsts]
        for batch in given:
            self._probe(batch)
        self._copy.look_at_buffers()
        self._spoils = not all(map(same_tensors, given, firsts))
        if not self._differentiable:
            self._copy.look_for_state(self._probe)
        self.keeps_batches = self._copy.changes or self._draws()

    def _draws(self) -> bool:
        """True if what is measured depends on random numbers."""
        one, other = self._probe(), self._probe(seed=self._seed ^ 1)
        return not np.allclose(one, other, rtol=1e-6, atol=0, equal_nan=True)

    def takes_channels_last(self, samples: DeviceSamples) -> bool:
        """Lay pictures and filters out with their channels last, if everything that is computed stays as it was.

        A model may look at strides, as `view` and `as_strided` do: what it gives then has nothing to do with its loss.
        """
        if self._copy.is_made_anew:
            return False
        own = self._derivatives()
        few = [samples.part(_FEW, name) for name in samples.names[1:]]

        def probe() -> list[float]:
            return [value for one in (self._few, *few) for value in self._probe(one)]

        same = self._copy.stays(probe, lambda: self.lay_out(channels_last=True))
        if not (same and np.allclose(self._derivatives(), own, rtol=1e-3, equal_nan=False)):
            self.lay_out(channels_last=False)
        return self._channels_last

    def _derivatives(self) -> list[float]:
        """Lengths of what curvature takes of the first few samples: the gradient, and its own; NaN if they can't be had."""
        if not self._differentiable:
            return []
        parameters = [
            one
            for one in self.model.parameters()
            if one.is_floating_point() and not one.requires_grad
        ]
        try:
            for one in parameters:
                one.requires_grad_(True)
            with self.computing(gradients=True):
                loss, moved = self._first_loss(), list(self.model.parameters())
                length = _length(
                    torch.autograd.grad(loss, moved, create_graph=True, allow_unused=True)
                )
                return [
                    float(length.detach()),
                    float(_length(torch.autograd.grad(length, moved, allow_unused=True))),
                ]
        except Exception:  # noqa: BLE001  # the model's own code, of which anything may come
            return [math.nan]
        finally:
            for one in parameters:
                one.requires_grad_(False)

    def _first_loss(self) -> torch.Tensor:
        return next(iter(self.measure(self._few).values())).value

    def lay_out(self, *, channels_last: bool) -> None:
        """How pictures and their filters lie in memory: with their channels last, or as they came."""
        self._channels_last = channels_last
        self._copy.lay_out(channels_last)

    def _probe(self, batch: Batch = None, *, seed: int | None = None) -> list[float]:
        """The metrics of a batch, where the model is now; of the first few samples, if left out."""
        with self.computing(seed=seed):
            found = self.measure(batch if batch is not None else self._few).values()
            return [float(one.detach()) for part in found for one in part if one is not None]

    def _laid_out(self, batch: Batch) -> Batch:
        """Laid out when it is used: a second copy of all samples would take more than it saves.

        Containers are made anew in any case: some take labels out of them.
        """

        def lay(tensor: torch.Tensor) -> torch.Tensor:
            if self._spoils:
                tensor = tensor.clone()
            if self._channels_last and tensor.ndim == 4 and tensor.is_floating_point():
                return tensor.contiguous(memory_format=torch.channels_last)
            return tensor

        return mapped(batch, lay)


def _length(parts: Sequence[torch.Tensor | None]) -> torch.Tensor:
    return torch.stack([(one**2).sum() for one in parts if one is not None]).sum()


def _limit_threads() -> int | None:
    """Takes as many threads as this worker was given; what it had before, so that it can be given back."""
    wanted = worker.threads()
    if wanted is None:
        return None
    before: int = torch.get_num_threads()
    torch.set_num_threads(wanted)
    return before
