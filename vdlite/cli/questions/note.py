"""The command `vdlite note`: write into the logbook what was concluded."""

from __future__ import annotations

import argparse
import getpass
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from vdlite.annotations.entry import LogbookEntry, new_entry
from vdlite.annotations.logbook import Logbook
from vdlite.cli.parser import Parser
from vdlite.cli.questions.answers import note
from vdlite.cli.terminal import UsageError, said, say
from vdlite.format.layout import LOGBOOK
from vdlite.reader.questions.near_runs import near_runs
from vdlite.reader.questions.plain import as_json

_ALL = "-"  # in the place of a run: the logdir as a whole
_STDIN = "-"  # in the place of a text
_LARGEST_INPUT = 1 << 20  # bytes; a text is refused long before


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite note`. Exit status 0: it is written, 2: it can't be."""
    options = note_parser().parse_args(arguments)
    from vdlite.errors import VdliteError
    from vdlite.reader import LogReader
    from vdlite.reader.remote.address import address_of

    if address_of(options.logdir) is not None:
        raise UsageError(f"nothing is written into an object store: {options.logdir}")
    *about, text = options.words
    if len(about) > 1:
        raise UsageError(
            f"got {about[1]!r}, which is one argument too many; a text of several words stands in quotes"
        )
    named = [*(each for each in about if each != _ALL), *options.run]
    try:
        place = Path(options.logdir)
        runs = LogReader(place, follow_links=options.follow_links).runs
        if not about and text in runs:
            raise UsageError(f"{text!r} is a run: want a text behind it")
        for each in named:
            _check_run(each, runs)
        if runs == ["."] and place.is_dir():
            note(f"{place} is a run itself: its logbook is not that of the folder above")
        entry = new_entry(
            _read_text() if text == _STDIN else text,
            runs=named,
            author=_user() if options.author is None else options.author,
            command=options.command,
        )
        folder = place if place.is_dir() else place.parent
        written = Logbook(folder).append(entry)
    except (VdliteError, OSError, ValueError) as error:
        raise UsageError(said(error)) from error
    _report(written, folder, json=options.json)
    return 0


def _check_run(name: str, runs: Sequence[str]) -> None:
    if name in runs:
        return
    close = near_runs(name, runs, 3) or runs[:3]
    there = ", ".join(map(repr, close)) or "none"
    raise UsageError(f"there is no run {name!r}; near it: {there}; - stands for the whole logdir")


def _read_text() -> str:
    content = sys.stdin.buffer.read(_LARGEST_INPUT)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"the text: byte {error.start} is no UTF-8") from error


def _user() -> str:
    """The name of who runs this; empty where the system has none, as in some containers."""
    try:
        name = getpass.getuser()
    except (KeyError, OSError, ImportError):
        return ""
    return name if name.isprintable() else ""


def _report(written: LogbookEntry, folder: Path, *, json: bool) -> None:
    if json:
        print(as_json(written))
    else:
        say(f"written into {os.path.join(folder, LOGBOOK)}")


def note_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite note",
        usage="vdlite note LOGDIR [RUN] TEXT [options]",
        description="Write into the logbook of a folder of runs what was concluded: logbook.md, which `vdlite logbook` and "
        "the page show.",
        epilog="Exit status: 0 if it is written, 2 if it can't be.",
    )
    parser.add_argument("logdir", metavar="LOGDIR", help="folder of runs")
    parser.add_argument(
        "words",
        nargs="+",
        metavar="TEXT",
        help="the run that it is about, as `vdlite runs` shows it, and a text in Markdown, - for that of standard "
        "input; without a run, or with - in its place, it is about all",
    )
    parser.add_argument(
        "--run",
        action="append",
        default=[],
        metavar="RUN",
        help="a further run that it is about; may be given several times",
    )
    parser.add_argument("--author", metavar="NAME", help="who says so (default: the user's name)")
    parser.add_argument(
        "--command", default="", metavar="TEXT", help="the command that gave the answer"
    )
    parser.add_argument("--json", action="store_true", help="print the entry as JSON")
    parser.add_argument(
        "--follow-links", action="store_true", help="follow links that lead out of the logdir"
    )
    return parser
