"""Says once where a program under `vdlite run` logs: it was written to log elsewhere."""

import os
import shlex
import sys
from pathlib import Path

UNDER_RUN = "VDLITE_PATCH"
"""The variable that `vdlite run` sets."""
FIRST_TO_TELL = "VDLITE_PATCH_FIRST"
"""Another one: an empty file, which the first writer removes. So no variable changes while a program runs."""


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
