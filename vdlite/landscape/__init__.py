"""Loss landscapes of any model: directions, surfaces, paths, curvature. Only `vdlite.landscape.torch` needs torch.

problem = ArrayProblem(weights, loss)            # or vdlite.landscape.torch.TorchProblem(model, data, loss)
directions = random_directions(problem.weights, seed=1)
landscape = compute_surface(problem, directions, x=(-1, 1, 41), y=(-1, 1, 41))
writer.add_landscape("result", landscape)
"""

from vdlite.kinds.landscape import Landscape, LandscapePath, Mark, Sharpness
from vdlite.landscape.alignment.align import align
from vdlite.landscape.barriers.compute import between_models
from vdlite.landscape.barriers.pairs import Barriers, barrier, barriers_of
from vdlite.landscape.connectivity.curve import Curve
from vdlite.landscape.connectivity.train import connect
from vdlite.landscape.curvature.critical import CriticalSharpness, critical_sharpness
from vdlite.landscape.curvature.directions import gradient_directions, hessian_directions
from vdlite.landscape.curvature.map import CurvatureProblem
from vdlite.landscape.curvature.spectrum import curvature
from vdlite.landscape.directions.axes import Directions, given_directions
from vdlite.landscape.directions.factories import random_directions, towards
from vdlite.landscape.directions.principal import principal_directions
from vdlite.landscape.flatness.measure import Flatness, flatness
from vdlite.landscape.flatness.sharpness import sharpness
from vdlite.landscape.problem import ArrayProblem, Problem
from vdlite.landscape.surface.compute import compute_surface
from vdlite.landscape.surface.progress import Progress
from vdlite.landscape.surface.streaming import LogStream
from vdlite.landscape.topology.measure import Minimum, Topology, topology
from vdlite.landscape.trajectory import frame, path_of, project
from vdlite.landscape.weights import Weight
from vdlite.landscape.workers.pool import Workers

__all__ = [
    "ArrayProblem",
    "Barriers",
    "CriticalSharpness",
    "CurvatureProblem",
    "Curve",
    "Directions",
    "Flatness",
    "Landscape",
    "LandscapePath",
    "LogStream",
    "Mark",
    "Minimum",
    "Problem",
    "Progress",
    "Sharpness",
    "Topology",
    "Weight",
    "Workers",
    "align",
    "barrier",
    "barriers_of",
    "between_models",
    "compute_surface",
    "connect",
    "critical_sharpness",
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
    "sharpness",
    "topology",
    "towards",
]
