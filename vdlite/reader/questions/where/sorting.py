"""The order of rows by a column: numbers, then words, then what has nothing to compare."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

from vdlite.reader.names.natural_order import Key, natural_key
from vdlite.reader.trials.column import MISSING, NUMBER, Column

_NOTHING: Key = ((), (), (), "")

_Place: TypeAlias = "tuple[bool, float, int, Key]"


def sorted_rows(rows: Sequence[int], column: Column, *, descending: bool) -> list[int]:
    """The rows by their cells; equal ones stay as they were. NaN, and then what is missing, is last in both directions."""

    def place(row: int) -> _Place:
        code = int(column.codes[row])
        if code == NUMBER:
            return False, float(column.numbers[row]), 0, _NOTHING
        value = column.values[code]
        if isinstance(value, str):
            return True, 0.0, 3, natural_key(value)
        return True, 0.0, {None: 0, False: 1, True: 2}[value], _NOTHING

    def end(row: int) -> int:
        code = int(column.codes[row])
        if code == MISSING:
            return 2
        return int(code == NUMBER and math.isnan(column.numbers[row]))

    whole = sorted((row for row in rows if end(row) == 0), key=place, reverse=descending)
    return whole + sorted((row for row in rows if end(row)), key=end)
