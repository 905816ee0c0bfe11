"""Programs in processes of their own, so that no measurement warms up or burdens another."""

import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).parents[1]


class NotInstalled(Exception):
    """The contender is not there."""


def run_json(program: str, *arguments: object) -> Any:
    """Run a Python program that prints one line of JSON last; returns it.

    Raises NotInstalled if it ends with an ImportError.
    """
    return _json_of([sys.executable, "-c", textwrap.dedent(program)], arguments, {}, None)


def run_module(
    module: str,
    *arguments: object,
    python: str,
    environment: Mapping[str, str],
    timeout: float,
) -> Any:
    """Run a module of this repository by an interpreter, with these variables added; returns its last line of JSON.

    Raises NotInstalled if it ends with an ImportError, and subprocess.TimeoutExpired after so many seconds.
    """
    environment = {"PYTHONPATH": str(_ROOT), **environment}
    return _json_of([python, "-m", module], arguments, environment, timeout)


def _json_of(
    command: list[str],
    arguments: tuple[object, ...],
    environment: Mapping[str, str],
    timeout: float | None,
) -> Any:
    process = subprocess.run(
        [*command, *map(str, arguments)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONWARNINGS": "ignore", **environment},
        timeout=timeout,
        check=False,
    )
    if process.returncode:
        if "ModuleNotFoundError" in process.stderr or "ImportError" in process.stderr:
            raise NotInstalled(process.stderr.strip().splitlines()[-1])
        raise RuntimeError(process.stderr)
    return json.loads(process.stdout.strip().splitlines()[-1])
