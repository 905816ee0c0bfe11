"""The command line: `vdlite`, and the commands `vdlite demo`, `check`, `graph`, `landscape`, `curvature`, `barriers`,
`profile`, `import`, `export`, `ps`, `run`, `stop`, `prune`, `completion`.

What is slow to import is imported where it is needed, so that `vdlite --version` answers at once.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence

from vdlite.cli import (
    barriers,
    check,
    completion,
    copying,
    curvature,
    demo,
    graph,
    landscape,
    profile,
    prune,
    ps,
    run,
    serve,
    stop,
)
from vdlite.cli.terminal import UsageError, discard_output, flush_output, is_output_cut, leave

_CUT_OFF = 141
"""What shells say of a program that SIGPIPE ends, as it does most programs whose reader goes away."""

_COMMANDS = {
    "demo": demo.run,
    "check": check.run,
    "graph": graph.run,
    "landscape": landscape.run,
    "curvature": curvature.run,
    "barriers": barriers.run,
    "profile": profile.run,
    "import": copying.run_import,
    "export": copying.run_export,
    "ps": ps.run,
    "run": run.run,
    "stop": stop.run,
    "prune": prune.run,
    "completion": completion.run,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    argv: the arguments after the program's name; None: those of the process.
    """
    if argv is not None:
        return _run(argv, is_program=False)
    try:
        try:
            return _run(sys.argv[1:], is_program=True)
        finally:
            flush_output()  # now, and not when Python ends, which would tell of what is caught here
    except BrokenPipeError:
        if not is_output_cut():
            raise
        discard_output()
        return _CUT_OFF


def _run(argv: Sequence[str], *, is_program: bool) -> int:
    arguments = list(argv)
    command = _COMMANDS.get(arguments[0]) if arguments else None
    try:
        status = serve.run(arguments, _COMMANDS) if command is None else command(arguments[1:])
        if is_program:
            _let_end()
    except UsageError as error:
        print(f"vdlite: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        _let_end()
        status = 0
    if is_program and command is None:
        leave(status)
    return status


def _let_end() -> None:
    """Nothing is left to do but to end this process: Ctrl-C must not turn that into a traceback."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
