"""The command `vdlite logbook`: what was concluded from the runs?"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from vdlite.annotations.entry import markdown
from vdlite.annotations.logbook import MOST_ENTRIES
from vdlite.cli.parser import Parser
from vdlite.cli.questions.answers import add_common, asked, note, print_json
from vdlite.cli.terminal import printable


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite logbook`. Exit status 0: answered, 1: there is no entry, 2: the logdir can't be read."""
    options = logbook_parser().parse_args(arguments)
    found = asked(options, lambda reader: reader.logbook(options.run, limit=options.limit))
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
        default=MOST_ENTRIES,
        metavar="N",
        help=f"the newest N entries (default: {MOST_ENTRIES})",
    )
    return parser
