"""The arguments of events, which torch gives as pieces of JSON."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.recording import Note
from vdlite.profiling.recording.builder import Strings

# Numbers as C++ writes them, which are none in JSON.
_NO_NUMBER = re.compile(r":\s*(-?(?:nan|inf)\b|N/A)", re.IGNORECASE)
_SEQUENCE = '"Sequence number": '
_FORWARD = '"Fwd thread id": '
# Behind what all calls of an operator with the same arguments share.
_NUMBER = ', "Ev Idx"'
_MOST_EXAMPLES = 3


class Metadata:
    """Arguments by their text, with a count of those that could not be read."""

    def __init__(self) -> None:
        self._unread = 0
        self._examples: list[str] = []

    def parsed(self, text: str) -> dict[str, Any]:
        """The arguments; none, counted, if they are damaged."""
        text = "{" + text + "}"
        try:
            try:
                found = json.loads(text)
            except ValueError:
                found = json.loads(_NO_NUMBER.sub(": null", text))
        except (ValueError, RecursionError):
            self._unread += 1
            if len(self._examples) < _MOST_EXAMPLES:
                self._examples.append(text[:200])
            return {}
        return found if isinstance(found, dict) else {}

    def notes(self) -> list[Note]:
        if not self._unread:
            return []
        examples = "; ".join(self._examples)
        return [
            Note(f"the arguments of {self._unread} events can't be read: {examples}", "warning")
        ]


class OperatorRows:
    """Columns of what operators tell: shapes, arguments, and what joins forward and backward."""

    def __init__(self, metadata: Metadata, strings: Strings, count: int) -> None:
        self.sequence: NDArray[np.int64] = np.full(count, -1, np.int64)
        self.forward_thread: NDArray[np.int64] = np.zeros(count, np.int64)
        self.shapes: NDArray[np.int64] = np.zeros(count, np.int64)
        self.args: NDArray[np.int64] = np.zeros(count, np.int64)
        self._metadata = metadata
        self._strings = strings
        # Operators are called with the same arguments in every step.
        self._known: dict[str, tuple[int, int]] = {}

    def add(self, row: int, text: str) -> None:
        at = text.find(_SEQUENCE)
        if at >= 0:
            self.sequence[row] = _number(text, at + len(_SEQUENCE))
            at = text.find(_FORWARD, at)
            if at >= 0:
                self.forward_thread[row] = _number(text, at + len(_FORWARD))
        at = text.find('"Concrete Inputs"')
        if at < 0:
            at = text.find('"Input ')
            if at < 0:
                return
        end = text.find(_NUMBER, at)
        arguments = text[at:] if end < 0 else text[at:end]
        known = self._known.get(arguments)
        if known is None:
            known = self._known[arguments] = self._inputs(arguments)
        self.shapes[row], self.args[row] = known

    def _inputs(self, text: str) -> tuple[int, int]:
        """Positions of the shapes, and of the other arguments."""
        found = self._metadata.parsed(text)
        shapes = found.pop("Input Dims", None)
        return (
            self._strings.add(json.dumps(shapes)) if shapes else 0,
            self._strings.add(json.dumps(found, ensure_ascii=False)) if found else 0,
        )


def _number(text: str, at: int) -> int:
    end = text.find(",", at)
    try:
        return int(text[at:] if end < 0 else text[at:end])
    except ValueError:
        return -1
