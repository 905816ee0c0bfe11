"""The work that computes the points of a surface: here, or in workers."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import LandscapeError
from vdlite.landscape.directions.axes import Directions
from vdlite.landscape.notices import tell
from vdlite.landscape.problem import Evaluator, Problem, Values
from vdlite.landscape.surface.cost import Cost
from vdlite.landscape.surface.second_derivatives import AxisCurvatures
from vdlite.landscape.workers.distribute import Chunk, distribute
from vdlite.landscape.workers.pickling import packed
from vdlite.landscape.workers.pool import Workers

_WORTH_TWO = 20  # points, of which it is worth another one to know how long they take


class Work:
    """The work that computes points of a plane."""

    def __init__(self, problem: Problem, directions: Directions) -> None:
        self._problem = problem
        self._directions = directions
        self._evaluator: Evaluator | None = None

    def center(
        self,
        devices: Sequence[str] | None,
        points: int,
        clock: Callable[[], float] = time.monotonic,
        busy_clock: Callable[[], float] = time.process_time,
    ) -> tuple[dict[str, float], Cost]:
        """The metrics at exactly the center, and what a point costs. points: how many follow."""
        origin = np.zeros((1, len(self._directions)))
        began = clock()
        if (expect := getattr(self._problem, "expect", None)) is not None:
            expect(points)
        evaluator = self._at_hand(devices)
        try:
            made, busy = clock(), busy_clock()
            values = evaluator(origin)
            ready, each, busy = clock(), clock() - made, busy_clock() - busy
            if points >= _WORTH_TWO:
                # Only now is it warmed up; and it may be one that computes several at once.
                number = min(points // _WORTH_TWO, getattr(evaluator, "at_once", 1))
                ready, busy = clock(), busy_clock()
                evaluator(np.repeat(origin, number, axis=0))
                each, busy = (clock() - ready) / number, (busy_clock() - busy) / number
            setup = ready - began - each - getattr(evaluator, "once", 0.0)
            cost = Cost(each, busy, max(0.0, setup))
        except BaseException:
            self.close()
            raise
        return {name: float(column[0]) for name, column in values.items()}, cost

    def rounding(self, points: NDArray[np.float64], devices: Sequence[str] | None) -> float | None:
        """How far the loss is off at some points for the sake of speed, as a share of it; None where nothing is."""
        exact = self._problem.exact(self._directions, points)
        if exact is None:
            return None
        found, truth = self.losses(points, devices), next(iter(exact.values()))
        off = np.abs(found - truth) / np.maximum(np.abs(truth), np.finfo(np.float32).tiny)
        return float(np.max(off[np.isfinite(off)], initial=0.0))

    def losses(
        self, points: NDArray[np.float64], devices: Sequence[str] | None
    ) -> NDArray[np.float64]:
        """The first metric at some points."""
        return next(iter(self._at_hand(devices)(points).values()))

    def plain_losses(
        self, points: NDArray[np.float64], devices: Sequence[str] | None
    ) -> NDArray[np.float64] | None:
        """The first metric at some points, computed in the plain way; None where the problem has none."""
        plain = getattr(self._problem, "plain", None)
        if plain is None:
            return None
        if getattr(self._problem, "is_plain", False):
            return self.losses(points, devices)
        # What computed points is memory that this could use.
        self.close()
        values: Values = plain.values_at(self._directions, points, devices[0] if devices else None)
        return next(iter(values.values()))

    def curvatures(self, devices: Sequence[str] | None) -> AxisCurvatures | None:
        """Second derivatives along the axes, where the problem has exact ones."""
        # What computed points is memory that the derivatives could use.
        self.close()
        along = getattr(self._problem, "curvatures_along", None)
        found: AxisCurvatures | None = (
            along(self._directions, devices[0] if devices else None) if along is not None else None
        )
        return found

    def run(
        self,
        points: NDArray[np.float64],
        chunks: Sequence[Chunk],
        executor: Executor | Workers | None,
        devices: Sequence[str] | None,
    ) -> Iterator[tuple[Chunk, Values]]:
        if executor is not None:
            come = False
            try:
                foreign = not isinstance(executor, Workers)
                setup = packed(self._problem, self._directions, foreign=foreign)
                # What the parent needed for the center is memory that the workers could use.
                self.close()
                for found in distribute(setup, points, chunks, executor):
                    come = True
                    yield found
            except LandscapeError as error:
                if come or not (isinstance(executor, Workers) and executor.by_default):
                    raise
                tell(f"computed in one process: {error}")
            else:
                return
        evaluator = self._at_hand(devices)
        for chunk in chunks:
            yield chunk, evaluator(points[chunk])

    def _at_hand(self, devices: Sequence[str] | None) -> Evaluator:
        if self._evaluator is None:
            self._evaluator = self._problem.evaluator(
                self._directions, devices[0] if devices else None
            )
        return self._evaluator

    def close(self) -> None:
        if self._evaluator is not None:
            self._evaluator.close()
            self._evaluator = None
