"""The places of snapshots in a plane, how far they lie off it, and what their losses are."""

import math
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import LandscapeError, shown
from vdlite.kinds.landscape import LandscapePath
from vdlite.landscape.directions.axes import Directions
from vdlite.landscape.directions.principal import Snapshots, differences
from vdlite.landscape.problem import Problem
from vdlite.landscape.weights import Array, Weight

Method = Literal["lstsq", "cosine"]
"""lstsq: the point of the plane that is nearest. cosine: how far the snapshot lies along each direction, as a length;
it is a coordinate only if the directions have length 1 and stand at a right angle."""


class Projection(NamedTuple):
    """Snapshots in a plane."""

    at: NDArray[np.float64]  # [K, A], multiples of the directions
    residual: NDArray[np.float64]  # [K], distance off the plane
    distance: NDArray[np.float64]  # [K], from the center


def project(
    weights: Sequence[Weight],
    snapshots: Snapshots,
    directions: Directions,
    *,
    method: Method = "lstsq",
) -> Projection:
    """The coordinates of snapshots along the directions, and what of them lies off the plane.

    Raises LandscapeError if shapes do not fit, or a direction is zero or both are the same.
    """
    if method not in get_args(Method):
        raise LandscapeError(f"method: got {shown(method)}, want one of {get_args(Method)}")
    directions.check(weights)
    gram = directions.gram
    if np.linalg.matrix_rank(gram, tol=1e-10 * float(np.trace(gram))) < len(directions):
        raise LandscapeError("directions: got one that is zero, or two that point the same way")
    products = np.zeros((len(snapshots), len(directions)))
    squares = np.zeros(len(snapshots))
    for piece in differences(weights, snapshots):
        axes = _axes(directions, piece.place, piece.start, piece.end)
        products += piece.rows @ axes.T
        squares += (piece.rows**2).sum(axis=1)
    nearest = np.linalg.solve(gram, products.T).T.astype(np.float64, copy=False)
    # A second look instead of a difference of squares, in which a short way off the plane would drown.
    off = np.zeros(len(snapshots))
    for piece in differences(weights, snapshots):
        axes = _axes(directions, piece.place, piece.start, piece.end)
        off += ((piece.rows - nearest @ axes) ** 2).sum(axis=1)
    at = nearest if method == "lstsq" else products / np.sqrt(np.diag(gram))
    return Projection(at, np.sqrt(off), np.sqrt(squares))


def path_of(
    problem: Problem,
    snapshots: Snapshots,
    directions: Directions,
    steps: Sequence[int],
    *,
    true_losses: NDArray[np.float64] | None = None,
    method: Method = "lstsq",
    each: Callable[[], object] | None = None,
) -> LandscapePath:
    """The path of a training over a landscape: coordinates, the plane's loss there, and each snapshot's own.

    true_losses: [K], if they are known already. each: is called after each loss.
    """
    if len(steps) != len(snapshots):
        raise LandscapeError(
            f"steps: got {len(steps)}, want {len(snapshots)}, one for each snapshot"
        )
    where = project(problem.weights, snapshots, directions, method=method)
    evaluator = problem.evaluator(directions)
    try:
        losses = np.empty(len(where.at))
        for place in range(len(where.at)):
            losses[place] = _first(evaluator(where.at[place : place + 1]))[0]
            if each is not None:
                each()
    finally:
        evaluator.close()
    truth = true_losses if true_losses is not None else losses_of(problem, snapshots, each)
    return LandscapePath(
        step=np.asarray(steps, dtype=np.int64),
        x=where.at[:, 0].copy(),
        y=where.at[:, 1].copy() if len(directions) == 2 else None,
        loss=losses,
        true_loss=np.asarray(truth, dtype=np.float64),
        residual=where.residual,
    )


def losses_of(
    problem: Problem, snapshots: Snapshots, each: Callable[[], object] | None = None
) -> NDArray[np.float64]:
    """The loss of each snapshot, [K]. each: is called before each."""
    return _first(problem.values_of(snapshots if each is None else _Watched(snapshots, each)))


class _Watched(Sequence[Sequence[Array]]):
    """Snapshots that tell when they are asked for, each once: a loss may be computed again to be checked."""

    def __init__(self, snapshots: Snapshots, each: Callable[[], object]) -> None:
        self._snapshots = snapshots
        self._each = each
        self._asked = set[int]()

    def __len__(self) -> int:
        return len(self._snapshots)

    def __getitem__(self, place: Any) -> Any:
        found = self._snapshots[place]
        if place not in self._asked:
            self._asked.add(place)
            self._each()
        return found


def frame(
    path: LandscapePath, number: int, margin: float = 0.2
) -> tuple[tuple[float, float, int], tuple[float, float, int]]:
    """A rectangle around a path and the center, wider than both by a share of its sides: (min, max, number) each.

    A path that hardly moves along one axis gets a strip two fifths as wide as it is long.
    """
    columns = [path.x, path.y if path.y is not None else np.zeros_like(path.x)]
    spans = [(float(min(0.0, column.min())), float(max(0.0, column.max()))) for column in columns]
    longest = max(high - low for low, high in spans)
    if not math.isfinite(longest) or longest == 0:
        raise LandscapeError("path: it does not move, want snapshots that differ")
    ends = []
    for low, high in spans:
        middle, side = (low + high) / 2, max(high - low, 0.4 * longest) * (1 + 2 * margin)
        ends.append((middle - side / 2, middle + side / 2, number))
    return ends[0], ends[1]


def _axes(directions: Directions, place: int, start: int, end: int) -> NDArray[np.float64]:
    return np.stack(
        [axis[place].reshape(-1)[start:end].astype(np.float64) for axis in directions.axes]
    )


def _first(values: dict[str, NDArray[np.float64]]) -> NDArray[np.float64]:
    return next(iter(values.values()))
