"""Taking what was deleted off the disk, for good: the only place that does, and no server imports it."""

from __future__ import annotations

from contextlib import suppress

from vdlite.annotations.trash import ITEM_FILE, Trash, TrashItem, run_files
from vdlite.errors import SidecarError


def remove(trash: Trash, item: TrashItem) -> None:
    """Take the files of an item off the disk; whatever else lies in its folder stays.

    Raises SidecarError if one can't be removed; the rest of it is still an item then.
    """
    folder = trash.folder_of(item)
    run = folder / item.run
    try:
        # Log files last: as long as one is there, what is left can be told and tried again.
        for file in reversed(run_files(run)):
            file.unlink()
        (folder / ITEM_FILE).unlink()
    except OSError as error:
        raise SidecarError(f"can't remove a file: {error.strerror}: {error.filename}") from error
    while True:
        with suppress(OSError):  # something else is in it, and stays
            run.rmdir()
        if run == folder:
            return
        run = run.parent
