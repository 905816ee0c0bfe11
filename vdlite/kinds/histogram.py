"""Histograms: how many of many values lie in each of some adjoining buckets."""

import math
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError, PayloadError
from vdlite.kinds.draft import Arrays, Draft, Encoded, Settings, taking
from vdlite.kinds.kind import Kind
from vdlite.kinds.numbers import counting
from vdlite.kinds.numbers.arrays import ArrayLike, as_array
from vdlite.kinds.numbers.counting import Floats
from vdlite.kinds.numbers.packing import pack, unpack

NAME = "histogram"
BUCKETS = 64
MOST_BUCKETS = 1 << 16

RULES = ("auto", "doane", "fd", "rice", "scott", "sqrt", "stone", "sturges")
"""numpy.histogram_bin_edges says what each of them does."""

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""What the summary has of the distribution, beside its ends."""

Buckets: TypeAlias = int | str | Sequence[float] | NDArray[Any]
"""The number of equal buckets, a rule's name, or rising edges."""

_Checked: TypeAlias = int | str | NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Histogram:
    """Counts of logged values in adjoining buckets; NaN stands for a number of no values."""

    # [B]: bucket i is edges[i] <= value < edges[i + 1], the last one closed.
    counts: NDArray[np.int64]
    edges: NDArray[np.float64]  # [B + 1], strictly rising, in the unit of the logged values
    count: int  # finite values, those outside of the edges included
    min: float  # of the finite values, as the rest
    max: float
    mean: float
    std: float  # divided by their number, as numpy.std
    nan: int  # values that are not numbers
    posinf: int
    neginf: int

    @property
    def is_even(self) -> bool:
        """True if no bucket is more than 1.5 times as wide as another; the last one may be narrower."""
        with np.errstate(over="ignore"):
            widths = np.diff(self.edges)
        return len(widths) < 2 or bool(widths.max() <= 1.5 * widths[:-1].min())

    def quantiles(self, shares: Sequence[float]) -> list[float]:
        """The values below which those shares (0 to 1) of the values in buckets lie.

        Each is in the right bucket, and within it as if the bucket's values were spread evenly.
        """
        sums = np.cumsum(self.counts)
        if not len(sums) or not sums[-1]:
            return [math.nan] * len(shares)
        wanted = np.multiply(shares, float(sums[-1]))
        # The first bucket that has values, for a share of nothing.
        bucket = np.searchsorted(sums, np.maximum(wanted, 1), "left")
        within = self.counts[bucket]
        part = (wanted - (sums[bucket] - within)) / within
        found = self.edges[bucket] * (1 - part) + self.edges[bucket + 1] * part
        clipped: list[float] = np.clip(found, self.min, self.max).tolist()
        return clipped


@taking(NAME)
def histogram(values: ArrayLike, *, buckets: Buckets = BUCKETS) -> Draft:
    """A draft of the histogram of `values`: any shape, real.

    NaN and infinities are counted apart. The counts are exactly those of numpy.histogram for the edges that are
    stored; integers beyond 2**53 are rounded to float64 before. Equal buckets reach from the least to the greatest
    value, and are fewer where float64 has not so many numbers in between.
    A CUDA tensor is counted on its device, without waiting for it.
    Raises PayloadError if `values` are no real numbers or `buckets` is none of `Buckets`.
    """
    wanted = _check_buckets(buckets)
    if getattr(values, "is_cuda", False) and not isinstance(wanted, str):
        from vdlite.kinds.numbers import device_histogram

        if device_histogram.takes(values):
            try:
                return _device_draft(device_histogram.count(values, wanted))
            except RuntimeError:
                pass  # no room on the device, most likely: a copy of the values needs none there
    return Draft(encode, [as_array(values, NAME)], {"buckets": wanted})


def encode(arrays: Arrays, settings: Settings) -> Encoded:
    """The histogram of the only array."""
    (values,) = arrays
    # Types of up to 16 bits go into float32 without loss, all others into float64.
    small = values.dtype == np.float32 or values.dtype.itemsize <= 2
    flat = values.reshape(-1)
    floats: Floats = (
        flat.astype(np.float32, copy=False) if small else flat.astype(np.float64, copy=False)
    )
    # Checked again: another process may have been given anything.
    return pack_histogram(from_values(floats, _check_buckets(settings["buckets"])))


def _device_draft(counted: Any) -> Draft:
    """Counts that are on their way from a device: whoever encodes them waits for it."""

    def fetch(_arrays: Arrays, _settings: Settings) -> Encoded:
        return pack_histogram(Histogram(**counted.result()))

    return Draft(fetch, [], None, is_slow=True)


def from_values(values: Floats, buckets: _Checked = BUCKETS) -> Histogram:
    """The histogram of `values` [N], with `buckets` as checked by `histogram`."""
    nan = posinf = neginf = 0
    low = high = math.nan
    with np.errstate(all="ignore"):
        if len(values):
            low, high = float(values.min()), float(values.max())
        if len(values) and not (math.isfinite(low) and math.isfinite(high)):
            nan = int(np.count_nonzero(np.isnan(values)))
            posinf = int(np.count_nonzero(np.isposinf(values)))
            neginf = int(np.count_nonzero(np.isneginf(values)))
            values = values[np.isfinite(values)]
            if len(values):
                low, high = float(values.min()), float(values.max())
        moments = counting.moments(values, low, high)
        counts, edges = _count(values, moments, buckets)
    return Histogram(counts, edges, *moments, nan=nan, posinf=posinf, neginf=neginf)


def pack_histogram(made: Histogram) -> tuple[bytes, Mapping[str, Any]]:
    """The payload's bytes, and its summary: everything but counts and edges, and some quantiles."""
    fields = {name: getattr(made, name) for name in Histogram.__dataclass_fields__}
    summary = {name: fields[name] for name in fields if name not in ("counts", "edges")}
    summary["buckets"] = len(made.counts)
    summary["quantiles"] = made.quantiles(QUANTILES)
    return pack(fields), summary


def decode(payload: bytes) -> Histogram:
    """Raises FormatError if the bytes are no histogram."""
    fields = unpack(payload, NAME)
    try:
        made = Histogram(**fields)
    except TypeError as error:
        raise FormatError(f"{NAME} payload: {error}") from error
    for name, dtype in (("counts", "<i8"), ("edges", "<f8")):
        array = getattr(made, name)
        if not isinstance(array, np.ndarray) or array.ndim != 1 or array.dtype != np.dtype(dtype):
            raise FormatError(f"{NAME} payload: got other {name} than a row of {dtype}")
    check(made)
    return made


def check(made: Histogram) -> None:
    """Raises FormatError if its counts, edges and numbers can't belong together."""
    if len(made.edges) != len(made.counts) + 1:
        raise FormatError(f"{NAME}: got {len(made.edges)} edges for {len(made.counts)} counts")
    if (made.counts < 0).any() or made.counts.sum(dtype=np.float64) >= 1 << 62:
        raise FormatError(f"{NAME}: got counts that are none")
    for name in ("count", "nan", "posinf", "neginf"):
        number = getattr(made, name)
        if not isinstance(number, int) or not 0 <= number < 1 << 63:
            raise FormatError(f"{NAME}: got {name} {number!r:.40}, want a number of values")
    for name in ("min", "max", "mean", "std"):
        if not isinstance(getattr(made, name), float):
            raise FormatError(f"{NAME}: got {name} {getattr(made, name)!r:.40}, want a float")


def coarser(made: Histogram, most: int) -> Histogram:
    """A histogram with at most `most` buckets: neighbors are put together, so that the counts stay exact."""
    if len(made.counts) <= most:
        return made
    starts = np.arange(0, len(made.counts), -(-len(made.counts) // most))
    counts = np.add.reduceat(made.counts, starts)
    return replace(made, counts=counts, edges=np.append(made.edges[starts], made.edges[-1]))


def _count(
    values: Floats, moments: counting.Moments, buckets: _Checked
) -> tuple[counting.Counts, counting.Edges]:
    if isinstance(buckets, np.ndarray):
        return counting.count(values, buckets), buckets
    if not moments.size:
        return np.zeros(1, np.int64), np.array([0.0, 1.0])
    if isinstance(buckets, str):
        buckets = _by_rule(values, moments, buckets)
    return counting.count_evenly(values, moments.min, moments.max, buckets)


def _by_rule(values: Floats, moments: counting.Moments, rule: str) -> int:
    """How many buckets NumPy's rule asks for, up to MOST_BUCKETS."""
    width = moments.max - moments.min
    if not (0 < width < math.inf):
        return 1
    if rule in ("auto", "fd"):
        # A few values far away from all others would have NumPy make room for billions of buckets.
        low, high = np.percentile(values, (25, 75))
        if width * len(values) ** (1 / 3) > 2 * float(high - low) * MOST_BUCKETS > 0:
            return MOST_BUCKETS
    try:
        return min(len(np.histogram_bin_edges(values, rule)) - 1, MOST_BUCKETS)
    except ValueError:  # more buckets than there are numbers in the range
        return MOST_BUCKETS


def _check_buckets(buckets: object) -> _Checked:
    if isinstance(buckets, str):
        if buckets not in RULES:
            raise PayloadError(f"buckets: got {buckets!r}, want one of {', '.join(RULES)}")
        return buckets
    if isinstance(buckets, np.ndarray) or (
        isinstance(buckets, Sequence) and not isinstance(buckets, (bytes, bytearray))
    ):
        edges = as_array(buckets, "buckets")
        # Made of values that are NaN, most likely.
        return BUCKETS if np.isnan(edges).any() else _check_edges(edges)
    try:
        number = operator.index(buckets)  # type: ignore[arg-type]
    except TypeError:
        raise PayloadError(
            f"buckets: got {type(buckets).__name__}, want a number, rising edges, or a rule's name"
        ) from None
    if isinstance(buckets, bool) or not 1 <= number <= MOST_BUCKETS:
        raise PayloadError(f"buckets: got {buckets}, want 1 to {MOST_BUCKETS}")
    return number


def _check_edges(given: NDArray[Any]) -> NDArray[np.float64]:
    edges = given.astype(np.float64)
    if edges.ndim != 1 or not 2 <= len(edges) <= MOST_BUCKETS + 1:
        raise PayloadError(
            f"buckets: got edges of shape {edges.shape}, want 2 to {MOST_BUCKETS + 1} of them"
        )
    if not np.all(np.isfinite(edges)) or not np.all(edges[1:] > edges[:-1]):
        raise PayloadError("buckets: got edges that are not finite or don't rise")
    return edges


KIND = Kind(NAME, decode, encode)
