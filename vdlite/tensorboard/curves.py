"""How well scores distinguish two classes."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.numbers.arrays import ArrayLike, as_array
from vdlite.protobuf.values import Rates
from vdlite.tensorboard.life import Life
from vdlite.tensorboard.values import add_rates
from vdlite.writer.arguments.checks import StepLike


class CurveCalls(Life):
    """The part of a SummaryWriter that logs precision-recall curves."""

    def add_pr_curve(
        self,
        tag: str,
        labels: ArrayLike,
        predictions: ArrayLike,
        global_step: StepLike | None = None,
        num_thresholds: int = 127,
        weights: ArrayLike | None = None,
        walltime: float | None = None,
    ) -> None:
        """Log the precision-recall curve of a binary classifier, exactly, with its average precision.

        labels: 0 and 1, or False and True, or shares in between; predictions: any numbers, greater for what is rather positive; weights: what
            each sample counts.
        num_thresholds: nothing; as many points are kept as the drawing needs.
        The rest as in `add_scalar`.
        """
        tag, step, time = self._where(tag, global_step, walltime)
        marks = as_array(labels, "labels").reshape(-1)
        burdens = _for_each(weights, marks)
        if marks.dtype.kind == "f" and ((marks > 0) & (marks < 1)).any():
            marks, predictions, burdens = _parted(marks, predictions, burdens)
        self._log().add_pr_curve(tag, marks, predictions, step, weights=burdens, walltime=time)

    def add_pr_curve_raw(
        self,
        tag: str,
        true_positive_counts: ArrayLike,
        false_positive_counts: ArrayLike,
        true_negative_counts: ArrayLike,
        false_negative_counts: ArrayLike,
        precision: ArrayLike,
        recall: ArrayLike,
        global_step: StepLike | None = None,
        num_thresholds: int = 127,
        weights: ArrayLike | None = None,
        walltime: float | None = None,
    ) -> None:
        """Log a precision-recall curve that is counted already.

        true_positive_counts and the like: [n], at thresholds i / (n - 1).
        precision, recall, num_thresholds, weights: nothing; they follow from the counts.
        The rest as in `add_scalar`.
        """
        tag, step, time = self._where(tag, global_step, walltime)
        tp, fp, tn, fn = (
            as_array(counts, "pr_curve").astype(np.float64).reshape(-1)
            for counts in (
                true_positive_counts,
                false_positive_counts,
                true_negative_counts,
                false_negative_counts,
            )
        )
        add_rates(self._log(), tag, Rates(tp, fp, tn, fn), step, time)


def _for_each(weights: ArrayLike | None, labels: NDArray[Any]) -> NDArray[np.float64] | None:
    """One weight for each label, also where one was given for all."""
    if weights is None:
        return None
    return np.broadcast_to(
        as_array(weights, "weights").astype(np.float64).reshape(-1), labels.shape
    )


def _parted(
    labels: NDArray[Any], predictions: ArrayLike, weights: NDArray[np.float64] | None
) -> tuple[NDArray[np.bool_], NDArray[Any], NDArray[np.float64]]:
    """Each sample as two, a positive and a negative one, whose weights are the shares that its label says."""
    scores = as_array(predictions, "predictions").reshape(-1)
    share = labels.astype(np.float64)
    each = np.ones(len(share)) if weights is None else weights
    return (
        np.repeat([True, False], len(share)),
        np.concatenate([scores, scores]),
        np.concatenate([each * share, each * (1 - share)]),
    )
