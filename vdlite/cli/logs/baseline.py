"""The command `vdlite baseline`: which runs the others are compared with."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from fnmatch import fnmatchcase

from vdlite.cli.parser import Parser
from vdlite.cli.terminal import UsageError, said, say


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite baseline`. Exit status 0: said or kept, 1: it can't be kept there, 2: there is no such run or folder."""
    options = baseline_parser().parse_args(arguments)
    from vdlite.annotations import Edit, Sidecar
    from vdlite.errors import SidecarError, VdliteError
    from vdlite.reader import LogReader
    from vdlite.reader.logdir.logdirs import logdirs_of
    from vdlite.reader.remote.address import address_of

    if options.clear and options.runs:
        raise UsageError(f"--clear takes all away: got {options.runs[0]!r} as well, want no run")
    if address_of(options.logdir) is not None:
        raise UsageError(f"nothing is kept in an object store: {address_of(options.logdir)}")
    try:
        reader = LogReader(options.logdir)
    except (VdliteError, OSError) as error:
        raise UsageError(said(error)) from error
    chosen = found_runs(reader.runs, options.runs)
    before = set(reader.baseline)
    if options.clear or chosen:
        (place,) = logdirs_of([options.logdir])
        sidecar = Sidecar(place.folder)
        sidecar.refresh()
        names = {place.relative_name(name) or name for name in chosen}
        gone = [name for name in sidecar.baseline if name not in names]
        edits = [Edit("run", name, None, "baseline") for name in gone]
        edits += [Edit("run", name, True, "baseline") for name in sorted(names)]
        try:
            sidecar.append(edits)
        except SidecarError as error:
            say(f"not kept: {error}: {options.logdir}")
            return 1
        before = set(chosen)
    for name in sorted(before):
        say(name)
    if not before:
        say(f"no run is the baseline: {options.logdir}")
    return 0


def baseline_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite baseline",
        description="Choose the runs that the others are compared with, in the page and by scripts, and say which they "
        "are. Several runs, such as the seeds of one training, count by their mean.",
    )
    add = parser.add_argument
    add("logdir", metavar="LOGDIR", help="the folder of the runs")
    add(
        "runs",
        nargs="*",
        metavar="RUN",
        help="names or patterns, such as 'base/seed=*'; they take the place of those chosen before",
    )
    add("--clear", action="store_true", help="no run is the baseline any more")
    return parser


def found_runs(names: Sequence[str], wanted: Sequence[str]) -> list[str]:
    """The runs of these names or patterns, sorted, each once. Raises UsageError for one that fits no run."""
    from vdlite.reader.questions.near_runs import runs_instead

    found: set[str] = set()
    for each in wanted:
        fitting = [each] if each in names else [name for name in names if fnmatchcase(name, each)]
        if not fitting:
            raise UsageError(f"no run {each!r}, {runs_instead(each, names)}")
        found.update(fitting)
    return sorted(found)
