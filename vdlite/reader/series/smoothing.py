"""The debiased exponential moving average."""

import numpy as np
from numpy.typing import NDArray

from vdlite.packages import needed


def smooth(values: NDArray[np.float64], weight: float) -> NDArray[np.float64]:
    """The moving average of all points, [N].

    s[k] = weight * s[k-1] + (1 - weight) * values[k], with s[-1] = 0, divided by 1 - weight ** (k + 1), which takes
    out the pull towards that 0 (Kingma and Ba, "Adam", section 3). A non-finite value stands in the result
    as it is and is not averaged.

    weight: from 0 (none) up to, not including, 1. Raises ValueError otherwise.
    """
    if not 0 <= weight < 1:
        raise ValueError(f"smoothing weight: got {weight}, want 0 <= weight < 1")
    if weight == 0 or not len(values):
        return values
    with needed("smoothing"):
        from scipy.signal import lfilter  # slow to import, and most readers never smooth

    finite = np.isfinite(values)
    all_finite = bool(finite.all())
    averaged = values if all_finite else values[finite]
    result: NDArray[np.float64] = lfilter([1 - weight], [1, -weight], averaged)
    # Beyond this many points weight ** k is below half an ulp of 1, and there is nothing left to divide out.
    biased = min(len(result), int(np.ceil(-38 / np.log(weight))) + 1)
    result[:biased] /= -np.expm1(np.log(weight) * np.arange(1, biased + 1))
    if all_finite:
        return result
    smoothed: NDArray[np.float64] = np.array(values)
    smoothed[finite] = result
    return smoothed
