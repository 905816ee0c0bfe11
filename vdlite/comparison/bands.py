"""The middle of several curves at each place, and how far they spread or how sure the middle is."""

from typing import Literal

import numpy as np
import scipy  # its parts load when they are first used: they are slow to import
from numpy.typing import NDArray

from vdlite.comparison.magnitude import shifted

Middle = Literal["mean", "median"]
Band = Literal["none", "std", "sem", "minmax", "bootstrap", "t", "quartiles"]

Floats = NDArray[np.float64]

_RESAMPLES = 1000
_BLOCK = 1 << 22  # items of an array while resampling
_ROUNDING = 1e-12  # of a difference of squares, as a share of them
OF_MEAN: frozenset[Band] = frozenset({"std", "sem", "t"})
"""Bands that are around the mean, and say nothing of a median."""
_FEWEST_FOR_T = 5  # of two curves Student's t is 13 standard errors wide, of three 4
_FEWEST_FOR_MEDIAN = 6  # of fewer, not even the whole range covers the median with 95 %
_FEWEST_STUDENTIZED = 5
"""Of fewer curves, too many resamples hold one curve several times over and have hardly any spread of their own."""


def middle_of(curves: Floats, middle: Middle) -> Floats:
    """The middle [P] of curves [N, P]; NaN where a curve has nothing is not counted, NaN where none has anything."""
    exponents = _exponents(curves)
    return shifted(_middle_of(shifted(curves, -exponents), middle), exponents)


def _middle_of(curves: Floats, middle: Middle) -> Floats:
    counts = (~np.isnan(curves)).sum(axis=0)
    if not len(curves):
        return np.full(curves.shape[1], np.nan)
    if middle == "mean":
        return np.where(counts > 0, np.nansum(curves, axis=0) / np.maximum(counts, 1), np.nan)
    ordered = np.sort(curves, axis=0)  # NaN last
    lower = np.take_along_axis(ordered, np.maximum(counts - 1, 0)[None] // 2, axis=0)[0]
    upper = np.take_along_axis(ordered, (counts // 2)[None] % max(1, len(curves)), axis=0)[0]
    found: Floats = np.where(counts > 0, (lower + upper) / 2, np.nan)
    return found


def fitting_band(middle: Middle, number: int) -> Band:
    """The band that shows most of so many curves: of a few their whole range, of more how sure the middle is."""
    if middle == "mean":
        return "t" if number >= _FEWEST_FOR_T else "minmax"
    return "bootstrap" if number >= _FEWEST_FOR_MEDIAN else "minmax"


def band_of(
    curves: Floats, middle: Middle, band: Band, *, level: float = 0.95, seed: int = 0
) -> tuple[Floats, Floats]:
    """Lower and upper end [P] of the band around the middle of curves [N, P]; NaN where too few curves count.

    band: "std": a standard deviation (with n - 1) to each side of the middle; "sem": a standard error of the mean;
    "minmax": from the lowest to the highest curve; "quartiles": between the 25 % and the 75 % quantile; "t": the interval of the mean by Student's t; "bootstrap": of
    the mean by the studentized bootstrap (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, section
    12.5), from five curves on; of the median by order statistics of its binomial, made exact by interpolation (Hettmansperger
    and Sheather, Confidence Intervals Based on Interpolated Order Statistics, 1986), from six curves on at 95 %.
    """
    exponents = _exponents(curves)
    low, high = _band_of(shifted(curves, -exponents), middle, band, level, seed)
    return shifted(low, exponents), shifted(high, exponents)


def _exponents(curves: Floats) -> NDArray[np.int64]:
    """The power of two at each place by which the curves there exceed one: one that diverged must not cost the others."""
    finite = np.where(np.isfinite(curves), np.abs(curves), 0.0)
    found: NDArray[np.int64] = np.frexp(finite.max(axis=0, initial=0.0))[1].astype(np.int64)
    return found


def _band_of(
    curves: Floats, middle: Middle, band: Band, level: float, seed: int
) -> tuple[Floats, Floats]:
    counts = (~np.isnan(curves)).sum(axis=0)
    center = _middle_of(curves, middle)
    if band == "minmax":
        there = ~np.isnan(curves)
        low = np.min(curves, axis=0, initial=np.inf, where=there)
        high = np.max(curves, axis=0, initial=-np.inf, where=there)
        return _where(counts > 0, low, high)
    if band == "quartiles":
        return _where(counts > 1, *(_quantile(curves, counts, share) for share in (0.25, 0.75)))
    if band == "bootstrap":
        if middle == "median":
            return _of_median(curves, counts, level)
        return _studentized(curves, counts, level, seed)
    std = _std(curves, counts)
    if band == "std":
        half = std
    elif band in ("sem", "t"):
        half = std / np.sqrt(np.maximum(counts, 1))
        if band == "t":
            half = half * scipy.special.stdtrit(np.maximum(counts - 1, 1), 0.5 + level / 2)
            center = _middle_of(curves, "mean")
    else:
        half = np.full(curves.shape[1], np.nan)
    return _where(counts > 1, center - half, center + half)


def _quantile(curves: Floats, counts: NDArray[np.int64], share: float) -> Floats:
    """Linear between the two nearest curves, as numpy.quantile has it."""
    if not len(curves):
        return np.full(curves.shape[1], np.nan)
    ordered = np.sort(curves, axis=0)  # NaN last
    rank = share * np.maximum(counts - 1, 0)
    below = np.floor(rank).astype(np.intp)
    above = np.minimum(below + 1, np.maximum(counts - 1, 0))
    lower, upper = (np.take_along_axis(ordered, row[None], axis=0)[0] for row in (below, above))
    found: Floats = lower + (upper - lower) * (rank - below)
    return found


def _where(enough: NDArray[np.bool_], low: Floats, high: Floats) -> tuple[Floats, Floats]:
    return np.where(enough, low, np.nan), np.where(enough, high, np.nan)


def _std(curves: Floats, counts: NDArray[np.int64]) -> Floats:
    """Standard deviation with n - 1."""
    away = curves - _middle_of(curves, "mean")
    squares = np.nansum(away * away, axis=0)
    found: Floats = np.sqrt(squares / np.maximum(counts - 1, 1))
    return found


def _studentized(
    curves: Floats, counts: NDArray[np.int64], level: float, seed: int
) -> tuple[Floats, Floats]:
    """Places at which the same curves count are done together: what is drawn are curves, not points."""
    low, high = np.full(curves.shape[1], np.nan), np.full(curves.shape[1], np.nan)
    there = ~np.isnan(curves)
    changes = np.flatnonzero((there[:, 1:] != there[:, :-1]).any(axis=0)) + 1
    for begin, end in zip([0, *changes], [*changes, curves.shape[1]], strict=True):
        if end == begin or counts[begin] < _FEWEST_STUDENTIZED:
            continue
        random = np.random.default_rng(seed)  # the same draws everywhere: neighbors agree
        rows = curves[there[:, begin], begin:end]
        drawn = random.integers(len(rows), size=(_RESAMPLES, len(rows)))
        times = np.array([np.bincount(each, minlength=len(rows)) for each in drawn], np.float64)
        step = max(1, _BLOCK // _RESAMPLES)
        for first in range(0, rows.shape[1], step):
            part = rows[:, first : first + step]
            places = slice(begin + first, begin + first + part.shape[1])
            low[places], high[places] = _t_interval(part, times, level)
    return low, high


def _t_interval(rows: Floats, times: Floats, level: float) -> tuple[Floats, Floats]:
    """Ends [P] for rows [n, P]; times: how often each resample holds each row [resamples, n]."""
    number = len(rows)
    mean = rows.mean(axis=0)
    away = rows - mean
    error = np.sqrt((away**2).sum(axis=0) / (number - 1) / number)
    # What a resample holds is how often each curve: two products of matrices, not an array of all that was drawn.
    away_means = times @ away / number
    squares = times @ away**2 / number
    spread = squares - away_means**2
    spread[spread < _ROUNDING * squares] = 0.0  # copies of one curve
    errors = np.sqrt(spread / (number - 1))
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = np.where(errors > 0, away_means / errors, np.sign(away_means) * np.inf)
    ratios = np.where(np.isnan(ratios), 0.0, ratios)
    # Of what is drawn, not between: a resample without spread is infinitely far away.
    low, high = np.quantile(ratios, ((1 - level) / 2, (1 + level) / 2), axis=0, method="nearest")
    with np.errstate(invalid="ignore"):
        return (
            np.where(error > 0, mean - high * error, mean),
            np.where(error > 0, mean - low * error, mean),
        )


def _of_median(curves: Floats, counts: NDArray[np.int64], level: float) -> tuple[Floats, Floats]:
    low, high = np.full(curves.shape[1], np.nan), np.full(curves.shape[1], np.nan)
    ordered = np.sort(curves, axis=0)  # NaN last
    for number in np.unique(counts):
        at = counts == number
        found = _order_ranks(int(number), level)
        if found is None:
            continue
        rank, share = found
        rows = ordered[:number, at]
        low[at] = (1 - share) * rows[rank] + share * rows[rank + 1] if share else rows[rank]
        mirrored = rows[::-1]
        high[at] = (
            (1 - share) * mirrored[rank] + share * mirrored[rank + 1] if share else mirrored[rank]
        )
    return low, high


def _order_ranks(number: int, level: float) -> tuple[int, float] | None:
    """The largest rank r (from 0) whose interval [r, n - 1 - r] is wide enough, and how far to go towards the next.

    The interval between the order statistics of these ranks covers the median with 1 - 2 P(B <= r), where B is
    binomial with n and 1/2. None where even the whole range is too narrow.
    """
    covers = (
        1 - 2 * scipy.special.bdtr(np.arange(number // 2), number, 0.5) if number else np.zeros(0)
    )
    enough = np.flatnonzero(covers >= level)
    if not len(enough):
        return None
    rank = int(enough[-1])
    if rank + 1 >= len(covers):
        return rank, 0.0
    above, below = covers[rank], covers[rank + 1]
    weight = (above - level) / (above - below)
    inner = number - 2 * (rank + 1)
    upper = rank + 1
    share = (number - upper) * weight / (upper + (number - 2 * upper) * weight)
    return rank, float(share) if inner > 0 else 0.0
