"""The command `vdlite search`: where are these words?"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from vdlite.cli.parser import Parser
from vdlite.cli.questions.answers import (
    add_common,
    add_limit,
    bounded,
    note,
    note_left_out,
    print_json,
)
from vdlite.cli.tables import table

if TYPE_CHECKING:
    from vdlite.reader.questions.search import Hit

_USUAL = 50
_HEAD = ("WHERE", "RUN", "NAME", "STEP", "FOUND")


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite search`. Exit status 0: found, 1: they are nowhere, 2: the logdir can't be read."""
    options = search_parser().parse_args(arguments)
    words = " ".join(options.words)
    found = bounded(
        options,
        lambda reader, limit: reader.search(words=words, runs=options.runs, limit=limit),
        _USUAL,
    )
    if options.json:
        print_json(options, found)
    elif found.hits:
        print(table([_HEAD, *map(_row, found.hits)], numbers=[3]))
    else:
        note(f"nowhere: {words!r}, which is looked for as it stands")
    note_left_out(found.left_out)
    return 0 if found.hits else 1


def _row(hit: Hit) -> tuple[str, ...]:
    where = f"{hit.where} ({hit.kind})" if hit.where == "tag" else hit.where
    runs = hit.run if hit.runs == 1 else f"{hit.run} and {hit.runs - 1} more"
    step = "" if hit.step is None else str(hit.step)
    return (where, runs, hit.name, step, " ".join(hit.excerpt.split()))


def search_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite search",
        description="Say where some words are: in names and labels of runs, tags, settings, the logbook, and logged texts.",
        epilog="Exit status: 0 if they are found, 1 if not, 2 if the logdir can't be read.",
    )
    add_common(parser)
    parser.add_argument(
        "words", nargs="+", metavar="WORD", help="looked for as they stand, in either case"
    )
    parser.add_argument(
        "--runs", nargs="+", metavar="RUN", help="only in these, such as 'lr=0.1/*'"
    )
    add_limit(parser, "places", _USUAL)
    return parser
