"""Landscapes of trainings: snapshots of the weights in the training loop, pictures of them afterwards."""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vdlite.snapshots.compute import compute_landscape
    from vdlite.snapshots.folder import SnapshotFolder
    from vdlite.snapshots.recorder import LandscapeRecorder

_HOMES = {
    "LandscapeRecorder": "vdlite.snapshots.recorder",
    "SnapshotFolder": "vdlite.snapshots.folder",
    "compute_landscape": "vdlite.snapshots.compute",
}

__all__ = ["LandscapeRecorder", "SnapshotFolder", "compute_landscape"]


def __getattr__(name: str) -> Any:
    """Load a name when it is first used: a training that records waits for nothing that reads and draws."""
    if name not in _HOMES:
        raise AttributeError(f"module 'vdlite.snapshots' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)
