"""What was read of a program's output and is not recorded yet."""

from __future__ import annotations

from collections import deque
from threading import Condition
from typing import NamedTuple

MOST_BYTES = 64 << 20
"""Of pieces that wait: what is recorded more slowly than it is printed is left out, so that nobody waits for it."""


class Piece(NamedTuple):
    """Bytes that were read at once."""

    stream: int
    data: bytes
    walltime: float  # seconds since 1970


class Pieces:
    """A queue whose bytes are bounded. For any threads."""

    def __init__(self, *, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._waiting: deque[Piece] = deque()
        self._bytes = 0
        self._lost = 0
        self._ended = False
        self._changed = Condition()

    def put(self, piece: Piece) -> None:
        """Add a piece, or count its bytes where there is no room: never waits for who takes them."""
        with self._changed:
            if self._bytes + len(piece.data) > self._most_bytes:
                self._lost += len(piece.data)
                return
            self._waiting.append(piece)
            self._bytes += len(piece.data)
            self._changed.notify()

    def end(self) -> None:
        """Say that nothing more comes."""
        with self._changed:
            self._ended = True
            self._changed.notify()

    def take(self, seconds: float | None) -> tuple[list[Piece], int, bool]:
        """All pieces, the bytes lost behind them, and whether nothing more comes; waits for any, at most so long."""
        with self._changed:
            if not self._waiting and not self._ended:
                self._changed.wait(seconds)
            taken, lost = list(self._waiting), self._lost
            self._waiting.clear()
            self._bytes = self._lost = 0
            return taken, lost, self._ended
