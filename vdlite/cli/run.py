"""The command `vdlite run`: a program whose writers of other tools log here, with no line of it changed."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence

from vdlite.cli.parser import Parser
from vdlite.cli.terminal import UsageError


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite run`. Returns only where the program can't take this process's place."""
    options = run_parser().parse_args(arguments)
    command = [*options.command]
    if command[:1] == ["--"]:
        del command[0]
    if not command:
        raise UsageError("got no command, want such as: vdlite run -- python train.py")
    if command[0].endswith(".py"):
        command.insert(0, sys.executable)
    from vdlite.patching.environment import patched_environment

    environment = patched_environment(options.mode, os.environ)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # as where a daemon starts us
            stream.flush()
    try:
        return _become(command, environment)
    except OSError as error:
        raise UsageError(f"can't start {command[0]}: {error.strerror}") from error


def _become(command: list[str], environment: Mapping[str, str]) -> int:
    if sys.platform != "win32":  # there, this process would end before the program
        os.execvpe(command[0], command, environment)
    return subprocess.run(command, env=environment, check=False).returncode


def run_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite run",
        usage="vdlite run [--mode {also,instead}] -- COMMAND [ARGUMENT ...]",
        description="Run a program whose writers of TensorBoard (torch.utils.tensorboard, tensorboardX) and VisualDL "
        "log here, too, with no line of it changed: into the folders that it gives them.",
    )
    parser.add_argument(
        "--mode",
        choices=["also", "instead"],
        default="also",
        help="also: their own files are written as ever; instead: logs of vdlite alone, which needs none of these "
        "packages (default: also)",
    )
    parser.add_argument(
        "command",
        metavar="COMMAND",
        nargs=argparse.REMAINDER,
        help="the program with its arguments, such as: python train.py; what it starts logs here, too",
    )
    return parser
