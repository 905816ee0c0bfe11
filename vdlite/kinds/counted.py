"""Payloads of what somebody else has counted already: histograms by their buckets, curves by their rates."""

import math

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import PayloadError
from vdlite.kinds import histogram
from vdlite.kinds.curve import Curve
from vdlite.kinds.draft import Encoded
from vdlite.kinds.numbers.packing import pack

_MOST_COUNT = 1 << 62


def histogram_of_counts(
    counts: NDArray[np.float64],
    edges: NDArray[np.float64],
    *,
    count: float | None = None,
    total: float | None = None,
    squares: float | None = None,
) -> Encoded:
    """The payload and summary of a histogram of these counts [B] between these edges [B + 1].

    Counts are rounded. Buckets without a width become part of a neighbor; a histogram of one value gets a width of 1.
    count, total, squares: how many values there were, their sum and that of their squares; None where nobody knows,
        and mean and deviation are NaN then.
    Raises PayloadError if they don't belong together.
    """
    if edges.shape != (len(counts) + 1,) or not len(counts) or not np.isfinite(edges).all():
        raise PayloadError(f"histogram: got {len(edges)} edges for {len(counts)} counts")
    whole = np.rint(counts)
    if not ((whole >= 0) & (whole < _MOST_COUNT)).all() or whole.sum() >= _MOST_COUNT:
        raise PayloadError("histogram: got counts that are none")
    rising = np.maximum.accumulate(edges)
    whole, rising = _with_widths(whole, rising)
    number = float(whole.sum()) if count is None else count
    mean = total / number if total is not None and number else math.nan
    variance = squares / number - mean * mean if squares is not None and number else math.nan
    empty = not number
    made = histogram.Histogram(
        whole.astype(np.int64),
        rising,
        count=round(number) if 0 <= number < _MOST_COUNT else 0,
        min=math.nan if empty else float(edges[0]),
        max=math.nan if empty else float(edges[-1]),
        mean=mean,
        # Rounding may leave a little less than nothing.
        std=math.sqrt(max(variance, 0.0)) if not math.isnan(variance) else math.nan,
        nan=0,
        posinf=0,
        neginf=0,
    )
    return histogram.pack_histogram(made)


def _with_widths(
    counts: NDArray[np.float64], edges: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Counts, and edges that rise strictly."""
    if edges[0] == edges[-1]:
        value = float(edges[0])
        half = max(0.5, abs(value) * 1e-9)
        return np.array([counts.sum()]), np.array([value - half, value + half])
    kept = np.append(True, edges[1:] > edges[:-1])
    # The last edge stays where it is: a bucket without a width at the end belongs to the one before.
    bucket = np.minimum(np.cumsum(kept)[:-1] - 1, int(kept.sum()) - 2)
    merged = np.bincount(bucket, weights=counts, minlength=int(kept.sum()) - 1)
    return merged.astype(np.float64), edges[kept]


def pr_curve_of_rates(
    tp: NDArray[np.float64],
    fp: NDArray[np.float64],
    tn: NDArray[np.float64],
    fn: NDArray[np.float64],
) -> Encoded:
    """The payload and summary of a precision-recall curve of counts [n] at thresholds i / (n - 1), rising.

    Average precision and area are those of these points. Raises PayloadError if they are not such.
    """
    columns = np.stack([tp, fp, tn, fn])
    if columns.ndim != 2 or not columns.shape[1] or not (columns >= 0).all():
        raise PayloadError(f"pr_curve: got counts of shape {columns.shape}, want 4 rows, 0 or more")
    number = columns.shape[1]
    positives, negatives = float((tp + fn).max()), float((fp + tn).max())
    # By falling thresholds, behind a point that calls nothing positive.
    threshold = np.append(math.inf, np.linspace(0, 1, number)[::-1])
    hits, misses = (np.append(0.0, np.maximum.accumulate(each[::-1])) for each in (tp, fp))
    called = hits + misses
    precision = np.divide(hits, called, out=np.ones_like(hits), where=called > 0)
    rises = np.diff(hits)
    areas = (hits[1:] + hits[:-1]) * np.diff(misses)
    made = Curve(
        threshold,
        hits,
        misses,
        positives,
        negatives,
        ap=float((precision[1:] * rises).sum() / positives) if positives else math.nan,
        auc=float(areas.sum() / 2 / positives / negatives) if positives and negatives else math.nan,
        samples=round(positives + negatives),
        nan=0,
        points=number + 1,
    )
    fields = {name: getattr(made, name) for name in Curve.__dataclass_fields__}
    summary = {
        name: value for name, value in fields.items() if name not in ("threshold", "tp", "fp")
    }
    return pack(fields), summary
