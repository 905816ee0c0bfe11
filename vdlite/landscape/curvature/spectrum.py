"""Curvature of a loss: eigenvalues, trace and spectral density of its Hessian."""

import math
import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vdlite.errors import LandscapeError
from vdlite.kinds.landscape import Curvature
from vdlite.landscape.curvature.check import warn_of_other
from vdlite.landscape.curvature.ends import (
    MOST_BYTES,
    Multiplies,
    ends_of,
    errors_of,
    fits,
    outermost,
)
from vdlite.landscape.curvature.hessian import Curved, Hessian
from vdlite.landscape.curvature.lanczos import Ritz, Vector, lanczos
from vdlite.landscape.notices import tell
from vdlite.landscape.surface.progress import Pace, Report
from vdlite.landscape.weights import left_out

_LARGE = (
    10_000_000  # parameters, with more of which a notice says beforehand what their curvature takes
)
_BYTES_EACH = 80
_DENSITY_POINTS = 512
_PROBE_STEPS = 40
_TRACE_PROBES = 32  # by so few the standard error is itself known within an eighth


def curvature(
    problem: Curved,
    *,
    top: int = 5,
    steps: int = 80,
    tolerance: float = 1e-3,
    probes: int = 4,
    samples: int | None = None,
    ignore: Sequence[str] = (),
    only: Sequence[str] = (),
    seed: int = 0,
    most_bytes: int = MOST_BYTES,
    report: Report | None = None,
) -> Curvature:
    """The curvature at the center, as a landscape's record holds it.

    top: how many of the largest eigenvalues; the smallest is always with them. They are computed until each is known
        within `tolerance` of the largest, and the smallest within a twentieth of itself, or `steps` products are used;
        `errors` says how well.
    probes: random vectors, of 40 products each, of which the density is made (stochastic Lanczos quadrature). The trace
        (Hutchinson's estimate) is made of these and of more, 32 in all, of one product each; 0 for neither.
    ignore, only: weights that count as constants; see `chosen`.
    most_bytes: for the vectors of the method. Where all of them take more, few are held, in float32, and all takes
        about 80 bytes for each parameter; the smallest eigenvalue may be less exact then, as its error says.
    report: is called with how many products of those that it may take at most are done, first when one was timed.
    The trace has its standard error, and the density an area of 1.
    """
    if top < 1 or probes < 0:
        raise LandscapeError(f"curvature: got top {top} and probes {probes}, want 1 and 0 or more")
    hessian = problem.hessian(samples=samples, ignore=left_out(problem.weights, ignore, only))
    most = min(steps, hessian.size) + probes * min(steps, _PROBE_STEPS, hessian.size)
    most += max(0, _TRACE_PROBES - probes) if probes else 0
    counted = _Counted(hessian, most, report)
    try:
        if hessian.size >= _LARGE:
            tell(
                f"the Hessian of {hessian.size / 1e6:.0f} million parameters takes about "
                f"{_BYTES_EACH * hessian.size / 1e9:.1f} GB of memory, and {most} products at most"
            )
        counted.begin()
        ends = ends_of(counted, top, steps, tolerance, seed, most_bytes=most_bytes)
        found = Curvature()
        if probes:
            orthogonal = fits(hessian.size, _PROBE_STEPS, most_bytes)
            found = _spectrum(counted, ends, steps, probes, seed, orthogonal=orthogonal)
        known = problem.facts().get("samples")
        products = counted.end()
        warn_of_other(hessian, products, seed)
        return replace(
            found,
            eigenvalues=np.array(outermost(ends.values, top)),
            errors=np.array(outermost(errors_of(ends, hessian), top)),
            products=products,
            parameter_count=hessian.size,
            samples=known if known is None or samples is None else min(known, samples),
        )
    finally:
        hessian.close()


class _Counted:
    """A Hessian that counts its products."""

    def __init__(self, hessian: Hessian, most: int, report: Report | None) -> None:
        """most: how many there may be."""
        self._hessian = hessian
        self.size = hessian.size
        self._most = most
        self._pace = Pace(most, unit="products")
        self._report = report
        self._products = 0

    def begin(self) -> None:
        """Report how long all of them may take, before anybody waits for it."""
        if self._report is None:
            return
        began = time.monotonic()
        self._hessian(np.ones(self.size, np.float32))
        self._pace = Pace(self._most, expected=time.monotonic() - began, unit="products")
        self._report(self._pace.progress())

    def __call__(self, vector: Vector) -> Vector:
        image = self._hessian(vector)
        self._products += 1
        if self._report is not None:
            self._report(self._pace.progress(1))
        return image

    def end(self) -> int:
        """How many there were in all."""
        if self._report is not None:
            self._report(self._pace.end())
        return self._products


def _spectrum(
    matrix: Multiplies, ends: Ritz, steps: int, probes: int, seed: int, *, orthogonal: bool
) -> Curvature:
    """Trace and density, both of the same random vectors."""
    stream = np.random.Generator(np.random.PCG64([seed, 1]))
    traces: list[float] = []
    runs: list[Ritz] = []
    for _ in range(probes):
        signs = stream.choice([-1.0, 1.0], matrix.size)
        run = lanczos(
            matrix,
            matrix.size,
            steps=min(steps, _PROBE_STEPS),
            start=signs,
            orthogonal=orthogonal,
        )
        # v H v is the first entry of the tridiagonal matrix: the mean of its eigenvalues by their shares.
        traces.append(float(run.shares @ run.values) * matrix.size)
        runs.append(run)
    for _ in range(_TRACE_PROBES - probes):
        signs = stream.choice([-1.0, 1.0], matrix.size)
        traces.append(float(signs @ matrix(signs)))
    x, y = _density(runs, float(ends.values[-1]), float(ends.values[0]))
    return Curvature(
        trace=float(np.mean(traces)),
        trace_error=float(np.std(traces, ddof=1) / math.sqrt(len(traces))),
        density={"x": x, "y": y},
    )


def _density(runs: Sequence[Ritz], low: float, high: float) -> tuple[Vector, Vector]:
    """Each run's values by their shares, as normal curves of a hundredth of the range, with area 1 in all.

    Stochastic Lanczos quadrature: B. Ghorbani et al., An Investigation into Neural Net Optimization via Hessian
    Eigenvalue Density (2019), section 2.
    """
    low = min(low, *(float(run.values[-1]) for run in runs))
    high = max(high, *(float(run.values[0]) for run in runs))
    width = max((high - low) / 100, 1e-9 * max(abs(low), abs(high)), 1e-12)
    x = np.linspace(low - 5 * width, high + 5 * width, _DENSITY_POINTS)
    y = np.zeros_like(x)
    for run in runs:
        away = (x[:, None] - run.values) / width
        y += np.exp(-0.5 * away**2) @ run.shares
    return x, y / (len(runs) * width * math.sqrt(2 * math.pi))
