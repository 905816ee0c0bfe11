"""Choosing a few of many steps."""

import numpy as np
from numpy.typing import NDArray


def spread(
    steps: NDArray[np.int64], most: int, low: int | None = None, high: int | None = None
) -> NDArray[np.intp]:
    """Positions of at most `most` (2 or more) of the rising `steps`, evenly spread between `low` and `high`.

    The first and the last step of that range are always there, and all of them if they are few enough.
    """
    begin = 0 if low is None else int(np.searchsorted(steps, low, "left"))
    end = len(steps) if high is None else int(np.searchsorted(steps, high, "right"))
    if end - begin <= most:
        return np.arange(begin, max(begin, end))
    inside = steps[begin:end].astype(np.float64)
    wanted = np.linspace(inside[0], inside[-1], most)
    after = np.clip(np.searchsorted(inside, wanted), 1, len(inside) - 1)
    nearer = wanted - inside[after - 1] <= inside[after] - wanted
    # The ends are put in by hand: steps beyond 2**53 are not exact as floats.
    chosen = np.concatenate(([0], (after - nearer)[1:-1], [len(inside) - 1]))
    return np.unique(chosen) + begin
