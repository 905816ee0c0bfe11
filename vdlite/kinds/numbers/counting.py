"""Moments and bucket counts of many values, in pieces that stay in the processor's cache.

The counts are those of numpy.histogram for the edges that come with them, to the last one. Two ways lead there, both
with one multiplication for a value instead of a search: of very many float32, the edges are put where that multiplication goes
over from one bucket to the next; of float64, whatever comes so near to an edge that rounding may have moved it over
is compared with the edge.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32] | NDArray[np.float64]
Edges = NDArray[np.float64]
Counts = NDArray[np.int64]

# Values: 256 KiB of float32 and what is computed from them fit into a cache of 1 MiB.
_PIECE = 1 << 16
_FEW = 1 << 12  # up to so many values a search costs less than getting ready for anything else
_MANY = 1 << 17  # from so many values on it pays to look for the edges of float32 arithmetic
_PAIRED = 64  # up to so many buckets two values are counted at a time
_UNSURE = 0.25  # of a bucket's width: with a larger error than this the guess is of no use


class Moments(NamedTuple):
    """The moments of values, known besides their counts; NaN where there is none of them."""

    size: int
    min: float
    max: float
    mean: float
    std: float  # of the values as they are: divided by their number


def moments(values: Floats, low: float, high: float) -> Moments:
    """Moments of finite values [N] between `low` and `high`, their ends, with sums in float64 whatever their type.

    Mean and sum of squares are merged piece by piece: Chan, Golub, LeVeque, Algorithms for computing the sample
    variance (1983), equation 2.1. Nothing overflows on the way.
    """
    if not len(values):
        return Moments(0, math.nan, math.nan, math.nan, math.nan)
    # Squares of very large or small values would leave the range of float64; powers of two scale without error.
    exponent = math.frexp(max(abs(low), abs(high)))[1]
    exponent = exponent if abs(exponent) > 400 else 0
    work = np.empty(min(_PIECE, len(values)))
    size, mean, squares = 0, 0.0, 0.0
    for begin in range(0, len(values), _PIECE):
        piece = work[: min(_PIECE, len(values) - begin)]
        np.copyto(piece, values[begin : begin + _PIECE])
        if exponent:
            np.ldexp(piece, -exponent, out=piece)
        more = len(piece)
        middle = float(piece.sum()) / more
        np.subtract(piece, middle, out=piece)
        np.multiply(piece, piece, out=piece)  # np.dot would start threads beside the training's
        away = middle - mean
        squares += float(piece.sum()) + away * away * size * more / (size + more)
        size += more
        mean += away * more / size
    std = math.sqrt(squares / size)
    if exponent:
        mean, std = math.ldexp(mean, exponent), math.ldexp(std, exponent)
    # Rounding must not put the mean outside of the values, nor give equal values a width.
    return Moments(size, low, high, min(max(mean, low), high), std if low < high else 0.0)


def count_evenly(values: Floats, low: float, high: float, buckets: int) -> tuple[Counts, Edges]:
    """Counts [B] of finite values [N] between `low` and `high`, their ends, and the edges [B + 1] of equal buckets.

    Equal to the precision of the values. There are fewer than `buckets` where there are not so many numbers between
    the ends. Equal ends are moved apart by a half each, as numpy.histogram does, or by as much as it takes.
    """
    if len(values) > _MANY and values.dtype == np.float32 and buckets <= _PAIRED:
        steps = _Steps.of(low, high, buckets)
        if steps is not None:
            return _count_steps(values, steps), steps.edges
    edges = _even_edges(low, high, buckets)
    return _count(values, edges), edges


def count(values: Floats, edges: Edges) -> Counts:
    """How many of the finite `values` [N] lie in each bucket between strictly rising `edges` [B + 1], [B].

    The last bucket is closed on both sides; values outside of all buckets are not counted.
    """
    if len(values) and (values.min() < edges[0] or values.max() > edges[-1]):
        values = values[(values >= edges[0]) & (values <= edges[-1])]
    return _count(values, edges)


def _even_edges(low: float, high: float, buckets: int) -> Edges:
    if low == high:
        low, high = (
            min(low - 0.5, math.nextafter(low, -math.inf)),
            max(high + 0.5, math.nextafter(high, math.inf)),
        )
        limit = float(np.finfo(np.float64).max)
        low, high = max(low, -limit), min(high, limit)
    if math.isfinite(high - low):
        edges = np.linspace(low, high, buckets + 1)
    else:
        edges = np.linspace(low / 2, high / 2, buckets + 1) * 2
    edges[0], edges[-1] = low, high
    return edges if (edges[1:] > edges[:-1]).all() else np.unique(edges)


def _count(values: Floats, edges: Edges) -> Counts:
    """Counts of the values between the edges."""
    guess = None
    if len(values) > _FEW:
        guess = _Guess.of(edges, values.dtype)
        if guess is None and values.dtype == np.float32:
            guess = _Guess.of(edges, np.dtype(np.float64))
    return _count_by_search(values, edges) if guess is None else _count_guess(values, edges, guess)


def _count_by_search(values: Floats, edges: Edges) -> Counts:
    """For edges of any distances."""
    counts = np.zeros(len(edges) + 1, np.int64)
    for begin in range(0, len(values), _PIECE):
        piece = values[begin : begin + _PIECE].astype(np.float64)
        counts += np.bincount(np.searchsorted(edges, piece, "right"), minlength=len(edges) + 1)
    counts[-2] += counts[-1]  # on the last edge
    return counts[1:-1]


# -- float32: edges that the arithmetic keeps


class _Steps(NamedTuple):
    """The whole part of (value - low) * scale, in float32, is a value's bucket, and `edges` are where it rises."""

    low: np.float32
    scale: np.float32
    edges: Edges

    def bucket(self, values: NDArray[np.float32]) -> NDArray[np.float32]:
        """The place of a value, whose whole part is its bucket; it never falls as the values rise."""
        return (values - self.low) * self.scale

    @staticmethod
    def of(low: float, high: float, buckets: int) -> "_Steps | None":
        """None where float32 has no room for the steps or the arithmetic."""
        width = high - low
        limits = np.finfo(np.float32)
        # A little less than even, so that `high` does not reach a bucket of its own.
        scale = buckets * (1 - 4 * float(limits.eps)) / width if width else math.inf
        if not width < float(limits.max) or not scale < 1 / math.sqrt(float(limits.tiny)):
            return None
        steps = _Steps(np.float32(low), np.float32(scale), np.empty(0))
        if not steps.bucket(np.array([high], np.float32))[0] < buckets:
            return None
        # Bisection, over the bits of float32, which as whole numbers are in the order of the values.
        wanted = np.arange(1, buckets, dtype=np.float32)
        middle = low + wanted.astype(np.float64) * (width / buckets)
        slack = 8 * float(limits.eps) * max(abs(low), abs(high))
        below = _to_order(np.maximum(middle - slack, low).astype(np.float32))
        above = _to_order(np.minimum(middle + slack, high).astype(np.float32))
        if (steps.bucket(_from_order(below)) >= wanted).any() or (
            steps.bucket(_from_order(above)) < wanted
        ).any():
            return None
        while (apart := above - below > 1).any():
            half = (below + above) >> 1
            reached = steps.bucket(_from_order(half)) >= wanted
            above = np.where(reached & apart, half, above)
            below = np.where(~reached & apart, half, below)
        edges = np.concatenate(([low], _from_order(above).astype(np.float64), [high]))
        return steps._replace(edges=edges) if (edges[1:] > edges[:-1]).all() else None


def _to_order(values: NDArray[np.float32]) -> NDArray[np.int64]:
    bits = values.view(np.int32).astype(np.int64)
    return np.where(bits < 0, -(bits & 0x7FFFFFFF), bits)


def _from_order(order: NDArray[np.int64]) -> NDArray[np.float32]:
    bits = np.where(order < 0, -order | 0x80000000, order)
    return bits.astype(np.uint32).view(np.float32)


def _count_steps(values: Floats, steps: _Steps) -> Counts:
    place = np.empty(min(_PIECE, len(values)), np.float32)
    numbers = np.empty(len(place), np.uint8)
    counter = _Pairs()
    for begin in range(0, len(values), _PIECE):
        piece = values[begin : begin + _PIECE]
        here = slice(0, len(piece))
        np.subtract(piece, steps.low, out=place[here])
        np.multiply(place, steps.scale, out=place)
        np.copyto(numbers, place, casting="unsafe")
        counter.add(numbers[here])
    return counter.counts()[: len(steps.edges) - 1]


# -- any type: a guess, compared with the edge where it may be wrong


class _Guess(NamedTuple):
    """(value - low) * scale is a value's place in units of buckets, off by less than `error`."""

    dtype: "np.dtype[Any]"  # to compute in
    low: float
    scale: float
    error: float

    @staticmethod
    def of(edges: Edges, dtype: "np.dtype[Any]") -> "_Guess | None":
        """None if the edges are not even enough, or too far apart or too near to each other to compute with."""
        buckets = len(edges) - 1
        limits = np.finfo(dtype)
        low, width = float(edges[0]), float(edges[-1]) - float(edges[0])
        if not width < float(limits.max) or not buckets / width < 1 / math.sqrt(float(limits.tiny)):
            return None
        rounded = float(dtype.type(low))
        scale = buckets / width
        uneven = float(np.abs((edges - low) * scale - np.arange(buckets + 1)).max())
        # Each of subtraction, scale and multiplication is off by half an epsilon of its result, as is the sum with
        # the error itself; `uneven` is computed in float64, by the same number of operations.
        steps = 4 * buckets * (float(limits.eps) + float(np.finfo(np.float64).eps))
        error = steps + uneven + abs(rounded - low) * scale
        return _Guess(dtype, rounded, scale, error) if error < _UNSURE else None


def _count_guess(values: Floats, edges: Edges, guess: _Guess) -> Counts:
    buckets = len(edges) - 1
    size = min(_PIECE, len(values) + -len(values) % 8)
    place, moved = np.zeros(size, guess.dtype), np.empty(size, guess.dtype)
    small = np.uint8 if buckets <= _PAIRED else np.uint16 if buckets < 1 << 16 else np.int64
    upper: NDArray[Any] = np.zeros(size, small)
    lower = np.zeros(size, small)
    unsure = np.zeros(size, np.bool_)
    low, scale, error = map(guess.dtype.type, (guess.low, guess.scale, guess.error))
    # What has no place above the last edge: it belongs to the bucket below.
    bound = np.append(edges[:-1], np.inf)
    counter = _Pairs() if buckets <= _PAIRED else _Singles(buckets)
    for begin in range(0, len(values), _PIECE):
        piece = values[begin : begin + _PIECE]
        here = slice(0, len(piece))
        np.subtract(piece, low, out=place[here], dtype=guess.dtype)
        np.multiply(place[here], scale, out=place[here])
        np.copyto(upper, np.add(place, error, out=moved), casting="unsafe")
        # A little below zero becomes zero: conversion cuts towards it.
        np.copyto(lower, np.subtract(place, error, out=moved), casting="unsafe")
        np.not_equal(upper, lower, out=unsure)
        # Eight at a time, for there are few.
        near = np.flatnonzero(unsure.view(np.uint64))
        if len(near):
            near = (near[:, None] * 8 + np.arange(8)).ravel()
            near = near[near < len(piece)]
            bucket = upper[near].astype(np.intp)
            upper[near] = bucket - (piece[near] < bound[bucket])
        counter.add(upper[here])
    return counter.counts()[:buckets]


class _Singles:
    """Counts bucket numbers one by one."""

    def __init__(self, buckets: int) -> None:
        self._counts = np.zeros(buckets, np.int64)

    def add(self, numbers: NDArray[Any]) -> None:
        self._counts += np.bincount(numbers, minlength=len(self._counts))

    def counts(self) -> Counts:
        return self._counts


class _Pairs:
    """Counts pairs of bucket numbers below 64, which takes half the time: bincount's is per item."""

    def __init__(self) -> None:
        self._counts = np.zeros(_PAIRED * _PAIRED, np.int64)
        self._odd = np.zeros(_PAIRED, np.int64)

    def add(self, numbers: NDArray[np.uint8]) -> None:
        if len(numbers) % 2:
            self._odd[numbers[-1]] += 1
            numbers = numbers[:-1]
        two = numbers.view(np.uint16)
        # One byte holds one number: close the gap of two bits between them.
        pairs = (two & 0x003F) | ((two >> 2) & 0x0FC0)
        self._counts += np.bincount(pairs, minlength=_PAIRED * _PAIRED)

    def counts(self) -> Counts:
        table = self._counts.reshape(_PAIRED, _PAIRED)
        both: Counts = table.sum(axis=0) + table.sum(axis=1) + self._odd
        return both
