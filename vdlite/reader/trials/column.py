"""One column of the table of trials."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

NUMBER, MISSING = -2, -1
"""Codes of cells that are no item of their column's values."""


@dataclass(frozen=True, slots=True)
class Column:
    """The cells of every trial under one name. A cell is a number, missing, or one of the values."""

    group: str  # "hparams", "lineage", "environment" or "data"
    name: str
    numbers: NDArray[np.float64]  # [N]; NaN where the cell is no number
    codes: NDArray[np.int32]  # [N]: NUMBER, MISSING, or an index into `values`
    values: tuple[str | bool | None, ...]  # each once
    logarithmic: bool = False  # whether any trial said that it is searched by its magnitude
