"""The command `vdlite events`: what happened that somebody should look at?"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING

from vdlite.cli.parser import Parser
from vdlite.cli.questions.answers import (
    add_common,
    add_limit,
    asked,
    bounded,
    looks,
    note_left_out,
    print_json,
)
from vdlite.cli.tables import date_time, table
from vdlite.cli.terminal import UsageError, say
from vdlite.reader.questions.bounded import MOST

if TYPE_CHECKING:
    from vdlite.reader import LogReader
    from vdlite.reader.questions.events.event import Event

_USUAL = 100
_UNITS = {"s": 1, "min": 60, "h": 3600, "d": 86400}
_AGO = re.compile(r"(\d+(?:\.\d+)?)\s*(s|min|h|d)")


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite events`. Exit status 0: answered, 1: there is none, 2: there is no such run."""
    options = events_parser().parse_args(arguments)
    since = None if options.since is None else _moment(options.since)
    if options.follow:
        return asked(options, lambda reader: _follow(reader, options, since))
    found = bounded(
        options,
        lambda reader, limit: reader.events(
            run=options.run, tags=options.tags, since=since, limit=limit
        ),
        _USUAL,
        shorter=lambda found, limit: found.first(limit),
    )
    if options.json:
        print_json(options, found)
    elif found.events:
        head = ("TIME", "RUN", "STEP", "WHAT", "")
        if options.run is None:
            print(table([head, *map(_row, found.events)], numbers=[2]))
        else:
            rows = [_row(each) for each in found.events]
            print(table([head[:1] + head[2:], *(row[:1] + row[2:] for row in rows)], numbers=[1]))
    note_left_out(found.left_out)
    return 0 if found.events else 1


def _follow(reader: LogReader, options: argparse.Namespace, since: float | None) -> int:
    """Print events as they come, a line each, until Ctrl-C."""
    known: set[tuple[object, ...]] = set()
    with suppress(KeyboardInterrupt):
        for _ in looks(reader):
            found = reader.events(options.run, tags=options.tags, since=since, limit=MOST)
            for each in found.events:
                name = (each.what, each.run, each.tag, each.step, each.walltime)
                if name in known:
                    continue
                known.add(name)
                if options.json:
                    print_json(options, each)
                else:
                    say("  ".join(_row(each)))
    return 0


def _row(event: Event) -> tuple[str, ...]:
    more = [f"in {event.tags} scalars"] if event.tags > 1 else []
    if event.what in ("spike", "pause", "missing steps") and event.count > 1:
        more.append(f"one of {event.count:,}")
    return (
        date_time(event.walltime),
        event.run,
        "-" if event.step is None else str(event.step),
        event.what,
        event.text + (f" ({', '.join(more)})" if more else ""),
    )


def _moment(text: str) -> float:
    """The time that `--since` says, in seconds since 1970. Raises UsageError."""
    ago = _AGO.fullmatch(text.strip())
    if ago is not None:
        return time.time() - float(ago[1]) * _UNITS[ago[2]]
    try:
        return float(text) if text.replace(".", "", 1).isdigit() else _of_date(text)
    except ValueError:
        raise UsageError(
            f"--since: got {text!r}, want a time such as 2026-11-24T08:00, or how long ago, such as 30min, 2h or 1d"
        ) from None


def _of_date(text: str) -> float:
    return datetime.fromisoformat(text).astimezone().timestamp()


def events_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite events",
        description="Say what happened in runs that somebody should look at: NaN, spikes, pauses, missing steps, "
        "damage, and how they ended.",
        epilog="Exit status: 0 if there are events, 1 if there is none, 2 if there is no such run.",
    )
    add_common(parser)
    parser.add_argument("run", nargs="?", metavar="RUN", help="only of this run (default: all)")
    parser.add_argument(
        "--tags", nargs="+", metavar="TAG", help="only in these scalars, such as 'grad/*'"
    )
    parser.add_argument(
        "--since",
        metavar="TIME",
        help="only what came later: 2026-11-24T08:00, or how long ago, such as 30min, 2h or 1d",
    )
    parser.add_argument(
        "--follow", action="store_true", help="go on: print events as they come, a line each"
    )
    add_limit(parser, "events, those that matter most", _USUAL)
    return parser
