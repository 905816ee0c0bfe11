"""The command `vdlite top`: how do the runs stand, in a terminal, live?"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from vdlite.cli.parser import Parser
from vdlite.cli.questions.answers import asked, looks
from vdlite.cli.questions.where import add_where
from vdlite.cli.tables import table
from vdlite.packages import is_there

if TYPE_CHECKING:
    from vdlite.reader import LogReader

_CLEAR = "\x1b[H\x1b[2J"


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite top`. Exit status 0: it was ended, 2: the logdir or the query can't be read."""
    options = top_parser().parse_args(arguments)
    return asked(options, lambda reader: _top(reader, options))


def _top(reader: LogReader, options: argparse.Namespace) -> int:
    if not sys.stdout.isatty():
        print(_table(reader, options))
    elif is_there("textual") and not options.plain:
        from vdlite.cli.questions.top_screen import Top

        Top(reader, options.where, archived=options.archived).run()
    else:
        with suppress(KeyboardInterrupt):
            for _ in looks(reader):
                print(_CLEAR + _table(reader, options), flush=True)
    return 0


def _table(reader: LogReader, options: argparse.Namespace) -> str:
    from vdlite.cli.questions.top_lines import SORTS, screen

    found = screen(reader, options.where, next(iter(SORTS)), archived=options.archived)
    return f"{found.said}\n\n{table([found.head, *found.rows], numbers=[3])}"


def top_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite top",
        description="Show runs in a terminal as they go on: how far they are, curves of their metrics, and of one its "
        "machine, what went wrong and what it printed last. Keys: / filters, s sorts, Enter shows one run, q ends. "
        "Without the package textual, or with --plain, it is a table; where no terminal is, that is printed once.",
        epilog="Exit status: 0 once it was ended, 2 if the logdir or the query can't be read.",
    )
    parser.add_argument(
        "logdir", metavar="LOGDIR", help="folder of runs, or an address, such as s3://bucket/runs"
    )
    add_where(parser, "runs")
    parser.add_argument("--plain", action="store_true", help="a table, also where textual is there")
    parser.add_argument(
        "--follow-links", action="store_true", help="follow links that lead out of the logdir"
    )
    return parser
