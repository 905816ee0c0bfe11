"""Times of traces, microseconds as text or floats, as exact nanoseconds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

import numpy as np
from numpy.typing import NDArray

EXACT_BELOW = float(1 << 43)
"""Microseconds below which a double distinguishes nanoseconds: 102 days."""

MOST_TEXT = 60


def nanoseconds(microseconds: Sequence[float] | NDArray[np.float64]) -> NDArray[np.int64]:
    """Exact for what is below `EXACT_BELOW` and was written with three decimals."""
    floats = np.asarray(microseconds, np.float64)
    # Each part is exact: the product of the whole would not be.
    whole = np.floor(floats)
    return whole.astype(np.int64) * 1000 + np.rint((floats - whole) * 1000).astype(np.int64)


def nanoseconds_of(value: object) -> int:
    """Nanoseconds of microseconds that are a number or text, such as "1795377653870228.634". Raises ValueError for anything else."""
    if type(value) is float and math.isfinite(value):
        whole_part = math.floor(value)
        return whole_part * 1000 + round((value - whole_part) * 1000)  # as `nanoseconds` does
    if isinstance(value, int) and not isinstance(value, bool):
        return value * 1000
    if not isinstance(value, str) or len(value) > MOST_TEXT:
        raise ValueError(f"got {value!r:.60} as a time")
    text = value.strip()
    whole, _, fraction = text.partition(".")
    if len(fraction) <= 3 and whole.isdecimal() and (fraction or "0").isdecimal():
        return int(whole) * 1000 + int((fraction + "000")[:3])
    try:
        exact = Decimal(text)
        if not exact.is_finite() or abs(exact) > Decimal(10) ** 18:
            raise ValueError(f"got {value!r:.60} as a time")
        return int((exact * 1000).to_integral_value())
    except InvalidOperation:
        raise ValueError(f"got {value!r:.60} as a time") from None
