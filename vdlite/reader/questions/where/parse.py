"""From the text of a query to what it asks for. It is read here, and never run as code."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn, cast, get_args

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
    Take,
    Words,
)
from vdlite.reader.questions.where.problems import Problem, fail
from vdlite.reader.questions.where.tokens import KEYWORDS, Token, tokens_of

_DEEPEST = 60  # parentheses, and `not`, within each other
_OPERATORS: dict[str, Operator] = {
    "=": "==",
    "==": "==",
    "!=": "!=",
    "<": "<",
    "<=": "<=",
    ">": ">",
    ">=": ">=",
}
_CONSTANTS: dict[str, bool | None] = {"true": True, "false": False, "null": None}


def parse_query(query: str, is_column: Callable[[str], bool]) -> Expression | None:
    """What a query asks for; None for one that says nothing.

    is_column: whether a bare name is one of the columns. Raises WhereError.
    """
    parser = _Parser(query, is_column)
    if parser.peek().kind == "end":
        return None
    expression = parser.any_of()
    if parser.peek().kind != "end":
        parser.fail("wants_end")
    return expression


def parse_name(text: str) -> Name:
    """The column that a text names, alone or as `min(loss)`. Raises WhereError."""
    parser = _Parser(text, lambda _: True)
    operand = parser.operand()
    if parser.peek().kind != "end" or not isinstance(operand, Name):
        fail("wants_operand", text, 0, len(text), text)
    return operand


class _Parser:
    def __init__(self, query: str, is_column: Callable[[str], bool]) -> None:
        self._query = query
        self._is_column = is_column
        self._tokens = tokens_of(query)
        self._next = 0
        self._depth = 0

    # -- expressions

    def any_of(self) -> Expression:
        parts = [self._all_of()]
        while self._eat_word("or") or self._eat("||"):
            parts.append(self._all_of())
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def _all_of(self) -> Expression:
        parts = [self._not()]
        while True:
            # Words side by side are all searched for.
            both_words = isinstance(parts[-1], Search) and self._is_word()
            if not both_words and not (self._eat_word("and") or self._eat("&&")):
                break
            parts.append(self._not())
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def _not(self) -> Expression:
        self._depth += 1
        if self._depth > _DEEPEST:
            self.fail("too_deep")
        is_negated = self._eat_word("not") or self._eat("!")
        found = Not(self._not()) if is_negated else self._primary()
        self._depth -= 1
        return found

    def _primary(self) -> Expression:
        if self._eat("("):
            inside = self.any_of()
            if not self._eat(")"):
                self.fail("wants_close", ")")
            return inside
        first = self.peek()
        return self._condition(self.operand(), first)

    def _condition(self, operand: Operand, first: Token) -> Expression:
        """A condition on an operand, whose first token is given."""
        if self._eat_word("is"):
            is_negated = self._eat_word("not")
            if not self._eat_word("missing"):
                self.fail("wants_missing")
            return Missing(operand, is_negated)
        is_negated = self.peek().is_word("not") and self.peek(1).is_word("in")
        if is_negated:
            self._next += 1
        if self._eat_word("in"):
            return In(operand, self._list(), is_negated)
        if self._eat("~"):
            return Like(operand, self._pattern())
        operands, operators = [operand], list[Operator]()
        while (operator := self._operator()) is not None:
            self._next += 1
            operators.append(operator)
            operands.append(self.operand())
        if operators:
            return Compare(tuple(operands), tuple(operators))
        return self._search(operand, first)

    def _search(self, operand: Operand, first: Token) -> Expression:
        is_bare = isinstance(operand, Name) and not operand.is_quoted and operand.take is None
        if first.kind not in ("string", "number") and not is_bare:
            self.fail("wants_operator")
        is_column = isinstance(operand, Name) and self._is_column(operand.name)
        # `lr 0.1` is a comparison that lacks its operator, not two words to search for.
        if is_column and self._is_word():
            self.fail("wants_operator")
        return Search(first.text)

    def operand(self) -> Operand:
        token = self.peek()
        if token.kind in ("string", "number"):
            self._next += 1
            value = token.text if token.kind == "string" else token.number
            return Constant(value, token.start, token.end)
        if token.kind != "name":
            self.fail("wants_operand")
        word = "" if token.is_quoted else token.text.lower()
        if word in _CONSTANTS:
            self._next += 1
            return Constant(_CONSTANTS[word], token.start, token.end)
        if word in KEYWORDS:
            self.fail("wants_operand")
        self._next += 1
        if word not in get_args(Take) or not self._eat("("):
            return Name(token.text, token.start, token.end, token.is_quoted)
        inside = self.peek()
        if inside.kind != "name":
            self.fail("wants_operand")
        self._next += 1
        end = self.peek().end
        if not self._eat(")"):
            self.fail("wants_close", ")")
        return Name(inside.text, token.start, end, is_quoted=True, take=cast(Take, word))

    def _list(self) -> tuple[Operand, ...]:
        if self._eat("["):
            close = "]"
        elif self._eat("("):
            close = ")"
        else:
            self.fail("wants_list")
        values: list[Operand] = []
        while not self._eat(close):
            if values and not self._eat(","):
                self.fail("wants_close", close)
            if values and self._eat(close):
                break
            values.append(self.operand())
        return tuple(values)

    def _pattern(self) -> Words | Regex:
        token = self.peek()
        if token.kind in ("sign", "end"):
            self.fail("wants_pattern")
        self._next += 1
        if token.kind == "regex":
            return Regex(token.text, token.flags, token.start, token.end)
        return Words(token.text)

    # -- tokens

    def peek(self, ahead: int = 0) -> Token:
        """The token that stands next, or so many further on."""
        return self._tokens[min(self._next + ahead, len(self._tokens) - 1)]

    def _is_word(self) -> bool:
        """Whether something stands next that may be searched for."""
        token = self.peek()
        if token.kind == "name":
            return token.is_quoted or token.text.lower() not in KEYWORDS
        return token.kind in ("string", "number")

    def _eat(self, sign: str) -> bool:
        is_it = self.peek().kind == "sign" and self.peek().text == sign
        self._next += is_it
        return is_it

    def _eat_word(self, word: str) -> bool:
        is_it = self.peek().is_word(word)
        self._next += is_it
        return is_it

    def _operator(self) -> Operator | None:
        return _OPERATORS.get(self.peek().text) if self.peek().kind == "sign" else None

    def fail(self, problem: Problem, got: str | None = None) -> NoReturn:
        """Say that the next token is wrong. got: what to say of it, if not what is written there."""
        start, end = self.peek().start, self.peek().end
        fail(problem, self._query, start, end, self._query[start:end] if got is None else got)
