"""Very many names that are searched again and again: a process keeps them, so that they are handed over once."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError
from vdlite.patterns.matching import LONGEST

_SCRIPT = Path(__file__).with_name("names_apart.py")
_SECONDS = 2.0  # for one question
_LATE = 1.0  # seconds behind that after which the process is ended from outside
_IDLE = 60.0  # seconds without a question after which the process is ended


class ManyNames:
    """N names. Threads may share it; it works for one at a time."""

    def __init__(self, names: Sequence[str], *, seconds: float = _SECONDS) -> None:
        """seconds: that one question may take."""
        self._names = names
        self._seconds = seconds
        self._turn = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._idle: threading.Timer | None = None

    def search(
        self, expression: str, *, flags: int = 0, among: NDArray[np.integer] | None = None
    ) -> NDArray[np.intp]:
        """The places of the names in which `re.search` finds an expression; rising.

        flags: of re. among: the places of the names that are searched, rising; None: all of them.
        Raises FormatError if it is no expression, too long, or takes too long.
        """
        if len(expression) > LONGEST:
            raise FormatError(f"it has {len(expression)} characters, {LONGEST} at most are read")
        places = None if among is None else np.ascontiguousarray(among, np.int32)
        question = {
            "expression": expression,
            "flags": flags,
            "seconds": self._seconds,
            "places": None if places is None else len(places),
        }
        with self._turn:
            try:
                found = self._asked(question, b"" if places is None else places.tobytes())
            except (OSError, json.JSONDecodeError) as error:  # the process has ended
                self._end()
                raise FormatError("it takes too long") from error
            finally:
                self._end_later()
        if isinstance(found, str):
            raise FormatError(found)
        return found

    def close(self) -> None:
        """End the process, if there is one; the next question starts another."""
        with self._turn:
            self._end()

    def _asked(self, question: dict[str, object], places: bytes) -> NDArray[np.intp] | str:
        process = self._process or self._start()
        assert process.stdin is not None and process.stdout is not None
        # The process ends itself, unless it can't: a system that has no time for it.
        killer = threading.Timer(self._seconds + _LATE, process.kill)
        killer.daemon = True
        killer.start()
        try:
            process.stdin.write(json.dumps(question).encode() + b"\n" + places)
            process.stdin.flush()
            found = json.loads(process.stdout.readline())
            if isinstance(found, str):
                return found
            answer = process.stdout.read(4 * found)
        finally:
            killer.cancel()
        return np.frombuffer(answer, np.int32, found).astype(np.intp)

    def _start(self) -> subprocess.Popen[bytes]:
        self._process = process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(_SCRIPT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert process.stdin is not None
        text = "\n".join(name.replace("\n", " ") for name in self._names)
        content = text.encode(errors="surrogatepass")
        process.stdin.write(b"%d\n" % len(content))
        process.stdin.write(content)
        process.stdin.flush()
        return process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            for stream in (process.stdin, process.stdout):
                with suppress(OSError):  # what it had no time to take
                    if stream is not None:
                        stream.close()
            process.wait()

    def _end_later(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
        if self._process is not None:
            self._idle = threading.Timer(_IDLE, self.close)
            self._idle.daemon = True
            self._idle.start()
