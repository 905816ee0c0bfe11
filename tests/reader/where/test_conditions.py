"""Conditions of a query against the same conditions in plain Python, over any columns."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reader.where.test_where import column, rows_of
from vdlite.reader.questions.where.columns import Lookup
from vdlite.reader.questions.where.numbers import text_of

Cell = Any
Test = Callable[[Cell, Cell], bool]

MISSING = {"missing": True}
NUMBERS = st.floats(allow_nan=True) | st.integers(-3, 3).map(float)
WORDS = st.sampled_from(["a", "b", "A b", "1", "true", "", 'q"\\', "é"])
CELLS = st.one_of(NUMBERS, WORDS, st.booleans(), st.none(), st.just(MISSING))
ORDER = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
FEW = {"a": 0, "b": 1}  # words whose order is beyond doubt


def is_number(cell: Cell) -> bool:
    return isinstance(cell, float)


def equal(one: Cell, other: Cell) -> bool:
    if is_number(one) and is_number(other):
        return one == other or (math.isnan(one) and math.isnan(other))
    return type(one) is type(other) and bool(one == other)


def compared(one: Cell, sign: str, other: Cell) -> bool:
    """What a comparison of two cells finds; a missing one is neither."""
    if MISSING in (one, other):
        return False
    if sign == "==":
        return equal(one, other)
    if sign == "!=":
        return not equal(one, other)
    if is_number(one) and is_number(other):
        return bool(ORDER[sign](one, other))
    both = isinstance(one, str) and isinstance(other, str)
    return both and ORDER[sign](FEW[one], FEW[other])


def written(value: Cell) -> str:
    if is_number(value):
        return text_of(value).replace("Infinity", "inf")
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    return {True: "true", False: "false", None: "null"}[value]


def lookup(x: list[Cell], y: list[Cell]) -> Lookup:
    """Columns x and y of cells."""

    columns = [column("hparams", name, cells) for name, cells in zip("xy", (x, y), strict=True)]
    return Lookup(tuple(columns), {}, len(x))


@st.composite
def conditions(draw: st.DrawFn, depth: int = 3) -> tuple[str, Test]:
    """The text of a condition, and what it says of the cells x and y."""
    kind = draw(st.sampled_from(["equal", "order", "columns", "in", "missing"] + ["joined", "not"] * (depth > 0)))  # fmt: skip
    if kind == "joined":
        one, first = draw(conditions(depth - 1))
        other, second = draw(conditions(depth - 1))
        if draw(st.booleans()):
            return f"({one}) and ({other})", lambda x, y: first(x, y) and second(x, y)
        return f"({one}) or ({other})", lambda x, y: first(x, y) or second(x, y)
    if kind == "not":
        text, test = draw(conditions(depth - 1))
        return f"not ({text})", lambda x, y: not test(x, y)
    if kind == "missing":
        return "y is missing", lambda _, y: y == MISSING
    if kind == "in":
        values = draw(st.lists(NUMBERS | WORDS | st.booleans() | st.none(), max_size=3))
        text = f"x not in [{', '.join(map(written, values))}]"
        return text, lambda x, _: x != MISSING and not any(equal(x, each) for each in values)
    sign = draw(st.sampled_from(["==", "!="] if kind != "order" else list(ORDER)))
    if kind == "columns":
        return f"x {sign} y", lambda x, y: compared(x, sign, y)
    value = draw(NUMBERS if kind == "order" else NUMBERS | WORDS | st.booleans() | st.none())
    if draw(st.booleans()):
        return f"x {sign} {written(value)}", lambda x, _: compared(x, sign, value)
    return f"{written(value)} {sign} x", lambda x, _: compared(value, sign, x)


@given(st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=8), conditions())
@settings(max_examples=300, deadline=None)
def test_a_condition_finds_the_rows_for_which_it_holds(
    rows: list[tuple[Cell, Cell]], condition: tuple[str, Test]
) -> None:
    text, test = condition
    found = rows_of(text, lookup([x for x, _ in rows], [y for _, y in rows]))
    assert found == [row for row, cells in enumerate(rows) if test(*cells)], text
