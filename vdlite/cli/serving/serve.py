"""The command `vdlite`: serve logdirs until Ctrl-C."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Collection, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from vdlite.cache.descriptors import raise_limit
from vdlite.cli.serving.config import Config, read_config
from vdlite.cli.serving.serve_options import Options, serve_options
from vdlite.cli.serving.serve_parser import serve_parser
from vdlite.cli.terminal import UsageError, end_like_interrupt, print_address, printable

if TYPE_CHECKING:  # slow to import
    from vdlite.server import Server

_OBJECTS_BEFORE_GARBAGE = 20_000  # new ones, after which it is searched for
_SWITCH_SECONDS = 0.001
# How much of a word is that of a command, to be taken for a slip of it.
_CLOSE, _CLOSE_FILE = 0.6, 0.9
_MEANT = {
    **dict.fromkeys(
        ("serve", "server", "start", "show", "view", "open", "board", "ui"),
        "a logdir is shown by vdlite LOGDIR, without a word before it",
    ),
    **dict.fromkeys(("list", "ls", "status", "servers"), "vdlite ps lists your servers"),
    "kill": "vdlite stop ends a server",
    "delete": "vdlite prune takes deleted runs off the disk",
    "convert": "vdlite import and vdlite export turn logs into others",
}
"""What other programs call it."""


def run(arguments: Sequence[str], commands: Collection[str] = ()) -> int:
    """Run `vdlite` and return its exit status.

    commands: what else could have been meant by a word.
    """
    server, options, config = start(arguments, commands)
    with server:
        from vdlite.server.handle import MODEL_PLACE

        print_address(
            server,
            options.keywords["logdir"],
            config.name if config.values else None,
            place=MODEL_PLACE if options.keywords["model"] else "",
        )
        server.wait()
    return 0


def start(
    arguments: Sequence[str], commands: Collection[str] = ()
) -> tuple[Server, Options, Config]:
    """The server that the arguments ask for, and what it was given, in a process that does nothing else."""
    raise_limit()
    # What is loaded stays: the search for garbage would go through all of it again and again.
    gc.disable()
    try:
        started = _start(arguments, commands)
        # Reading makes many objects that stay as well.
        gc.freeze()
        gc.set_threshold(_OBJECTS_BEFORE_GARBAGE)
    finally:
        gc.enable()
    # A light request hands the interpreter on a dozen times: let busy threads give it up sooner than after 5 ms.
    sys.setswitchinterval(_SWITCH_SECONDS)
    return started


def _start(arguments: Sequence[str], commands: Collection[str]) -> tuple[Server, Options, Config]:
    given = serve_parser().parse_args(arguments)
    end_like_interrupt()
    for folder in given.folders:
        _refuse_unknown_word(folder, commands)
    config = read_config(given.config or os.environ.get("VDLITE_CONFIG") or None)
    options = serve_options(given, os.environ, config)
    from vdlite.errors import VdliteError
    from vdlite.server import serve
    from vdlite.server.handle import belongs_to

    try:
        server = serve(**options.keywords)
    except (VdliteError, ValueError) as error:
        raise UsageError(str(error.args[-1])) from error
    belongs_to(server, "vdlite", options.sources)
    return server, options, config


def _refuse_unknown_word(folder: str, commands: Collection[str]) -> None:
    """A word that is neither a command nor a folder or log is a slip more often than one that is still to come."""
    if os.sep in folder or "/" in folder or folder in {".", ".."} or Path(folder).exists():
        return
    folder = printable(folder)
    if meant := _MEANT.get(folder):
        raise UsageError(
            f"there is no command {folder!r}: {meant}; a folder of that name is --logdir {folder}"
        )
    # What has a dot is the name of a file, of which only the slip of a single key makes a command.
    cutoff = _CLOSE_FILE if "." in folder else _CLOSE
    from vdlite.plugins import COMMANDS, plugins

    known = [*commands, *(one.name for one in plugins(COMMANDS))]
    found = get_close_matches(folder, known, n=1, cutoff=cutoff)
    command = f"; did you mean the command {found[0]!r}?" if found else ""
    raise UsageError(
        f"there is no command, folder or log called {folder!r}{command} "
        f"(a folder that is still to come: --logdir {folder})"
    )
