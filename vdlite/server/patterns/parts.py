"""Regular expressions of Python's dialect as a program: states, and what leads from each to the next."""

from __future__ import annotations

import re
import threading
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, TypeAlias

from vdlite.errors import FormatError

LONGEST = 1000  # characters of an expression
_MOST_STATES = 2000

# What `re` itself reads expressions with: so they mean here what they mean there.
_reading: Any = import_module("re._parser")
_warnings = threading.Lock()

Test: TypeAlias = Callable[[str], bool]


@dataclass(slots=True)
class State:
    """One place in a program; of these fields one is used, and none where the expression is found."""

    test: Test | None = None  # of the next character, which leads to the state behind this one
    ways: tuple[int, ...] = ()  # to be gone at once
    place: str = ""  # what has to be true here, by its name in `re`
    look: Program | None = None  # what has to follow, or must not
    is_not: bool = False


@dataclass(slots=True)
class Program:
    """States, the first of which is where it begins; each leads to the one behind it unless it has `ways`."""

    states: list[State] = field(default_factory=list)

    def add(self, state: State) -> int:
        """The place of the new state. Raises FormatError where there would be too many."""
        if len(self.states) >= _MOST_STATES:
            raise FormatError("it is too large")
        self.states.append(state)
        return len(self.states) - 1


def parsed(text: str) -> tuple[str | None, Program]:
    """What an expression is: the characters that it stands for, or None; and its program.

    Raises FormatError for what is no expression, or one that can't be matched in time that grows with the text alone.
    """
    if len(text) > LONGEST:
        raise FormatError(f"it has {len(text)} characters, {LONGEST} at most are read")
    try:
        with _warnings, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = _reading.parse(text)
        flags = int(tree.state.flags)
        program = Program()
        _Making(program).sequence(tree, flags)
        program.add(State())
    except re.error as error:
        raise FormatError(str(error)) from error
    except (RecursionError, OverflowError, ValueError) as error:
        if isinstance(error, FormatError):
            raise
        raise FormatError("it is too large") from error
    is_plain = not flags & re.IGNORECASE and all(str(op) == "LITERAL" for op, _ in tree)
    return ("".join(chr(value) for _, value in tree) if is_plain else None), program


class _Making:
    """An expression on its way into a program."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def sequence(self, parts: Any, flags: int) -> None:
        for op, value in parts:
            self._part(str(op), value, flags)

    def _part(self, op: str, value: Any, flags: int) -> None:
        add = self._program.add
        if op in ("LITERAL", "NOT_LITERAL", "ANY", "IN"):
            add(State(test=_test(op, value, flags)))
        elif op == "SUBPATTERN":
            _, more, less, parts = value
            self.sequence(parts, (flags | more) & ~less)
        elif op == "BRANCH":
            self._branch(value[1], flags)
        elif op in ("MAX_REPEAT", "MIN_REPEAT"):
            least, most, inner = value
            self._repeat(least, most, inner, flags)
        elif op == "AT":
            add(State(place=_place(str(value), flags)))
        elif op in ("ASSERT", "ASSERT_NOT") and value[0] > 0:
            look = Program()
            _Making(look).sequence(value[1], flags)
            look.add(State())
            add(State(look=look, is_not=op == "ASSERT_NOT"))
        elif op == "FAILURE":
            add(State(test=lambda _: False))
        else:
            raise FormatError(f"it has a part that is not read: {_NAMES.get(op, op.lower())}")

    def _branch(self, branches: Sequence[Any], flags: int) -> None:
        states, add = self._program.states, self._program.add
        fork = add(State())
        starts, ends = [], []
        for branch in branches:
            starts.append(len(states))
            self.sequence(branch, flags)
            ends.append(add(State()))
        states[fork].ways = tuple(starts)
        for end in ends:
            states[end].ways = (len(states),)

    def _repeat(self, least: int, most: Any, parts: Any, flags: int) -> None:
        states, add = self._program.states, self._program.add
        for _ in range(int(least)):
            before = len(states)
            self.sequence(parts, flags)
            if len(states) == before:
                return  # of nothing, there may be any number
        if most == _reading.MAXREPEAT:
            fork = add(State())
            self.sequence(parts, flags)
            add(State(ways=(fork,)))
            states[fork].ways = (fork + 1, len(states))
            return
        forks = []
        for _ in range(int(most) - int(least)):
            forks.append(add(State()))
            self.sequence(parts, flags)
        for fork in forks:
            states[fork].ways = (fork + 1, len(states))


_NAMES = {
    "ASSERT": "(?<=...)",
    "ASSERT_NOT": "(?<!...)",
    "GROUPREF": "a group that is named again",
    "GROUPREF_EXISTS": "(?(...)...)",
    "ATOMIC_GROUP": "(?>...)",
    "POSSESSIVE_REPEAT": "a repeat that gives nothing back, such as *+",
}


def _place(name: str, flags: int) -> str:
    if flags & re.MULTILINE:
        name = {"AT_BEGINNING": "AT_BEGINNING_LINE", "AT_END": "AT_END_LINE"}.get(name, name)
    if flags & re.ASCII and name in ("AT_BOUNDARY", "AT_NON_BOUNDARY"):
        name += "_ASCII"
    return name


def _test(op: str, value: Any, flags: int) -> Test:
    if op == "ANY":
        return (lambda _: True) if flags & re.DOTALL else (lambda char: char != "\n")
    if op == "IN":
        items = list(value)
        is_not = bool(items) and str(items[0][0]) == "NEGATE"
        tests = [_item(str(name), what, flags) for name, what in items[is_not:]]
    else:
        is_not = op == "NOT_LITERAL"
        tests = [_item("LITERAL", value, flags)]

    def within(char: str) -> bool:
        return any(test(char) for test in tests)

    def among(char: str) -> bool:
        cases = {char, char.lower(), char.upper()} if flags & re.IGNORECASE else {char}
        return any(within(each) for each in cases if len(each) == 1) != is_not

    return among


def _item(name: str, value: Any, flags: int) -> Test:
    if name == "LITERAL":
        return lambda char: ord(char) == value
    if name == "RANGE":
        low, high = value
        return lambda char: low <= ord(char) <= high
    sort = str(value).removeprefix("CATEGORY_")
    test = _CATEGORIES[sort.removeprefix("NOT_")]
    ascii_only = bool(flags & re.ASCII)

    def is_of(char: str) -> bool:
        found = test(char) and not (ascii_only and not char.isascii())
        return found != sort.startswith("NOT_")

    return is_of


def is_word(char: str) -> bool:
    """Whether `\\w` stands for it."""
    return char.isalnum() or char == "_"


_CATEGORIES: dict[str, Test] = {
    "DIGIT": str.isdecimal,
    "SPACE": str.isspace,
    "WORD": is_word,
}
