"""Landscapes of trainings: snapshots of the weights in the training loop, pictures of them afterwards."""

from vdlite.snapshots.compute import compute_landscape
from vdlite.snapshots.folder import SnapshotFolder
from vdlite.snapshots.recorder import LandscapeRecorder

__all__ = ["LandscapeRecorder", "SnapshotFolder", "compute_landscape"]
