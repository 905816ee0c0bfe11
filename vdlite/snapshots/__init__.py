"""Snapshots of a training: the recorder in the loop, and the folder that it keeps weights in."""

from vdlite.snapshots.folder import SnapshotFolder
from vdlite.snapshots.recorder import LandscapeRecorder

__all__ = ["LandscapeRecorder", "SnapshotFolder"]
