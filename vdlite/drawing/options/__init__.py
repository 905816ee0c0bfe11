"""How the landscapes of a run are drawn: the keywords of `compute_landscape` and the flags of `vdlite landscape`."""

from dataclasses import dataclass

from vdlite.drawing.options.path import PathOptions
from vdlite.drawing.options.plane import DirectionsKind, PlaneOptions
from vdlite.drawing.options.selection import SelectionOptions, Unit
from vdlite.drawing.options.shape import CurvatureOptions, SharpnessOptions
from vdlite.drawing.options.workers import Report, WorkerOptions
from vdlite.landscape.options import ProblemOptions

__all__ = [
    "GROUPS",
    "CurvatureOptions",
    "DirectionsKind",
    "LandscapeOptions",
    "PathOptions",
    "PlaneOptions",
    "Report",
    "SelectionOptions",
    "SharpnessOptions",
    "Unit",
    "WorkerOptions",
]


@dataclass(frozen=True, kw_only=True)
class LandscapeOptions(
    WorkerOptions,
    SharpnessOptions,
    CurvatureOptions,
    ProblemOptions,
    PathOptions,
    PlaneOptions,
    SelectionOptions,
):
    """All keywords of `compute_landscape`."""


GROUPS = LandscapeOptions.__bases__[::-1]
"""In the order in which the command line gives them."""
