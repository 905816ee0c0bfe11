"""Numbers brought near one, where their squares neither overflow nor vanish."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def exponent_of(*groups: Floats) -> int:
    """The power of two by which the largest of all finite values exceeds one; 0 where there is none."""
    return max((int(np.frexp(np.abs(group).max())[1]) for group in groups if group.size), default=0)


def shifted(values: Floats, exponent: "int | NDArray[np.int64]") -> Floats:
    """The values times two to the power of `exponent`, which loses no digit; infinite where a float has no room."""
    with np.errstate(over="ignore", under="ignore"):
        found: Floats = np.ldexp(values, exponent)
    return found


def mean_and_std(values: Floats) -> tuple[float | None, float | None]:
    """The mean, and the standard deviation with n - 1; None where there are too few values."""
    exponent = exponent_of(values)
    near = shifted(values, -exponent)
    mean = float(shifted(near.mean(), exponent)) if len(near) else None
    return mean, float(shifted(near.std(ddof=1), exponent)) if len(near) > 1 else None
