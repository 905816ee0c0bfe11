"""The command `vdlite halt`: ask trainings to stop."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from vdlite.cli.logs.baseline import found_runs
from vdlite.cli.parser import Parser
from vdlite.cli.terminal import UsageError, said, say


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite halt`. Exit status 0: all were asked, 1: one can't be, 2: there is no such run or folder."""
    options = halt_parser().parse_args(arguments)
    from vdlite.alerts.stopping import folder_of_writer
    from vdlite.errors import VdliteError
    from vdlite.format.stop_request import request_stop, withdraw_stop
    from vdlite.reader import Store
    from vdlite.reader.logdir.logdirs import check_logdir

    try:
        check_logdir(options.logdir)
        store = Store([options.logdir])
        store.refresh()
        while not store.done:
            store.refresh()
    except (VdliteError, OSError) as error:
        raise UsageError(said(error)) from error
    runs = {each.name: each for each in store.all_runs()}
    status = 0
    for name in found_runs(sorted(runs), options.runs):
        try:
            folder = folder_of_writer(runs[name])
            if options.withdraw:
                was_asked = withdraw_stop(folder)
                say(
                    f"{name}: {'no longer asked to stop' if was_asked else 'was not asked to stop'}"
                )
            else:
                request_stop(folder, options.reason)
                say(f"{name}: asked to stop, {runs[name].info.state}")
        except OSError as error:
            say(f"{name}: {said(error)}")
            status = 1
    return status


def halt_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite halt",
        description="Ask trainings to stop: those whose loops call writer.should_stop() come to their end within a "
        "second and a step. Nothing is killed.",
    )
    add = parser.add_argument
    add("logdir", metavar="LOGDIR", help="the folder of the runs")
    add("runs", nargs="+", metavar="RUN", help="names or patterns, such as 'lr=1.0/seed=*'")
    add(
        "--reason",
        metavar="TEXT",
        default="vdlite halt",
        help="why, which is kept in the log of the run (default: vdlite halt)",
    )
    add("--withdraw", action="store_true", help="ask no longer")
    return parser
