"""The command `vdlite hparams`: what were the trials given, and what came of it?"""

from __future__ import annotations

import argparse
from collections import Counter
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
from vdlite.cli.questions.where import add_sort, add_where, note_unasked, sort_of
from vdlite.cli.tables import table

if TYPE_CHECKING:
    from vdlite.reader.questions.hparam_rows import HparamsAnswer
    from vdlite.reader.questions.where.expressions import Value

_USUAL = 100


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite hparams`. Exit status 0: answered, 1: no trial is found, 2: the query can't be read."""
    options = hparams_parser().parse_args(arguments)
    sort, descending = sort_of(options.sort)
    found = bounded(
        options,
        lambda reader, limit: reader.hparams(
            where=options.where,
            tags=options.metrics,
            sort=sort,
            descending=descending,
            limit=limit,
            archived=options.archived,
        ),
        _USUAL,
    )
    if options.json:
        print_json(options, found)
    elif found.trials:
        print(_table(found))
    note_unasked(found.archived, found.absent)
    note_left_out(found.left_out)
    return 0 if found.trials else 1


def _table(found: HparamsAnswer) -> str:
    names = [
        name for name, _ in Counter(n for one in found.trials for n in one.hparams).most_common()
    ]
    tags = [tag for tag, _ in Counter(t for one in found.trials for t in one.metrics).most_common()]
    rows = [
        (
            one.run,
            str(one.number),
            *(_cell(one.hparams[name]) if name in one.hparams else "-" for name in names),
            *(number(one.metrics.get(tag)) for tag in tags),
        )
        for one in found.trials
    ]
    first = 2 + len(names)
    return table(
        [("RUN", "TRIAL", *names, *tags), *rows], numbers=[1, *range(first, first + len(tags))]
    )


def _cell(value: Value) -> str:
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    return value if isinstance(value, str) else number(float(value))


def hparams_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite hparams",
        description="List trials: run, number, hyperparameters, and the last values of metrics.",
        epilog="Exit status: 0 if trials are found, 1 if none is, 2 if the logdir or the query can't be read.",
    )
    add_common(parser)
    parser.add_argument(
        "--metrics",
        nargs="+",
        metavar="TAG",
        help="these scalars, such as 'loss/*' (default: those that trials name as their metrics)",
    )
    add_where(parser, "trials")
    add_sort(parser)
    add_limit(parser, "trials", _USUAL)
    return parser
