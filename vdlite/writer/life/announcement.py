"""Says where a program under `vdlite run` logs: once to its user, since it was written to log elsewhere, and each time to
who watches it."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

UNDER_RUN = "VDLITE_PATCH"
"""The variable that `vdlite run` sets."""
FIRST_TO_TELL = "VDLITE_PATCH_FIRST"
"""Another one: an empty file, which the first writer removes. So no variable changes while a program runs."""
OPEN_RUNS = "VDLITE_OPEN_RUNS"
"""A third one: a file of which runs are open, a line of JSON for each writer that opens or closes one."""


def announce_opened(folder: str) -> None:
    """Say to who watches the program that a writer of it has opened a run."""
    _append({"opened": folder})


def announce_closed(folder: str, outcome: str | None) -> None:
    """Say that it has closed it. outcome: how the training ended, as far as the writer knows."""
    _append({"closed": folder, "outcome": outcome})


def _append(event: dict[str, str | None]) -> None:
    path = os.environ.get(OPEN_RUNS)
    if not path:
        return
    import json  # which no other training needs

    line = json.dumps({**event, "pid": os.getpid()}).encode() + b"\n"
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND)  # who watches has made it, or is gone
    except OSError:
        return
    try:
        os.write(descriptor, line)
    except OSError:
        return
    finally:
        os.close(descriptor)


def announce_folder(logdir: str) -> None:
    """Print the folder of the first writer; those of others, and of programs that this one starts, are not printed."""
    if UNDER_RUN not in os.environ or sys.stderr is None or not _is_first():
        return
    shown = shlex.quote(_folder_of_runs(logdir))
    line = f"vdlite: logging into {logdir}; to look: vdlite --logdir {shown}"
    print(line, file=sys.stderr, flush=True)  # noqa: T201


def _is_first() -> bool:
    try:
        os.unlink(os.environ.get(FIRST_TO_TELL, ""))
    except OSError:
        return False
    return True


def _folder_of_runs(run: str) -> str:
    """The folder that shows a run beside the others of the program: one that is likely to hold nothing else."""
    from tempfile import gettempdir

    try:
        here, folder = Path.cwd(), Path(run).absolute()
        if here in folder.parents:
            return str(here / folder.relative_to(here).parts[0])
        alone = folder.parent in {Path.home(), Path(gettempdir()), Path(folder.anchor)}
        return str(folder if alone else folder.parent)
    except (OSError, RuntimeError):  # there is no current folder any more, or no home
        return run
