"""The commands `vdlite import` and `vdlite export`: logs turned into others."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from vdlite.cli.parser import Parser
from vdlite.cli.terminal import UsageError, said, say

if TYPE_CHECKING:
    from vdlite.conversion.native import Copied
    from vdlite.conversion.tensorboard import Exported
    from vdlite.reader.logdir.discovery import Unreadable


def run_import(arguments: Sequence[str]) -> int:
    """Run `vdlite import` and return its exit status."""
    options = import_parser().parse_args(arguments)
    from vdlite.conversion.native import copy_runs
    from vdlite.errors import VdliteError

    unreadable: list[Unreadable] = []
    try:
        copied = copy_runs(options.source, options.target, _tell_copied, unreadable.append)
    except (VdliteError, OSError) as error:
        raise UsageError(said(error)) from error
    for item in unreadable:
        if item.is_damaged:  # of others the reader has reported already
            say(f"{item.path}: can't be read: {item.reason}")
    return 1 if unreadable or any(each.problems for each in copied) else 0


def run_export(arguments: Sequence[str]) -> int:
    """Run `vdlite export` and return its exit status."""
    options = export_parser().parse_args(arguments)
    from vdlite.conversion.tensorboard import export_runs
    from vdlite.errors import VdliteError

    try:
        exported = export_runs(
            options.source, options.target, wide=options.float64, tell=_tell_exported
        )
    except (VdliteError, OSError) as error:
        raise UsageError(said(error)) from error
    return 1 if any(each.problems for each in exported) else 0


def _tell_copied(run: Copied) -> None:
    left = f", {run.superseded} superseded ones left behind" if run.superseded else ""
    say(f"{run.run}: {run.records} records{left}")
    for problem in run.problems:
        say(f"{run.run}: can't be read: {problem}")


def _tell_exported(run: Exported) -> None:
    left = ", ".join(f"{count} of {kind}" for kind, count in run.left_out.items())
    say(f"{run.run}: {run.records} records" + (f"; left out: {left}" if left else ""))
    for problem in run.problems:
        say(f"{run.run}: can't be read: {problem}")


def import_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite import",
        description="Write the runs of other tools below a folder as logs of vdlite. They can be looked at without, too.",
    )
    parser.add_argument(
        "source",
        metavar="SRC",
        help="a logdir, the folder of one run, or a single log file, such as study.db of Optuna",
    )
    parser.add_argument(
        "target", metavar="DST", help="where the runs are written to, under the same names"
    )
    return parser


def export_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite export", description="Write the runs below a folder as logs of another tool."
    )
    parser.add_argument(
        "--tensorboard",
        action="store_true",
        help="event files, which TensorBoard reads (default, as the only format so far)",
    )
    parser.add_argument(
        "--float64",
        action="store_true",
        help="keep all bits of scalars; the fast loader of TensorBoard leaves such out",
    )
    parser.add_argument(
        "source", metavar="SRC", help="a logdir, the folder of one run, or a single log file"
    )
    parser.add_argument(
        "target", metavar="DST", help="where the runs are written to, under the same names"
    )
    return parser
