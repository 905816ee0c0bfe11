"""Passes a program's output on to where it went without us, and hands it over to be recorded."""

from __future__ import annotations

import errno
import os
import select
import threading
import time
from collections.abc import Callable, Sequence

from vdlite.launching.outlets import Outlet
from vdlite.launching.pieces import Piece, Pieces

_READ_BYTES = 1 << 20
_NAP = 0.001
"""Seconds in which pieces gather that come faster than that: a program that prints line by line wakes us less often."""
_MANY_BYTES = 1 << 16  # that are worth a look at once


class Passing:
    """A thread for each outlet, so that one that nobody reads holds up none but itself."""

    def __init__(
        self, outlets: Sequence[Outlet], pieces: Pieces, on_unread: Callable[[int], None]
    ) -> None:
        """on_unread: is given the descriptor of an outlet whose target nobody reads any more, after it was closed."""
        self._pieces = pieces
        self._on_unread = on_unread
        self._stop, self._stopped = os.pipe()
        self._left: list[Outlet] = []
        self._threads = [
            threading.Thread(target=self._pass, args=(outlet,), name="vdlite-output", daemon=True)
            for outlet in outlets
        ]
        for thread in self._threads:
            thread.start()

    def finish(self) -> list[Outlet]:
        """Pass on what has been printed by now; returns the outlets that somebody still holds open."""
        os.close(self._stopped)
        self.wait()
        return self._left

    def wait(self) -> None:
        """Wait until nobody holds any outlet open."""
        for thread in self._threads:
            thread.join()

    def _pass(self, outlet: Outlet) -> None:
        waiting = select.poll()
        waiting.register(outlet.source, select.POLLIN | select.POLLHUP)
        waiting.register(self._stop, select.POLLIN | select.POLLHUP)
        last = 0.0
        while True:
            ready = {descriptor for descriptor, _ in waiting.poll()}
            if outlet.source not in ready:
                self._left.append(outlet)
                return
            data = read(outlet.source)
            if not data:
                os.close(outlet.source)
                return
            now = time.time()
            if outlet.target is not None and not write_all(outlet.target, data, outlet):
                # As without us: who prints learns that nobody reads.
                self._pieces.put(Piece(outlet.stream, data, now))
                os.close(outlet.source)
                self._on_unread(outlet.source)
                return
            self._pieces.put(Piece(outlet.stream, data, now))
            if len(data) < _MANY_BYTES and now - last < _NAP:
                time.sleep(_NAP)
            last = now


def read(source: int) -> bytes:
    """What there is to read; empty at the end."""
    try:
        return os.read(source, _READ_BYTES)
    except OSError:  # EIO is the end of a terminal
        return b""


def write_all(target: int, data: bytes, outlet: Outlet) -> bool:
    """Write it, however long that takes; False if nobody reads it any more, as behind `head`."""
    rest = memoryview(data)
    while rest:
        try:
            rest = rest[os.write(target, rest) :]
        except BlockingIOError:  # others have made it so
            waiting = select.poll()
            waiting.register(target, select.POLLOUT)
            waiting.poll()
        except OSError as error:
            if error.errno in (errno.EPIPE, errno.ECONNRESET):
                return False
            # A terminal that was closed, a disk that is full: what is printed is recorded all the same.
            outlet.target = None
            return True
    return True
