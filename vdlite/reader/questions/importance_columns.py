"""The columns of the table of trials that are asked how much they matter."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from vdlite.reader.trials.column import NUMBER, Column
from vdlite.reader.trials.data_values import GROUP as DATA

HPARAMS = "hparams"
_HASHES = ("/pipeline", "/data")  # names of whole pipelines: they tell runs apart, and nothing else


def asked_columns(
    columns: Sequence[Column],
    rows: NDArray[np.intp],
    names: Collection[str] | None,
    *,
    with_data: bool,
) -> list[Column]:
    """Hyperparameters of these names, all if None; and of data pipelines what differs between the rows.

    What differs in the same way as a column before it is left out: a stage that some runs have brings all of its
    parameters along, and two loaders of one dataset have the same stages.
    """
    given = [
        each for each in columns if each.group == HPARAMS and (names is None or each.name in names)
    ]
    if not with_data:
        return given
    known = {each.name for each in columns if each.group == HPARAMS}
    data = [each for each in columns if each.group == DATA and each.name not in known]
    in_parts = {each.name.rpartition("[")[0] for each in data if each.name.endswith("]")}
    seen: set[bytes] = set()
    for column in data:
        if column.name.endswith(_HASHES) or column.name in in_parts:
            continue
        pattern = _pattern(column, rows)
        if pattern.max(initial=0) > 0 and pattern.tobytes() not in seen:
            seen.add(pattern.tobytes())
            given.append(column)
    return given


def _pattern(column: Column, rows: NDArray[np.intp]) -> NDArray[np.intp]:
    """[N] the same number for equal cells, from 0, in the order in which they are first seen."""
    cells = np.empty(len(rows), [("code", np.int32), ("number", np.float64)])
    cells["code"] = column.codes[rows]
    cells["number"] = np.where(cells["code"] == NUMBER, np.nan_to_num(column.numbers[rows]), 0.0)
    _, first, which = np.unique(cells, return_index=True, return_inverse=True)
    found: NDArray[np.intp] = np.argsort(np.argsort(first))[which.reshape(-1)]
    return found
