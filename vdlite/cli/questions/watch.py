"""The command `vdlite watch`: is a rule broken, in runs that go on or in runs that have ended?"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from vdlite.cli.parser import Parser
from vdlite.cli.questions.answers import add_common, asked, note, print_json
from vdlite.cli.tables import date_time
from vdlite.cli.terminal import UsageError, said, say

if TYPE_CHECKING:
    from vdlite.alerts.alert import Alert
    from vdlite.alerts.rule import Rule
    from vdlite.alerts.rule_file import RuleFile
    from vdlite.reader import Store

_LEVELS = ("info", "warn", "error")
_EVERY = 1.0  # seconds between two looks


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite watch`. Exit status 0: no rule was broken that counts, 1: one was, 2: logdir or rules can't be read."""
    options = watch_parser().parse_args(arguments)
    from vdlite.alerts.rule_file import RuleFile, read_rules
    from vdlite.errors import RuleError

    try:
        given = RuleFile() if options.rules is None else read_rules(options.rules)
    except RuleError as error:
        raise UsageError(said(error)) from error
    if options.replay:
        return asked(options, lambda reader: _replay(_store(options), options, given.rules))
    return asked(options, lambda reader: _watch(_store(options), options, given))


def _store(options: argparse.Namespace) -> Store:
    from vdlite.cache.column_cache import default_cache
    from vdlite.reader import Store
    from vdlite.reader.logdir.logdirs import logdirs_of

    (place,) = logdirs_of([options.logdir])
    cache = default_cache(place.folder)
    return Store([options.logdir], follow_links=options.follow_links, cache=cache)


def _replay(store: Store, options: argparse.Namespace, rules: Sequence[Rule]) -> int:
    from vdlite.alerts.runs import RunsOfStore
    from vdlite.alerts.watch import Watch

    _read(store, discover=True)
    watch = Watch(RunsOfStore(store), rules)
    found = watch.look()
    for problem in watch.problems:
        raise problem
    return _report(found, options)


def _watch(store: Store, options: argparse.Namespace, given: RuleFile) -> int:
    from vdlite.alerts.duty import Duty
    from vdlite.server.access.token import config_folder

    _read(store, discover=True)
    # Without channels there is nothing to be known of what an earlier watch has sent.
    folder = config_folder() / "alerts" if given.channels else None
    duty = Duty(store, given, folder, server=partial(_server_of, options.logdir))
    status = _report(duty.look(), options)
    for problem in duty.watch.problems:
        note(str(problem))
    duty.start()
    try:
        while options.until != "ended" or any(info.state == "live" for info in store.runs()):
            time.sleep(_EVERY)
            _read(store, discover=store.may_have_changed())
            status = max(status, _report(duty.look(), options))
    except KeyboardInterrupt:
        pass
    finally:
        duty.stop()
    return status


def _server_of(logdir: str) -> str | None:
    """The address of the server of this user that shows just this logdir; None if there is none."""
    from vdlite.cli.questions.served import servers_of

    return next((each.url for each in servers_of(logdir)), None)


def _read(store: Store, *, discover: bool) -> None:
    """Read all that there is."""
    store.refresh(discover=discover, sparing=True)
    while not store.done:
        store.refresh(discover=False)


def _report(alerts: Sequence[Alert], options: argparse.Namespace) -> int:
    """Print events, a line each; 1 if one is of a level that fails."""
    for each in alerts:
        if options.json:
            print_json(options, each)
        else:
            say(
                f"{date_time(each.walltime)}  {each.level:<5}  {each.rule}  {each.run}  {each.text}"
            )
    sys.stdout.flush()
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
    parser.add_argument(
        "--rules", metavar="FILE", help="rules and channels, as TOML (default: the usual rules)"
    )
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
