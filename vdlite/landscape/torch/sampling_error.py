"""How far the loss of some samples is off that of all data, by how far parts of them differ."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from vdlite.landscape.torch.batches import Batch
from vdlite.landscape.torch.counting import part_of
from vdlite.landscape.torch.evaluator import TorchEvaluator
from vdlite.landscape.torch.randomness import begin_again

_PARTS = 64
_FEWEST = 8


def standard_error(evaluator: TorchEvaluator) -> float | None:
    """The standard error of the loss over the first samples at the center; None for too few parts.

    Of parts with sums t and weights w the loss is m = sum t / sum w, and its variance that of a ratio: the sum of
    (t - m w) squared over the sum of w squared (W. G. Cochran, Sampling Techniques, 1977, section 6.3).
    """
    batches = list(evaluator.batches())
    size = max(1, sum(count for _, count in batches) // _PARTS)
    cut = [
        (part_of(batch, count, start, start + size), min(size, count - start))
        for batch, count in batches
        for start in range(0, count, size)
    ]
    total, weight = _shares(evaluator, batches).sum(axis=0)
    # Those that can't be cut, or are another loss then, stay as they are.
    for parts in (cut, batches):
        try:
            sums, weights = _shares(evaluator, parts).T
        except Exception:  # noqa: BLE001  # the model takes no batches of other sizes
            continue
        with np.errstate(all="ignore"):
            mean = total / weight
            agrees = np.isclose(sums.sum() / weights.sum(), mean, rtol=1e-3, atol=1e-7)
        if agrees and len(sums) >= _FEWEST:
            off = sums - mean * weights
            number = len(sums)
            return float(np.sqrt(number / (number - 1) * (off @ off)) / weight)
    return None


def _shares(evaluator: TorchEvaluator, batches: Iterable[tuple[Batch, int]]) -> NDArray[np.float64]:
    """Sum and weight of the first metric, of each batch: [B, 2]."""
    rows = []
    with evaluator.computing():
        begin_again(evaluator.seed, evaluator.device)
        evaluator.settle()
        for batch, count in batches:
            part = next(iter(evaluator.measure(batch).values()))
            rows.append([float(one) for one in part.share(count)])
    return np.array(rows)
