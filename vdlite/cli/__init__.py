"""The command line: `vdlite`, and the commands `vdlite demo`, `check`, `runs`, `show`, `series`, `events`, `compare`,
`diff`, `search`, `ranks`, `outliers`, `top`, `rows`, `console`, `again`, `query`, `note`, `logbook`, `graph`, `landscape`, `curvature`, `barriers`, `profile`,
`import`, `export`, `ps`, `run`, `stop`, `url`, `baseline`, `halt`, `prune`, `plugins`, `completion`, `help`, `version`; and
those that other installed packages add.

What is slow to import is imported where it is needed, so that `vdlite --version` answers at once.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Callable, Sequence
from typing import cast

from vdlite.cli import completion, demo, graph, plugins, run
from vdlite.cli.landscapes import barriers, curvature, landscape
from vdlite.cli.logs import baseline, check, copying, halt, profile, prune
from vdlite.cli.questions import (
    again,
    compare,
    console,
    diff,
    events,
    groups,
    hparams,
    importance,
    logbook,
    mcp,
    note,
    outliers,
    picture,
    query,
    ranks,
    rows,
    runs,
    search,
    series,
    show,
    top,
    watch,
)
from vdlite.cli.serving import ps, serve, stop, url
from vdlite.cli.terminal import (
    UsageError,
    discard_output,
    flush_output,
    is_output_cut,
    leave,
    printable,
    said,
    use_any_name,
)

_RUNS_OPTIONS = {
    "--json",
    "--metrics",
    "--limit",
    "--where",
    "--sort",
    "--archived",
    "--help",
    "-h",
}  # of the command `vdlite runs`

_CUT_OFF = 141
"""What shells say of a program that SIGPIPE ends, as it does most programs whose reader goes away."""

_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}
"""Why what was printed can't be written: errors of files name these, and have been reported."""


Command = Callable[[Sequence[str]], int]
"""Takes the arguments behind its name, and returns the exit status."""


def _command(word: str) -> Command | None:
    """The command of that name; of other packages, if it is no option, folder or log. Raises UsageError."""
    known = _COMMANDS.get(word)
    if known is not None or word.startswith("-") or os.path.lexists(word) or os.sep in word:
        return known
    from vdlite.plugins import PluginError, commands_of, first_of

    def wanted(thing: object) -> str:
        return "" if callable(thing) else f"got {type(thing).__name__}, want a function"

    found = commands_of(word)
    try:
        return cast("Command", first_of(found, wanted)) if found else None
    except PluginError as error:
        raise UsageError(f"the command {error}") from error


def _help(arguments: Sequence[str]) -> int:
    """The text of `--help`: of vdlite, or of the command that is named."""
    if not arguments:
        return serve.run(["--help"])
    command = _command(arguments[0])
    if command is None:
        raise UsageError(
            f"there is no command {arguments[0]!r}: want one of {', '.join(_COMMANDS)}"
        )
    return command(["--help"])


def _version(arguments: Sequence[str]) -> int:
    return serve.run(["--version", *arguments])


_COMMANDS: dict[str, Command] = {
    "demo": demo.run,
    "check": check.run,
    "runs": runs.run,
    "show": show.run,
    "series": series.run,
    "events": events.run,
    "compare": compare.run,
    "diff": diff.run,
    "ranks": ranks.run,
    "outliers": outliers.run,
    "top": top.run,
    "search": search.run,
    "hparams": hparams.run,
    "importance": importance.run,
    "groups": groups.run,
    "rows": rows.run,
    "console": console.run,
    "again": again.run,
    "watch": watch.run,
    "picture": picture.run,
    "query": query.run,
    "mcp": mcp.run,
    "skill": mcp.run_skill,
    "note": note.run,
    "logbook": logbook.run,
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
    "url": url.run,
    "baseline": baseline.run,
    "halt": halt.run,
    "prune": prune.run,
    "plugins": plugins.run,
    "completion": completion.run,
    "help": _help,
    "version": _version,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    argv: the arguments after the program's name; None: those of the process.
    """
    if argv is not None:
        return _run(argv, is_program=False)
    use_any_name()
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
    except OSError as error:
        if error.errno not in _NO_ROOM:
            raise
        discard_output()
        print(f"vdlite: can't write: {error.strerror}", file=sys.stderr)
        return 1


def _run(argv: Sequence[str], *, is_program: bool) -> int:
    arguments = list(argv)
    command: Command | None = None
    try:
        command = None if _is_usual_folder(arguments) else _command(arguments[0])
        status = serve.run(arguments, _COMMANDS) if command is None else command(arguments[1:])
        if is_program:
            _let_end()
    except UsageError as error:
        return _refuse(arguments, command, str(error))
    except ModuleNotFoundError as error:
        from vdlite.packages import missing

        if (lacking := missing(error)) is None:
            raise
        return _refuse(arguments, command, str(lacking))
    except OSError as error:
        if error.filename is None:
            raise
        return _refuse(arguments, command, said(error))  # such as a name that is too long
    except KeyboardInterrupt:
        _let_end()
        status = 0
    if is_program and command is None:
        leave(status)
    return status


def _is_usual_folder(arguments: Sequence[str]) -> bool:
    """True if the logdir is meant: none is given, or it is called `runs`, as most are, and nothing is asked of its runs."""
    if not arguments:
        return True
    word, *rest = arguments
    names_logs = bool(rest) and not rest[0].startswith("-")
    is_asked = names_logs or any(each.partition("=")[0] in _RUNS_OPTIONS for each in rest)
    return word == "runs" and not is_asked and os.path.isdir(word)


def _refuse(arguments: Sequence[str], command: object, why: str) -> int:
    name = "vdlite" if command is None else f"vdlite {arguments[0]}"
    # Others may have named what is printed; lines of a user's own code stay lines.
    print(f"{name}: " + "\n".join(map(printable, why.split("\n"))), file=sys.stderr)
    return 2


def _let_end() -> None:
    """Nothing is left to do but to end this process: Ctrl-C must not turn that into a traceback."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
