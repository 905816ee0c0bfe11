"""Computing points of a landscape of a PyTorch model."""

from __future__ import annotations

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
from vdlite.landscape.torch.batches import Batch, count_of, mapped, part_of, tensors_in
from vdlite.landscape.torch.measures import Part
from vdlite.landscape.torch.modules import kind_of
from vdlite.landscape.torch.randomness import own_randomness
from vdlite.landscape.torch.setup import Setup
from vdlite.landscape.torch.tuning import Plan, may_be_cut, sum_among, tuned
from vdlite.landscape.torch.working_copy import WorkingCopy
from vdlite.landscape.weights import Array
from vdlite.landscape.workers import worker

_HALVES = {"bfloat16": torch.bfloat16, "float16": torch.float16}
_FEW = 8  # samples of a probe


class TorchEvaluator:
    """A working copy of the model, with the samples, on one device. The caller's model is never touched."""

    def __init__(
        self,
        setup: Setup,
        directions: Directions | None,
        device: torch.device,
        plan: Plan | None,
        *,
        differentiable: bool = False,
    ) -> None:
        """plan: how samples are run through the model; None: it is found out, as `plan` tells.

        differentiable: for derivatives, which a compiled model does not give twice.
        """
        self._threads = _limit_threads()
        self._setup = setup
        self._device = device
        self._seed = setup.seed
        self._compiled = setup.options.compile and not differentiable
        self._half = _HALVES.get(setup.options.precision)
        self._samples = {
            name: [(self._here(batch), count) for batch, count in samples.cut(None)]
            for name, samples in setup.samples.items()
        }
        self._channels_last = False
        self._fast: Any = None
        self._copy = WorkingCopy(setup, directions, device)
        self._graph = False
        self._few: Batch = None
        self._try_out()
        if not differentiable:
            self._copy.simplify(self._probe, faster_modules=not self._compiled)
        began = time.monotonic()
        if plan is None:
            self._check_means()
        self.plan = plan if plan is not None else self._tuned()
        # Seconds of its making that no other evaluator of the problem needs.
        self.once = time.monotonic() - began
        self._lay_out(self.plan)
        self._batches = {name: self._cut(name, self.plan) for name in self._samples}
        self._samples.clear()
        self._few = None
        if self._compiled:
            self._fast = torch.compile(self.model)

    @property
    def model(self) -> nn.Module:
        """The working copy."""
        return self._copy.model

    @property
    def seed(self) -> int:
        return self._seed

    def batches(self) -> Iterator[tuple[Batch, int]]:
        """The batches of the first samples, with how many each holds."""
        return iter(next(iter(self._batches.values())))

    def __call__(self, points: NDArray[np.float64]) -> Values:
        return self._measured(points, self.move)

    def of_models(self, models: Sequence[Sequence[Array]]) -> Values:
        """The metrics of whole models."""
        return self._measured(models, self._put)

    def move(self, point: Sequence[float]) -> None:
        """The working copy at a point of the plane."""
        self._copy.restore()
        self._copy.placing.move(point)

    def _put(self, arrays: Sequence[Array]) -> None:
        self._copy.restore()
        self._copy.placing.put(arrays)

    def close(self) -> None:
        self._batches = {}
        if self._threads is not None:
            torch.set_num_threads(self._threads)

    def _measured(self, places: Iterable[Any], go: Any) -> Values:
        names: list[str] = []
        rows: list[torch.Tensor] = []
        with self.computing():
            for place in places:
                go(place)
                found = self._here_and_now()
                if names and list(found) != names:
                    raise LandscapeError(
                        f"loss: got metrics {list(found)}, and {names} at another point"
                    )
                names = list(found)
                rows.append(torch.stack(list(found.values())))
            # One look at the device for all points: it is never waited for in between.
            table = torch.stack(rows).cpu().double().numpy() if rows else np.empty((0, 0))
        return {name: table[:, column] for column, name in enumerate(names)}

    @contextmanager
    def computing(self, *, gradients: bool = False) -> Iterator[None]:
        """Surround what runs the model with random numbers that are the same each time, and no graph unless asked for."""
        with own_randomness(self._seed, self._device):
            if gradients or self._graph:
                with torch.enable_grad():
                    yield
            else:
                # A compiled model guards against switches of inference mode; plain `no_grad` costs it nothing.
                with torch.no_grad() if self._compiled else torch.inference_mode():
                    yield

    def measure(self, batch: Batch) -> dict[str, Part]:
        """What a batch contributes to the metrics where the model is now."""
        run = self._fast if self._fast is not None else self.model
        with self._casting():
            return self._setup.measure(run, self._laid_out(batch))

    def settle(self) -> None:
        """After a move: what batch norm has to gather anew, it gathers of the first samples."""
        self._copy.norms.prepare(self.measure, (batch for batch, _ in self.batches()))

    def _here_and_now(self) -> dict[str, torch.Tensor]:
        """The metrics over all samples where the model is now, on the device."""
        # The same noise at every point, where the model draws any.
        torch.manual_seed(self._seed)
        totals: dict[str, torch.Tensor] = {}
        weights: dict[str, torch.Tensor | float] = {}
        self.settle()
        for data, batches in self._batches.items():
            for batch, number in batches:
                for name, part in self.measure(batch).items():
                    full = f"{data}/{name}" if data else name
                    wide = Part(
                        *(
                            None if one is None else one.detach().to(self._device, self._summing)
                            for one in part
                        )
                    )
                    total, weight = wide.share(number)
                    totals[full] = totals[full] + total if full in totals else total
                    weights[full] = weights[full] + weight if full in weights else weight
        return {name: total / weights[name] for name, total in totals.items()}

    @property
    def _summing(self) -> torch.dtype:
        return torch.float32 if self._device.type == "mps" else torch.float64

    def _casting(self) -> AbstractContextManager[Any]:
        if self._half is None:
            return nullcontext()
        cast: AbstractContextManager[Any] = torch.autocast(self._device.type, dtype=self._half)
        return cast

    def _here(self, batch: Batch) -> Batch:
        def move(tensor: torch.Tensor) -> torch.Tensor:
            if self._setup.options.precision == "float64" and tensor.is_floating_point():
                tensor = tensor.double()
            return tensor.to(self._device)

        return mapped(batch, move)

    def _cut(self, name: str, plan: Plan) -> list[tuple[Batch, int]]:
        kept = self._samples[name]
        if plan.batch_size is None or not self._setup.samples[name].joined:
            return kept
        whole, count = kept[0]
        cut = []
        for start in range(0, count, plan.batch_size):
            end = min(count, start + plan.batch_size)
            part = mapped(whole, lambda tensor: tensor[start:end])  # noqa: B023
            cut.append((part, end - start))
        return cut

    def _try_out(self) -> None:
        """Find out what the loss needs: some take derivatives themselves, some models want batches as they came."""
        first = next(iter(self._samples))
        whole, count = self._samples[first][0]
        samples, wanted = self._setup.samples[first], self._setup.options.batch_size
        sizes = [wanted] if wanted is not None else [_FEW, samples.first]
        failed: Exception | None = None
        for graph in (False, True):
            self._graph = graph
            self._copy.needs_gradients(graph)
            for size in sizes if samples.joined else [count]:
                few = whole
                if samples.joined and size < count:
                    few = mapped(whole, lambda tensor: tensor[:size])  # noqa: B023
                self._few, self._takes_few = few, samples.joined and size == _FEW
                try:
                    self._probe()
                    self._copy.look_at_buffers()
                    return
                except Exception as error:  # noqa: BLE001  # raised below if no way helps
                    failed = failed if failed is not None else error
        assert failed is not None
        raise failed

    def _may_be_cut(self, whole: Batch, count: int) -> bool:
        if not self._takes_few:
            return False
        return may_be_cut(lambda *ends: self._shares(whole, *ends), count, self._tolerance)

    @property
    def _tolerance(self) -> float:
        """How far metrics of parts may be off those of the whole, as a share of them."""
        return 1e-2 if self._half is not None or self._setup.is_half else 2e-5

    def _shares(self, whole: Batch, start: int, end: int) -> dict[str, tuple[float, float]]:
        """Sum and weight of each metric, of the samples from one to another."""
        with self.computing():
            count = count_of(whole)
            found = self.measure(part_of(whole, count, start, end))
            return {
                name: (float(total), float(weight))
                for name, part in found.items()
                for total, weight in [part.share(end - start)]
            }

    def _check_means(self) -> None:
        """Raises LandscapeError for a metric that is a sum over the samples."""
        for batches in self._samples.values():
            whole, count = batches[0]
            name = sum_among(lambda *ends: self._shares(whole, *ends), count, self._tolerance)  # noqa: B023
            if name is not None:
                raise LandscapeError(
                    f"{name}: got a sum over the samples of a batch, want their mean, one value for each, or (sum, count)"
                )

    def _tuned(self) -> Plan:
        """The problem's own batch size where it has one; otherwise what is fastest here."""
        first = next(iter(self._samples))
        whole, count = self._samples[first][0]
        images = any(tensor.ndim == 4 for tensor in tensors_in(whole))
        layouts = (True, False) if images and self._has_filters() else (False,)
        samples, wanted = self._setup.samples[first], self._setup.options.batch_size
        if wanted is None and (
            self._setup.options.batch_norm != "frozen"
            or self._setup.options.training
            or (samples.joined and not self._may_be_cut(whole, count))
        ):
            # What a batch holds is part of what is measured, and dropout draws batch by batch.
            wanted = samples.first
        if wanted is not None or not samples.joined:
            return Plan(wanted, layouts[0])

        def attempt(plan: Plan) -> Any:
            self._lay_out(plan)
            part = mapped(whole, lambda tensor: tensor[: plan.batch_size])
            return lambda: self._attempt(part)

        return tuned(count, layouts, attempt, self._device)

    def _lay_out(self, plan: Plan) -> None:
        self._channels_last = plan.channels_last
        self._copy.lay_out(plan.channels_last)

    def _probe(self) -> list[float]:
        """The metrics of the first few samples, where the model is now."""
        with self.computing():
            found = self.measure(self._few).values()
            return [float(one.detach()) for part in found for one in part if one is not None]

    def _attempt(self, batch: Batch) -> None:
        with self.computing():
            self.measure(batch)

    def _laid_out(self, batch: Batch) -> Batch:
        """Laid out when it is used: a second copy of all samples would take more than it saves."""
        if not self._channels_last:
            return batch

        def lay(tensor: torch.Tensor) -> torch.Tensor:
            if tensor.ndim == 4 and tensor.is_floating_point():
                return tensor.contiguous(memory_format=torch.channels_last)
            return tensor

        return mapped(batch, lay)

    def _has_filters(self) -> bool:
        return any(issubclass(kind_of(module), nn.Conv2d) for module in self.model.modules())


def _limit_threads() -> int | None:
    """Takes as many threads as this worker was given; what it had before, so that it can be given back."""
    wanted = worker.threads()
    if wanted is None:
        return None
    before: int = torch.get_num_threads()
    torch.set_num_threads(wanted)
    return before
