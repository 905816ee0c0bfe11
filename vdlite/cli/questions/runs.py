"""The command `vdlite runs`: how do the runs stand?"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from vdlite.cli.parser import Parser
from vdlite.cli.questions.answers import (
    add_common,
    asked,
    looks,
    note_damage,
    number,
    print_json,
)
from vdlite.cli.questions.progress_text import short_progress
from vdlite.cli.questions.where import add_sort, add_where, note_unasked, sort_of
from vdlite.cli.tables import age, table
from vdlite.cli.terminal import UsageError, say

if TYPE_CHECKING:
    from vdlite.reader import LogReader
    from vdlite.reader.questions.find_runs import FoundRuns
    from vdlite.reader.trials.run_summary import RunSummary

_FEW = 4  # metrics that a table has unless some are asked for
_HEAD = ("RUN", "STATE", "LAST STEP", "DURATION", "UPDATED")


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite runs`. Exit status 0: answered, 1: no run is found, 2: the logdir or the query can't be read."""
    options = runs_parser().parse_args(arguments)
    if options.limit is not None and options.limit < 1:
        raise UsageError(f"--limit: got {options.limit}, want at least 1")
    if options.follow:
        return asked(options, lambda reader: _follow(reader, options))
    found = asked(options, lambda reader: _found(reader, options), of_server=True)
    for each in found.runs:
        note_damage(each)
    note_unasked(found.archived, found.absent)
    shown = found.runs
    if options.json:
        print_json(options, shown)
    elif shown:
        print(_table(shown, all_metrics=bool(options.metrics)))
    if len(shown) < found.found:
        print(f"{len(shown)} of {found.found} runs: --limit shows more", file=sys.stderr)
    if not shown:
        print(f"vdlite runs: {_nothing(found, options.logdir)}", file=sys.stderr)
    return 0 if shown else 1


def _found(reader: LogReader, options: argparse.Namespace) -> FoundRuns:
    sort, descending = sort_of(options.sort)
    return reader.find_runs(
        where=options.where,
        sort=sort,
        descending=descending,
        tags=options.metrics,
        limit=options.limit,
        archived=options.archived,
    )


def _follow(reader: LogReader, options: argparse.Namespace) -> int:
    """Print each run, and again whenever it has gone on, a line each, until Ctrl-C."""
    known: dict[str, tuple[object, ...]] = {}
    with suppress(KeyboardInterrupt):
        for _ in looks(reader):
            for each in _found(reader, options).runs:
                now = (each.state, each.outcome, each.records, each.labels, each.display_name)
                if known.get(each.run) == now:
                    continue
                known[each.run] = now
                if options.json:
                    print_json(options, each)
                else:
                    say("  ".join((each.run, *_row(each, ()), *_metrics(each))))
    return 0


def _metrics(found: RunSummary) -> list[str]:
    return [f"{tag} {number(value)}" for tag, value in list(found.metrics.items())[:_FEW]]


def _nothing(found: FoundRuns, logdir: str) -> str:
    """What is said where no run is found."""
    if found.seen:
        return f"none of {found.seen} runs is found: {logdir}"
    return f"there is no run: {logdir}"


def _table(found: Sequence[RunSummary], *, all_metrics: bool) -> str:
    from vdlite.kinds.aside_tags import is_aside  # with what has read the logs

    counts = Counter(
        tag for each in found for tag in each.metrics if all_metrics or not is_aside(tag)
    )
    # What most runs have; of as many, in the order in which they come.
    tags = [tag for tag, _ in counts.most_common(None if all_metrics else _FEW)]
    # What people call them and how they labeled them stands there if any of them has it.
    given = [
        (head, cells)
        for head, cells in (
            ("NAME", [each.display_name or "-" for each in found]),
            ("LABELS", [", ".join(each.labels) or "-" for each in found]),
        )
        if any(cell != "-" for cell in cells)
    ]
    head = (_HEAD[0], *(name for name, _ in given), *_HEAD[1:], *tags)
    rows = [
        (each.run, *(cells[at] for _, cells in given), *_row(each, tags))
        for at, each in enumerate(found)
    ]
    return table([head, *rows], numbers=range(2 + len(given), len(head)))


def _state(found: RunSummary) -> str:
    """How it ended, or how it stands; of a live run also how far it is."""
    if found.state != "live" or found.progress is None:
        return found.outcome or found.state
    return f"{found.state} {short_progress(found.progress)}"


def _row(found: RunSummary, tags: Sequence[str]) -> tuple[str, ...]:
    return (
        _state(found),
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
        epilog="Exit status: 0 if runs are found, 1 if none is, 2 if the logdir or the query can't be read. "
        "`vdlite runs` alone shows the folder `runs` in the browser.",
    )
    add_common(parser)
    parser.add_argument(
        "--metrics",
        nargs="+",
        metavar="TAG",
        help=f"only these scalars, such as 'loss/*' (default: all in JSON, {_FEW} in the table)",
    )
    add_where(parser, "runs")
    add_sort(parser)
    parser.add_argument(
        "--follow",
        action="store_true",
        help="go on: print each run again whenever it has gone on, a line each",
    )
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N runs")
    return parser
