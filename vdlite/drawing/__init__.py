"""Drawing the landscapes of a run into its log: which there are, what they are called, and computing them."""

from vdlite.drawing.compute import compute_landscape
from vdlite.drawing.options import LandscapeOptions

__all__ = ["LandscapeOptions", "compute_landscape"]
