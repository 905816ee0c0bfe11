"""The command `vdlite compare`: in what do runs differ, and how did they go beside each other?"""

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
    from vdlite.reader.questions.differences import Comparison, Metric

_USUAL = 20
_HEAD = ("TAG", "RUN", "LAST", "AT STEP", "MIN", "AT STEP", "MAX", "AT STEP")


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite compare`. Exit status 0: answered, 2: there is no such run."""
    options = compare_parser().parse_args(arguments)
    found = bounded(
        options,
        lambda reader, limit: reader.compare(
            runs=options.runs,
            against=options.against,
            tags=options.tags,
            take=options.take,
            limit=limit,
        ),
        _USUAL,
    )
    if options.json:
        print_json(options, found)
    else:
        print("\n".join(_lines(found, of_baseline=options.against is None)))
    note_left_out(found.left_out)
    return 0


def _lines(found: Comparison, *, of_baseline: bool) -> list[str]:
    against = f" against {'the baseline, ' if of_baseline else ''}{found.against_count}"
    lines = [f"{found.run_count} runs{against if found.against_count else ''}"]
    lines += setting_lines(found.settings, found.equal_settings)
    verdicts = [each.difference.verdict for each in found.metrics if each.difference is not None]
    lines += ["", *map(printable, verdicts)] if verdicts else []
    rows = [row for metric in found.metrics for row in metric_rows(metric)]
    return lines + (["", table([_HEAD, *rows], numbers=range(2, len(_HEAD)))] if rows else [])


def metric_rows(metric: Metric) -> list[tuple[str, ...]]:
    """The rows of a scalar in a table, one for each run."""
    return [
        (
            metric.tag if place == 0 else "",
            each.run,
            *(
                cell
                for point in (each.last, each.min, each.max)
                for cell in (
                    ("-", "-") if point is None else (number(point.value), str(point.step))
                )
            ),
        )
        for place, each in enumerate(metric.runs)
    ]


def compare_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite compare",
        description="Put runs beside each other: the settings in which they differ, and how their scalars went. "
        "Against a second group of runs, say whether they differ at all: with interval, test, and how many runs.",
        epilog="Exit status: 0 if it is answered, 2 if there is no such run.",
    )
    add_common(parser)
    parser.add_argument(
        "runs", nargs="+", metavar="RUN", help="names, or patterns such as 'lr=0.1/*'"
    )
    parser.add_argument(
        "--against",
        nargs="*",
        metavar="RUN",
        help="the second group, by names or patterns (default: the baseline, if one is chosen); alone: none",
    )
    parser.add_argument(
        "--tags", nargs="+", metavar="TAG", help="only these scalars, such as 'loss/*'"
    )
    parser.add_argument(
        "--take",
        choices=("last", "min", "max"),
        default="last",
        help="which number of a scalar is compared with the second group (default: last)",
    )
    add_limit(parser, "settings, scalars, and runs of each", _USUAL)
    return parser
