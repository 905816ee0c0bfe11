"""The command `vdlite series`: how did a scalar go?"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from vdlite.cli.parser import Parser
from vdlite.cli.questions.answers import (
    add_common,
    asked,
    note_damage,
    number,
    print_json,
)
from vdlite.cli.tables import table
from vdlite.cli.terminal import printable

if TYPE_CHECKING:
    from vdlite.reader import LogReader
    from vdlite.reader.series.series_summary import Bucket, Point, SeriesSummary

_FOR_PEOPLE, _FOR_PROGRAMS = 10, 40  # buckets; as JSON these have at most 8 kB
_HEAD = ("STEPS", "POINTS", "MIN", "MAX", "NAN", "INF")


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite series`. Exit status 0: answered, 2: there is no such run or scalar."""
    options = series_parser().parse_args(arguments)
    usual = _FOR_PROGRAMS if options.json else _FOR_PEOPLE

    def question(reader: LogReader) -> SeriesSummary:
        note_damage(reader.summary(run=options.run))
        return reader.series(
            run=options.run,
            tag=options.tag,
            buckets=usual if options.buckets is None else options.buckets,
            first_step=options.first_step,
            last_step=options.last_step,
        )

    found = asked(options, question, of_server=True)
    if options.json:
        from vdlite.reader.questions.series_plain import series_plain

        print_json(options, series_plain(found))
    else:
        print("\n".join(_lines(found)))
    return 0


def _lines(found: SeriesSummary) -> list[str]:
    lines = [printable(f"{found.tag} of {found.run}: {found.count:,} points")]
    for name in ("first", "last", "min", "max"):
        point: Point | None = getattr(found, name)
        if point is not None:
            lines.append(f"  {name:<6}{number(point.value)} at step {point.step}")
    others = {
        "NaN": found.nan_count,
        "infinite": found.inf_count,
        "superseded": found.superseded,
    }
    lines += [f"  {count:,} {what}" for what, count in others.items() if count]
    if found.nonfinite_step is not None:
        lines.append(f"  not finite from step {found.nonfinite_step}")
    if found.resumed:
        lines.append(f"  resumed at step {', '.join(map(str, found.resumed))}")
    if found.buckets:
        rows = [_HEAD, *(_row(bucket) for bucket in found.buckets)]
        lines += ["", table(rows, numbers=range(1, len(_HEAD)))]
    return lines


def _row(bucket: Bucket) -> tuple[str, ...]:
    return (
        " to ".join(map(str, sorted({bucket.first_step, bucket.last_step}))),
        str(bucket.count),
        number(bucket.min),
        number(bucket.max),
        str(bucket.nan_count or "-"),
        str(bucket.inf_count or "-"),
    )


def series_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite series",
        description="Say how a scalar went, in bounded size: first, last, smallest and largest value, and parts with "
        "their smallest and largest, so that no spike can hide.",
        epilog="Exit status: 0 if there is such a scalar, 2 if there is none.",
    )
    add_common(parser)
    parser.add_argument("run", metavar="RUN", help="name of the run, as `vdlite runs` shows it")
    parser.add_argument("tag", metavar="TAG", help="of the scalar")
    parser.add_argument(
        "--buckets",
        type=int,
        metavar="N",
        help=f"parts, of as many points each (default: {_FOR_PROGRAMS} in JSON, {_FOR_PEOPLE} in the table)",
    )
    parser.add_argument("--first-step", type=int, metavar="STEP", help="only from this step on")
    parser.add_argument("--last-step", type=int, metavar="STEP", help="only up to this step")
    return parser
