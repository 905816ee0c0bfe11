"""Precision-recall and ROC curves of a binary classifier: the same counts, drawn in two ways.

The curve is exact: a point for every distinct prediction. Of very many points some are left out before it is stored,
so few that the drawing does not change; the counts of the points that stay are exact, and so are the areas.
"""

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError, PayloadError
from vdlite.kinds.draft import Arrays, Draft, Encode, Encoded, Settings
from vdlite.kinds.numbers.arrays import ArrayLike, as_array
from vdlite.kinds.numbers.packing import pack, unpack

POINTS = 2000
FEWEST_POINTS = 100

Column = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Curve:
    """What a classifier calls positive at falling thresholds; counts are sums of weights where there are weights.

    Point i calls positive what is predicted at least threshold[i]. The first point calls nothing positive: its
    threshold is infinite. Shares of nothing are NaN, but for the precision where nothing is called positive: 1.
    """

    threshold: Column  # [P], falling
    tp: Column  # [P], rising to `positives`
    fp: Column  # [P], rising to `negatives`
    positives: float
    negatives: float
    ap: float  # average precision, of all points; NaN without positives
    auc: float  # area under the ROC curve, of all points; NaN without positives or negatives
    samples: int  # that the curve is of
    nan: int  # samples left out because a prediction, label or weight is not a number
    points: int  # of the exact curve, before some were left out

    @property
    def fn(self) -> Column:
        """False negatives, [P]."""
        return self.positives - self.tp

    @property
    def tn(self) -> Column:
        """True negatives, [P]."""
        return self.negatives - self.fp

    @property
    def recall(self) -> Column:
        """The share of the positives that are called so, [P]; also called the true positive rate."""
        return _share(self.tp, self.positives)

    @property
    def tpr(self) -> Column:
        """The true positive rate: `recall` by its other name."""
        return self.recall

    @property
    def fpr(self) -> Column:
        """The share of the negatives that are called positive, [P]."""
        return _share(self.fp, self.negatives)

    @property
    def precision(self) -> Column:
        """The share of positives in what is called so, [P]."""
        return _precision(self.tp, self.fp)


Axes = Callable[[Curve], tuple[Column, Column]]


def encode(axes: Axes, arrays: Arrays, settings: Settings) -> Encoded:
    """The curve of labels, predictions and perhaps weights."""
    whole, most = from_samples(*arrays), settings["most"]
    made = whole if most is None else thin(whole, most, axes)
    fields = {name: getattr(made, name) for name in Curve.__dataclass_fields__}
    columns = ("threshold", "tp", "fp")
    summary = {name: fields[name] for name in fields if name not in columns}
    return pack(fields), summary


def draft(
    kind: str,
    encode: Encode,
    labels: ArrayLike,
    predictions: ArrayLike,
    num_thresholds: int | None,
    weights: ArrayLike | None,
) -> Draft:
    """A draft of a curve of that kind, whose own `encode` knows the axes. Raises PayloadError for what is no labels, predictions or weights."""
    most = _check_points(num_thresholds)
    truth = as_array(labels, f"{kind} labels")
    scores = as_array(predictions, f"{kind} predictions")
    if truth.size != scores.size:
        raise PayloadError(f"{kind}: got {truth.size} labels for {scores.size} predictions")
    # A flat one is that of the other in C order; of two tables, labels would be paired with other samples' predictions.
    shapes = _lengths(truth), _lengths(scores)
    if shapes[0] != shapes[1] and min(map(len, shapes)) > 1:
        raise PayloadError(
            f"{kind}: got labels of shape {truth.shape} for predictions of shape {scores.shape}, "
            "want the same"
        )
    truth, scores = truth.reshape(-1), scores.reshape(-1)
    if truth.dtype.kind != "b":
        known = (truth == 0) | (truth == 1)
        if not known.all():
            wrong = truth[~known & ~np.isnan(truth)] if truth.dtype.kind == "f" else truth[~known]
            if len(wrong):
                raise PayloadError(
                    f"{kind} labels: got {wrong[0]}, want 0 and 1, or False and True"
                )
    marks = truth.astype(np.float32 if truth.dtype.kind == "f" else np.bool_, copy=False)
    # float32 sorts faster, and holds whatever has 16 bits.
    exact = scores.dtype.itemsize > 2 and scores.dtype != np.float32
    numbers = scores.astype(np.float64 if exact else np.float32, copy=False)
    arrays = [marks, numbers]
    if weights is not None:
        burdens = as_array(weights, f"{kind} weights").reshape(-1).astype(np.float64)
        if len(burdens) != len(scores):
            raise PayloadError(f"{kind}: got {len(burdens)} weights for {len(scores)} predictions")
        if len(burdens) and (np.nanmin(burdens, initial=0) < 0 or np.isposinf(burdens).any()):
            raise PayloadError(f"{kind} weights: got a negative or infinite one, want 0 or more")
        arrays.append(burdens)
    return Draft(encode, arrays, {"most": most})


def _lengths(array: NDArray[Any]) -> list[int]:
    """The shape of an array, without axes of one item."""
    return [length for length in array.shape if length != 1]


def from_samples(
    labels: NDArray[Any], predictions: NDArray[Any], weights: NDArray[Any] | None = None
) -> Curve:
    """The exact curve of labels (bool, or floats 0, 1 and NaN), predictions (float32 or float64) and weights, all [N]."""
    known = ~np.isnan(predictions)
    if labels.dtype != np.bool_:
        known &= ~np.isnan(labels)
    if weights is not None:
        known &= ~np.isnan(weights)
    left_out = len(known) - int(np.count_nonzero(known))
    if left_out:
        labels, predictions = labels[known], predictions[known]
        weights = weights[known] if weights is not None else None
    order = falling_order(predictions)
    scores = predictions[order]
    positive = labels[order].astype(np.bool_)
    # The last sample of each distinct score: only there may a threshold lie.
    last = np.append(np.flatnonzero(scores[1:] != scores[:-1]), len(scores) - 1)
    last = last[last >= 0]
    if weights is None:
        tp = np.cumsum(positive, dtype=np.int64)[last].astype(np.float64)
        fp = last + 1 - tp
    else:
        burdens = weights[order]
        tp = np.cumsum(np.where(positive, burdens, 0.0))[last]
        fp = np.cumsum(np.where(positive, 0.0, burdens))[last]
    threshold = np.concatenate(([math.inf], scores[last].astype(np.float64)))
    tp, fp = np.concatenate(([0.0], tp)), np.concatenate(([0.0], fp))
    positives, negatives = float(tp[-1]), float(fp[-1])
    # Average precision: the mean of the precisions, weighed by how much of the recall each adds.
    rises = _precision(tp, fp)[1:]
    rises *= tp[1:] - tp[:-1]
    # The area below the ROC curve: trapezoids.
    areas = tp[1:] + tp[:-1]
    areas *= fp[1:] - fp[:-1]
    return Curve(
        threshold,
        tp,
        fp,
        positives,
        negatives,
        ap=float(rises.sum()) / positives if positives else math.nan,
        auc=float(areas.sum()) / 2 / positives / negatives if positives and negatives else math.nan,
        samples=len(scores),
        nan=left_out,
        points=len(threshold),
    )


def falling_order(scores: NDArray[Any]) -> NDArray[np.intp]:
    """The positions of the scores from the greatest to the least, equal ones together."""
    scores = scores + scores.dtype.type(0)  # -0 becomes 0: they are one score
    if scores.dtype != np.float32:
        return np.argsort(scores)[::-1]
    # Bits of floats, turned into whole numbers that fall as the floats rise; of 16 bits NumPy sorts by radix, which
    # takes two passes over 32 and less than half the time.
    bits = scores.view(np.uint32)
    keys = np.where(bits >> 31, bits, ~bits & np.uint32(0x7FFFFFFF))
    halves = keys.view(np.uint16).reshape(-1, 2)
    low, high = (0, 1) if np.little_endian else (1, 0)
    order = np.argsort(halves[:, low], kind="stable")
    return order[np.argsort(halves[order, high], kind="stable")]


def thin(curve: Curve, most: int, axes: Axes) -> Curve:
    """The curve with at most `most` points, drawn as before.

    A point is left out where the one kept before it lies in the same cell of a grid over the drawing; the grid is the
    finest of some for which few enough stay. First and last, and the points of the greatest F1 and of the greatest
    difference between the two rates, are always there.
    """
    if len(curve.threshold) <= most:
        return curve
    # A share of nothing is NaN everywhere: it lies in one place.
    x, y = (np.zeros(len(axis)) if math.isnan(axis[-1]) else axis for axis in axes(curve))
    f1 = curve.tp / (curve.tp + curve.fp + curve.positives) if curve.positives else curve.tp
    # Weighed by both totals, so that a curve without positives or negatives has such a point, too.
    rates = curve.tp * curve.negatives - curve.fp * curve.positives
    always = np.zeros(len(x), np.bool_)
    always[[0, int(f1.argmax()), int(rates.argmax()), -1]] = True
    # From a much finer grid by halves: what shares a small cell shares the larger one around it.
    cells = min(16.0 * most, 1e9)
    kept = np.arange(len(x))
    while len(kept) > most:
        kept = kept[_entries(x[kept], y[kept], cells) | always[kept]]
        cells /= 2
    return Curve(
        curve.threshold[kept],
        curve.tp[kept],
        curve.fp[kept],
        curve.positives,
        curve.negatives,
        curve.ap,
        curve.auc,
        curve.samples,
        curve.nan,
        curve.points,
    )


def _entries(x: Column, y: Column, cells: float) -> NDArray[np.bool_]:
    """True where a point lies in another cell of a grid over the unit square than the one before, [P]."""
    moves = np.ones(len(x), np.bool_)
    column = (x * cells).astype(np.int32)
    np.not_equal(column[1:], column[:-1], out=moves[1:])
    row = (y * cells).astype(np.int32)
    moves[1:] |= row[1:] != row[:-1]
    return moves


def decode(payload: bytes, kind: str) -> Curve:
    """Raises FormatError if the bytes are no curve."""
    fields = unpack(payload, kind)
    try:
        made = Curve(**fields)
    except TypeError as error:
        raise FormatError(f"{kind} payload: {error}") from error
    columns = (made.threshold, made.tp, made.fp)
    if not all(isinstance(column, np.ndarray) and column.dtype == "<f8" for column in columns):
        raise FormatError(f"{kind} payload: got other columns than of <f8")
    numbers = (made.positives, made.negatives, made.ap, made.auc)
    if not all(isinstance(number, float) for number in numbers):
        raise FormatError(f"{kind} payload: got other than numbers in it")
    if len({column.shape for column in columns}) != 1 or made.threshold.ndim != 1:
        raise FormatError(f"{kind} payload: got columns of different lengths")
    return made


def _check_points(wanted: object) -> int | None:
    if wanted is None:
        return None
    try:
        number = operator.index(wanted)  # type: ignore[arg-type]
    except TypeError:
        raise PayloadError(
            f"num_thresholds: got {type(wanted).__name__}, want a whole number or None"
        ) from None
    if number < 1:
        raise PayloadError(f"num_thresholds: got {number}, want 1 or more, or None")
    return max(number, FEWEST_POINTS)


def _share(part: Column, whole: float) -> Column:
    return part / whole if whole else np.full(len(part), math.nan)


def _precision(tp: Column, fp: Column) -> Column:
    called = tp + fp
    # Only the first points can have none: those of samples without weight, and the one before all samples.
    none = int(np.searchsorted(called, 0.0, "right"))
    share: Column = np.ones(len(called))
    np.divide(tp[none:], called[none:], out=share[none:])
    return share
