"""The command `vdlite runs`: how do the runs stand?"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from vdlite.cli.parser import Parser
from vdlite.cli.questions.answers import add_common, as_json, asked, matching, note_damage, number
from vdlite.cli.tables import age, table
from vdlite.cli.terminal import UsageError

if TYPE_CHECKING:
    from vdlite.reader import LogReader
    from vdlite.reader.trials.run_summary import RunSummary

_FEW = 4  # metrics that a table has unless some are asked for
_HEAD = ("RUN", "STATE", "LAST STEP", "DURATION", "UPDATED")


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite runs`. Exit status 0: answered, 1: there is no run, 2: the logdir can't be read."""
    options = runs_parser().parse_args(arguments)
    if options.limit is not None and options.limit < 1:
        raise UsageError(f"--limit: got {options.limit}, want at least 1")
    names: list[str] = []

    def question(reader: LogReader) -> list[RunSummary]:
        names.extend(reader.runs)
        return [reader.summary(name) for name in names[: options.limit]]

    found = asked(options, question)
    for each in found:
        note_damage(each)
    if options.metrics:
        found = [_narrowed(each, options.metrics) for each in found]
    if options.json:
        print(as_json(found))
    elif found:
        print(_table(found, all_metrics=bool(options.metrics)))
    if len(found) < len(names):
        print(f"{len(found)} of {len(names)} runs: --limit shows more", file=sys.stderr)
    if not names:
        print(f"vdlite runs: there is no run: {options.logdir}", file=sys.stderr)
    return 0 if names else 1


def _narrowed(found: RunSummary, patterns: Sequence[str]) -> RunSummary:
    shown = matching(found.metrics, patterns)
    return replace(found, metrics={tag: found.metrics[tag] for tag in shown})


def _table(found: Sequence[RunSummary], *, all_metrics: bool) -> str:
    counts = Counter(tag for each in found for tag in each.metrics)
    # What most runs have; of as many, in the order in which they come.
    tags = [tag for tag, _ in counts.most_common(None if all_metrics else _FEW)]
    rows = [(*_HEAD, *tags), *(_row(each, tags) for each in found)]
    return table(rows, numbers=range(2, len(_HEAD) + len(tags)))


def _row(found: RunSummary, tags: Sequence[str]) -> tuple[str, ...]:
    return (
        found.run,
        found.outcome or found.state,
        "-" if found.last_step is None else str(found.last_step),
        "-" if found.duration is None else age(found.duration),
        "-" if found.updated is None else f"{age(time.time() - found.updated)} ago",
        *(number(found.metrics.get(tag)) for tag in tags),
    )


def runs_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite runs",
        description="Say how the runs below a folder stand: state, how they ended, last step, and the last value of "
        "each scalar.",
        epilog="Exit status: 0 if there are runs, 1 if there is none, 2 if the logdir can't be read. "
        "`vdlite runs` alone shows the folder `runs` in the browser.",
    )
    add_common(parser)
    parser.add_argument(
        "--metrics",
        nargs="+",
        metavar="TAG",
        help=f"only these scalars, such as 'loss/*' (default: all in JSON, {_FEW} in the table)",
    )
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N runs, by name")
    return parser
