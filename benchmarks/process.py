"""Programs in processes of their own, so that no measurement warms up or burdens another."""

import json
import os
import subprocess
import sys
import textwrap
from typing import Any


class NotInstalled(Exception):
    """The contender is not there."""


def run_json(program: str, *arguments: object) -> Any:
    """Run a Python program that prints one line of JSON last; returns it.

    Raises NotInstalled if it ends with an ImportError.
    """
    process = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program), *map(str, arguments)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
        check=False,
    )
    if process.returncode:
        if "ModuleNotFoundError" in process.stderr or "ImportError" in process.stderr:
            raise NotInstalled(process.stderr.strip().splitlines()[-1])
        raise RuntimeError(process.stderr)
    return json.loads(process.stdout.strip().splitlines()[-1])
