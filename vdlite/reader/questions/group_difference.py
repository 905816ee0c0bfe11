"""Whether one group of runs differs from another, and what may be said of it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vdlite.comparison.difference import FEWEST, unpaired
from vdlite.comparison.magnitude import mean_and_std
from vdlite.comparison.runs_needed import runs_needed
from vdlite.kinds.hparams import Goal


@dataclass(frozen=True, slots=True)
class GroupDifference:
    """Whether one group of runs differs from another in a scalar. None where there are too few runs for it."""

    a: int  # runs that have a finite value
    b: int
    a_without: (
        int  # runs without a finite value, which are left out: they diverged, or never logged it
    )
    b_without: int
    a_mean: float | None
    b_mean: float | None
    a_std: float | None  # with n - 1
    b_std: float | None
    difference: float | None  # mean of a - mean of b
    low: float | None  # ends of the 95 % interval of the difference
    high: float | None
    p_value: float | None  # two-sided, Welch's t test
    rank_p_value: float | None  # two-sided, Mann and Whitney's U
    needed: (
        int | None
    )  # runs on each side that would show a difference of this size with a power of 80 %
    verdict: str  # all of it in one sentence


def group_difference(
    name: str,
    a: NDArray[np.float64],
    b: NDArray[np.float64],
    goal: Goal | None,
    *,
    without_value: tuple[int, int] = (0, 0),
) -> GroupDifference:
    """Whether finite numbers a [n] differ from b [m].

    name: of what they are. without_value: runs of each side that have no finite number, which is said.
    """
    found = unpaired(b, a)
    (a_mean, a_std), (b_mean, b_std) = mean_and_std(a), mean_and_std(b)
    needed = None
    if found.difference is not None and a_std is not None and b_std is not None:
        needed = runs_needed(found.difference, float(np.hypot(a_std, b_std) / np.sqrt(2)))
    verdict = _verdict(name, len(a), len(b), found.difference, found.low, found.high, found.p_value)
    verdict += _which_is_better(found.difference, found.low, found.high, goal)
    if needed is not None and not _is_shown(found.low, found.high):
        verdict += f" About {max(needed, FEWEST):,} runs on each side would show a difference of this size."
    if any(without_value):
        verdict += (
            f" Left out, as they have no finite value: {without_value[0]} of {len(a) + without_value[0]} runs, "
            f"and {without_value[1]} of the {len(b) + without_value[1]} compared with."
        )
    return GroupDifference(
        len(a),
        len(b),
        *without_value,
        a_mean,
        b_mean,
        a_std,
        b_std,
        found.difference,
        found.low,
        found.high,
        found.p_value,
        found.rank_p_value,
        needed,
        verdict,
    )


def _is_shown(low: float | None, high: float | None) -> bool:
    return low is not None and high is not None and (low > 0 or high < 0)


def _verdict(
    name: str,
    a: int,
    b: int,
    difference: float | None,
    low: float | None,
    high: float | None,
    p_value: float | None,
) -> str:
    runs = f"{a} and {b} runs"
    if difference is None:
        return f"{name}: nothing can be said of {runs} with a finite value."
    seen = f"the means differ by {difference:.6g}"
    if low is None or high is None:
        if min(a, b) < FEWEST:
            return f"{name}: {seen}, but {runs} are too few to say whether that is chance: want {FEWEST} on each side."
        return f"{name}: {seen}, and the runs of each side do not differ, so that no test applies ({runs})."
    test = f"95 % interval {low:.6g} to {high:.6g}, p = {p_value:.2g} by Welch's t test, {runs}"
    if _is_shown(low, high):
        return (
            f"{name}: {'higher' if difference > 0 else 'lower'} by {abs(difference):.6g} ({test})."
        )
    return f"{name}: no difference is shown; {seen} ({test})."


def _which_is_better(
    difference: float | None, low: float | None, high: float | None, goal: Goal | None
) -> str:
    if difference is None or goal is None or not _is_shown(low, high):
        return ""
    return f" That is {'better' if (difference < 0) == (goal == 'min') else 'worse'}."
