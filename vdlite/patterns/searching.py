"""The lines in which an expression is found, from the side that wants them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from vdlite.errors import FormatError
from vdlite.patterns.matching import LONGEST

_SCRIPT = Path(__file__).with_name("apart.py")
_WAIT = 0.1  # seconds between two looks whether the answer is still wanted


def lines_with(
    expression: str,
    lines: Sequence[str],
    *,
    seconds: float = 3.0,
    still_wanted: Callable[[], None] = lambda: None,
) -> list[int]:
    """The places of the lines in which `re.search` finds the expression, in either case.

    still_wanted: called now and then; what it raises ends the work.
    Raises FormatError if it is no expression, too long, or takes longer than so many seconds.
    """
    if len(expression) > LONGEST:
        raise FormatError(f"it has {len(expression)} characters, {LONGEST} at most are read")
    asked = {"names": lines, "expressions": [expression], "seconds": seconds, "search": True}
    given: bytes | None = json.dumps(asked).encode()
    try:
        with subprocess.Popen(
            [sys.executable, "-I", "-S", str(_SCRIPT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as process:
            try:
                while True:
                    try:
                        out = process.communicate(given, timeout=_WAIT)[0]
                        break
                    except subprocess.TimeoutExpired:
                        given = None  # it is on its way
                        still_wanted()
            finally:
                process.kill()
    except OSError as error:
        raise FormatError(f"the process that matches can't be started: {error}") from error
    answers = out.split(b"\n")[1:-1]
    if not answers:
        raise FormatError("it takes too long")
    found = json.loads(answers[0])
    if isinstance(found, str):
        raise FormatError(found)
    return [int(place) for place in found]
