"""The commands `vdlite import` and `vdlite export`: logs turned into others."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from vdlite.cli.parser import Parser
from vdlite.cli.terminal import UsageError, end_like_interrupt, said, say

if TYPE_CHECKING:
    from vdlite.conversion.native import Copied
    from vdlite.conversion.parquet.export import ExportedRun
    from vdlite.conversion.tensorboard import Exported
    from vdlite.reader.logdir.discovery import Unreadable

_EVERY = 60.0  # seconds
_YEAR = 366 * 86400.0


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
    if options.parquet:
        return _export_parquet(options)
    for name in ("runs", "follow", "every"):
        if getattr(options, name) not in (None, False):
            raise UsageError(f"--{name} is for exports to Parquet: want --parquet, too")
    from vdlite.conversion.tensorboard import export_runs
    from vdlite.errors import VdliteError

    try:
        exported = export_runs(
            options.source, options.target, wide=options.float64, tell=_tell_exported
        )
    except (VdliteError, OSError) as error:
        raise UsageError(said(error)) from error
    return 1 if any(each.problems for each in exported) else 0


def _export_parquet(options: argparse.Namespace) -> int:
    """Exit status 0: all is exported, 1: something can't be read."""
    from vdlite.errors import VdliteError
    from vdlite.packages import needed

    if options.float64:
        raise UsageError("--float64 is for event files: Parquet has all bits of scalars")
    if options.every is not None and not (options.follow and 0 < options.every < _YEAR):
        wanted = "seconds above 0" if options.follow else "--follow, too"
        raise UsageError(f"--every: got {options.every:g}, want {wanted}")
    with needed("an export to Parquet"):
        from vdlite.conversion.parquet.export import export_parquet
        from vdlite.conversion.parquet.follow import follow_parquet

    unreadable: list[Unreadable] = []

    def tell_unreadable(item: Unreadable) -> None:
        unreadable.append(item)
        say(f"{item.path}: can't be read: {item.reason}")

    try:
        if options.follow:
            end_like_interrupt()
            follow_parquet(
                options.source,
                options.target,
                wait=_wait,
                every=options.every or _EVERY,
                runs=options.runs,
                tell=_tell_written,
            )
            return 0
        update = export_parquet(
            options.source,
            options.target,
            runs=options.runs,
            tell=_tell_written,
            tell_unreadable=tell_unreadable,
        )
    except (VdliteError, OSError) as error:
        raise UsageError(said(error)) from error
    for run, damage in update.kept.items():
        _tell_damage(run, damage)
    written, kept = len(update.written), len(update.kept)
    say(f"{options.target}: {written} runs written, {kept} as before, {update.removed} removed")
    return 0 if update.is_whole and not any(each.is_damaged for each in unreadable) else 1


def _wait(seconds: float) -> bool:
    """Until the next update of an export that is followed, which goes on until Ctrl-C."""
    sys.stdout.flush()
    time.sleep(seconds)
    return True


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


def _tell_written(run: ExportedRun) -> None:
    say(f"{run.run}: {run.points} points")
    _tell_damage(run.run, run.damage)


def _tell_damage(run: str, damage: Sequence[str]) -> None:
    for each in damage:
        say(f"{run}: can't be read: {each}")


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
        prog="vdlite export",
        description="Write the runs below a folder as logs of another tool, or as tables for SQL and data frames.",
    )
    add = parser.add_argument
    formats = parser.add_mutually_exclusive_group()
    formats.add_argument(
        "--tensorboard", action="store_true", help="event files, which TensorBoard reads (default)"
    )
    formats.add_argument(
        "--parquet",
        action="store_true",
        help="Parquet, which DuckDB, Polars, pandas, Dask and Spark read; a second time, only runs that have changed",
    )
    add(
        "--float64",
        action="store_true",
        help="event files: keep all bits of scalars; the fast loader of TensorBoard leaves such out",
    )
    add(
        "--runs",
        action="append",
        metavar="NAME",
        help="Parquet: only these runs, such as 'lr=*'; may be given several times",
    )
    add(
        "--follow",
        action="store_true",
        help="Parquet: go on until Ctrl-C, and write what comes as further parts",
    )
    add(
        "--every",
        type=float,
        metavar="SECONDS",
        help=f"with --follow: from one part of a run to the next, at least (default: {_EVERY:.0f})",
    )
    add("source", metavar="SRC", help="a logdir, the folder of one run, or a single log file")
    add(
        "target",
        metavar="DST",
        help="where to: of event files, runs have the same names there; of Parquet, a new or empty folder, or an "
        "earlier export",
    )
    return parser
