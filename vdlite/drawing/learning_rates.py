"""The learning rate at each snapshot: as the caller says, as the recorder has kept it, or as the run has logged it."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vdlite.drawing.sources import Source
from vdlite.errors import LandscapeError, LogdirError, NotFoundError
from vdlite.reader import LogReader

Floats = NDArray[np.float64]

_USUAL = ("learning_rate", "lr")
"""Tags that are looked for; no others, since one that only contains such a word may be of something else."""


def learning_rates(run: Path, source: Source, asked: float | str | None) -> Floats:
    """At each snapshot, [K]; NaN where it is not known.

    asked: a number, or the tag of scalars, of which the value of the same step counts, or of the nearest one before.
    Raises LandscapeError if there are no scalars of that tag.
    """
    sequence = source.sequence
    steps = sequence.steps if sequence is not None else (0,)
    if isinstance(asked, float):
        return np.full(len(steps), asked)
    if asked is not None:
        found = _logged(run, asked, steps)
        if found is None:
            raise LandscapeError(f"learning_rate: the run has no scalars {asked!r}: {run}")
        return found
    kept = sequence.learning_rates if sequence is not None else ()
    if any(rate is not None for rate in kept):
        return np.array([np.nan if rate is None else rate for rate in kept], dtype=np.float64)
    # The steps of scalars need not be epochs.
    if source.unit == "step":
        for tag in _USUAL:
            found = _logged(run, tag, steps)
            if found is not None:
                return found
    return np.full(len(steps), np.nan)


def _logged(run: Path, tag: str, steps: Sequence[int]) -> Floats | None:
    try:
        points = LogReader(run).scalars(".", tag)
    except (LogdirError, NotFoundError):
        return None
    places = np.searchsorted(points.steps, np.asarray(steps), "right") - 1
    values = np.append(np.asarray(points.values, dtype=np.float64), np.nan)
    found: Floats = np.where(places >= 0, values[places], np.nan)
    return np.where(found > 0, found, np.nan)
