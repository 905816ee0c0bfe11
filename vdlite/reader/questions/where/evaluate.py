"""The rows that a query finds: each condition is one pass over a column's arrays."""

from __future__ import annotations

import operator as operators
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NoReturn, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vdlite.reader.names.natural_order import natural_key
from vdlite.reader.questions.where.columns import Lookup
from vdlite.reader.questions.where.expressions import (
    And,
    Compare,
    Constant,
    Expression,
    In,
    Like,
    Missing,
    Name,
    Not,
    Operand,
    Operator,
    Or,
    Regex,
    Search,
    Value,
    Words,
)
from vdlite.reader.questions.where.numbers import number_of, text_of
from vdlite.reader.questions.where.patterns import matching
from vdlite.reader.questions.where.problems import fail_unknown
from vdlite.reader.questions.where.tokens import is_space, words_of
from vdlite.reader.trials.column import MISSING, NUMBER, Column

Mask: TypeAlias = NDArray[np.bool_]
"""[rows]: True for the rows that are found."""

Floats: TypeAlias = NDArray[np.float64]

_TURNED: Mapping[Operator, Operator] = {
    "==": "==",
    "!=": "!=",
    "<": ">",
    "<=": ">=",
    ">": "<",
    ">=": "<=",
}  # `1 < lr` is `lr > 1`
_ORDER = {"<": operators.lt, "<=": operators.le, ">": operators.gt, ">=": operators.ge}


def evaluate(expression: Expression, lookup: Lookup, query: str) -> Mask:
    """The rows that an expression finds. What is missing is neither less, equal, unequal nor contained.

    Raises WhereError where it names a column that is not there, or a pattern that would take too long.
    """
    return _Evaluation(lookup, query).of(expression)


@dataclass(frozen=True, slots=True)
class _Plain:
    """A side of a comparison that is no column."""

    value: Value
    bare: Name | None = None  # the bare name that it was written as


class _Evaluation:
    def __init__(self, lookup: Lookup, query: str) -> None:
        self._lookup = lookup
        self._query = query

    def of(self, expression: Expression) -> Mask:
        match expression:
            case And(parts):
                return _all_of([self.of(part) for part in parts])
            case Or(parts):
                return ~_all_of([~self.of(part) for part in parts])
            case Not(part):
                return ~self.of(part)
            case Compare():
                return self._chain(expression)
            case In():
                return self._in(expression)
            case Like(operand, pattern):
                return self._like(operand, pattern)
            case Missing(operand, is_negated):
                is_missing: Mask = self._column(operand).codes == MISSING
                return ~is_missing if is_negated else is_missing
            case Search(text):
                return self._search(text)

    def _chain(self, chain: Compare) -> Mask:
        is_equal = all(operator in ("==", "!=") for operator in chain.operators)
        sides = [self._side(operand, or_word=is_equal) for operand in chain.operands]
        pairs = zip(sides[:-1], chain.operators, sides[1:], strict=True)
        return _all_of([self._compare(*pair) for pair in pairs])

    def _compare(self, left: Column | _Plain, operator: Operator, right: Column | _Plain) -> Mask:
        if isinstance(left, Column):
            if isinstance(right, Column):
                return _columns(left, operator, right)
            return _column_against(left, operator, right.value)
        if isinstance(right, Column):
            return _column_against(right, _TURNED[operator], left.value)
        # Words alone say nothing of a row: one of them was meant as a column.
        bare = left.bare or right.bare
        if bare is not None:
            self._unknown(bare)
        return np.full(self._lookup.rows, _holds(left.value, operator, right.value))

    def _in(self, asked: In) -> Mask:
        column = self._column(asked.operand)
        sides = [self._side(value, or_word=True) for value in asked.values]
        wanted = [side.name if isinstance(side, Column) else side.value for side in sides]
        numbers = np.array([value for value in wanted if _is_number(value)], np.float64)
        return _passed(
            column,
            (
                np.isin(column.numbers, numbers)
                | (np.isnan(column.numbers) & np.isnan(numbers).any())
            )
            != asked.is_negated,
            lambda word: any(_same(word, value) for value in wanted) != asked.is_negated,
        )

    def _like(self, operand: Operand, pattern: Words | Regex) -> Mask:
        column = self._column(operand)
        rows = column.codes == NUMBER
        distinct, places = np.unique(column.numbers[rows], return_inverse=True)
        texts = [text_of(number) for number in distinct.tolist()]
        words = [_text(value) for value in column.values]
        if isinstance(pattern, Words):
            test = _containing(pattern.text)
        else:
            test = matching(pattern, [*texts, *words], self._query).__contains__
        numbers = np.zeros(self._lookup.rows, np.bool_)
        numbers[rows] = np.array([test(text) for text in texts], np.bool_)[places.reshape(-1)]
        return _passed(column, numbers, lambda word: test(_text(word)))

    def _search(self, text: str) -> Mask:
        """In the texts of all columns; a number also finds cells of just this number."""
        test = _containing(text)
        number = float("nan") if is_space(text) else number_of(text)
        mask = np.zeros(self._lookup.rows, np.bool_)
        for column in self._lookup.searched:
            found = _passed(column, np.zeros(len(mask), np.bool_), lambda word: test(_text(word)))
            mask |= found | (column.numbers == number)
        return mask

    def _side(self, operand: Operand, *, or_word: bool) -> Column | _Plain:
        """A side of a comparison. or_word: a bare name that is no column is a word, as in `opt == adam`."""
        if isinstance(operand, Constant):
            return _Plain(operand.value)
        column = self._lookup.column_of(operand.name, operand.take)
        if column is not None:
            return column
        if not or_word or operand.is_quoted:
            self._unknown(operand)
        return _Plain(operand.name, operand)

    def _column(self, operand: Operand) -> Column:
        if isinstance(operand, Constant):
            text = _text(operand.value)
            fail_unknown(self._query, operand.start, operand.end, text, [])
        column = self._lookup.column_of(operand.name, operand.take)
        if column is None:
            self._unknown(operand)
        return column

    def _unknown(self, name: Name) -> NoReturn:
        names = self._lookup.names
        fail_unknown(self._query, name.start, name.end, name.written, names)


def _all_of(masks: list[Mask]) -> Mask:
    found: Mask = np.logical_and.reduce(masks)
    return found


def _passed(column: Column, numbers: Mask, of_word: Callable[[str | bool | None], bool]) -> Mask:
    """A test of a column's numbers, and one of each of its words."""
    words = np.array([of_word(value) for value in column.values] + [False], np.bool_)
    # A missing cell has the place -1, the one that is false.
    found: Mask = np.where(column.codes == NUMBER, numbers, words[np.maximum(column.codes, -1)])
    return found


def _column_against(column: Column, operator: Operator, value: Value) -> Mask:
    if _is_number(value):
        numbers = _numeric(column.numbers, operator, np.float64(value))
    else:
        numbers = np.full(len(column.codes), operator == "!=")
    return _passed(column, numbers, lambda word: _holds(word, operator, value))


def _columns(left: Column, operator: Operator, right: Column) -> Mask:
    found: Mask = np.zeros(len(left.codes), np.bool_)
    both = (left.codes == NUMBER) & (right.codes == NUMBER)
    found[both] = _numeric(left.numbers, operator, right.numbers)[both]
    others = ~both & (left.codes != MISSING) & (right.codes != MISSING)
    known: dict[tuple[int, int], bool] = {}
    for row in np.flatnonzero(others).tolist():
        codes = (int(left.codes[row]), int(right.codes[row]))
        if codes not in known:
            one, other = (
                0.0 if code == NUMBER else column.values[code]
                for code, column in zip(codes, (left, right), strict=True)
            )
            known[codes] = _holds(one, operator, other)
        found[row] = known[codes]
    return found


def _numeric(one: Floats, operator: Operator, other: Floats | np.float64) -> Mask:
    if operator in _ORDER:
        ordered: Mask = _ORDER[operator](one, other)
        return ordered
    equal: Mask = (one == other) | (np.isnan(one) & np.isnan(other))
    return equal if operator == "==" else ~equal


def _holds(one: Value, operator: Operator, other: Value) -> bool:
    """Texts have an order; true, false and null are equal to themselves only; the rest is apart."""
    if _is_number(one) and _is_number(other):
        return bool(_numeric(np.array([one], np.float64), operator, np.float64(other))[0])
    if operator == "==":
        return _same(one, other)
    if operator == "!=":
        return not _same(one, other)
    if not isinstance(one, str) or not isinstance(other, str):
        return False
    return bool(_ORDER[operator](natural_key(one), natural_key(other)))


def _is_number(value: Value) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _same(one: Value, other: Value) -> bool:
    """Whether two values that are not both numbers are the same: True is no 1."""
    return type(one) is type(other) and one == other


def _text(value: Value) -> str:
    """A value as the page writes it into a text."""
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, bool):
        return {True: "true", False: "false", None: "null"}[value]
    return text_of(float(value))


def _containing(text: str) -> Callable[[str], bool]:
    """A test for words that all occur, in any order and case."""
    words = words_of(text.lower())

    def test(candidate: str) -> bool:
        lower = candidate.lower()
        return all(word in lower for word in words)

    return test
