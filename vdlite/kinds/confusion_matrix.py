"""Confusion matrices: how many of each class were taken for which."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError, PayloadError
from vdlite.kinds.draft import Ready, taking
from vdlite.kinds.fields import some_of
from vdlite.kinds.kind import Kind
from vdlite.kinds.numbers.arrays import MOST_BYTES, ArrayLike, as_array
from vdlite.kinds.numbers.packing import pack, unpack

NAME = "confusion_matrix"
MOST_CLASSES = 1000

_EXACT = 1 << 53  # integers up to it are float64s, too

Numbers = NDArray[np.int64] | NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ConfusionMatrix:
    """Counts of samples by their class and the predicted one."""

    # [C, C]: row the class, column the prediction; int64, or float64 sums of weights.
    counts: Numbers
    class_names: list[str]  # [C]

    @property
    def total(self) -> float:
        """The sum of all counts, which may be more than 64 bits hold."""
        return float(self.counts.sum(dtype=np.float64))

    @property
    def accuracy(self) -> float:
        """The share of right predictions; NaN if there are none."""
        total = self.total
        return float(np.trace(self.counts, dtype=np.float64)) / total if total else float("nan")


@taking(NAME)
def confusion_matrix(
    labels: ArrayLike | None = None,
    predictions: ArrayLike | None = None,
    *,
    matrix: ArrayLike | None = None,
    class_names: Sequence[str] | None = None,
    weights: ArrayLike | None = None,
) -> Ready:
    """A draft of a confusion matrix.

    labels, predictions: classes [N], as names, or as whole numbers: positions in `class_names`. Without those the
        classes are the ones that occur, sorted.
    matrix: the counts [C, C] instead, row the class, column the prediction; NaN becomes 0, and is reported in the summary.
    weights: what each sample counts, 0 or more; 1 if None.
    A sample with a NaN is left out, and counted in the summary.
    Raises PayloadError for anything else.
    """
    names = _check_names(class_names)
    nan = left_out = 0
    if matrix is not None:
        if labels is not None or predictions is not None or weights is not None:
            raise PayloadError("confusion_matrix: got both a matrix and samples, want one of them")
        counts = as_array(matrix, NAME)
        if nan := int(np.isnan(counts).sum()):
            counts = np.where(np.isnan(counts), 0, counts)
        made = _given(counts, names)
    elif labels is None or predictions is None:
        raise PayloadError(
            "confusion_matrix: got no samples, want labels and predictions, or matrix"
        )
    else:
        samples = _Samples(
            _given_classes(labels, "labels"), _given_classes(predictions, "predictions")
        )
        burdens = None if weights is None else _given_weights(weights)
        known, burdens, left_out = _without_nan(samples, burdens)
        made = _counted(known, names, burdens)
    total = made.total
    summary = {
        "classes": len(made.class_names),
        "total": total if made.counts.dtype.kind == "f" or total > _EXACT else int(total),
        "accuracy": made.accuracy,
    }
    if nan:
        summary["nan"] = nan
    if left_out:
        summary["left_out"] = left_out
    # Lone surrogates can't be written.
    writable = [name.encode(errors="replace").decode() for name in made.class_names]
    return Ready(pack({"counts": made.counts, "class_names": writable}), summary)


def decode(payload: bytes) -> ConfusionMatrix:
    """Raises FormatError if the bytes are no confusion matrix."""
    fields = unpack(payload, NAME)
    counts, names = fields.get("counts"), fields.get("class_names")
    if not isinstance(counts, np.ndarray) or not isinstance(names, list):
        raise FormatError(
            f"{NAME} payload: got {sorted(map(str, fields))}, want counts and class_names"
        )
    if not all(isinstance(name, str) for name in names) or counts.dtype not in ("<i8", "<f8"):
        raise FormatError(f"{NAME} payload: got other than counts, and names of classes")
    if counts.shape != (len(names), len(names)):
        raise FormatError(f"{NAME} payload: got counts {counts.shape} of {len(names)} classes")
    return ConfusionMatrix(counts, names)


def _given(counts: NDArray[Any], names: list[str] | None) -> ConfusionMatrix:
    if (
        counts.ndim != 2
        or counts.shape[0] != counts.shape[1]
        or not 0 < len(counts) <= MOST_CLASSES
    ):
        raise PayloadError(
            f"confusion_matrix: got a matrix of shape {counts.shape}, want [C, C] of 1 to {MOST_CLASSES} classes"
        )
    if not (counts >= 0).all() or np.isinf(counts).any():
        raise PayloadError("confusion_matrix: got a matrix with other than counts, want 0 or more")
    if names is None:
        names = [str(number) for number in range(len(counts))]
    if len(names) != len(counts):
        raise PayloadError(f"class_names: got {len(names)} for {len(counts)} classes")
    if counts.dtype.kind == "f" or counts.max() >= 1 << 63:
        return ConfusionMatrix(counts.astype(np.float64), names)
    return ConfusionMatrix(counts.astype(np.int64), names)


class _Samples(NamedTuple):
    """One class and one prediction for each, [N], as text or numbers."""

    labels: NDArray[Any]
    predictions: NDArray[Any]


def _without_nan(
    samples: _Samples, weights: NDArray[np.float64] | None
) -> tuple[_Samples, NDArray[np.float64] | None, int]:
    """The samples and weights in which nothing is NaN, and how many were left out."""
    labels, predictions = samples
    if len(labels) != len(predictions):
        raise PayloadError(
            f"confusion_matrix: got {len(labels)} labels for {len(predictions)} predictions"
        )
    if weights is not None and len(weights) != len(labels):
        raise PayloadError(
            f"confusion_matrix: got {len(weights)} weights for {len(labels)} samples"
        )
    parts = (labels, predictions) if weights is None else (labels, predictions, weights)
    floats = [part for part in parts if part.dtype.kind == "f"]
    unknown = np.logical_or.reduce([np.isnan(part) for part in floats]) if floats else None
    if unknown is None or not unknown.any():
        return samples, weights, 0
    known = ~unknown
    kept = _Samples(labels[known], predictions[known])
    return kept, None if weights is None else weights[known], int(unknown.sum())


def _counted(
    samples: _Samples, names: list[str] | None, weights: NDArray[np.float64] | None
) -> ConfusionMatrix:
    labels = _whole(samples.labels, "labels")
    predictions = _whole(samples.predictions, "predictions")
    if len(labels) and (labels.dtype.kind == "U") != (predictions.dtype.kind == "U"):
        raise PayloadError(
            "confusion_matrix: got names and numbers, want labels and predictions alike"
        )
    if weights is not None and not (np.isfinite(weights) & (weights >= 0)).all():
        raise PayloadError(
            "confusion_matrix weights: got a negative or infinite one, want 0 or more"
        )
    both = np.concatenate([labels, predictions])
    if names is None:
        classes, places = np.unique(both, return_inverse=True)
        names = [str(name) for name in classes.tolist()]
        if len(names) > MOST_CLASSES:
            raise PayloadError(
                f"confusion_matrix: got {len(names)} classes, want at most {MOST_CLASSES}"
            )
    else:
        places = _places(both, names)
    size = len(names)
    pairs = places[: len(labels)] * size + places[len(labels) :]
    counts: Numbers = np.bincount(pairs, weights, minlength=size * size).reshape(size, size)
    return ConfusionMatrix(counts, names)


def _places(classes: NDArray[Any], names: list[str]) -> NDArray[np.intp]:
    """The place of each class in `names`."""
    if classes.dtype.kind == "U":
        place = {name: number for number, name in enumerate(names)}
        found, inverse = np.unique(classes, return_inverse=True)
        unknown = [name for name in found.tolist() if name not in place]
        if unknown:
            raise PayloadError(
                f"confusion_matrix: got class {unknown[0]!r}, want one of class_names"
            )
        return np.array([place[name] for name in found.tolist()], np.intp)[inverse]
    if len(classes) and (classes.min() < 0 or classes.max() >= len(names)):
        wrong = classes.min() if classes.min() < 0 else classes.max()
        raise PayloadError(f"confusion_matrix: got class {wrong}, want 0 to {len(names) - 1}")
    return classes.astype(np.intp)


def _given_classes(given: ArrayLike, what: str) -> NDArray[Any]:
    """Classes as numbers or as text, [N]."""
    if not hasattr(given, "detach"):
        array = np.asarray(given)
        if array.nbytes > MOST_BYTES:
            raise PayloadError(f"confusion_matrix {what}: got {array.nbytes} bytes, want less")
        if array.dtype.kind == "O" and all(isinstance(name, str) for name in array.flat):
            array = array.astype(np.str_)
        if array.dtype.kind == "U":
            return array.reshape(-1)
    return as_array(given, f"confusion_matrix {what}").reshape(-1)


def _whole(classes: NDArray[Any], what: str) -> NDArray[Any]:
    """Classes as integers or as text."""
    if classes.dtype.kind == "U":
        return classes
    whole = classes.astype(np.int64) if np.isfinite(classes).all() else None
    if whole is None or not np.array_equal(whole, classes):
        raise PayloadError(f"confusion_matrix {what}: got fractions, want whole numbers or names")
    return whole


def _given_weights(given: ArrayLike) -> NDArray[np.float64]:
    return as_array(given, "confusion_matrix weights").reshape(-1).astype(np.float64)


def _check_names(given: Sequence[str] | None) -> list[str] | None:
    if given is None:
        return None
    names = some_of(given, MOST_CLASSES)
    if isinstance(given, str) or not all(isinstance(name, str) for name in names):
        raise PayloadError("class_names: got other than text, want a list of names")
    if not 0 < len(names) <= MOST_CLASSES:
        raise PayloadError(f"class_names: got {len(names)} or more, want 1 to {MOST_CLASSES}")
    if len(set(names)) != len(names):
        raise PayloadError("class_names: got a name twice, want different ones")
    return names


KIND = Kind(NAME, decode)
