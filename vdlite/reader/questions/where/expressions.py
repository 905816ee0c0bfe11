"""What a query asks for: the parts that its text is read into."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

Value: TypeAlias = "float | str | bool | None"
"""What a cell may be; a missing one is known by its code."""

Take = Literal["last", "min", "max", "mean"]
Operator = Literal["==", "!=", "<", "<=", ">", ">="]


@dataclass(frozen=True, slots=True)
class Constant:
    """A value, at characters [start, end) of the query."""

    value: Value
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Name:
    """A name, at characters [start, end) of the query."""

    name: str
    start: int
    end: int
    is_quoted: bool = False  # in backquotes or parentheses: a column, never a word
    take: Take | None = None  # `min(name)`; None where the name stands alone

    @property
    def written(self) -> str:
        """The name with its `min(...)`."""
        return self.name if self.take is None else f"{self.take}({self.name})"


Operand: TypeAlias = Constant | Name


@dataclass(frozen=True, slots=True)
class Words:
    """Words that all occur."""

    text: str


@dataclass(frozen=True, slots=True)
class Regex:
    """A regular expression of JavaScript, at characters [start, end) of the query."""

    pattern: str
    flags: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class And:
    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Or:
    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Not:
    part: Expression


@dataclass(frozen=True, slots=True)
class Compare:
    """`a < b < c`: one operator between each two operands."""

    operands: tuple[Operand, ...]
    operators: tuple[Operator, ...]


@dataclass(frozen=True, slots=True)
class In:
    operand: Operand
    values: tuple[Operand, ...]
    is_negated: bool


@dataclass(frozen=True, slots=True)
class Like:
    operand: Operand
    pattern: Words | Regex


@dataclass(frozen=True, slots=True)
class Missing:
    operand: Operand
    is_negated: bool


@dataclass(frozen=True, slots=True)
class Search:
    """A word alone: somewhere in the row."""

    text: str


Expression: TypeAlias = And | Or | Not | Compare | In | Like | Missing | Search


def names_in(expression: Expression) -> Iterator[Name]:
    """Every operand that names a column, or may."""
    match expression:
        case And(parts) | Or(parts):
            for part in parts:
                yield from names_in(part)
        case Not(part):
            yield from names_in(part)
        case Compare(operands):
            yield from (each for each in operands if isinstance(each, Name))
        case In(operand) | Like(operand) | Missing(operand):
            if isinstance(operand, Name):
                yield operand
        case Search():
            pass
