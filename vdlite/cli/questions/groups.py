"""The command `vdlite groups`: how did the trials with each value of a hyperparameter do?"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from vdlite.cli.parser import Parser
from vdlite.cli.questions.answers import (
    add_common,
    add_limit,
    bounded,
    note_left_out,
    number,
    print_json,
)
from vdlite.cli.questions.where import add_where, note_unasked
from vdlite.cli.tables import table
from vdlite.cli.terminal import printable

_USUAL = 20
_HEAD = ("MEAN", "STD", "LOW", "HIGH", "MIN", "MAX")


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite groups`. Exit status 0: answered, 2: there is no such scalar, column or group."""
    options = groups_parser().parse_args(arguments)
    found = bounded(
        options,
        lambda reader, limit: reader.groups(
            metric=options.metric,
            by=options.by,
            where=options.where,
            against=options.against,
            limit=limit,
            archived=options.archived,
        ),
        _USUAL,
    )
    if options.json:
        print_json(options, found)
    else:
        rows = [
            (
                each.label,
                str(each.n),
                str(each.without_value or "-"),
                *(number(getattr(each, name.lower())) for name in _HEAD),
            )
            for each in found.groups
        ]
        head = (found.by, "N", "NOT FINITE", *_HEAD)
        print(table([head, *rows], numbers=range(1, len(head))))
        for each in found.groups:
            if each.difference is not None:
                print(printable(each.difference.verdict))
    note_unasked(found.archived, found.absent)
    note_left_out(found.left_out)
    return 0


def groups_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite groups",
        description="Say how the trials with each value of a hyperparameter did: number, mean, standard deviation, 95 % "
        "interval of the mean, and the difference from the best group, with its interval and test.",
        epilog="Exit status: 0 if it is answered, 2 if there is no such scalar, column or group.",
    )
    add_common(parser)
    parser.add_argument("metric", metavar="METRIC", help="scalar, or 'min(loss/test)', max, mean")
    parser.add_argument(
        "--by", required=True, metavar="NAME", help="hyperparameter, or another column"
    )
    parser.add_argument(
        "--against",
        metavar="VALUE",
        help="compare with this group (default: the one with the best mean, where trials say what is better)",
    )
    add_where(parser, "trials")
    add_limit(parser, "groups", _USUAL)
    return parser
