"""What the commands share: refusing an option, ending at a signal, giving the address."""

from __future__ import annotations

import contextlib
import io
import os
import select
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from vdlite.version import __version__

if TYPE_CHECKING:  # slow to import
    from vdlite.server import Server


_QUICK_LOOK = 5000  # files and folders


class UsageError(Exception):
    """An option can't be used; the text names it."""


def said(error: Exception) -> str:
    """The message of an error, in the words of the other messages; of a file its name comes first."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


def printable(text: str) -> str:
    """The text without what would steer a terminal."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


def say(text: str) -> None:
    """Print a line in which others may have named things: nothing of it steers a terminal, or looks like another line."""
    print(printable(text))


def use_any_name() -> None:
    """Let names be printed that the terminal has no signs for, such as of files from elsewhere, in place of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def end_like_interrupt() -> None:
    """Let SIGTERM end this program as Ctrl-C does."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)


def flush_output() -> None:
    """Write what was printed. Raises OSError, such as BrokenPipeError."""
    with contextlib.suppress(ValueError):  # it is closed
        if sys.stdout is not None:
            sys.stdout.flush()


def is_output_cut() -> bool:
    """True if nobody reads the pipe any more that standard output goes to, as behind `| head`."""
    try:
        poll = select.poll()
        poll.register(sys.stdout.fileno(), 0)
    except (AttributeError, OSError, ValueError):
        return False  # Windows has no poll; and what has no descriptor is no pipe
    return any(events & (select.POLLERR | select.POLLHUP) for _, events in poll.poll(0))


def discard_output() -> None:
    """Let nothing be written to standard output any more: what waits for it would fail when Python ends."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, sys.stdout.fileno())
    os.close(nothing)


def leave(status: int) -> NoReturn:
    """End this process at once, when all that matters is closed.

    The server has stopped, and has written what it was asked to keep with each request. Python would go on to free
    all that was read, object by object, and wait for threads that read for nobody: seconds, with many runs.
    """
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):  # nobody listens any more
            if stream is not None:  # as where a daemon starts us
                stream.flush()
    os._exit(status)


def print_address(
    server: Server,
    logdirs: Sequence[str | Path],
    config: str | None = None,
    *,
    new: bool = False,
    place: str = "",
) -> None:
    """Say where the page is, what it shows, how to stop it, and what else the user should know.

    config: the file that options were taken from.
    place: of the page, that is to be opened.
    new: the logs are just about to be written; nothing need be said of an empty folder.
    """
    lines = ["", f"  vdlite {__version__}", "", f"  Open    {server.url}{place}"]
    lines += [f"  Logs    {path if new else _described(path)}" for path in logdirs]
    lines += [f"  Config  {config}"] if config else []
    lines += ["  Stop    Ctrl-C", ""]
    lines += [f"  Note: {note}" for note in server.notes]
    print("\n".join(lines), flush=True)


def _described(logdir: str | Path) -> str:
    from vdlite.reader.logdir.logdirs import is_log_name
    from vdlite.reader.remote.address import address_of

    if (address := address_of(logdir)) is not None:
        return str(address)
    path = Path(logdir)

    try:
        if not path.exists():
            what = "it" if is_log_name(path.name) else "a folder of that name"
            return f"{path.absolute()} (does not exist yet; waiting for {what})"
        if path.is_file():
            return str(path.absolute())
        empty = next(path.iterdir(), None) is None
    except OSError as error:
        return f"{path.absolute()} (can't be read: {error.strerror})"
    return f"{path.absolute()}{' (empty so far; waiting for logs)' if empty else _of_others(path)}"


def _of_others(path: Path) -> str:
    """The hint for a folder in which another tool's logs lie and none of ours, as far as a quick look says."""
    from vdlite.foreign.names import RUN_META, is_foreign_log, is_store, tool_not_read
    from vdlite.format.layout import is_log_file

    others: set[str] = set()
    seen = 0
    for _, _, names in os.walk(path):
        for name in names:
            if is_log_file(name) or is_foreign_log(name) or is_store(name) or name == RUN_META:
                return ""
            others.update(filter(None, [tool_not_read(name)]))
        seen += 1 + len(names)
        if seen > _QUICK_LOOK:
            break
    if not others:
        return ""
    return f" (logs of {' and '.join(sorted(others))}, which this version does not read; waiting for a LogWriter's)"
