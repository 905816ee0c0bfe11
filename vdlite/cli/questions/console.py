"""The command `vdlite console`: what did a run print?"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING

from vdlite.cli.parser import Parser
from vdlite.cli.questions.answers import (
    add_common,
    add_limit,
    asked,
    bounded,
    looks,
    note,
    note_left_out,
    print_json,
)
from vdlite.cli.terminal import UsageError, say

if TYPE_CHECKING:
    from vdlite.reader import LogReader
    from vdlite.reader.questions.console import ConsoleLine

_USUAL = 100
_MOST = 1_000_000  # lines that come between two looks


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite console`. Exit status 0: answered, 1: no line has the words, 2: there is no such run or console."""
    options = console_parser().parse_args(arguments)
    if options.regex and options.search is None:
        raise UsageError("--regex: says how --search is meant, want --search as well")
    if options.follow:
        return asked(options, lambda reader: _follow(reader, options))
    found = bounded(
        options,
        lambda reader, limit: reader.console_lines(
            options.run,
            search=options.search,
            regex=options.regex,
            first=options.first,
            limit=limit,
        ),
        _USUAL,
    )
    if options.json:
        print_json(options, found)
    else:
        for line in found.lines:
            say(_shown(line))
    note_left_out(found.left_out)
    if found.ended is not None and not options.json:
        note(f"it has ended: {found.ended}")
    return 0 if found.lines or options.search is None else 1


def _follow(reader: LogReader, options: argparse.Namespace) -> int:
    """Print the last lines, and then those that come, until Ctrl-C."""
    first, limit = options.first, options.limit or _USUAL
    with suppress(KeyboardInterrupt):
        for _ in looks(reader):
            found = reader.console_lines(
                options.run, search=options.search, regex=options.regex, first=first, limit=limit
            )
            first, limit = found.total, _MOST
            for line in found.lines:
                if options.json:
                    print_json(options, line)
                else:
                    say(_shown(line))
    return 0


def _shown(line: ConsoleLine) -> str:
    at = datetime.fromtimestamp(line.walltime).strftime("%H:%M:%S")
    mark = {"stderr": "!", "note": "#"}.get(line.stream, " ")
    return f"{at} {mark} {line.text}"


def console_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite console",
        description="Print what a run's programs printed, as `vdlite run -- COMMAND` keeps it: the last lines, each with "
        "its time; ! marks those of stderr.",
        epilog="Exit status: 0 if there are lines, 1 if none has the words, 2 if there is no such run or no console of it.",
    )
    add_common(parser)
    parser.add_argument("run", metavar="RUN", help="name of the run, as `vdlite runs` shows it")
    parser.add_argument(
        "--search", metavar="WORDS", help="only lines that have these words, in either case"
    )
    parser.add_argument(
        "--regex", action="store_true", help="the words are a regular expression of Python"
    )
    parser.add_argument(
        "--first", type=int, metavar="NUMBER", help="from this line on, in place of the last ones"
    )
    parser.add_argument(
        "--follow", action="store_true", help="go on: print lines as they come, until Ctrl-C"
    )
    add_limit(parser, "lines", _USUAL)
    return parser
