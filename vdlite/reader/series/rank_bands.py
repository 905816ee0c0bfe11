"""The band of a scalar over many ranks: its middle and width at each step, and the ranks that leave it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vdlite.reader.series.rank_cells import RankCells

_FEWEST = 4  # ranks of which one can stand out
_MOST_ODD = 5
_SIGMAS = 4.0
_DEVIATION = 1.4826  # the standard deviation of normal numbers by their median absolute deviation
_LEAST = 1e-3  # of the median's size, below which nothing stands out
_SHARE = 0.05  # of the columns, in which a rank has to do so

_Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RankBands:
    """What the ranks' means are at each of C columns of steps, and the ranks that stand out; NaN where no rank has any."""

    median: _Floats  # [C]
    low: _Floats  # [C], the 10th percentile
    high: _Floats  # [C], the 90th
    least: _Floats  # [C]
    most: _Floats  # [C]
    odd: tuple[int, ...]  # ranks, the oddest first
    odd_values: _Floats  # [len(odd), C], their means


def rank_bands(cells: RankCells) -> RankBands:
    """The bands of the cells' means.

    A rank stands out that is farther from the median of all than 4 sigma, or has values that are not finite, in a
    twentieth of the columns. sigma is 1.4826 times the median absolute deviation. Of fewer than 4 ranks none does.
    """
    means = np.where(np.isfinite(cells.means), cells.means, np.nan)
    bands = np.full((5, means.shape[1]), np.nan)
    having = ~np.isnan(means).all(axis=0)
    if having.any():
        bands[:, having] = np.nanpercentile(means[:, having], [50, 10, 90, 0, 100], axis=0)
    odd = _odd(cells, means, bands[0])
    median, low, high, least, most = bands
    values = means[odd].reshape(len(odd), means.shape[1])
    return RankBands(median, low, high, least, most, tuple(cells.ranks[row] for row in odd), values)


def _odd(cells: RankCells, means: _Floats, median: _Floats) -> list[int]:
    """The rows of the ranks that stand out, the oddest first."""
    if len(cells.ranks) < _FEWEST:
        return []
    distance = np.abs(means - median)
    spread = np.full(len(median), np.nan)
    having = ~np.isnan(distance).all(axis=0)
    spread[having] = np.nanmedian(distance[:, having], axis=0)
    limit = np.maximum(_SIGMAS * _DEVIATION * spread, _LEAST * np.abs(median))
    with np.errstate(invalid="ignore"):
        stands_out = (distance > limit) | ((cells.counts > 0) & ~np.isfinite(cells.values))
    often = stands_out.sum(axis=1)
    order = np.argsort(-often, kind="stable")[:_MOST_ODD].tolist()
    return [row for row in order if often[row] >= max(1.0, _SHARE * len(median))]
