"""The command `vdlite run`: a program whose console is kept, and whose writers of other tools log here, with no line of it
changed."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence

from vdlite.cli.parser import Parser
from vdlite.cli.terminal import UsageError


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite run`: ends as the program ends."""
    options = run_parser().parse_args(arguments)
    command = [*options.command]
    if command[:1] == ["--"]:
        del command[0]
    if not command:
        raise UsageError("got no command, want such as: vdlite run -- python train.py")
    if command[0].endswith(".py"):
        command.insert(0, sys.executable)
    from vdlite.kinds.surroundings.rank import LAUNCH, rank_of, starter
    from vdlite.patching.environment import patched_environment
    from vdlite.writer.life.system_variable import EVERY_SECONDS, VARIABLE

    environment = patched_environment(options.mode, os.environ)
    if rank_of(os.environ) is not None:
        environment.setdefault(LAUNCH, starter())
    given = environment.get(VARIABLE)
    if options.system is None:
        environment.setdefault(VARIABLE, f"{EVERY_SECONDS:g}")  # who says nothing has it
    else:
        usual = f"{EVERY_SECONDS:g}" if given in (None, "", "0") else str(given)
        environment[VARIABLE] = usual if options.system else "0"
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # as where a daemon starts us
            stream.flush()
    try:
        if options.console:
            return _watch(command, environment, options.run)
        return _become(command, environment)
    except OSError as error:
        raise UsageError(f"can't start {command[0]}: {error.strerror}") from error


def _watch(command: list[str], environment: Mapping[str, str], folder: str | None) -> int:
    """Run the program with its console kept; folder: of the run, if it is to be this one."""
    from vdlite.launching.place import Place
    from vdlite.launching.recorded import Watched

    try:
        place = Place()
    except OSError as error:  # the program matters more
        print(f"vdlite run: can't keep the console: {error.strerror}", file=sys.stderr)
        return _become(command, environment)
    watched = Watched(command, environment, None if folder is None else os.path.abspath(folder))
    if sys.platform == "win32":
        from vdlite.launching.piped import run_piped

        return run_piped(watched, place)
    from vdlite.launching.program import run_watched

    return run_watched(watched, place)


def _become(command: list[str], environment: Mapping[str, str]) -> int:
    from vdlite.patching.environment import announcement

    environment = {**environment, **announcement()}
    if sys.platform != "win32":  # there, this process would end before the program
        os.execvpe(command[0], command, environment)
    return subprocess.run(command, env=environment, check=False).returncode


def run_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite run",
        usage="vdlite run [--mode {also,instead}] [--no-system] [--run FOLDER | --no-console] -- COMMAND [ARGUMENT ...]",
        description="Run a program, and keep what it prints with its run, and how it ended. Its writers of TensorBoard "
        "(torch.utils.tensorboard, tensorboardX) and VisualDL log here, too, with no line of it changed: into the "
        "folders that it gives them.",
    )
    parser.add_argument(
        "--mode",
        choices=["also", "instead"],
        default="also",
        help="also: their own files are written as ever; instead: logs of vdlite alone, which needs none of these "
        "packages (default: also)",
    )
    parser.add_argument(
        "--run",
        metavar="FOLDER",
        help="keep the console in this run (default: the run that the program opens, or a new one below runs)",
    )
    parser.add_argument(
        "--no-console",
        dest="console",
        action="store_false",
        help="keep nothing of what the program prints: it takes the place of vdlite",
    )
    parser.add_argument(
        "--system",
        action=argparse.BooleanOptionalAction,
        help="log what the machine, the program and its GPUs do, every 10 seconds, or as VDLITE_SYSTEM says (default: on); "
        "--no-system: not, whatever the program asks for",
    )
    parser.add_argument(
        "command",
        metavar="COMMAND",
        nargs=argparse.REMAINDER,
        help="the program with its arguments, such as: python train.py; what it starts logs here, too",
    )
    return parser
