"""The two outputs of a program: where they go, and what is put between."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from dataclasses import dataclass

from vdlite.kinds.console_streams import STREAMS, Stream

_STDOUT, _STDERR = 1, 2
_PIPE_BYTES = 1 << 20  # that a program can print without waiting for us


@dataclass(slots=True)
class Outlet:
    """One output. Its program writes into a pipe, or into a terminal of its own where the output goes to one."""

    stream: int  # index of STREAMS
    source: int  # file descriptor that is read here
    inlet: int  # the one that the program gets
    target: int | None  # where it goes; None: nowhere
    is_terminal: bool

    def close_inlet(self) -> None:
        """Leave the inlet to the program."""
        os.close(self.inlet)

    def fit(self) -> None:
        """Give the program's terminal the size of the one that it goes to."""
        if self.is_terminal and self.target is not None:
            import fcntl
            import termios

            with suppress(OSError):
                size = fcntl.ioctl(self.target, termios.TIOCGWINSZ, bytes(8))
                fcntl.ioctl(self.source, termios.TIOCSWINSZ, size)


def open_outlets() -> tuple[Outlet, Outlet]:
    """Outlets for stdout and stderr: one and the same where both go to one place, so that the order of what is printed stays.

    Raises OSError if there are no descriptors left.
    """
    out, err = _place(_STDOUT), _place(_STDERR)
    if out is not None and out == err:
        both = _open("both", _STDOUT)
        return both, both
    return (
        _open("stdout", None if out is None else _STDOUT),
        _open("stderr", None if err is None else _STDERR),
    )


def _place(descriptor: int) -> tuple[int, int] | None:
    """What the descriptor stands for; None if it is closed."""
    try:
        found = os.fstat(descriptor)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _open(stream: Stream, target: int | None) -> Outlet:
    number = STREAMS.index(stream)
    if target is not None and os.name == "posix" and os.isatty(target):
        with suppress(OSError):  # no pseudo-terminals here: the program gets a pipe
            return _open_terminal(number, target)
    source, inlet = os.pipe()
    if sys.platform == "linux":
        import fcntl

        with suppress(OSError):  # pipes of this user have too much already
            fcntl.fcntl(inlet, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
    return Outlet(number, source, inlet, target, is_terminal=False)


def _open_terminal(stream: int, target: int) -> Outlet:
    """A terminal that hands on what it is given as it is: the one that it goes to makes of it what it always does.

    Input and signals stay with that one: it is still the controlling terminal of the program.
    """
    import pty
    import termios

    source, inlet = pty.openpty()
    with suppress(termios.error):
        settings = termios.tcgetattr(target)
        settings[1] &= ~termios.OPOST
        settings[3] &= ~termios.ECHO
        termios.tcsetattr(inlet, termios.TCSANOW, settings)
    outlet = Outlet(stream, source, inlet, target, is_terminal=True)
    outlet.fit()
    return outlet
