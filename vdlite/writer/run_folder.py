"""The folder of a run."""

import os
import time
from pathlib import Path

from vdlite.errors import LogdirError


def new_run_folder(comment: str, *, private: bool, parent: str = "runs") -> str:
    """Makes a folder below `parent` that no other run has, named after the time.

    private: only this user may enter it.

    Raises LogdirError if that can't be done.
    """
    stamp = time.strftime("%Y-%m-%d_%H-%M-%S")
    name = f"{stamp}.{comment}" if comment else stamp
    number = 1
    while True:
        folder = os.path.join(parent, name if number == 1 else f"{name}_{number}")
        try:
            os.makedirs(parent, exist_ok=True)
            Path(folder).mkdir(0o700 if private else 0o777)
        except FileExistsError as error:
            if not os.path.isdir(parent):
                raise LogdirError(f"can't write logs: {error.strerror}: {folder}") from error
            number += 1  # another training began in the same second
        except OSError as error:
            raise LogdirError(f"can't write logs: {error.strerror}: {folder}") from error
        else:
            return folder


def check_run_folder(folder: str) -> None:
    """Raises LogdirError if a file stands where the run's folder, or one above it, would have to be."""
    for place in (Path(folder), *Path(folder).parents):
        if place.is_file():
            raise LogdirError(f"a logdir must be a folder, got a file: {place}")
        if place.is_dir():
            return
