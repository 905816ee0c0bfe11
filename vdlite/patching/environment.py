"""What makes a Python program, and every Python program that it starts, log here from its first line on."""

import os
from collections.abc import Mapping
from pathlib import Path

from vdlite.patching.patch import Mode
from vdlite.writer.telling import UNDER_RUN

_SITE = Path(__file__).parent / "site"


def patched_environment(mode: Mode, environment: Mapping[str, str]) -> dict[str, str]:
    """The environment for such a program: Python runs the file `sitecustomize` of the first folder that has one."""
    paths = [str(_SITE), *environment.get("PYTHONPATH", "").split(os.pathsep)]
    unique = list(dict.fromkeys(path for path in paths if path))
    return {**environment, "PYTHONPATH": os.pathsep.join(unique), UNDER_RUN: mode}
