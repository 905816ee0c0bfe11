"""Finding how large a batch is computed fastest, and in which layout, in a small share of the time of the whole job."""

import math
import time
from collections.abc import Callable
from typing import NamedTuple

import torch

_SIZES = tuple(2**power for power in range(2, 12))
_SECONDS = 4.0  # that trying may take where the job is not known, and at most
_SHARE = 0.05  # of a job that is known
_BATCH_SECONDS = 0.015  # of the batch that is tried first
_REPEATS = 3
_FINALISTS = 3


class Plan(NamedTuple):
    """How samples are run through the model."""

    batch_size: int | None  # None: as they came
    channels_last: bool


Attempt = Callable[[Plan], Callable[[], None]]
"""Gives a function that runs one batch by a plan."""


def tuned(
    samples: int,
    layouts: tuple[bool, ...],
    attempt: Attempt,
    device: torch.device,
    *,
    each: float,
    points: int | None,
    largest: int | None = None,
    only: int | None = None,
) -> Plan:
    """The plan that takes the least time for a sample, of those that were tried.

    layouts: values of channels_last worth trying, what is sure to run first. largest: batch that may be. only: the batch
        size, where that is not to be found. each: seconds that a sample takes in a small batch. points: how many will be
        computed; None: that is not known.
    """
    most = min(samples, largest if largest is not None else samples, _SIZES[-1])
    sizes = [*(size for size in _SIZES if size < most), most]
    if only is not None:
        sizes = [only]
    elif device.type == "cuda":
        # A card is fastest when it is full; only memory sets a limit.
        sizes = sizes[-3:]
    first = _near(sizes, _BATCH_SECONDS / max(each, 1e-9))
    seconds = _SECONDS if points is None else min(_SECONDS, _SHARE * points * samples * each)
    tries = _Tries(attempt, device, seconds)
    for channels_last in layouts:
        tries.take(Plan(sizes[first], channels_last))
    if not tries.times:
        return Plan(sizes[first], layouts[0])
    # Smaller ones first: they take less time to try, and large ones may fall out of the memory that is quick to have.
    for step in (-1, 1):
        _climb(tries, sizes, first, step)
    # A layout may be the faster one for other sizes than the first.
    best = tries.best
    for channels_last in layouts:
        if (other := best._replace(channels_last=channels_last)) not in tries.times:
            tries.take(other)
    # A busy machine disturbs single looks: the best ones are looked at again, in turn.
    for _ in range(_REPEATS):
        for plan in sorted(tries.times, key=tries.times.__getitem__)[:_FINALISTS]:
            tries.take(plan)
    return tries.best


def _near(sizes: list[int], wanted: float) -> int:
    """The place of the size that is nearest, as a ratio."""
    return min(
        range(len(sizes)),
        key=lambda place: abs(math.log2(sizes[place] / max(wanted, 1e-9))),
    )


def _climb(tries: "_Tries", sizes: list[int], first: int, step: int) -> None:
    """Ever larger or smaller batches, as long as that is faster."""
    place = first + step
    while 0 <= place < len(sizes):
        best = tries.best
        tries.take(Plan(sizes[place], best.channels_last))
        if tries.best == best:
            return
        place += step


class _Tries:
    """How long a sample takes by each plan, the least of all tries: whatever else runs only adds to it."""

    def __init__(self, attempt: Attempt, device: torch.device, seconds: float) -> None:
        """seconds: that all of them may take; the first one is taken in any case."""
        self.times: dict[Plan, float] = {}
        self._attempt = attempt
        self._device = device
        self._left = seconds

    @property
    def best(self) -> Plan:
        return min(self.times, key=self.times.__getitem__)

    def take(self, plan: Plan) -> None:
        assert plan.batch_size is not None
        each = min(self.times.values(), default=0.0)
        # It runs once to warm up and once for the time, or only for the time if it was there before.
        runs = 1 if plan in self.times else 2
        if self.times and runs * each * plan.batch_size > self._left:
            return
        try:
            run = self._attempt(plan)
            seconds = [_seconds(run, self._device) for _ in range(runs)]
        except torch.cuda.OutOfMemoryError:
            torch.cuda.empty_cache()
            return
        except Exception:
            if not plan.channels_last:
                raise
            return  # it ran with fewer samples
        self._left -= sum(seconds)
        own = min(seconds) / plan.batch_size
        self.times[plan] = min(own, self.times.get(plan, math.inf))


def _seconds(run: Callable[[], None], device: torch.device) -> float:
    """The time of a run: the processor's, where the model runs on it, since other programs then count for less."""
    if device.type == "cpu":
        began = time.process_time()
        run()
        return time.process_time() - began
    _finish(device)
    began = time.perf_counter()
    run()
    _finish(device)
    return time.perf_counter() - began


def _finish(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.synchronize(device)
