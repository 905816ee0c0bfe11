"""The command `vdlite watch`: is a rule broken, in runs that go on or in runs that have ended?"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from vdlite.cli.parser import Parser
from vdlite.cli.questions.answers import add_common, asked, looks, print_json
from vdlite.cli.tables import date_time
from vdlite.cli.terminal import UsageError, said, say

if TYPE_CHECKING:
    from vdlite.alerts.rule import Rule
    from vdlite.alerts.watch import Alert
    from vdlite.reader import LogReader

_LEVELS = ("info", "warn", "error")


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite watch`. Exit status 0: no rule was broken that counts, 1: one was, 2: logdir or rules can't be read."""
    options = watch_parser().parse_args(arguments)
    from vdlite.alerts.rule import USUAL
    from vdlite.alerts.rule_file import read_rules
    from vdlite.errors import RuleError

    try:
        rules = USUAL if options.rules is None else read_rules(options.rules)
    except RuleError as error:
        raise UsageError(said(error)) from error
    return asked(options, lambda reader: _watch(reader, options, rules))


def _watch(reader: LogReader, options: argparse.Namespace, rules: Sequence[Rule]) -> int:
    from vdlite.alerts.watch import Watch

    watch = Watch(reader, rules)
    # What was there before somebody began to watch wakes nobody, unless it is asked for.
    found = watch.look()
    if options.replay:
        return _report(found, options)
    status = 0
    with suppress(KeyboardInterrupt):
        for _ in looks(reader):
            status = max(status, _report(watch.look(), options))
            if options.until == "ended" and not _is_live(reader):
                break
    return status


def _is_live(reader: LogReader) -> bool:
    return any(reader.state(run) == "live" for run in reader.runs)


def _report(alerts: Sequence[Alert], options: argparse.Namespace) -> int:
    """Print events, a line each; 1 if one is of a level that fails."""
    for each in alerts:
        if options.json:
            print_json(options, each)
        else:
            say(
                f"{date_time(each.walltime)}  {each.level:<5}  {each.rule}  {each.run}  {each.text}"
            )
    fails = _LEVELS[_LEVELS.index(options.fail_on) :] if options.fail_on else ()
    return int(any(each.level in fails for each in alerts))


def watch_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite watch",
        description="Look after runs by rules: print an event as soon as one is broken, until Ctrl-C. Without a file of "
        "rules: values that are not finite, losses that spike, runs that stall, alerts that trainings log.",
        epilog="Exit status: 0 if no rule was broken that --fail-on names, 1 if one was, 2 if logdir or rules can't be read.",
    )
    add_common(parser)
    parser.add_argument("--rules", metavar="FILE", help="rules, as TOML (default: the usual ones)")
    parser.add_argument(
        "--replay",
        action="store_true",
        help="over what was logged until now, and end: how rules are tried before they wake anybody",
    )
    parser.add_argument(
        "--until", choices=("ended",), help="end once no run is live any more (default: go on)"
    )
    parser.add_argument(
        "--fail-on",
        choices=_LEVELS,
        metavar="LEVEL",
        help="exit status 1 if an event of this level or above was found: info, warn or error",
    )
    return parser
