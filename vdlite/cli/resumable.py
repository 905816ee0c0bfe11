"""Commands that compute long, keep what is done, and go on where they were when they are called again."""

from __future__ import annotations

import sys
from collections.abc import Callable

from vdlite.cli.terminal import end_like_interrupt

STOPPED = 130  # what a shell says of a program that Ctrl-C has ended


def resumable(work: Callable[[], None]) -> int:
    """Run it. Gives the exit status, 0, or 130 where Ctrl-C or SIGTERM has stopped it."""
    end_like_interrupt()
    try:
        work()
    except KeyboardInterrupt:
        print("stopped; what is done is kept, and the same command goes on", file=sys.stderr)
        return STOPPED
    return 0
