"""The folder `.vdlite` of a logdir: only what is really there is used, never what a link points to."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from vdlite.errors import SidecarError
from vdlite.format.layout import OWN_FOLDER


def own_folder(logdir: Path, *below: str) -> Path:
    """`LOGDIR/.vdlite`, or a folder below it, made where it is not there yet.

    Raises SidecarError if it can't be made, or if something else has that name.
    """
    return folder_below(logdir, OWN_FOLDER, *below)


def folder_below(root: Path, *names: str) -> Path:
    """A folder below `root`, which has to be there, made where it is not there yet. Raises as `own_folder` does."""
    if not root.is_dir():
        raise SidecarError(f"the folder is not there: {root.name}")
    folder = root
    for name in names:
        folder = folder / name
        try:
            folder.mkdir()
        except FileExistsError:
            if not is_real_folder(folder):
                raise SidecarError(
                    f"a folder is wanted here, and a link or file has its name: {name}"
                ) from None
        except OSError as error:
            raise SidecarError(f"can't make a folder: {error.strerror}: {name}") from error
    return folder


def is_real_folder(path: Path) -> bool:
    """True for a folder that is no link."""
    try:
        return stat.S_ISDIR(os.lstat(path).st_mode)
    except (OSError, ValueError):
        return False


def is_in_the_way(path: Path) -> bool:
    """True for what has a folder's name and is none: a file, or a link. One look, as folders go at any moment."""
    try:
        return not stat.S_ISDIR(os.lstat(path).st_mode)
    except (OSError, ValueError):
        return False
