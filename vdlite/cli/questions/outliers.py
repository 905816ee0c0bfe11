"""The command `vdlite outliers`: which scalars of a run behave unlike the others of their group?"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from vdlite.cli.parser import Parser
from vdlite.cli.questions.answers import (
    add_common,
    add_limit,
    bounded,
    note_left_out,
    number,
    print_json,
)
from vdlite.cli.tables import table
from vdlite.cli.terminal import printable

if TYPE_CHECKING:
    from vdlite.reader.questions.outliers import OutlierRow

_USUAL = 20
_HEAD = ("TAG", "WHY", "USUAL", "LARGEST", "AT STEP", "NOT FINITE")
_WHY = {"not_finite": "not finite", "all_along": "all along", "at_a_step": "at a step"}


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite outliers`. Exit status 0: there are some, 1: there are none, 2: there is no such run."""
    options = outliers_parser().parse_args(arguments)
    found = bounded(
        options,
        lambda reader, limit: reader.outliers(run=options.run, tags=options.tags, limit=limit),
        _USUAL,
    )
    if options.json:
        print_json(options, found)
    else:
        compared = "their logarithms are compared" if found.is_log else "their values are compared"
        said = f"{found.run}: {found.tags:,} tags at {found.steps:,} steps; {compared}"
        if found.usual_bound is None:
            said = f"{found.run}: {found.tags} tags, which are too few to be compared"
        print(printable(said))
        if found.rows:
            print(f"\n{table([_HEAD, *map(_row, found.rows)], numbers=range(2, 6))}")
        elif found.usual_bound is not None:
            print("none of them is unlike the others")
    note_left_out(found.left_out)
    return 0 if found.rows else 1


def _row(row: OutlierRow) -> tuple[str, ...]:
    return (
        row.tag,
        _WHY[row.why],
        number(row.usual),
        number(row.largest),
        "-" if row.largest_step is None else str(row.largest_step),
        f"{row.not_finite} from {row.first_not_finite}" if row.not_finite else "-",
    )


def outliers_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite outliers",
        description="Find the scalars of a run that behave unlike the others of their group, in robust standard deviations.",
        epilog="Exit status: 0 if there are some, 1 if there are none, 2 if there is no such run.",
    )
    add_common(parser)
    parser.add_argument("run", metavar="RUN", help="name of the run, as `vdlite runs` shows it")
    parser.add_argument(
        "--tags",
        nargs="+",
        metavar="PATTERN",
        help="the group: these tags, or those that a pattern such as 'grad_norm/*' fits (default: all)",
    )
    add_limit(parser, "outliers", _USUAL)
    return parser
