"""The environment that makes a Python program, and every one that it starts, log here from its first line on."""

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from vdlite.patching.patch import Mode
from vdlite.writer.life.announcement import FIRST_TO_TELL, UNDER_RUN

_SITE = Path(__file__).parent / "site"


def patched_environment(mode: Mode, environment: Mapping[str, str]) -> dict[str, str]:
    """The environment for such a program: Python runs the file `sitecustomize` of the first folder that has one."""
    paths = [str(_SITE), *environment.get("PYTHONPATH", "").split(os.pathsep)]
    unique = list(dict.fromkeys(path for path in paths if path))
    return {**environment, "PYTHONPATH": os.pathsep.join(unique), UNDER_RUN: mode}


def announcement() -> dict[str, str]:
    """The variable by which the first writer, and no other, says where it logs; its file stays if there is none."""
    try:
        file, path = tempfile.mkstemp(prefix="vdlite-run-")
    except OSError:  # no room for an empty file: where the logs go is not known then
        return {}
    os.close(file)
    return {FIRST_TO_TELL: path}
