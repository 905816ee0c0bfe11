"""The folder of an export: whose it is, and how files come into it whole."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow.parquet

from vdlite.conversion.parquet.names import folder_of
from vdlite.conversion.parquet.schemas import FORMAT, RUNS, TABLES, format_of, writer
from vdlite.errors import LogdirError
from vdlite.format import spool_lock

_WORK = ".work"  # files that are not whole yet; no reader looks into it
_LOCK = "lock"


class ExportFolder:
    """A folder that only exports write to, one at a time. Files are written beside it and renamed.

    scalars/run=NAME/part-N.parquet
    runs.parquet, hparams.parquet, tags.parquet, records.parquet
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._work = path / _WORK

    def table(self, name: str) -> Path:
        """The file of a table beside the scalars."""
        return self.path / f"{name}.parquet"

    def run(self, name: str) -> Path:
        """The folder of a run's scalars."""
        return self.path / "scalars" / folder_of(name)

    @property
    def is_current(self) -> bool:
        """True if it has the layout that is written now, so that what it holds can stay."""
        return all(format_of(self.table(name)) == FORMAT for name in TABLES)

    def begin(self, name: str) -> Path:
        """The path for a new file."""
        return self._work / name

    def put(self, made: Path, goal: Path) -> None:
        """Give a whole file its place, whatever was there before."""
        goal.parent.mkdir(parents=True, exist_ok=True)
        made.replace(goal)

    def put_run(self, made: Path, name: str) -> None:
        """Give a run this file as its only part.

        Where it had several, no point may be there twice at any moment: the folder is exchanged as a whole.
        """
        folder = self.run(name)
        only = folder / part_name(0)
        if not folder.exists() or [*folder.iterdir()] in ([], [only]):
            self.put(made, only)
            return
        new, old = self._work / "new", self._work / "old"
        new.mkdir()
        made.replace(new / only.name)
        folder.rename(old)
        new.rename(folder)
        shutil.rmtree(old)

    def remove_other_runs(self, names: set[str]) -> int:
        """Remove the scalars of all runs but these; returns how many those were."""
        wanted = {folder_of(name) for name in names}
        scalars = self.path / "scalars"
        gone = (
            [each for each in scalars.iterdir() if each.name not in wanted]
            if scalars.is_dir()
            else []
        )
        for folder in gone:
            old = self._work / "old"
            folder.rename(old)
            shutil.rmtree(old)
        return len(gone)

    def _sweep(self) -> None:
        """Remove what an export that was killed has left."""
        for item in self._work.iterdir():
            if item.is_dir() and not item.is_symlink():
                shutil.rmtree(item)
            elif item.name != _LOCK:
                item.unlink()

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Keep other exports out for a `with` block. Raises LogdirError if one is at work."""
        self._work.mkdir(parents=True, exist_ok=True)
        lock = os.open(self._work / _LOCK, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            if spool_lock.AVAILABLE and not _locked(lock):
                raise LogdirError(f"can't export: another export is at work there: {self.path}")
            self._sweep()
            if not self.table("runs").exists():
                # First of all: from now on the folder is known as an export, however this one ends.
                made = self.begin("runs.parquet")
                writer(made, RUNS).close()
                self.put(made, self.table("runs"))
            (self.path / "scalars").mkdir(exist_ok=True)
            yield
        finally:
            os.close(lock)


def _locked(lock: int) -> bool:
    try:
        return spool_lock.take(lock)
    except OSError:  # a drive without locks
        return True


def part_name(number: int) -> str:
    """The file of a part of a run's scalars."""
    return f"part-{number}.parquet"


def is_export(path: Path) -> bool:
    """True if an export lies in this folder."""
    return format_of(path / "runs.parquet") is not None


def check_target(source: Path, target: Path) -> None:
    """Raise LogdirError if no export may be written there: into the logs, or over what is no export."""
    real, logs = Path(os.path.realpath(target)), Path(os.path.realpath(source))
    if source.is_dir() and real.is_relative_to(logs):
        raise LogdirError(f"can't export into the folder of the logs, want another one: {target}")
    if not target.exists():
        return
    if not target.is_dir():
        raise LogdirError(f"can't export: not a folder: {target}")
    others = {item.name for item in target.iterdir()} - {_WORK}
    if others and not is_export(target):
        raise LogdirError(f"can't export: the folder is not empty, and holds no export: {target}")


def rows_of(path: Path, *columns: str) -> list[dict[str, Any]]:
    """The rows of a table of an export."""
    rows: list[dict[str, Any]] = pyarrow.parquet.read_table(
        path, columns=[*columns], partitioning=None
    ).to_pylist()
    return rows
