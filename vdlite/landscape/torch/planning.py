"""How samples are run through a model: in batches that its metrics allow, of a size that is fast."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

import torch
from torch import nn

from vdlite.errors import LandscapeError
from vdlite.landscape.notices import warn
from vdlite.landscape.torch.batches import Batch
from vdlite.landscape.torch.counting import part_of
from vdlite.landscape.torch.cutting import cut
from vdlite.landscape.torch.device_samples import DeviceSamples
from vdlite.landscape.torch.many_points import is_small
from vdlite.landscape.torch.measures import Part
from vdlite.landscape.torch.modules import kind_of
from vdlite.landscape.torch.setup import Setup
from vdlite.landscape.torch.totals import FEWEST_BATCHES
from vdlite.landscape.torch.trees import tensors_in
from vdlite.landscape.torch.tuning import Plan, tuned

_SMALL = 512  # samples in a batch of a model that takes no time: to try others would take longer
_SHARE_OF_LOOK = 0.05  # of all that is computed, for looking whether batches may be cut


class Runner(Protocol):
    """A runner of batches through a model."""

    @property
    def model(self) -> nn.Module: ...

    @property
    def device(self) -> torch.device: ...

    @property
    def keeps_batches(self) -> bool: ...

    def computing(self) -> AbstractContextManager[None]: ...

    def measure(self, batch: Batch) -> dict[str, Part]: ...

    def lay_out(self, *, channels_last: bool) -> None: ...

    def takes_channels_last(self, samples: DeviceSamples) -> bool: ...


class Planner:
    """Tries how a runner is fast."""

    def __init__(
        self, runner: Runner, setup: Setup, samples: DeviceSamples, points: int | None
    ) -> None:
        """points: how many will be computed, as far as it is known: few are not worth much trying."""
        self._runner = runner
        self._setup = setup
        self._samples = samples
        self._points = points
        self._each = math.inf  # seconds that a sample takes in a batch of some

    def plan(self, takes_few: bool) -> Plan:
        """The problem's own batch size where it has one; otherwise what is fastest here.

        takes_few: whether the model takes batches of a few samples.
        Raises LandscapeError for a metric that is a plain sum.
        """
        whole, count = self._samples.first()
        came, options = self._samples.settings, self._setup.options
        may_be_cut, wanted = self._may_be_cut(), options.batch_size
        # What a batch holds is part of what is measured, and dropout draws batch by batch.
        as_came = wanted is None and (
            options.batch_norm != "frozen"
            or options.training
            or self._runner.keeps_batches
            or not (may_be_cut and takes_few)
        )
        if not came.joined:
            # Batches of other shapes might be taken otherwise than the first one.
            return Plan(None, channels_last=False)
        pictures = any(tensor.ndim == 4 for tensor in tensors_in(whole)) and self._has_filters()
        layouts = (False, True)[
            : 1 + (pictures and self._runner.takes_channels_last(self._samples))
        ]
        if wanted is not None and not (options.training or options.batch_norm != "frozen"):
            self._warn_of_cut(wanted, may_be_cut=may_be_cut)
        if as_came or wanted is not None:
            only = wanted if wanted is not None else came.came[0]
            found = Plan(only, channels_last=False)
            if layouts != (False,):
                found = self._tuned(layouts, only=only)
            return found if wanted is not None else found._replace(batch_size=None)
        # Of enough batches it is seen how far the loss of all data may be off.
        some = self._setup.unknown and count >= 2 * FEWEST_BATCHES
        most = count // FEWEST_BATCHES if some else count
        if is_small(self._runner.model, self._setup.measure):
            return Plan(min(most, _SMALL), channels_last=False)
        return self._tuned(layouts, largest=most)

    def _warn_of_cut(self, size: int, *, may_be_cut: bool) -> None:
        came = self._samples.settings
        sizes = tuple(end - start for start, end in came.ends(size))
        if sizes != came.came and (self._runner.keeps_batches or not may_be_cut):
            warn(
                f"batch_size: samples are cut into batches of {size}, but the loss depends on which of them come together: it "
                "is another one than that of the batches that came, which are taken without batch_size"
            )

    def _tuned(
        self, layouts: tuple[bool, ...], *, largest: int | None = None, only: int | None = None
    ) -> Plan:
        return tuned(
            self._samples.first()[1],
            layouts,
            self._attempt,
            self._runner.device,
            largest=largest,
            only=only,
            each=self._each,
            points=self._points,
        )

    def _attempt(self, plan: Plan) -> Callable[[], None]:
        assert plan.batch_size is not None
        self._runner.lay_out(channels_last=plan.channels_last)
        part = self._samples.part(plan.batch_size)

        def run() -> None:
            with self._runner.computing():
                self._runner.measure(part)

        return run

    def _may_be_cut(self) -> bool:
        """True if all metrics are means over samples. Raises LandscapeError for a plain sum."""
        most = None
        if self._points is not None:
            most = int(_SHARE_OF_LOOK * self._points * self._samples.count)
        # Half precision rounds far more than a batch of another size does otherwise.
        half = self._setup.is_half or self._setup.options.precision in ("bfloat16", "float16")
        tolerance = 1e-2 if half else 2e-5
        seen = []
        for name in self._samples.names:
            whole, count = self._samples.first(name)
            one = cut(lambda *ends: self._shares(whole, count, *ends), count, tolerance, most)  # noqa: B023
            if one.sum_ is not None:
                raise LandscapeError(
                    f"{one.sum_}: got a sum over the samples of a batch, want their mean, one value for each, or (sum, count)"
                )
            seen.append(one.may_be_cut)
        return seen[0]

    def _shares(
        self, whole: Batch, count: int, start: int, end: int
    ) -> dict[str, tuple[float, float]]:
        """Sum and weight of each metric, of the samples from one to another."""
        with self._runner.computing():
            began = self._clock()
            found = self._runner.measure(part_of(whole, count, start, end))
            shares = {
                name: (float(total), float(weight))
                for name, part in found.items()
                for total, weight in [part.share(end - start)]
            }
            self._each = min(self._each, (self._clock() - began) / (end - start))
            return shares

    def _clock(self) -> float:
        # Where the model runs on the processor, other programs then count for less.
        on_processor = self._runner.device.type == "cpu"
        return time.process_time() if on_processor else time.perf_counter()

    def _has_filters(self) -> bool:
        return any(issubclass(kind_of(one), nn.Conv2d) for one in self._runner.model.modules())
