"""Values that a query asks for and that no row has: most often they are misspelt."""

from __future__ import annotations

import math
from collections.abc import Iterator
from difflib import get_close_matches

from vdlite.reader.questions.where.columns import Lookup
from vdlite.reader.questions.where.expressions import (
    And,
    Compare,
    Constant,
    Expression,
    In,
    Name,
    Not,
    Operand,
    Or,
    Value,
)
from vdlite.reader.questions.where.numbers import text_of
from vdlite.reader.trials.column import NUMBER, Column


def absent_value(expression: Expression, lookup: Lookup) -> str | None:
    """What is said of the first such value; None: each is there."""
    for one, other in _equalities(expression):
        column = _column_of(one, lookup)
        if column is None or _column_of(other, lookup) is not None:
            continue
        value = other.value if isinstance(other, Constant) else other.name
        if not _has(column, value):
            return _said(column, value)
    return None


def _equalities(expression: Expression) -> Iterator[tuple[Operand, Operand]]:
    """Operands of which the first is said to be the second, or not to be it."""
    match expression:
        case And(parts) | Or(parts):
            for part in parts:
                yield from _equalities(part)
        case Not(part):
            yield from _equalities(part)
        case Compare(operands, operators):
            for one, operator, other in zip(operands, operators, operands[1:], strict=False):
                if operator in ("==", "!="):
                    yield one, other
                    yield other, one
        case In(operand, values):
            for value in values:
                yield operand, value
        case _:
            pass


def _column_of(operand: Operand, lookup: Lookup) -> Column | None:
    return lookup.column_of(operand.name, operand.take) if isinstance(operand, Name) else None


def _has(column: Column, value: Value) -> bool:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        numbers = column.numbers[column.codes == NUMBER]
        return bool(((numbers != numbers) if math.isnan(value) else (numbers == value)).any())
    same = [
        code
        for code, each in enumerate(column.values)
        if type(each) is type(value) and each == value
    ]
    return bool(same) and bool((column.codes == same[0]).any())


def _said(column: Column, value: Value) -> str:
    words = [each for each in column.values if isinstance(each, str)]
    close = get_close_matches(value, words, 1) if isinstance(value, str) else []
    hint = f": did you mean {close[0]!r}?" if close else ""
    if isinstance(value, float):
        shown = text_of(value)
    else:
        shown = (
            repr(value) if isinstance(value, str) else str(value).lower().replace("none", "null")
        )
    return f"nothing has {column.name} {shown}{hint}"
