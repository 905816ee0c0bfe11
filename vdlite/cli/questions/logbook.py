"""The command `vdlite logbook`: what was concluded from the runs?"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace

from vdlite.annotations.entry import LogbookEntry, markdown
from vdlite.annotations.logbook import MOST_ENTRIES
from vdlite.cli.parser import Parser
from vdlite.cli.questions.answers import add_common, asked, note, print_json
from vdlite.cli.terminal import printable


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite logbook`. Exit status 0: answered, 1: there is no entry, 2: the logdir can't be read."""
    options = logbook_parser().parse_args(arguments)
    usual = options.limit is None
    found = asked(
        options, lambda reader: reader.logbook(options.run, limit=options.limit or MOST_ENTRIES)
    )
    if options.json and usual:
        found = _bounded(found)
    for each in found:
        if each.left_out:
            note(f"the entry at byte {each.offset} of the file is {each.left_out} bytes longer")
    if options.json:
        print_json(options, found)
    else:
        # As they stand in the file: no text looks like the head of another entry.
        lines = "\n".join(map(markdown, found)).split("\n")[:-1]
        print("".join(f"{printable(line)}\n" for line in lines), end="")
    if not found:
        about = "" if options.run is None else f" about {options.run!r}"
        how = f'vdlite note {options.logdir} "TEXT"'
        print(f"vdlite logbook: there is no entry{about}; {how} writes one", file=sys.stderr)
    return 0 if found else 1


def _bounded(entries: list[LogbookEntry]) -> list[LogbookEntry]:
    """The newest entries that 8 kB hold, long ones without their end; what is left out is said."""
    from vdlite.reader.questions.bounded import MOST_BYTES
    from vdlite.reader.questions.plain import as_json

    shown: list[LogbookEntry] = []
    room = MOST_BYTES - 2
    for each in reversed(entries):
        short = each
        while len(as_json(short)) > MOST_BYTES // 2:
            half = short.text[: len(short.text) // 2]
            gone = len(short.text.encode()) - len(half.encode())
            short = replace(short, text=half, left_out=short.left_out + gone)
        room -= len(as_json(short)) + 2
        if room < 0:
            break
        shown.insert(0, short)
    if len(shown) < len(entries):
        note(f"{len(shown)} of {len(entries)} entries; for more: --limit")
    return shown


def logbook_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite logbook",
        description="Print what people and programs concluded from the runs below a folder, the newest last.",
        epilog="Exit status: 0 if there are entries, 1 if there is none, 2 if the logdir can't be read.",
    )
    add_common(parser)
    parser.add_argument("--run", metavar="RUN", help="only entries about this run")
    parser.add_argument(
        "--limit",
        type=int,
        metavar="N",
        help=f"the newest N entries (default: {MOST_ENTRIES}; in JSON as much of them as 8 kB hold)",
    )
    return parser
