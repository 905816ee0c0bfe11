"""Loss landscapes of any model: directions, surfaces, paths, curvature. Only `vdlite.landscape.torch` needs torch.

problem = ArrayProblem(weights, loss)            # or vdlite.landscape.torch.TorchProblem(model, data, loss)
directions = random_directions(problem.weights, seed=1)
landscape = compute_surface(problem, directions, x=(-1, 1, 41), y=(-1, 1, 41))
writer.add_landscape("result", landscape)
"""

from vdlite.kinds.landscape import Landscape, LandscapePath, Mark
from vdlite.landscape.curvature import (
    CurvatureProblem,
    curvature,
    gradient_directions,
    hessian_directions,
)
from vdlite.landscape.directions import Directions, given_directions
from vdlite.landscape.flatness import Flatness, flatness
from vdlite.landscape.making import random_directions, towards
from vdlite.landscape.principal import principal_directions
from vdlite.landscape.problem import ArrayProblem, Problem
from vdlite.landscape.progress import Progress
from vdlite.landscape.spread import Workers
from vdlite.landscape.streaming import LogStream
from vdlite.landscape.surface import compute_surface
from vdlite.landscape.trajectory import frame, path_of, project
from vdlite.landscape.weights import Weight

__all__ = [
    "ArrayProblem",
    "CurvatureProblem",
    "Directions",
    "Flatness",
    "Landscape",
    "LandscapePath",
    "LogStream",
    "Mark",
    "Problem",
    "Progress",
    "Weight",
    "Workers",
    "compute_surface",
    "curvature",
    "flatness",
    "frame",
    "given_directions",
    "gradient_directions",
    "hessian_directions",
    "path_of",
    "principal_directions",
    "project",
    "random_directions",
    "towards",
]
