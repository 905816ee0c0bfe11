"""The command `vdlite diff`: in what do two runs differ?"""

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
from vdlite.cli.questions.setting_lines import setting_lines
from vdlite.cli.tables import table
from vdlite.cli.terminal import printable

if TYPE_CHECKING:
    from vdlite.reader.questions.differences import Difference, Metric

_USUAL = 40
_HEAD = ("TAG", "LAST OF A", "LAST OF B", "B - A")


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite diff`. Exit status 0: they have the same settings, 1: they differ, 2: there is no such run."""
    options = diff_parser().parse_args(arguments)
    found = bounded(
        options,
        lambda reader, limit: reader.diff(a=options.a, b=options.b, tags=options.tags, limit=limit),
        _USUAL,
    )
    if options.json:
        print_json(options, found)
    else:
        print("\n".join(_lines(found)))
    note_left_out(found.left_out)
    return 1 if found.settings or found.code else 0


def _lines(found: Difference) -> list[str]:
    lines = [printable(f"A  {found.a}"), printable(f"B  {found.b}")]
    lines += setting_lines(found.settings, found.equal_settings)
    if found.code:
        lines += ["", "code, since the commit:", *map(printable, found.code)]
    rows = [_row(metric, found.a, found.b) for metric in found.metrics]
    if rows:
        lines += ["", table([_HEAD, *rows], numbers=range(1, len(_HEAD)))]
    for name, tags in (("A", found.only_a), ("B", found.only_b)):
        if tags:
            lines += ["", printable(f"only in {name}: {', '.join(tags)}")]
    return lines


def _row(metric: Metric, a: str, b: str) -> tuple[str, ...]:
    last = {each.run: each.last.value for each in metric.runs}
    one, other = last.get(a), last.get(b)
    change = None if one is None or other is None else other - one
    return (metric.tag, number(one), number(other), number(change))


def diff_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite diff",
        description="Say in what two runs differ: hyperparameters, data, code, packages, environment, results.",
        epilog="Exit status: 0 if settings and code are the same, 1 if they differ, 2 if there is no such run.",
    )
    add_common(parser)
    parser.add_argument("a", metavar="A", help="name of a run, as `vdlite runs` shows it")
    parser.add_argument("b", metavar="B", help="name of the other run")
    parser.add_argument(
        "--tags", nargs="+", metavar="TAG", help="only these scalars, such as 'loss/*'"
    )
    add_limit(parser, "settings, lines of code, and scalars of each sort", _USUAL)
    return parser
