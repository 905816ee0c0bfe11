"""The command `vdlite again`: how is a run run again?"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from vdlite.cli.parser import Parser
from vdlite.cli.questions.answers import add_common, asked, print_json


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite again`. Exit status 0: answered, 2: there is no such run, or how it was started was not logged."""
    options = again_parser().parse_args(arguments)
    text = asked(options, lambda reader: reader.again(options.run))
    if options.json:
        print_json(options, {"run": options.run, "again": text})
    else:
        sys.stdout.write(text)
    return 0


def again_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite again",
        description="Print the lines for a shell that run a run again: its commit, changes to it, variables and command, "
        "as `add_environment` logged them.",
        epilog="Exit status: 0 if there are such lines, 2 if there is no such run, or it did not log how it was started.",
    )
    add_common(parser)
    parser.add_argument("run", metavar="RUN", help="name of the run, as `vdlite runs` shows it")
    return parser
