"""Runs of a LogReader, for what goes through all that they hold, such as a copy or an export."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from vdlite.errors import NotFoundError
from vdlite.reader.run.run_state import have_ended

if TYPE_CHECKING:
    from vdlite.reader.log_reader import LogReader
    from vdlite.reader.run.run import Run


def run_of(reader: LogReader, name: str) -> Run:
    """The run itself, as far as it has been read now. Raises NotFoundError if there is no such run."""
    return reader._run(name)


def run_now(reader: LogReader, name: str) -> Run:
    """The run with all that its files hold now. Raises NotFoundError if there is no such run."""
    is_read = name in reader._read
    run = reader._run(name)
    if is_read:
        reader._load(run)
    return run


def folder_of(reader: LogReader) -> Path:
    """The folder that names of runs are relative to."""
    return reader._logdir.folder


def files_of(reader: LogReader, name: str) -> Sequence[Path]:
    """The files of a run, as of the last `refresh`; nothing is read for it. Raises NotFoundError if there is no such run."""
    if name not in reader._found:
        raise NotFoundError(f"no run {name!r}: {reader._shown}")
    return reader._found[name]


def status_of(reader: LogReader, file: Path) -> os.stat_result:
    """The status of a file of a run. Raises OSError."""
    return reader._files.stat(file)


def forget(reader: LogReader, name: str) -> None:
    """Let go of what was read of a run: who goes through many needs the memory for one at a time."""
    if name in reader._read:
        run = reader._runs[name]
        reader._begin(name)
        # It and its files know each other: else all that it holds would wait for the collector of garbage.
        run.set_files(())


def is_over(reader: LogReader, run: str) -> bool:
    """True if a copy that is made now is to tell an end: see `have_ended`. Raises NotFoundError if there is no such run."""
    return have_ended(reader._run(run).files)
