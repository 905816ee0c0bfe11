"""The test whether batches may have other sizes than those that came, by what metrics of parts of some samples are."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

Measured = Callable[[int, int], Mapping[str, tuple[float, float]]]
"""Gives sum and weight of each metric, of the samples from one to another."""

_LOOK = 60  # samples
_LEAST = 8


class Cut(NamedTuple):
    """The losses seen when some samples were measured in one batch, and in two."""

    may_be_cut: bool
    """Metrics are the means of those of parts, so that batches may have any size.

    A sum over a batch is none, nor is what compares samples with each other, as a batch norm that gathers nothing does.
    """
    sum_: str | None
    """The first metric that is a sum over the samples: that of a whole is what those of its halves add up to."""


def cut(measure: Measured, count: int, tolerance: float, most: int | None = None) -> Cut:
    """Measures some of so many samples in one batch and in two.

    tolerance: how far metrics of parts may be off, as a share. most: samples that may be run through the model for it,
        as far as fewer than 16 do not tell less; any number, if left out.
    """
    number, places = _extent(count, most)
    if number < 2:
        return Cut(True, None)
    try:
        whole = measure(0, number)
        halves = measure(0, number // 2), measure(number // 2, number)
    except Exception:  # noqa: BLE001  # it takes no batches of other sizes
        return Cut(False, None)
    sum_ = _sum_among(whole, halves, tolerance)
    try:
        others = [(measure(0, place), measure(place, number)) for place in places]
    except Exception:  # noqa: BLE001  # not of these
        return Cut(False, sum_)
    means = all(
        _is_mean(whole[name], [part[name] for part in parts], tolerance)
        for parts in (halves, *others)
        for name in whole
    )
    return Cut(means, sum_)


def _extent(count: int, most: int | None) -> tuple[int, list[int]]:
    """How many samples are measured, and where they are cut beside the middle."""
    if most is None or most >= 4 * _LOOK:
        number = min(count, _LOOK)
        return number, sorted({number // 6, number // 3} - {0, number // 2})
    return min(count, max(_LEAST, most // 2)), []


def _sum_among(
    whole: Mapping[str, tuple[float, float]],
    halves: Sequence[Mapping[str, tuple[float, float]]],
    tolerance: float,
) -> str | None:
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
