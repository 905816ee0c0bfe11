"""The command `vdlite check`: what is damaged?"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from vdlite.cli.parser import Parser
from vdlite.cli.terminal import UsageError, said, say


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite check`. Exit status 0: intact, 1: damaged, 2: a path can't be used."""
    options = check_parser().parse_args(arguments)
    from vdlite.errors import VdliteError
    from vdlite.reader.check import check

    if options.recover:
        _recover(options.paths)
    try:
        report = check(options.paths, follow_links=options.follow_links)
    except (VdliteError, OSError) as error:
        raise UsageError(said(error)) from error
    for damage in report.damage:
        say(f"{damage.file}:{damage.offset} {damage.bytes} bytes: {damage.reason}")
    for unreadable in report.unreadable:
        what = "can't be read" if unreadable.is_damaged else "note: not read"
        say(f"{unreadable.path}: {what}: {unreadable.reason}")
    for gap in report.gaps:
        say(f"{gap.file}: note: the writer could not write {gap.missing} records")
    for tail in report.tails:
        say(f"{tail.file}:{tail.offset} {tail.bytes} bytes: note: the last record is incomplete")
    for spool in report.spools:
        say(
            f"{spool.file}: note: {spool.records} records of a writer that was killed wait in its spool: "
            "--recover writes them into a log"
        )
    for logs in report.foreign:
        say(
            f"{logs.example}: note: {logs.files} files of {logs.tool}, which this version does not read"
        )
    say(
        f"{_count(report.runs, 'run')}, {_count(report.files, 'file')}, {_count(report.records, 'record')}: "
        + ("intact" if report.intact else "DAMAGED")
    )
    return 0 if report.intact else 1


def _count(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")


def _recover(paths: Sequence[str]) -> None:
    """Make lasting what killed writers left below the paths."""
    from vdlite.errors import VdliteError
    from vdlite.writer.life.recovery import recover

    for spool in _spools(paths):
        try:
            found = recover(spool)
        except (VdliteError, OSError) as error:
            say(f"{spool}: can't be recovered: {error}")
            continue
        if found is None:
            say(f"{spool}: note: its writer lives")
        else:
            say(f"{spool}: recovered {found.records} records, {found.lost} are lost")


def _spools(paths: Sequence[str]) -> list[str]:
    from vdlite.format.layout import OWN_FOLDER, is_spool

    found: list[str] = []
    for path in paths:
        for folder, folders, files in os.walk(path):
            folders[:] = sorted(set(folders) - {OWN_FOLDER})
            found += [os.path.join(folder, name) for name in sorted(files) if is_spool(name)]
    return found


def check_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite check",
        description="Read logs whole and tell what is damaged: file, first byte, length, reason. "
        "Changes nothing, unless asked to recover.",
        epilog="Exit status: 0 if everything can be read, 1 if something is damaged, 2 if a path "
        "can't be used. A writer's own gaps and an incomplete last record are reported as notes.",
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="logdir, run or log file")
    parser.add_argument(
        "--follow-links",
        action="store_true",
        help="follow links that lead out of the paths; without it, they count as unreadable",
    )
    parser.add_argument(
        "--recover",
        action="store_true",
        help="first write what killed writers did not come to write into logs beside theirs, and "
        "remove their spools",
    )
    return parser
