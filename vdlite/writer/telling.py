"""Says once where a program under `vdlite run` logs: it was written to log elsewhere."""

import os
import shlex
import sys

UNDER_RUN = "VDLITE_PATCH"
"""The variable that `vdlite run` sets."""
_TOLD = "VDLITE_PATCH_TOLD"


def tell_folder(logdir: str) -> None:
    """Print the folder of the first writer; those of others, and of programs that this one starts, are not told."""
    if UNDER_RUN not in os.environ or _TOLD in os.environ or sys.stderr is None:
        return
    os.environ[_TOLD] = "1"
    line = f"vdlite: logging into {logdir}; to look: vdlite --logdir {shlex.quote(logdir)}"
    print(line, file=sys.stderr, flush=True)  # noqa: T201
