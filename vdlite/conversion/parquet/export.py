"""Runs below a folder as Parquet files, brought up to date."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from vdlite.conversion.native import why_no_runs
from vdlite.conversion.parquet.folder import ExportFolder, check_target, rows_of
from vdlite.conversion.parquet.parts import Parts
from vdlite.conversion.parquet.rows import hparam_rows, record_rows, run_row, tag_rows
from vdlite.conversion.parquet.schemas import TABLES
from vdlite.conversion.parquet.table_update import TableUpdate
from vdlite.errors import LogdirError
from vdlite.reader import LogReader
from vdlite.reader.logdir.discovery import Unreadable
from vdlite.reader.logdir.foreign_stores import path_of_file
from vdlite.reader.tables import text
from vdlite.reader.whole_runs import files_of, folder_of, forget, run_now, run_of, status_of
from vdlite.version import __version__


@dataclass(frozen=True, slots=True)
class ExportedRun:
    """A run whose files were written."""

    run: str
    points: int  # that were written; of a run that is followed, those that came since the last time
    damage: tuple[str, ...]  # what can't be read of it, a sentence for each


@dataclass(frozen=True, slots=True)
class Update:
    """What an export did."""

    written: tuple[ExportedRun, ...]
    kept: dict[str, tuple[str, ...]]
    """Runs whose files stayed as they were, and what can't be read of them."""
    removed: int  # runs that are not there any more

    @property
    def is_whole(self) -> bool:
        """True if all that the runs hold could be read."""
        return not any(run.damage for run in self.written) and not any(self.kept.values())


def export_parquet(
    source: str | Path,
    target: str | Path,
    *,
    runs: Sequence[str] | None = None,
    tell: Callable[[ExportedRun], None] = lambda _: None,
    tell_unreadable: Callable[[Unreadable], None] = lambda _: None,
) -> Update:
    """Write the runs below `source` into a folder of Parquet files; a second time, only those that have changed.

    target: a new or empty folder, or one that holds an export. Afterwards it holds the runs of this one alone.
    runs: only those that one of the patterns fits, such as `lr=*`; None for all.
    tell: called with each run when it is written; tell_unreadable: with each file that is left out.
    Raises LogdirError if there is nothing to read, or `target` can't be written to. There is one run in memory at a
    time. What stands in `target` is whole at any moment, if perhaps not up to date.
    """
    goal = Path(target)
    reader = LogReader(source)
    check_target(Path(source), goal)
    if not reader.runs:
        raise LogdirError(f"can't export: {why_no_runs(reader)}: {source}")
    if not chosen(reader.runs, runs):
        raise LogdirError(f"can't export: no run is called {' or '.join(runs or ())}: {source}")
    for item in reader.unreadable:
        tell_unreadable(item)
    folder = ExportFolder(goal)
    with folder.opened():
        return Export(reader, folder, runs, follow=False, tell=tell).update()


def chosen(names: Sequence[str], patterns: Sequence[str] | None) -> list[str]:
    """The runs that one of the patterns fits; None fits all."""
    if patterns is None:
        return list(names)
    return [name for name in names if any(fnmatchcase(name, each) for each in patterns)]


class Export:
    """Brings the folder of an export up to date, again and again where it follows the runs."""

    def __init__(
        self,
        reader: LogReader,
        folder: ExportFolder,
        patterns: Sequence[str] | None,
        *,
        follow: bool,
        tell: Callable[[ExportedRun], None],
    ) -> None:
        """follow: see `Parts`; live runs then stay in memory."""
        self._reader = reader
        self._folder = folder
        self._patterns = patterns
        self._parts = Parts(folder, follow=follow)
        self._tell = tell

    def update(self) -> Update:
        """Write what has changed. For a folder that is opened."""
        names = chosen(self._reader.runs, self._patterns)
        self._parts.keep_only(set(names))
        # Before anything is read: what comes meanwhile may be read, or is another change.
        stamps = {name: stamp_of(self._reader, name) for name in names}
        earlier = self._earlier()
        kept = {
            name: tuple(earlier[text(name)]["damage"])
            for name in names
            if self._is_same(name, stamps[name], earlier.get(text(name)))
        }
        changed = [name for name in names if name not in kept]
        gone = len(earlier.keys() - set(map(text, names)))
        written: list[ExportedRun] = []
        if changed or gone:
            updates = self._begin_tables(list(map(text, kept)))
            for name in changed:
                written.append(self._write(name, stamps[name], updates))
                self._tell(written[-1])
            self._folder.remove_other_runs(set(names))
            self._end_tables(updates)
        return Update(tuple(written), kept, gone)

    def _earlier(self) -> dict[str, dict[str, Any]]:
        """What `runs` has of the runs that were exported, by name."""
        if not self._folder.is_current:
            return {}
        rows = rows_of(self._folder.table("runs"), "run", "stamp", "damage", "state")
        return {row["run"]: row for row in rows}

    def _is_same(self, name: str, stamp: str, earlier: dict[str, Any] | None) -> bool:
        """True if the run is what it was. Whether one is live depends on the time, too."""
        if earlier is None or earlier["stamp"] != stamp:
            return False
        if earlier["state"] != "live":
            return True
        return self._parts.follows(name) and run_of(self._reader, name).info.state == "live"

    def _begin_tables(self, kept: Sequence[str]) -> dict[str, TableUpdate]:
        updates = {}
        for name, schema in TABLES.items():
            updates[name] = TableUpdate(self._folder.begin(f"{name}.parquet"), schema)
            updates[name].keep(self._folder.table(name), kept)
        return updates

    def _end_tables(self, updates: dict[str, TableUpdate]) -> None:
        for name, update in updates.items():
            update.close()
            self._folder.put(self._folder.begin(f"{name}.parquet"), self._folder.table(name))

    def _write(self, name: str, stamp: str, updates: dict[str, TableUpdate]) -> ExportedRun:
        run = run_now(self._reader, name)
        points = self._parts.write(run)
        row = run_row(run, stamp)
        updates["runs"].add([row])
        updates["hparams"].add(hparam_rows(run))
        updates["tags"].add(tag_rows(run))
        for rows in record_rows(run, str(folder_of(self._reader))):
            updates["records"].add(rows)
        if not self._parts.follows(name):
            forget(self._reader, name)
        return ExportedRun(name, points, tuple(row["damage"]))


def stamp_of(reader: LogReader, name: str) -> str:
    """A text that differs when the files of a run do, or what reads them."""
    lines = [__version__]
    for path in sorted({path_of_file(path) for path in files_of(reader, name)}):
        for each in (path, path.with_name(f"{path.name}-wal")):  # where databases append to
            with suppress(OSError):
                found = status_of(reader, each)
                lines.append(f"{each.name} {found.st_ino} {found.st_size} {found.st_mtime_ns}")
    return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()[:32]
