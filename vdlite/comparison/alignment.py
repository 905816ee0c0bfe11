"""Curves of several runs, brought to the same places."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Curve:
    """x does not fall; both [n]. A y that is not finite stands for no point."""

    x: Floats
    y: Floats


@dataclass(frozen=True, slots=True)
class Ends:
    """How the curves of a group end, of those that have a point at all."""

    turned: int  # curves whose last values are not finite
    turned_from: float | None  # the first place of such values
    early: int  # of the others, those that end before the last point of any curve
    early_from: float | None  # where the first of them ends


def ends_of(curves: Sequence[Curve]) -> Ends:
    """A curve that turned into values that are not finite has not ended: its mean over the others is another one."""
    turned: list[float] = []
    ends: list[float] = []
    for curve in curves:
        if not len(curve.x):
            continue
        finite = np.flatnonzero(np.isfinite(curve.y))
        first = int(finite[-1]) + 1 if len(finite) else 0
        if first < len(curve.x):
            turned.append(float(curve.x[first]))
        else:
            ends.append(float(curve.x[-1]))
    last = max((float(curve.x[-1]) for curve in curves if len(curve.x)), default=0.0)
    early = [end for end in ends if end < last]
    return Ends(len(turned), min(turned, default=None), len(early), min(early, default=None))


@dataclass(frozen=True, slots=True)
class Aligned:
    x: Floats  # [P], rising: every place where a curve has a point
    y: Floats  # [N, P]; NaN before a curve's first point and behind its last
    interpolated: bool  # some y lies between two points of its curve
    complete: bool  # no place was left out


def aligned(curves: Sequence[Curve], most: int | None = None) -> Aligned:
    """The curves at every place where any of them has a point; of more than `most` places, at evenly chosen ones.

    Between two of its points a curve is the straight line; of several points at one x, the last counts.
    """
    clean = [_clean(curve) for curve in curves]
    x = np.unique(np.concatenate([np.zeros(0), *(curve.x for curve in clean)]))
    complete = most is None or len(x) <= most
    if most is not None and not complete:
        x = x[np.linspace(0, len(x) - 1, most).astype(np.intp)]
    y = np.full((len(clean), len(x)), np.nan)
    interpolated = False
    for row, curve in zip(y, clean, strict=True):
        if not len(curve.x):
            continue
        begin = int(np.searchsorted(x, curve.x[0], "left"))
        end = int(np.searchsorted(x, curve.x[-1], "right"))
        row[begin:end] = np.interp(x[begin:end], curve.x, curve.y)
        interpolated = interpolated or end - begin > len(curve.x)
    return Aligned(x, y, interpolated, complete)


def _clean(curve: Curve) -> Curve:
    finite = np.isfinite(curve.x) & np.isfinite(curve.y)
    x, y = curve.x[finite], curve.y[finite]
    last = np.ones(len(x), bool)
    last[:-1] = x[1:] != x[:-1]
    return Curve(x[last], y[last])
