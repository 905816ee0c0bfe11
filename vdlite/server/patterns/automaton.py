"""Whether a text begins as an expression says: all ways through its program at once."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import lru_cache

from vdlite.errors import FormatError
from vdlite.server.patterns.parts import Program, is_word, parsed

_MOST_KEPT = 1 << 15  # places of states that are remembered


@dataclass(slots=True, eq=False)
class _Closure:
    """Where one may be without reading on."""

    is_found: bool
    tests: tuple[int, ...]  # states that want a character
    behind: dict[str, _Closure] = field(default_factory=dict)  # of a character within the text


class Pattern:
    """A regular expression, for any number of threads."""

    def __init__(self, text: str) -> None:
        """Raises FormatError for what is none, or can't be matched in time that grows with the text alone."""
        self._plain, program = parsed(text)
        self._ways = _Ways(program)

    def begins(self, text: str, *, deadline: float = float("inf")) -> bool:
        """Whether the text begins so, as `re.match` tells. Raises FormatError if it is not known by the deadline.

        deadline: as `time.monotonic` tells it.
        """
        if self._plain is not None:
            return text.startswith(self._plain)
        return self._ways.lead(text, 0, deadline, {})


@lru_cache(maxsize=256)
def pattern(text: str) -> Pattern:
    """As `Pattern`; it is kept for the next time."""
    return Pattern(text)


class _Ways:
    """A program, and what was found out about it: the same steps are not worked out twice."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._looks = {
            at: _Ways(state.look)
            for at, state in enumerate(program.states)
            if state.look is not None
        }
        self._places = 0  # that matter, as bits
        for state in program.states:
            self._places |= _BITS.get(state.place, 0)
        self._closures: dict[tuple[frozenset[int], int], _Closure] = {}
        self._kept = 0
        self._begin = frozenset([0])

    def lead(
        self, text: str, start: int, deadline: float, seen: dict[tuple[int, int], bool]
    ) -> bool:
        """Whether any of the ways leads through the text from there.

        seen: by look and place what was found out about this text.
        """
        closure = self._closure(self._begin, text, start, deadline, seen)
        # Where nothing matters but the character, the way from one closure to the next is known by it.
        plain = len(text) if not self._places else len(text) - 1 if self._is_plain_within else 0
        for at in range(start, len(text)):
            if closure.is_found or not closure.tests:
                break
            char = text[at]
            if self._looks or at + 1 >= plain:
                states = self._step(closure.tests, char)
                closure = self._closure(states, text, at + 1, deadline, seen)
                continue
            behind = closure.behind.get(char)
            if behind is None:
                states = self._step(closure.tests, char)
                behind = self._closure(states, text, at + 1, deadline, seen)
                self._make_room(1)
                closure.behind[char] = behind
            closure = behind
        return closure.is_found

    @property
    def _is_plain_within(self) -> bool:
        """Whether nothing that matters can be true within a text, but for its last character."""
        return not self._places & ~_AT_ENDS

    def _closure(
        self,
        states: frozenset[int],
        text: str,
        at: int,
        deadline: float,
        seen: dict[tuple[int, int], bool],
    ) -> _Closure:
        here = self._places and self._places & _places(text, at)
        known = None if self._looks else self._closures.get((states, here))
        if known is not None:
            return known
        if time.monotonic() > deadline:
            raise FormatError("it takes too long")
        program = self._program.states
        waiting, met = list(states), set(states)
        tests: list[int] = []
        is_found = False
        while waiting:
            place = waiting.pop()
            if place == len(program) - 1:
                is_found = True
                break
            state = program[place]
            ways = state.ways or (place + 1,)
            if state.test is not None:
                tests.append(place)
                continue
            if state.place and not here & _BITS[state.place]:
                continue
            if state.look is not None:
                key = (id(state), at)
                if key not in seen:
                    seen[key] = self._looks[place].lead(text, at, deadline, seen)
                if seen[key] == state.is_not:
                    continue
            for way in ways:
                if way not in met:
                    met.add(way)
                    waiting.append(way)
        found = _Closure(is_found, tuple(sorted(tests)))
        if not self._looks:
            self._make_room(len(states) + len(found.tests))
            self._closures[states, here] = found
        return found

    def _step(self, tests: tuple[int, ...], char: str) -> frozenset[int]:
        program = self._program.states
        behind = []
        for place in tests:
            test = program[place].test
            if test is not None and test(char):
                behind.append(place + 1)
        return frozenset(behind)

    def _make_room(self, places: int) -> None:
        self._kept += places + 1
        if self._kept > _MOST_KEPT:
            self._closures.clear()
            self._kept = places + 1


_BITS = {
    name: 1 << bit
    for bit, name in enumerate(
        (
            "AT_BEGINNING",
            "AT_BEGINNING_STRING",
            "AT_BEGINNING_LINE",
            "AT_END",
            "AT_END_STRING",
            "AT_END_LINE",
            "AT_BOUNDARY",
            "AT_NON_BOUNDARY",
            "AT_BOUNDARY_ASCII",
            "AT_NON_BOUNDARY_ASCII",
        )
    )
}

_AT_ENDS = sum(
    _BITS[name] for name in ("AT_BEGINNING", "AT_BEGINNING_STRING", "AT_END", "AT_END_STRING")
)
"""Places that are true before and behind the text alone, and before its last line break."""


def _places(text: str, at: int) -> int:
    """What is true at a place of the text, as bits."""
    before, after = text[at - 1 : at] if at else "", text[at : at + 1]
    is_begin, is_end = at == 0, at == len(text)
    is_last_line = after == "\n" and at == len(text) - 1
    words = (is_word(before) if before else False, is_word(after) if after else False)
    plain = (words[0] and before.isascii(), words[1] and after.isascii())
    truths = (
        is_begin,
        is_begin,
        is_begin or before == "\n",
        is_end or is_last_line,
        is_end,
        is_end or after == "\n",
        words[0] != words[1],
        words[0] == words[1] and bool(text),
        plain[0] != plain[1],
        plain[0] == plain[1] and bool(text),
    )
    return sum(1 << bit for bit, is_true in enumerate(truths) if is_true)
