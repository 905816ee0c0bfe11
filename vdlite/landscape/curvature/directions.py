"""Directions along the gradient, and along eigenvectors of the Hessian."""

import math
from collections.abc import Sequence

import numpy as np

from vdlite.errors import LandscapeError
from vdlite.landscape.curvature.check import warn_of_other
from vdlite.landscape.curvature.ends import MOST_BYTES, ends_of
from vdlite.landscape.curvature.hessian import Curved
from vdlite.landscape.directions.axes import Directions
from vdlite.landscape.directions.factories import along
from vdlite.landscape.directions.normalize import Norm
from vdlite.landscape.weights import left_out


def hessian_directions(
    problem: Curved,
    *,
    axes: int = 2,
    smallest: bool = False,
    steps: int = 80,
    samples: int | None = None,
    ignore: Sequence[str] = (),
    only: Sequence[str] = (),
    norm: Norm = "none",
    seed: int = 0,
    most_bytes: int = MOST_BYTES,
) -> Directions:
    """Directions along eigenvectors of the Hessian: the two largest eigenvalues, or the largest and the smallest.

    A random plane shows the mean curvature only, in which a saddle is hardly ever seen (L. Boettcher and G. Wheeler,
    Visualizing high-dimensional loss landscapes with Hessian directions, 2022).
    most_bytes: see `curvature`.
    """
    hessian = problem.hessian(samples=samples, ignore=left_out(problem.weights, ignore, only))
    try:
        if hessian.size < axes:
            raise LandscapeError(f"directions: got {hessian.size} parameters, want {axes} or more")
        ends = ends_of(hessian, 2, steps, 1e-4, seed, keep=2, most_bytes=most_bytes)
        warn_of_other(hessian, min(steps, hessian.size), seed)
        chosen = [0, -1 if smallest else 1][:axes]
        vectors = [hessian.split(ends.vectors[place]) for place in chosen]
        values = [float(ends.values[place]) for place in chosen]
    finally:
        hessian.close()
    return along(
        problem.weights,
        *vectors,
        kind="hessian",
        norm=norm,
        ignore=ignore,
        only=only,
        facts={"eigenvalues": values},
    )


def gradient_directions(
    problem: Curved,
    *,
    norm: Norm = "none",
    ignore: Sequence[str] = (),
    only: Sequence[str] = (),
    seed: int | None = None,
) -> Directions:
    """The direction of the gradient at the center; with a seed, a random one beside it."""
    slope = problem.slope()
    if seed is None:
        return along(problem.weights, slope, kind="gradient", norm=norm, ignore=ignore, only=only)
    stream = np.random.Generator(np.random.PCG64(seed))
    drawn = [stream.standard_normal(weight.value.shape) for weight in problem.weights]
    length = math.sqrt(sum(float((array**2).sum()) for array in slope))
    scale = length / math.sqrt(sum(float((array**2).sum()) for array in drawn))
    other = [array * scale for array in drawn]
    return along(
        problem.weights,
        slope,
        other,
        kind="gradient",
        norm=norm,
        ignore=ignore,
        only=only,
        facts={"seed": seed},
    )
