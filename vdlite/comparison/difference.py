"""The difference of two groups: whether there is one, and how large."""

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
import scipy  # its parts load when they are first used: they are slow to import
from numpy.typing import NDArray

from vdlite.comparison.magnitude import exponent_of, mean_and_std, shifted

FEWEST = 3  # on each side, or pairs
ROUGH = 6  # with less, intervals are wide and tests weak

_LARGE_T = 1e4

Floats = NDArray[np.float64]
Label = TypeVar("Label", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference of b from a. None where there are too few values, or no spread to compare with."""

    difference: float | None  # mean of b - mean of a
    low: float | None  # ends of the interval of the level
    high: float | None
    p_value: float | None  # two-sided, of the t test
    rank_p_value: float | None  # two-sided, by ranks
    effect: float | None  # in standard deviations
    effect_low: float | None
    effect_high: float | None
    advice: tuple[str, ...]  # "too_few", "few", "no_spread"


def paired(a: Floats, b: Floats, *, level: float = 0.95) -> Difference:
    """The difference of pairs [n]: t and Wilcoxon's test of b - a.

    effect: the mean difference by the standard deviation of the differences (d_z), corrected for small numbers as
    Hedges does; its interval by the noncentral t distribution.
    """
    exponent = exponent_of(a, b)
    a, b = shifted(a, -exponent), shifted(b, -exponent)
    return _shifted_back(_paired(a, b, level), exponent)


def _paired(a: Floats, b: Floats, level: float) -> Difference:
    change = b - a
    number = len(change)
    if not number:
        return _nothing(None, "too_few")
    mean = float(change.mean())
    if number < FEWEST:
        return _nothing(mean, "too_few")
    std = float(change.std(ddof=1))
    if not std > 1e-12 * max(1e-300, float(np.abs(np.concatenate([a, b])).max())):
        return _nothing(mean, "no_spread")
    error, freedom = std / math.sqrt(number), number - 1
    half = float(scipy.special.stdtrit(freedom, 0.5 + level / 2)) * error
    return Difference(
        difference=mean,
        low=mean - half,
        high=mean + half,
        p_value=float(2 * scipy.special.stdtr(freedom, -abs(mean / error))),
        rank_p_value=float(scipy.stats.wilcoxon(change).pvalue),
        **_effect(mean / std, mean / error, freedom, math.sqrt(number), level),
        advice=("few",) if number < ROUGH else (),
    )


def unpaired(a: Floats, b: Floats, *, level: float = 0.95) -> Difference:
    """The difference of two samples: Welch's t test, and Mann and Whitney's U.

    effect: the difference of the means by the pooled standard deviation, corrected for small numbers (Hedges' g);
    its interval by the noncentral t distribution.
    """
    exponent = exponent_of(a, b)
    a, b = shifted(a, -exponent), shifted(b, -exponent)
    return _shifted_back(_unpaired(a, b, level), exponent)


def _unpaired(a: Floats, b: Floats, level: float) -> Difference:
    if not (len(a) and len(b)):
        return _nothing(None, "too_few")
    mean = float(b.mean() - a.mean())
    if min(len(a), len(b)) < FEWEST:
        return _nothing(mean, "too_few")
    one, other = float(a.var(ddof=1)), float(b.var(ddof=1))
    pooled = math.sqrt(((len(a) - 1) * one + (len(b) - 1) * other) / (len(a) + len(b) - 2))
    if not pooled > 1e-12 * max(1e-300, float(np.abs(np.concatenate([a, b])).max())):
        return _nothing(mean, "no_spread")
    one, other = one / len(a), other / len(b)
    error = math.sqrt(one + other)
    freedom = (one + other) ** 2 / (one**2 / (len(a) - 1) + other**2 / (len(b) - 1))
    half = float(scipy.special.stdtrit(freedom, 0.5 + level / 2)) * error
    scale = math.sqrt(len(a) * len(b) / (len(a) + len(b)))
    return Difference(
        difference=mean,
        low=mean - half,
        high=mean + half,
        p_value=float(2 * scipy.special.stdtr(freedom, -abs(mean / error))),
        rank_p_value=float(scipy.stats.mannwhitneyu(a, b).pvalue),
        **_effect(mean / pooled, mean / pooled * scale, len(a) + len(b) - 2, scale, level),
        advice=("few",) if min(len(a), len(b)) < ROUGH else (),
    )


def _shifted_back(found: Difference, exponent: int) -> Difference:
    """The difference with all that has the unit of the values in that unit."""

    def back(value: float | None) -> float | None:
        return None if value is None else float(shifted(np.asarray(value), exponent))

    return replace(
        found, difference=back(found.difference), low=back(found.low), high=back(found.high)
    )


def _nothing(mean: float | None, why: str) -> Difference:
    return Difference(mean, None, None, None, None, None, None, None, (why,))


def _effect(
    size: float, t: float, freedom: float, scale: float, level: float
) -> Mapping[str, float]:
    """The corrected effect size, and the effect sizes whose noncentral t leaves half of 1 - level beyond `t`."""
    correction = math.exp(
        math.lgamma(freedom / 2) - math.log(math.sqrt(freedom / 2)) - math.lgamma((freedom - 1) / 2)
    )
    low = _noncentrality(freedom, 0.5 + level / 2, t) / scale
    high = _noncentrality(freedom, 0.5 - level / 2, t) / scale
    return {"effect": size * correction, "effect_low": low, "effect_high": high}


def _noncentrality(freedom: float, share: float, t: float) -> float:
    """The noncentrality for which the share of the noncentral t distribution up to `t` is `share`."""
    if abs(t) < _LARGE_T:
        return float(scipy.special.nctdtrinc(freedom, share, t))
    # SciPy's time grows with t, without end. So far out only the spread's own uncertainty is left, a chi-square.
    beyond = share if t > 0 else 1 - share
    return t * math.sqrt(float(scipy.special.chdtri(freedom, beyond)) / freedom)


def pairs(
    a: Sequence[tuple[Label, float]], b: Sequence[tuple[Label, float]]
) -> tuple[list[Label], Floats, Floats]:
    """The labels that both sides have, in a's order, and each side's mean value of each label [n]."""
    sides = []
    for side in (a, b):
        values: dict[Label, list[float]] = {}
        for label, value in side:
            values.setdefault(label, []).append(value)
        sides.append(values)
    labels = [label for label in sides[0] if label in sides[1]]
    first, second = (
        np.array([mean_and_std(np.array(values[label]))[0] for label in labels], np.float64)
        for values in sides
    )
    return labels, first, second
