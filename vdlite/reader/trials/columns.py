"""Columns of the table of trials, made of what each trial was given."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from zlib import crc32

import numpy as np

from vdlite.kinds.fields import Hparam
from vdlite.reader.trials.column import MISSING, NUMBER, Column

_MOST_TEXT = 1000  # characters of a name or value
_BEGINNING = 900  # characters of a text that is longer
_MOST_CELLS = 1 << 23  # of all columns together: 100 MB
_FEWEST_COLUMNS = 200  # however many trials there are


def columns(
    rows: Sequence[Mapping[tuple[str, str], Hparam]], logarithmic: Collection[str] = ()
) -> tuple[tuple[Column, ...], int]:
    """A column for each group and name of the rows, in the order in which groups and names are first seen.

    Where there are too many, those that most trials have; and the number of the others.
    logarithmic: names of hyperparameters that are searched by their magnitude.
    """
    by_magnitude = {("hparams", name[:_MOST_TEXT]) for name in logarithmic}
    places: dict[tuple[str, str], list[int]] = {}
    cells: dict[tuple[str, str], list[Hparam]] = {}
    for row, fields in enumerate(rows):
        for (group, name), value in fields.items():
            key = (group, str(name)[:_MOST_TEXT])
            places.setdefault(key, []).append(row)
            cells.setdefault(key, []).append(value)
    most = max(_FEWEST_COLUMNS, _MOST_CELLS // max(1, len(rows)))
    common = set(sorted(places, key=lambda key: -len(places[key]))[:most])
    shown = (key for key in places if key in common)
    found = tuple(
        replace(_column(key, len(rows), places[key], cells[key]), logarithmic=key in by_magnitude)
        for key in shown
    )
    return found, len(places) - len(found)


def _column(key: tuple[str, str], rows: int, places: list[int], cells: list[Hparam]) -> Column:
    numbers = np.full(rows, np.nan)
    codes = np.full(rows, MISSING, np.int32)
    # True and 1 are one key of a dictionary.
    values: dict[tuple[type, str | bool | None], int] = {}
    for row, cell in zip(places, cells, strict=True):
        if isinstance(cell, (int, float)) and not isinstance(cell, bool):
            numbers[row] = cell if math.isfinite(cell) else float(cell)
            codes[row] = NUMBER
        else:
            word = _word(cell)
            codes[row] = values.setdefault((type(word), word), len(values))
    return Column(*key, numbers, codes, tuple(word for _, word in values))


def _word(value: object) -> str | bool | None:
    """Bytes that somebody else wrote may hold anything: what is no value of ours is shown as text."""
    if value is None or isinstance(value, bool):
        return value
    try:
        text = value if isinstance(value, str) else str(value)
    except RecursionError:
        return "..."
    if len(text) <= _MOST_TEXT:
        return text
    # Every reader gets the whole table: a long text is its beginning, and what distinguishes it from others that begin so.
    check = crc32(text.encode(errors="replace"))
    return f"{text[:_BEGINNING]}… ({len(text)} characters, {check:08x})"
