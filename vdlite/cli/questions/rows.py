"""The command `vdlite rows`: what are the records of a tag?"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from vdlite.cli.parser import Parser
from vdlite.cli.questions.answers import (
    add_common,
    add_limit,
    asked,
    bounded,
    looks,
    note_left_out,
    number,
    print_json,
)
from vdlite.cli.tables import table
from vdlite.cli.terminal import say

if TYPE_CHECKING:
    from vdlite.reader import LogReader
    from vdlite.reader.questions.rows import Row

_USUAL = 20
_MOST = 1_000_000  # that come between two looks
_LONGEST = 200  # characters of a line


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite rows`. Exit status 0: answered, 2: there is no such run or tag."""
    options = rows_parser().parse_args(arguments)
    if options.follow:
        return asked(options, lambda reader: _follow(reader, options))
    found = bounded(
        options,
        lambda reader, limit: reader.rows(
            run=options.run,
            tag=options.tag,
            kind=options.kind,
            first_step=options.first_step,
            last_step=options.last_step,
            limit=limit,
        ),
        _USUAL,
    )
    if options.json:
        print_json(options, found)
    else:
        print(table([("STEP", found.kind.upper()), *map(_row, found.rows)], numbers=[0]))
    note_left_out(found.left_out)
    return 0


def _follow(reader: LogReader, options: argparse.Namespace) -> int:
    """Print the newest records, and then those that come, a line each, until Ctrl-C."""
    known: set[tuple[int, float]] = set()
    first, limit = options.first_step, options.limit or _USUAL
    with suppress(KeyboardInterrupt):
        for _ in looks(reader):
            found = reader.rows(
                options.run,
                options.tag,
                options.kind,
                first_step=first,
                last_step=options.last_step,
                limit=limit,
            )
            limit = _MOST
            for each in found.rows:
                if (each.step, each.walltime) in known:
                    continue
                known.add((each.step, each.walltime))
                first = each.step if first is None else max(first, each.step)
                if options.json:
                    print_json(options, each)
                else:
                    say("  ".join(_row(each)))
    return 0


def _row(row: Row) -> tuple[str, str]:
    if row.unreadable is not None:
        return (str(row.step), f"can't be read: {row.unreadable}")
    if isinstance(row.payload, float):
        return (str(row.step), number(row.payload))
    shown = _lines_of_console(row.payload)
    text = shown if isinstance(shown, str) else json.dumps(shown, ensure_ascii=False)
    line = " ".join(text.split())
    return (str(row.step), line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…")


def _lines_of_console(payload: object) -> object:
    """The lines of a block without their colors, one behind the other; any other payload as it is."""
    lines = payload.get("text") if isinstance(payload, dict) and "streams" in payload else None
    if not isinstance(lines, list):
        return payload
    from vdlite.reader.questions.console import plain_line

    return " ⏎ ".join(plain_line(line) for line in lines if isinstance(line, str))


def rows_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite rows",
        description="Print the newest records of a tag: texts, points, and of what is large, such as images, the size.",
        epilog="Exit status: 0 if there is such a tag, 2 if there is none.",
    )
    add_common(parser)
    parser.add_argument("run", metavar="RUN", help="name of the run, as `vdlite runs` shows it")
    parser.add_argument("tag", metavar="TAG", help="of the records")
    parser.add_argument(
        "--kind",
        metavar="KIND",
        help="scalar, text, image, ... (default: the only one that has the tag)",
    )
    parser.add_argument("--first-step", type=int, metavar="STEP", help="only from this step on")
    parser.add_argument("--last-step", type=int, metavar="STEP", help="only up to this step")
    parser.add_argument(
        "--follow", action="store_true", help="go on: print records as they come, a line each"
    )
    add_limit(parser, "records, the newest ones", _USUAL)
    return parser
