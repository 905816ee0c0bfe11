"""The folder of a run."""

import os
import re
import time
from contextlib import suppress
from pathlib import Path

from vdlite.errors import LogdirError
from vdlite.kinds.surroundings.rank import launch_of


def common_run_folder(comment: str, *, private: bool, parent: str = "runs") -> str:
    """Makes a folder below `parent` that no other run has, named after the time; of a training of several processes, one for all.

    That is named after the launch: each process that makes its first one gets the same, and so with the second.
    The rest as of `new_run_folder`.
    """
    global _launched
    launch = launch_of(os.environ)
    if launch is None:
        return new_run_folder(comment, private=private, parent=parent)
    _launched += 1
    name = launch if _launched == 1 else f"{launch}_{_launched}"
    folder = os.path.join(parent, f"{name}.{comment}" if comment else name)
    try:
        os.makedirs(parent, exist_ok=True)
        Path(folder).mkdir(0o700 if private else 0o777, exist_ok=True)
    except (OSError, ValueError) as error:
        raise _no_folder(folder, error) from error
    return folder


_launched = 0  # folders that this process has made for all


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
        except (OSError, ValueError) as error:
            raise _no_folder(folder, error) from error
        else:
            return folder


_ADDRESS = re.compile("[A-Za-z][A-Za-z0-9+.-]+://.*", re.DOTALL)


def check_no_address(logdir: str) -> None:
    """Raises LogdirError for an address, such as of an object store: as a path it would be a folder of a strange name."""
    if _ADDRESS.fullmatch(logdir):
        raise LogdirError(
            "a logdir must be a folder of this machine, from where its files can be copied, "
            f"got an address: {logdir!r:.200}"
        )


def check_run_folder(folder: str) -> None:
    """Raises LogdirError if a file stands where the run's folder, or one above it, would have to be.

    And if there can be none of that name: too long a one, or one with a NUL or half of a surrogate pair.
    """
    try:
        for place in (Path(folder), *Path(folder).parents):
            if place.is_file():
                raise LogdirError(f"a logdir must be a folder, got a file: {place}")
            if place.is_dir():
                break
        with suppress(FileNotFoundError):
            os.stat(folder)
    except LogdirError:
        raise
    except (OSError, ValueError) as error:
        raise _no_folder(folder, error) from error


def _no_folder(folder: str, error: OSError | ValueError) -> LogdirError:
    why = getattr(error, "strerror", None) or str(error)
    return LogdirError(f"can't write logs: {why}: {folder!r:.200}")
