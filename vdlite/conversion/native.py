"""Runs of any tool as logs of our own."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from vdlite.errors import FormatError, LogdirError
from vdlite.kinds.scalar import NAME as SCALAR
from vdlite.reader import LogReader
from vdlite.reader.logdir.discovery import Unreadable
from vdlite.reader.logdir.readable_names import readable_names
from vdlite.reader.whole_runs import is_over, run_of
from vdlite.writer import LogWriter
from vdlite.writer.life.importing import importing
from vdlite.writer.life.log_end import end_at, leave_without_end


@dataclass(frozen=True, slots=True)
class Copied:
    """A run that was copied, and what became of it."""

    run: str  # its name now
    records: int
    superseded: int  # points that later ones replace; they are left behind
    problems: tuple[str, ...]  # records that can't be read


def copy_runs(
    source: str | Path,
    target: str | Path,
    tell: Callable[[Copied], None] = lambda _: None,
    tell_unreadable: Callable[[Unreadable], None] = lambda _: None,
) -> list[Copied]:
    """Log everything that the runs below `source` hold into runs of the same names below `target`.

    Names that are ids of another tool make way for readable ones.
    tell: called with each run when it is done; tell_unreadable: with each file that is left behind. Raises LogdirError if there is nothing to read, or if a folder that
    would be written to holds logs already.
    """
    reader = LogReader(source)
    goal = Path(target)
    if not reader.runs:
        raise LogdirError(f"can't import: {why_no_runs(reader)}: {source}")
    if goal.exists() and not goal.is_dir():
        raise LogdirError(f"can't import: not a folder: {goal}")
    there = set(LogReader(goal).runs) if goal.exists() else set()
    names = readable_names(reader.runs, reader.display_name)
    for item in reader.unreadable:
        tell_unreadable(item)
    taken = [name for name in names.values() if name in there]
    if taken:
        raise LogdirError(f"can't import: there are logs already: {goal / taken[0]}")
    copied = []
    for run, name in names.items():
        made = replace(_copy(reader, run, goal / name), run=name)
        tell(made)
        copied.append(made)
    return copied


def why_no_runs(reader: LogReader) -> str:
    """The reason why there is nothing to read."""
    if not reader.unreadable:
        return "there are no logs"
    item = reader.unreadable[0]
    return f"there are no logs that can be read; {item.reason}: {item.path}"


def _copy(reader: LogReader, run: str, folder: Path) -> Copied:
    records = superseded = 0
    problems: list[str] = []
    started, updated = reader.times(run)
    # As it was logged: what people call it stays an annotation.
    name = run_of(reader, run).info.display_name or ""
    with importing(started), LogWriter(folder, display_name=name) as writer:
        for tag in reader.tags(run) if SCALAR in reader.kinds(run) else ():
            points = reader.scalars(run, tag)
            writer.add_scalar_series(tag, points.values, points.steps, points.walltimes)
            records += len(points)
            superseded += len(reader.scalars(run, tag, superseded=True)) - len(points)
        for kind, tag in _others(reader, run):
            some = reader.records(run, kind, tag)
            superseded += len(reader.records(run, kind, tag, superseded=True)) - len(some)
            for record in some:
                try:
                    payload = record.raw()
                except (FormatError, OSError) as error:
                    problems.append(f"{kind} {tag!r} at step {record.step}: {error}")
                    continue
                summary = dict(record.summary)
                writer.add_record(kind, tag, payload, record.step, record.walltime, summary)
                records += 1
        end_at(writer, updated)
        if is_over(reader, run):
            writer.close(outcome=reader.outcome(run))
        else:
            leave_without_end(writer)
    if updated is not None:
        # A run that was killed does not look as if it went on.
        for file in folder.glob("*.vd*"):
            os.utime(file, (updated, updated))
    return Copied(run, records, superseded, tuple(problems))


def _others(reader: LogReader, run: str) -> Iterator[tuple[str, str]]:
    for kind in reader.kinds(run):
        if kind != SCALAR:
            for tag in reader.tags(run, kind):
                yield kind, tag
