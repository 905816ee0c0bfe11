"""`%vdlite`: the command line in a cell."""

from __future__ import annotations

import argparse
import shlex
from typing import NoReturn

from IPython.core.error import UsageError
from IPython.core.interactiveshell import InteractiveShell
from IPython.core.magic import Magics, line_magic, magics_class
from IPython.display import display

from vdlite.errors import VdliteError
from vdlite.notebook.view import HEIGHT
from vdlite.notebook.views import running, show, stop

_HELP = """\
%vdlite --logdir runs [--height 800] [--page "#/trials"] [OPTION ...]
    show runs below this cell; the options are those of `vdlite`, see `!vdlite --help`
%vdlite list
    list the servers of this kernel
%vdlite stop [DIR]
    end them, or those that show DIR"""


@magics_class
class VdliteMagics(Magics):  # type: ignore[misc]  # untyped
    """The magics that `%load_ext vdlite` adds to a notebook."""

    @line_magic("vdlite")  # type: ignore[untyped-decorator]
    def vdlite(self, line: str) -> None:
        """Show runs below the cell: `%vdlite --logdir runs`; `%vdlite --help` gives the rest."""
        try:
            words = shlex.split(line)
            if words[:1] == ["list"]:
                _list()
            elif words[:1] == ["stop"] and len(words) <= 2:
                count = stop(*words[1:])
                print(f"{count} server{'' if count == 1 else 's'} stopped")
            elif "--help" in words or "-h" in words:
                print(_HELP)
            else:
                _show(words)
        except (VdliteError, ValueError) as error:
            raise UsageError(f"%vdlite: {error}") from None


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise ValueError(message)


def _list() -> None:
    views = running()
    for view in views:
        print(view)
    if not views:
        print("no server of this kernel runs")


def _show(words: list[str]) -> None:
    parser = _Parser("%vdlite", add_help=False, allow_abbrev=False)
    parser.add_argument("--height", default=str(HEIGHT))
    parser.add_argument("--page", default="")
    parser.add_argument("--logdir", nargs="+", action="extend", default=[])
    folders = []
    while words and not words[0].startswith("-"):
        folders.append(words.pop(0))
    given, options = parser.parse_known_args(words)
    height = int(given.height) if given.height.isdecimal() else given.height
    logdir = folders + given.logdir
    display(show(logdir or ".", height=height, page=given.page, options=options))


def add_magic(shell: InteractiveShell) -> None:
    """Let the cells of this shell begin with `%vdlite`."""
    shell.register_magics(VdliteMagics)


def remove_magic(shell: InteractiveShell) -> None:
    """Forget it again; servers that run go on."""
    shell.magics_manager.magics["line"].pop("vdlite", None)
