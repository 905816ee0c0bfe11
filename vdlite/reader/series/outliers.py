"""Scalars that behave unlike the others of their group."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vdlite.reader.series.tag_points import TagPoints, middles

Why: TypeAlias = Literal["not_finite", "all_along", "at_a_step"]

FEWEST = 8
"""Tags of which it can be said what is usual among them."""

_MAD = 1.482602218505602  # MADs of a normal distribution in one standard deviation
_MEAN = 1.2533141373155001  # mean distances from its median, the same
_CHANCE = 0.001  # that normal noise has any outlier of a sort
_CHANCE_OF_TAIL = 0.01  # the same for noise whose tails are exponential
_STEPS_OF_SKEW = 64  # that say whether values or logarithms are compared


@dataclass(frozen=True, slots=True)
class Outlier:
    """A tag that is unlike the others."""

    tag: int  # its place among the tags
    why: Why
    usual: float  # median distance over the steps, see `find_outliers`
    largest: float  # largest distance of what jumps
    largest_step: int | None  # None: none of its values is finite
    not_finite: int  # values that are not finite where most others are
    first_not_finite: int | None  # step of the first of these


@dataclass(frozen=True, slots=True)
class FoundOutliers:
    """The outliers of a group of tags."""

    is_log: bool  # distances are of logarithms
    outliers: tuple[
        Outlier, ...
    ]  # what is not finite first, then by how far it is beyond its bound
    usual_bound: (
        float  # of the median distance, beyond which a tag is an outlier; infinite: too few tags
    )
    largest_bound: float  # of the largest distance


def find_outliers(points: TagPoints) -> FoundOutliers:
    """The tags of a group that behave unlike the others, compared step by step.

    The distance of a value x from the others at its step is |x - M| / S, in robust standard deviations: M is the median
    of all tags, S is 1.4826 times the median of all |x - M| (MAD), or 1.2533 times their mean where more than half of
    the tags are equal (Iglewicz and Hoaglin, How to Detect and Handle Outliers, 1993). Where all values are above zero
    and differ by factors, as norms do, their logarithms are compared: at most of the steps, their quantiles of 5, 10 and
    25 % and those of 95, 90 and 75 % are farther from being the same distance from the median.

    A tag is an outlier

    - `not_finite`: where it is NaN or infinite at a step at which less than half of the tags are;
    - `all_along`: if the median of its distances over all steps is beyond a bound;
    - `at_a_step`: if the largest of its distances is beyond another one, after the median of each tag over its steps was
      taken away from it: else levels that differ from tag to tag would hide what jumps.

    A bound is the larger of two. The first is what the most distant of so many values of normal noise exceeds with a
    chance of 0.001 (Bonferroni: z of 1 - 0.001 / 2n, for n tags, and n tags by S steps), widened by 1 + 15 / (n - 5),
    since medians of few tags vary. The second is what of the n tags the farthest exceeds with a chance of 0.01 if they
    have an exponential tail through their median Q2 and upper quartile Q3: Q3 + (Q3 - Q2) ln(0.25 n / 0.01) / ln 2. So
    in noise of heavy tails only that stands out which does so among these. Steps of fewer than 8 finite values are left
    out.
    """
    values = points.values
    finite = np.isfinite(values)
    values = np.where(finite, values, np.nan)
    is_log = bool(finite.any() and values[finite].min() > 0)
    is_log = is_log and _differ_by_factors(values)
    if is_log:
        values = np.log(values)
    distances = _distances(values)
    jumps = _distances(values - middles(values.T)[:, None])
    rare = (points.there & ~finite).sum(axis=0) * 2 < points.there.sum(axis=0)
    odd = points.there & ~finite & rare
    usual, largest, at = _medians(distances), *_largest(jumps)
    judged = int(np.isfinite(usual).sum())
    cells = int(np.isfinite(distances).sum())
    usual_bound, largest_bound = _bound(usual, judged, judged), _bound(largest, cells, judged)
    beyond = np.fmax(usual / usual_bound, largest / largest_bound)
    found = np.flatnonzero(odd.any(axis=1) | (beyond > 1))
    odd_counts = odd.sum(axis=1)
    found = found[np.lexsort((found, -np.nan_to_num(beyond[found]), -odd_counts[found]))]
    return FoundOutliers(
        is_log=is_log,
        outliers=tuple(
            Outlier(
                tag=place,
                why=_why(int(odd_counts[place]), bool(usual[place] > usual_bound)),
                usual=float(usual[place]),
                largest=float(largest[place]),
                largest_step=int(points.steps[at[place]]) if np.isfinite(largest[place]) else None,
                not_finite=int(odd_counts[place]),
                first_not_finite=int(points.steps[odd[place].argmax()])
                if odd_counts[place]
                else None,
            )
            for place in found.tolist()
        ),
        usual_bound=usual_bound,
        largest_bound=largest_bound,
    )


def _why(odd: int, is_all_along: bool) -> Why:
    return "not_finite" if odd else "all_along" if is_all_along else "at_a_step"


def _differ_by_factors(values: NDArray[np.float64]) -> bool:
    """Whether logarithms of values above zero [R, S] are less skewed than they are, at most of the steps."""
    every = -(-values.shape[1] // _STEPS_OF_SKEW)
    votes = [
        _skew(np.log(own)) < _skew(own)
        for column in values[:, ::every].T
        if len(own := column[np.isfinite(column)]) >= FEWEST
    ]
    return sum(votes) * 2 > len(votes)


def _skew(values: NDArray[np.float64]) -> float:
    """How skewed quantiles are about the median, from 0 to 1 (Hinkley, On Power Transformations to Symmetry, 1975)."""
    quantiles = np.quantile(values, [0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95])
    low, middle, high = quantiles[:3], quantiles[3], quantiles[:3:-1]
    spread = high - low
    return (
        abs(float(np.mean((high + low - 2 * middle)[spread > 0] / spread[spread > 0])))
        if spread.any()
        else 0.0
    )


def _distances(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far each value is from the others of its column [R, S]; NaN where it is, or where these are too few."""
    away = np.abs(values - middles(values))
    scales = _MAD * middles(away)
    for column in np.flatnonzero(scales == 0):
        own = away[:, column]
        scales[column] = _MEAN * own[np.isfinite(own)].mean()
    scales[np.isfinite(values).sum(axis=0) < FEWEST] = np.nan
    # Where all are equal, none is far.
    return np.divide(away, scales, out=np.where(np.isnan(scales), np.nan, away), where=scales > 0)


def _medians(distances: NDArray[np.float64]) -> NDArray[np.float64]:
    """The median distance of each tag [R]; NaN without any."""
    found = np.full(len(distances), np.nan)
    if not distances.shape[1]:
        return found
    known = np.isfinite(distances)
    whole = known.all(axis=1)
    found[whole] = np.median(distances[whole], axis=1)
    for place in np.flatnonzero(known.any(axis=1) & ~whole).tolist():
        found[place] = np.median(distances[place, known[place]])
    return found


def _largest(distances: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """The largest distance of each tag [R], and its column; NaN without any."""
    found = np.full(len(distances), np.nan)
    if not distances.shape[1]:
        return found, np.zeros(len(distances), np.intp)
    known = np.isfinite(distances)
    some = known.any(axis=1)
    at = np.where(known, distances, -1.0).argmax(axis=1)
    found[some] = distances[some, at[some]]
    return found, at


def _bound(of_tags: NDArray[np.float64], count: int, tags: int) -> float:
    """The bound for one number of each tag. count: of normal values among which the farthest one is."""
    if tags < FEWEST:
        return np.inf
    z = NormalDist().inv_cdf(1 - _CHANCE / (2 * count)) * (1 + 15 / (tags - 5))
    middle, upper = np.quantile(of_tags[np.isfinite(of_tags)], [0.5, 0.75])
    tail = upper + (upper - middle) / np.log(2) * np.log(0.25 * tags / _CHANCE_OF_TAIL)
    return float(max(z, tail))
