"""The command `vdlite ranks`: how do the processes of one training stand beside each other?"""

from __future__ import annotations

import argparse
import time
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
from vdlite.cli.tables import age, table
from vdlite.cli.terminal import printable

if TYPE_CHECKING:
    from vdlite.reader.questions.ranks import RankRow, Ranks

_USUAL = 64
_HEAD = ("RANK", "HOST", "LOCAL", "STEP", "VALUE", "S/STEP", "TIMES MEDIAN", "UPDATED", "")


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite ranks`. Exit status 0: answered, 1: one process alone has logged the run, 2: there is no such run or scalar."""
    options = ranks_parser().parse_args(arguments)
    found = bounded(
        options,
        lambda reader, limit: reader.ranks(run=options.run, tag=options.tag, limit=limit),
        _USUAL,
    )
    if options.json:
        print_json(options, found)
    elif found.rows:
        print("\n".join(_lines(found)))
    else:
        print(printable(f"{found.run} was logged by one process"))
    note_left_out(found.left_out)
    return 0 if found.rows else 1


def _lines(found: Ranks) -> list[str]:
    said = f"{found.ranks} ranks on {found.hosts} {'host' if found.hosts == 1 else 'hosts'}"
    if found.tag is not None:
        said += f"; {found.tag}: median {number(found.median)}, {found.steps_apart} steps apart"
    lines = [printable(said)]
    if found.missing:
        lines.append(f"nothing logged by rank {', '.join(map(str, found.missing))}")
    return [*lines, "", table([_HEAD, *map(_row, found.rows)], numbers=[0, *range(2, 8)])]


def _row(row: RankRow) -> tuple[str, ...]:
    stands_out = [("silent", row.is_silent), ("slow", row.is_slow)]
    return (
        str(row.rank),
        row.host or "-",
        "-" if row.local_rank is None else str(row.local_rank),
        "-" if row.last_step is None else str(row.last_step),
        number(row.last),
        number(row.seconds_per_step),
        "-" if row.times_median is None else f"{row.times_median:.2f}",
        "-" if row.updated is None else f"{age(time.time() - row.updated)} ago",
        ", ".join(word for word, holds in stands_out if holds),
    )


def ranks_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite ranks",
        description="Put the processes of one training beside each other, those that are silent or slow first.",
        epilog="Exit status: 0 if it is answered, 1 if one process alone has logged the run, 2 if there is no such run or scalar.",
    )
    add_common(parser)
    parser.add_argument("run", metavar="RUN", help="name of the run, as `vdlite runs` shows it")
    parser.add_argument(
        "--tag",
        metavar="TAG",
        help="of the scalar that they are compared by (default: the one that most ranks have logged)",
    )
    add_limit(parser, "ranks", _USUAL)
    return parser
