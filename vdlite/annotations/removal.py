"""Taking what was deleted off the disk, for good: the only place that does, and no server imports it."""

from __future__ import annotations

import os
from contextlib import suppress

from vdlite.annotations.folder import is_real_folder
from vdlite.annotations.trash import (
    ITEM_FILE,
    Trash,
    TrashItem,
    alone_in,
    leads_straight,
    run_files,
)
from vdlite.errors import SidecarError
from vdlite.format.opening import open_folder


def remove(trash: Trash, item: TrashItem) -> None:
    """Take the files of an item off the disk; whatever else lies in its folder stays.

    Raises SidecarError if one can't be removed; the rest of it is still an item then.
    """
    folder = trash.folder_of(item)
    run = folder / item.run
    parts = [] if item.run == "." else item.run.split("/")
    try:
        # What lies at the end of a link, be it put there just now, is somebody else's.
        place = open_folder(folder, parts)
        try:
            # Log files last: as long as one is there, what is left can be named and tried again.
            for file in reversed(run_files(run)):
                if isinstance(place, int):
                    os.unlink(file.name, dir_fd=place)
                else:
                    file.unlink()
        finally:
            if isinstance(place, int):
                os.close(place)
        (folder / ITEM_FILE).unlink()
    except OSError as error:
        raise SidecarError(f"can't remove a file: {error.strerror}: {error.filename}") from error
    while leads_straight(folder, item.run) or run != folder / item.run:
        with suppress(OSError):  # something else is in it, and stays
            run.rmdir()
        if run == folder:
            return
        run = run.parent


def sweep(trash: Trash) -> None:
    """Take away what is left of items that were restored: a folder that holds nothing but the item's own file."""
    place = trash.folder
    if place is None:
        return
    with alone_in(place):  # not one that somebody is just filling
        for folder in trash.folders():
            with suppress(OSError):
                if is_real_folder(folder) and os.listdir(folder) == [ITEM_FILE]:
                    (folder / ITEM_FILE).unlink()
                    folder.rmdir()
