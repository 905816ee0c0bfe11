"""Snapshots of a training: the recorder in the loop, and the folder that it keeps weights in."""

from vdlite.snapshots.folder import SnapshotFolder
from vdlite.snapshots.recorder import LandscapeRecorder


def __getattr__(name: str) -> object:
    if name == "compute_landscape":
        raise ImportError("compute_landscape is vdlite.compute_landscape now")
    raise AttributeError(f"module 'vdlite.snapshots' has no attribute {name!r}")


__all__ = ["LandscapeRecorder", "SnapshotFolder"]
