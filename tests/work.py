"""How much Python works, counted and not timed: whether something grows in step with its size, or by the square.

Each bytecode that is executed counts, in all threads, and each call of a list's method that goes through the list as
so many more as that is long.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

GOES_THROUGH = {"index", "insert", "remove", "count", "copy", "reverse"}


class Work:
    """Counts while it is on."""

    def __init__(self) -> None:
        self.done = 0
        self._is_on = False

    @contextmanager
    def counting(self) -> Iterator[None]:
        self.done = 0
        self._is_on = True
        before = sys.gettrace(), sys.getprofile()
        sys.settrace(self.trace)
        sys.setprofile(self.profile)
        try:
            yield
        finally:
            sys.setprofile(before[1])
            sys.settrace(before[0])
            self._is_on = False

    def trace(self, frame: FrameType, event: str, arg: object) -> Any:
        if not self._is_on:
            return None
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        self.done += event == "opcode"
        return self.trace

    def profile(self, frame: FrameType, event: str, arg: object) -> None:
        if self._is_on and event == "c_call" and getattr(arg, "__name__", "") in GOES_THROUGH:
            through = getattr(arg, "__self__", None)
            self.done += len(through) if isinstance(through, list) else 0


@contextmanager
def counted_work() -> Iterator[Work]:
    """What counts, also in threads that begin meanwhile."""
    found = Work()
    before = threading.gettrace(), threading.getprofile()
    threading.settrace(found.trace)
    threading.setprofile(found.profile)
    try:
        yield found
    finally:
        threading.settrace(before[0])  # type: ignore[arg-type]
        threading.setprofile(before[1])


def growth(small: int, medium: int, large: int) -> float:
    """How much more the second doubling adds than the first: 2 where work grows in step, 4 by the square."""
    # What hardly grows differs by chance, such as who waits for whom.
    return (large - medium) / max(medium - small, small / 10, 2000)
