"""What people add to runs after the fact, kept beside the logs: the sidecar file and the trash.

A library of its own: it is given folders and names of runs, and knows nothing of their records.
"""

from vdlite.annotations.lines import Edit
from vdlite.annotations.sidecar import Sidecar
from vdlite.annotations.trash import Trash, TrashItem

__all__ = ["Edit", "Sidecar", "Trash", "TrashItem"]
