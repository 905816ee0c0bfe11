"""Asking trainings to stop, by the runs that they write."""

from __future__ import annotations

from pathlib import Path

from vdlite.format.layout import is_log_file
from vdlite.format.stop_request import request_stop
from vdlite.reader.run.run import Run


def folder_of_writer(run: Run) -> Path:
    """The folder in which the writer of a run looks for a request. Raises OSError if there is none."""
    folders = [
        file.path.parent
        for file in run.files
        if is_log_file(file.path.name) and file.folded is None
    ]
    if not folders or not folders[0].is_dir():
        raise OSError(f"no writer of vdlite on this machine's disks writes it: {run.name}")
    return folders[0]


def ask_to_stop(run: Run, reason: str) -> None:
    """Ask the training that writes a run to stop. Raises OSError."""
    request_stop(folder_of_writer(run), reason)
