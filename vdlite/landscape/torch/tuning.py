"""Finding how large a batch is computed fastest, and in which layout: a second of trying saves minutes."""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import torch

_SIZES = (32, 64, 128, 256, 512, 1024, 2048)
# That a first look at all plans may take, and so much again a second one at the best.
_SECONDS = 2.0
_REPEATS = 3
_FINALISTS = 3
_LOOK = 60  # samples, by which it is seen whether batches may be cut


class Plan(NamedTuple):
    """How samples are run through the model."""

    batch_size: int | None  # None: as they came
    channels_last: bool


def tuned(
    samples: int,
    layouts: tuple[bool, ...],
    attempt: Callable[[Plan], Callable[[], None]],
    device: torch.device,
) -> Plan:
    """The plan that takes the least time for a sample.

    layouts: values of channels_last worth trying. attempt: gives a function that runs one batch by a plan.
    """
    sizes = [size for size in _SIZES if size < samples] + [min(samples, _SIZES[-1])]
    if device.type == "cuda":
        # A card is fastest when it is full; only memory sets a limit.
        sizes = sizes[-3:]
    times: dict[Plan, float] = {}
    deadline = time.monotonic() + _SECONDS
    # From the middle outwards: what is tried last may fall victim to the deadline.
    for size in sorted(sizes, key=lambda size: abs(math.log2(size / 128))):
        for channels_last in layouts:
            if not times or time.monotonic() < deadline:
                _try(Plan(size, channels_last), attempt, device, times)
    # A busy machine disturbs single looks: the best ones are looked at again, in turn.
    for _ in range(_REPEATS):
        for plan in sorted(times, key=times.__getitem__)[:_FINALISTS]:
            if time.monotonic() < deadline + _SECONDS:
                _try(plan, attempt, device, times)
    return min(times, key=times.__getitem__) if times else Plan(sizes[0], layouts[0])


def _try(
    plan: Plan,
    attempt: Callable[[Plan], Callable[[], None]],
    device: torch.device,
    times: dict[Plan, float],
) -> None:
    """Notes how long a sample takes by a plan, the least of all tries: whatever else runs only adds to it."""
    assert plan.batch_size is not None
    try:
        run = attempt(plan)
        run()  # warms up
        seconds = _seconds(run, device) / plan.batch_size
    except torch.cuda.OutOfMemoryError:
        torch.cuda.empty_cache()
        return
    times[plan] = min(seconds, times.get(plan, math.inf))


Measured = Callable[[int, int], Mapping[str, tuple[float, float]]]
"""Gives sum and weight of each metric, of the samples from one to another."""


def may_be_cut(measure: Measured, count: int, tolerance: float) -> bool:
    """Whether metrics of samples are the means of those of their parts, so that batches may have any size.

    A sum over a batch is none, nor is what compares samples with each other, as a batch norm that gathers nothing does.
    """
    number = min(count, _LOOK)
    try:
        whole = measure(0, number)
        for part in {number // 6, number // 3, number // 2} - {0}:
            parts = measure(0, part), measure(part, number)
            if not all(
                _is_mean(whole[name], [one[name] for one in parts], tolerance) for name in whole
            ):
                return False
    except Exception:  # noqa: BLE001  # it takes no batches of other sizes
        return False
    return True


def sum_among(measure: Measured, count: int, tolerance: float) -> str | None:
    """The first metric that is a sum over the samples: that of a whole is what those of its halves add up to."""
    number = min(count, _LOOK)
    if number < 2:
        return None
    try:
        whole = measure(0, number)
        halves = measure(0, number // 2), measure(number // 2, number)
    except Exception:  # noqa: BLE001  # it takes no batches of other sizes
        return None
    for name, (total, weight) in whole.items():
        own = [half[name] for half in halves]
        with np.errstate(all="ignore"):
            means = [np.divide(*one) for one in own]
            if not _is_mean((total, weight), own, tolerance) and np.isclose(
                sum(means), np.divide(total, weight), rtol=tolerance, atol=0.0
            ):
                return name
    return None


def _is_mean(
    whole: tuple[float, float], parts: Sequence[tuple[float, float]], tolerance: float
) -> bool:
    with np.errstate(all="ignore"):  # of no tokens there is no mean
        mean, known = np.divide(*np.sum(parts, axis=0)), np.divide(*whole)
    return bool(np.isclose(mean, known, rtol=tolerance, atol=1e-7, equal_nan=True))


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
