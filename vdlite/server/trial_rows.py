"""The rows of the table of trials that a request means."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from vdlite.reader.trials.table import Table

MOST_TRIALS = 100_000  # in one request

TrialNames = list[Annotated[tuple[str, int], Field(strict=False)]]
"""Ids of runs, and the number of the trial in its run."""


def rows_of(table: Table, trials: TrialNames | None) -> NDArray[np.intp]:
    """The rows of these trials, rising, each once; of all if None. Trials that do not exist are left out."""
    if trials is None:
        return np.arange(len(table.run))
    places = {
        (table.runs[run], number): row
        for row, (run, number) in enumerate(
            zip(table.run.tolist(), table.number.tolist(), strict=True)
        )
    }
    found = {places[trial] for trial in map(tuple, trials) if trial in places}
    return np.array(sorted(found), np.intp)
