"""The process that goes on where `vdlite run` was killed, or ended before its program's own children."""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress

_ASK, _CLOSE, _DONE, _TAKE_OVER = b"?", b"x", b".", b">"
_PATIENCE = 0.5  # seconds that an answer may take


class Heir:
    """The other process, from the side of its parent.

    It is of the same process group, and gets each signal that is sent to all of it: so it is known whether the program got
    it, too.
    """

    def __init__(
        self, signals: Sequence[int], take_over: Callable[[], None], closes: Sequence[int] = ()
    ) -> None:
        """Make the process. take_over: what it does when its time comes.

        closes: descriptors that it does not hold. Raises OSError if there can't be one.
        """
        self._ours, theirs = socket.socketpair()
        self.pid = os.fork()
        if not self.pid:
            _be_heir(theirs, self._ours, signals, take_over, closes)
        theirs.close()
        self._ours.settimeout(_PATIENCE)
        self._got: dict[int, int] = dict.fromkeys(signals, 0)
        self._turn = threading.Lock()

    def got(self, number: int) -> int | None:
        """How often a signal came there since the last question; None: there is no answer."""
        try:
            with self._turn:
                self._ours.sendall(_ASK + bytes([number]))
                answer = self._ours.recv(1)
        except OSError:
            return None
        if not answer:
            return None
        new = (answer[0] - self._got.get(number, 0)) % 256
        self._got[number] = answer[0]
        return new

    def dismiss(self) -> None:
        """Let it end, since all has been read."""
        self._say(_DONE)
        with suppress(OSError):
            os.waitpid(self.pid, 0)

    def inherit(self) -> None:
        """Let it go on reading what is still open."""
        self._say(_TAKE_OVER)

    def close(self, descriptor: int) -> None:
        """Let it close a descriptor, too: so who writes there learns that nobody reads."""
        with suppress(OSError, ValueError), self._turn:
            self._ours.sendall(_CLOSE + bytes([descriptor]))

    def _say(self, word: bytes) -> None:
        with suppress(OSError), self._turn:
            self._ours.sendall(word)
            self._ours.close()


def _be_heir(
    ours: socket.socket,
    parents: socket.socket,
    signals: Sequence[int],
    take_over: Callable[[], None],
    closes: Sequence[int],
) -> None:
    """The life of the process, which does not return."""
    try:
        parents.close()
        got = dict.fromkeys(signals, 0)

        def count(number: int, _frame: object) -> None:
            got[number] = (got[number] + 1) % 256

        for number in signals:
            signal.signal(number, count)
        for each in closes:
            os.close(each)
        _wait(ours, got, take_over)
    finally:
        os._exit(0)


def _wait(ours: socket.socket, got: dict[int, int], take_over: Callable[[], None]) -> None:
    while True:
        word = ours.recv(1)
        if word == _ASK:
            number = ours.recv(1)
            ours.sendall(bytes([got.get(number[0], 0)]))
        elif word == _CLOSE:
            with suppress(OSError):
                os.close(ours.recv(1)[0])
        elif word == _DONE:
            return
        else:
            take_over()  # the parent says so, or was killed
            return
