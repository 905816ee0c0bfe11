"""How many runs would show a difference."""

import math

import scipy

MOST = 100_000
"""More are never said: nobody makes as many."""

_CERTAIN = 30.0  # standard errors: what is as far away is found always


def runs_needed(
    difference: float, std: float, *, power: float = 0.8, level: float = 0.95
) -> int | None:
    """The runs on each side that a two-sided t test needs, to find a difference of this size with this power.

    std: of the runs of one side. By the noncentral t distribution with 2 n - 2 degrees of freedom, as in Cohen,
    Statistical Power Analysis (1988), chapter 2. None where there is no difference or no spread, or for more than MOST.
    """
    effect = abs(difference) / std if std > 0 else math.nan
    if not 0 < effect < math.inf or _power(MOST, effect, level) < power:
        return None
    low, high = 1, MOST  # too few, enough
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _power(middle, effect, level) >= power else (middle, high)
    return high


def _power(number: int, effect: float, level: float) -> float:
    freedom = 2 * number - 2
    if freedom < 1:
        return 0.0
    critical = float(scipy.special.stdtrit(freedom, 0.5 + level / 2))
    shift = effect * math.sqrt(number / 2)
    if shift > _CERTAIN:
        return 1.0
    found = 1 - float(scipy.special.nctdtr(freedom, shift, critical))
    # Far from zero, SciPy has no number for the other side, which is nearly none.
    return found + (float(scipy.special.nctdtr(freedom, shift, -critical)) if shift < 1 else 0.0)
