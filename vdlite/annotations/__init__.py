"""What people add to runs after the fact, kept beside the logs: the sidecar file, the logbook and the trash.

A library of its own: it is given folders and names of runs, and knows nothing of their records.
"""

from vdlite.annotations.entry import LogbookEntry, new_entry
from vdlite.annotations.lines import Edit
from vdlite.annotations.logbook import Logbook, LogbookPage
from vdlite.annotations.sidecar import Sidecar
from vdlite.annotations.trash import Trash, TrashItem

__all__ = [
    "Edit",
    "Logbook",
    "LogbookEntry",
    "LogbookPage",
    "Sidecar",
    "Trash",
    "TrashItem",
    "new_entry",
]
