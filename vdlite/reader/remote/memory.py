"""Bytes of remote objects that are kept in memory, up to a limit."""

import threading
from collections import OrderedDict
from typing import NamedTuple

MOST_BYTES = 64 << 20
_LARGEST = 16 << 20  # bytes; a longer piece would push out all others


class _Name(NamedTuple):
    number: int  # of the object
    version: str
    start: int


class Memory:
    """The pieces that were read last. Threads may share it."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        """most: bytes that all pieces together may take."""
        self._most = most
        self._lock = threading.Lock()
        self._pieces: OrderedDict[_Name, bytes] = OrderedDict()
        self._of: dict[int, set[_Name]] = {}  # by the number of the object
        self._size = 0

    @property
    def size(self) -> int:
        """Bytes of all pieces."""
        return self._size

    def get(self, number: int, version: str, start: int, end: int) -> bytes | None:
        """The bytes from `start` up to, not including, `end` of an object; None if one piece does not hold them."""
        with self._lock:
            for name in self._of.get(number, ()):
                piece = self._pieces[name]
                if (
                    name.version == version
                    and name.start <= start
                    and end <= name.start + len(piece)
                ):
                    self._pieces.move_to_end(name)
                    return piece[start - name.start : end - name.start]
        return None

    def put(self, number: int, version: str, start: int, piece: bytes) -> None:
        """Keep a piece of an object that begins at `start`, and drop what was not asked for the longest."""
        if len(piece) > min(_LARGEST, self._most):
            return
        name = _Name(number, version, start)
        with self._lock:
            self._drop(name)
            self._pieces[name] = piece
            self._of.setdefault(number, set()).add(name)
            self._size += len(piece)
            while self._size > self._most:
                self._drop(next(iter(self._pieces)))

    def _drop(self, name: _Name) -> None:
        piece = self._pieces.pop(name, None)
        if piece is None:
            return
        self._size -= len(piece)
        names = self._of[name.number]
        names.discard(name)
        if not names:
            del self._of[name.number]
