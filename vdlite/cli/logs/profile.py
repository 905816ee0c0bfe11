"""The command `vdlite profile import`: profiles in files of other programs, into a log."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from vdlite.cli.parser import Parser
from vdlite.cli.terminal import UsageError, printable, said, say

if TYPE_CHECKING:
    from vdlite.kinds.profile import Recording

_ENDINGS = (".gz", ".json", ".trace", ".pt", ".txt", ".folded", ".collapsed", ".speedscope")


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite profile` and return its exit status: 1 if a file could not be imported, 2 if none could."""
    options = profile_parser().parse_args(arguments)
    failed = 0
    many = len(options.files) > 1
    for name in options.files:
        try:
            say(_import(Path(name), options, many=many))
        except UsageError as error:
            print(f"vdlite profile: {error}", file=sys.stderr)
            failed += 1
    return 0 if not failed else 2 if failed == len(options.files) else 1


def _import(path: Path, options: argparse.Namespace, *, many: bool) -> str:
    """Import one file; returns what is to be said of it."""
    from vdlite.errors import VdliteError
    from vdlite.profiling.files import read_file
    from vdlite.writer import LogWriter
    from vdlite.writer.life.importing import afterwards

    name = _stem(path)
    folder = Path(options.logdir) / (options.run or name)
    try:
        recording = read_file(path, progress=_progress(path))
        # Files of one run that are no ranks of each other must not take each other's place.
        alike = many and options.run and int(recording.facts.get("world", 1)) == 1
        with afterwards():
            made = LogWriter(folder)
        with closing(made) as writer:
            writer.add_profile(
                recording, f"{options.tag}/{name}" if alike else options.tag, options.step
            )
    except (VdliteError, OSError) as error:
        reason = said(error)
        raise UsageError(reason if str(path) in reason else f"{path}: {reason}") from error
    return "\n".join(_said(path, folder, recording))


def _said(path: Path, folder: Path, recording: Recording) -> list[str]:
    lines = [f"{path}: {len(recording.events):,} events in {folder}"]
    lines += [f"  {note.level}: {printable(note.text)}" for note in recording.notes]
    return lines


def _progress(path: Path) -> Callable[[int], None] | None:
    """Says on a terminal how far it is."""
    if not sys.stderr.isatty():
        return None
    whole = path.stat().st_size or 1 if path.exists() else 1

    def tell(taken: int) -> None:
        end = "\r\x1b[K" if taken >= whole else ""
        print(f"\r{path.name}: {min(taken / whole, 1):.0%}", end=end, file=sys.stderr, flush=True)

    return tell


def _stem(path: Path) -> str:
    """The name of a file without its endings, such as `.pt.trace.json.gz`."""
    name = path.name
    while name.lower().endswith(_ENDINGS):
        name = Path(name).stem
    return name or path.name


def profile_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite profile",
        description="Import profiles of other programs: traces of torch.profiler and whatever else writes Chrome "
        "traces (.json, .json.gz), of any size.",
    )
    parser.add_argument("action", choices=["import"], help="what to do")
    parser.add_argument("files", metavar="FILE", nargs="+", help="the traces")
    parser.add_argument(
        "--logdir", default=".", metavar="DIR", help="where the runs are (default: this folder)"
    )
    parser.add_argument(
        "--run",
        metavar="NAME",
        help="the run that they become part of (default: one named after each file)",
    )
    parser.add_argument(
        "--tag", default="profile", metavar="TAG", help="of the profiles (default: profile)"
    )
    parser.add_argument(
        "--step", type=int, metavar="N", help="of the profiles (default: the next one of the tag)"
    )
    return parser
