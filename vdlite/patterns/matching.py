"""The names that begin as expressions say, from the side that wants them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from vdlite.errors import FormatError

LONGEST = 1000  # characters of an expression
_MOST = 2000  # expressions that are matched for one question
_SECONDS_EACH = 0.5
_SECONDS = 3.0  # for all expressions of one question
_REMEMBERED = 600.0  # seconds for which one that took too long is not tried again
_MOST_KEPT = 1 << 18  # names of answers
_WAIT = 0.1  # seconds between two looks whether the answer is still wanted

_PLAIN = re.compile(r"[^.^$*+?{}\[\]\\|()]+")
_SCRIPT = Path(__file__).with_name("apart.py")
_SLOW = "it takes too long"

Matched: TypeAlias = Sequence[str] | FormatError
"""The names that begin so, in their order, or why that can't be known."""


class Matching:
    """Matches expressions, and keeps what it has found. Threads may share it; it works for one at a time."""

    def __init__(self, *, most: int = _MOST, longest: int = LONGEST) -> None:
        """most: expressions that are matched for one question; longest: characters of an expression."""
        self._most = most
        self._longest = longest
        self._turn = threading.Lock()
        self._names: tuple[str, ...] = ()  # to which what is known belongs
        self._known: dict[str, Matched] = {}
        self._kept = 0  # names in there
        self._slow: dict[str, float] = {}  # expressions, and when they may be tried again

    def match(
        self,
        expressions: Iterable[str],
        names: Sequence[str],
        *,
        still_wanted: Callable[[], None] = lambda: None,
    ) -> Mapping[str, Matched]:
        """The names by expression of which `re.match` says that they begin so.

        still_wanted: called now and then; what it raises ends the work.
        """
        deadline = time.monotonic() + _SECONDS
        while not self._turn.acquire(timeout=_WAIT):
            still_wanted()
        try:
            return self._match(dict.fromkeys(expressions), tuple(names), deadline, still_wanted)
        finally:
            self._turn.release()

    def _match(
        self,
        expressions: Iterable[str],
        names: tuple[str, ...],
        deadline: float,
        still_wanted: Callable[[], None],
    ) -> Mapping[str, Matched]:
        if names != self._names or self._kept > _MOST_KEPT:
            self._names, self._known, self._kept = names, {}, 0
        found: dict[str, Matched] = {}
        asked: list[str] = []
        for count, each in enumerate(expressions):
            if count % 256 == 0:
                still_wanted()
            answer = FormatError(_SLOW) if time.monotonic() > deadline else self._at_once(each)
            if answer is not None:
                found[each] = answer
            elif len(asked) < self._most:
                asked.append(each)
            else:
                found[each] = FormatError(f"{self._most} others are matched before it, and no more")
        while asked:
            known, is_slow = self._apart(asked, deadline, still_wanted)
            for each, answer in zip(asked, known, strict=False):
                self._keep(each, answer)
                found[each] = answer
            asked = asked[len(known) :]
            if asked and is_slow:
                self._slow[asked[0]] = time.monotonic() + _REMEMBERED
            if asked and (is_slow or time.monotonic() > deadline):
                late = asked if time.monotonic() > deadline else asked[:1]
                found |= {each: FormatError(_SLOW) for each in late}
                asked = asked[len(late) :]
        return found

    def _at_once(self, expression: str) -> Matched | None:
        """The answers that need no process."""
        if not expression:
            # As for TensorBoard, and not what every name begins with.
            return FormatError("it is empty")
        if len(expression) > self._longest:
            return FormatError(
                f"it has {len(expression)} characters, {self._longest} at most are read"
            )
        if _PLAIN.fullmatch(expression):
            return [name for name in self._names if name.startswith(expression)]
        if self._slow.get(expression, 0.0) > time.monotonic():
            return FormatError(_SLOW)
        return self._known.get(expression)

    def _keep(self, expression: str, answer: Matched) -> None:
        self._known[expression] = answer
        self._kept += 1 if isinstance(answer, FormatError) else 1 + len(answer)

    def _apart(
        self, expressions: Sequence[str], deadline: float, still_wanted: Callable[[], None]
    ) -> tuple[list[Matched], bool]:
        """The answers of a process to the first expressions, and whether it gave up the one behind them."""
        asked = {"names": self._names, "expressions": expressions, "seconds": _SECONDS_EACH}
        out = b""
        try:
            with subprocess.Popen(
                [sys.executable, "-I", "-S", str(_SCRIPT)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            ) as process:
                try:
                    out = _answer_of(process, json.dumps(asked).encode(), deadline, still_wanted)
                finally:
                    process.kill()
        except OSError as error:
            why = FormatError(f"the process that matches can't be started: {error}")
            return [why] * len(expressions), False
        is_late = time.monotonic() > deadline
        lines = out.split(b"\n")[:-1]  # behind the last end of line may be half a line
        if not lines and not is_late:
            why = FormatError(f"the process that matches ended with code {process.returncode}")
            return [why] * len(expressions), False
        return [self._answer(line) for line in lines[1:]], not is_late

    def _answer(self, line: bytes) -> Matched:
        found = json.loads(line)
        if isinstance(found, str):
            return FormatError(found)
        return [self._names[place] for place in found]


def _answer_of(
    process: subprocess.Popen[bytes],
    given: bytes | None,
    deadline: float,
    still_wanted: Callable[[], None],
) -> bytes:
    """The answer of a process that has ended, which it does at the deadline."""
    while True:
        try:
            return process.communicate(given, timeout=_WAIT)[0]
        except subprocess.TimeoutExpired:
            given = None  # it is on its way
            still_wanted()
            if time.monotonic() > deadline:
                process.kill()
