"""One number of a scalar's points: the last, the smallest, the one at a step, ..."""

import math
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.hparams import Goal
from vdlite.reader.series.columns import Columns

Take = Literal["last", "min", "max", "mean", "at", "best"]


@dataclass(frozen=True, slots=True)
class MetricChoice:
    """A number of a scalar, such as its last."""

    tag: str
    take: Take = "last"
    step: int | None = None  # of "at"
    by: str | None = None  # of "best": the scalar that says which step is best
    goal: Goal = "min"  # of "best": whether its smallest or its largest value is

    @property
    def tags(self) -> tuple[str, ...]:
        """The scalars that are looked at."""
        return (self.tag,) if self.by is None else (self.tag, self.by)


class Measure(NamedTuple):
    """A number, and where it stands."""

    value: float
    step: float  # NaN for a mean, and where no single point has the value


def measure(choice: MetricChoice, points: Columns | None, by: Columns | None) -> Measure | None:
    """The number that the choice says; None where there is none.

    points, by: of the choice's `tag` and `by`, in step order; None where there are none. Infinities count as
    smallest and largest; NaN does only where nothing else was logged. A mean is of the finite values.
    """
    if points is None or not len(points):
        return None
    if choice.take == "last":
        return Measure(float(points.values[-1]), float(points.steps[-1]))
    if choice.take == "mean":
        return Measure(_mean(points.values[np.isfinite(points.values)]), np.nan)
    if choice.take in ("min", "max"):
        return _extreme(points, choice.take)
    if choice.take == "at":
        place = np.searchsorted(points.steps, np.int64(choice.step or 0))
        if place == len(points) or points.steps[place] != choice.step:
            return None
        return Measure(float(points.values[place]), float(points.steps[place]))
    if by is None or not len(by):
        return None
    best = _extreme(by, choice.goal)
    # Scalars that are logged at other steps than the judge: what was true when it was best.
    place = np.searchsorted(points.steps, best.step, "right") - 1
    if np.isnan(best.step) or place < 0:
        return None
    return Measure(float(points.values[place]), float(points.steps[place]))


def _mean(values: NDArray[np.float64]) -> float:
    """The mean of finite values; their sum may be larger than any float, their mean is not."""
    if not len(values):
        return math.nan
    with np.errstate(over="ignore"):
        mean = float(values.mean())
    return mean if math.isfinite(mean) else float((values / len(values)).sum())


def _extreme(points: Columns, goal: Goal) -> Measure:
    values = points.values
    # The place of the first NaN where there is any, which hardly any series has.
    place = int(values.argmin() if goal == "min" else values.argmax())
    if np.isnan(values[place]):
        if np.isnan(values).all():
            return Measure(np.nan, np.nan)
        place = int(np.nanargmin(values) if goal == "min" else np.nanargmax(values))
    return Measure(float(values[place]), float(points.steps[place]))
