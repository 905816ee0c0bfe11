"""The command `vdlite demo`: the training in one process, the server in this one."""

from __future__ import annotations

import argparse
import itertools
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from vdlite.cli.parser import Parser
from vdlite.cli.terminal import UsageError, end_like_interrupt, print_address, said
from vdlite.packages import is_there, needs

_DEFAULT = "vdlite-demo"


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite demo` and return its exit status."""
    options = demo_parser().parse_args(arguments)
    end_like_interrupt()
    if not is_there("sklearn"):
        raise UsageError(needs("the demo", "sklearn"))
    logdir = _fresh_folder(options.logdir)
    from vdlite.errors import VdliteError
    from vdlite.server import serve
    from vdlite.server.handle import belongs_to
    from vdlite.server.settings import port_number

    try:
        port = None if options.port is None else port_number(options.port)
        server = serve(logdir, port=port, open_browser=not options.no_browser)
    except (VdliteError, ValueError) as error:
        raise UsageError(str(error.args[-1])) from error
    with server, _training(logdir, options.seconds) as training:
        belongs_to(server, "vdlite", {})
        print_address(server, [logdir.absolute()], new=True)
        print(f"  Six small networks learn to read digits, for about {options.seconds:g} seconds.")
        print("  The code: vdlite/demo/training.py", flush=True)
        status = training.wait()
        if status:
            print(f"vdlite: the training failed with exit status {status}", file=sys.stderr)
            return 1
        print("\n  The training has ended.", flush=True)
        _say_where(logdir)
        if not options.exit_when_done:
            server.wait()
    return 0


def demo_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite demo",
        description="Train a small network on handwritten digits, six times with different "
        "hyperparameters, and watch it live in the browser.",
    )
    add = parser.add_argument
    add(
        "--logdir",
        metavar="DIR",
        help=f"new or empty folder for the logs (default: {_DEFAULT}, or {_DEFAULT}-2 and so on "
        "where that is in use)",
    )
    add("--port", metavar="N", help="port to listen on (default: 8040, or the next free one)")
    add("--no-browser", action="store_true", help="don't open the browser")
    add("--exit-when-done", action="store_true", help="end when the training has ended")
    add(
        "--seconds",
        type=_seconds,
        default=36.0,
        metavar="S",
        help="slow the training down to this time (default: 36; 0: as fast as it goes)",
    )
    return parser


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 86400:
        raise argparse.ArgumentTypeError(f"got {text}, want 0 to 86400")
    return seconds


def _fresh_folder(wanted: str | None) -> Path:
    """A folder that holds no older logs, newly made where it was not there.

    Raises UsageError if the wanted one holds something, or can't be made.
    """
    numbered = (Path(f"{_DEFAULT}-{number}") for number in itertools.count(2))
    candidates = [Path(wanted)] if wanted else itertools.chain([Path(_DEFAULT)], numbered)
    for folder in candidates:
        if _made_fresh(folder):
            return folder
    raise UsageError(f"--logdir: want a new or empty folder, so that logs don't mix: {wanted}")


def _made_fresh(folder: Path) -> bool:
    """True if `folder` is there now, and empty. Raises UsageError if it can't be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return next(folder.iterdir(), None) is None
    except FileExistsError:  # a file has that name
        return False
    except OSError as error:
        raise UsageError(f"--logdir: can't make a folder there: {said(error)}") from error


@contextmanager
def _training(logdir: Path, seconds: float) -> Iterator[subprocess.Popen[bytes]]:
    """The training in a process of its own, which leaves this one's threads to the server."""
    command = [sys.executable, "-m", "vdlite.demo.training", str(logdir), str(seconds)]
    # Its trainings go on side by side: threads within each would only stand in their way.
    environment = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", **os.environ}
    # In a session of its own: Ctrl-C comes to this process alone, which then ends the training.
    # What one of them prints is in its console.
    nothing = subprocess.DEVNULL
    training = subprocess.Popen(
        command, stdin=nothing, stdout=nothing, env=environment, start_new_session=True
    )
    try:
        yield training
    finally:
        training.terminate()
        training.wait()


def _say_where(logdir: Path) -> None:
    print(f"  Its logs stay in {logdir.absolute()}")
    print(f'  To look again:   vdlite --logdir "{logdir}"', flush=True)
