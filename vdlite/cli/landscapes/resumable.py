"""Commands that run a user's code for long, keep what is done, and go on where they were when they are called again."""

from __future__ import annotations

import sys
from collections.abc import Callable

from vdlite.cli.terminal import UsageError, end_like_interrupt, said

STOPPED = 130  # what a shell says of a program that Ctrl-C has ended


def resumable(work: Callable[[], None]) -> int:
    """Run it. Gives the exit status, 0, or 130 where Ctrl-C or SIGTERM has stopped it.

    Raises UsageError for what does not fit together, and for what the user's own code raises.
    """
    end_like_interrupt()
    try:
        work()
    except KeyboardInterrupt:
        print("stopped; what is done is kept, and the same command goes on", file=sys.stderr)
        return STOPPED
    except UsageError:
        raise
    except Exception as error:
        why = _why(error)
        if why is None:
            raise
        raise UsageError(why) from error
    return 0


def _why(error: Exception) -> str | None:
    """The text for an error; None of one of ours, whose traceback says more."""
    from vdlite.errors import VdliteError
    from vdlite.users_code import report_of

    if isinstance(error, VdliteError):
        return said(error)
    report = report_of(error)
    if report is not None:
        return f"--entry: {report}"
    return said(error) if isinstance(error, OSError) else None
