"""The plane of a training: principal components of its snapshots."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import LandscapeError
from vdlite.landscape.directions.axes import Directions, working_dtype
from vdlite.landscape.directions.factories import selection
from vdlite.landscape.weights import Array, Weight, chosen, listed

Snapshots = Sequence[Sequence[Array]]
"""For each snapshot an array for each weight. They may be read from disk when they are asked for."""

MOST_BYTES = 1 << 26
"""The memory for the entries of all snapshots that are looked at together."""


def principal_directions(
    weights: Sequence[Weight],
    snapshots: Snapshots,
    *,
    centered: bool = True,
    ignore: Iterable[str] = (),
    only: Iterable[str] = (),
    most_bytes: int = MOST_BYTES,
) -> Directions:
    """The two directions, of length 1, in which the snapshots differ most; `explained` gives the shares of their variance.

    centered: variance around the mean of the snapshots, as principal components have it; otherwise around the
        weights, so that the plane holds what is farthest from them.
    ignore, only: see `chosen`. most_bytes: of all snapshots' entries that are looked at together. What all snapshots
    together take of memory is never held: the components come from the products of the snapshots with each other,
    [K, K], which are summed up piece by piece.
    Raises LandscapeError for fewer than three snapshots, or snapshots that lie on a line.
    """
    number = len(snapshots)
    if number < 3:
        raise LandscapeError(f"snapshots: got {number}, want 3 or more to span a plane")
    ignore, only = listed(ignore), listed(only)
    moved = chosen(weights, ignore=ignore, only=only)
    products = np.zeros((number, number))
    for piece in differences(weights, snapshots, moved, most_bytes=most_bytes):
        products += piece.rows @ piece.rows.T
    if not np.isfinite(products).all():
        raise LandscapeError("snapshots: got NaN or infinity in one of them")
    center = np.eye(number) - (1 / number if centered else 0)
    variances, mixes = np.linalg.eigh(center @ products @ center)
    variances, mixes = variances[::-1], mixes[:, ::-1]
    total = float(np.maximum(variances, 0).sum())
    # Rounding leaves about 1e-16 of the largest entry of the products in every eigenvalue.
    if total <= 0 or variances[1] <= 1e-12 * float(np.trace(products)):
        raise LandscapeError(
            "snapshots: they lie on a line or a point, want three that span a plane"
        )
    # The sign of a component means nothing: it is chosen so that the farthest snapshot lies on the positive side.
    mix = center @ mixes[:, :2] / np.sqrt(variances[:2])
    places = products @ mix
    mix *= np.sign(places[np.abs(places).argmax(axis=0), [0, 1]])
    axes = [
        [np.zeros(weight.value.shape, working_dtype(weight)) for weight in weights]
        for _ in range(2)
    ]
    for piece in differences(weights, snapshots, moved, most_bytes=most_bytes):
        for axis, factors in zip(axes, mix.T, strict=True):
            axis[piece.place].reshape(-1)[piece.start : piece.end] = factors @ piece.rows
    facts: dict[str, Any] = {
        "norm": "none",
        **selection(ignore, only),
        "explained": [float(variance / total) for variance in variances[:2]],
        "centered": centered,
    }
    return Directions(
        tuple(map(tuple, axes)), tuple(weight.name for weight in weights), "pca", facts
    )


class Piece:
    """Some entries of one weight, of all snapshots, less the weight itself."""

    __slots__ = ("end", "place", "rows", "start")

    def __init__(self, place: int, start: int, rows: NDArray[np.float64]) -> None:
        self.place = place  # of the weight
        self.start = start
        self.end = start + rows.shape[1]
        self.rows = rows  # [K, N]


def differences(
    weights: Sequence[Weight],
    snapshots: Snapshots,
    moved: NDArray[np.bool_] | None = None,
    *,
    most_bytes: int = MOST_BYTES,
) -> Iterator[Piece]:
    """How far the snapshots lie from the weights, piece by piece, in float64. Raises LandscapeError if shapes differ."""
    number = len(snapshots)
    most = max(1, most_bytes // (8 * max(1, number)))
    for group in _grouped(weights, moved, most):
        pieces = [
            Piece(place, start, np.empty((number, end - start))) for place, start, end in group
        ]
        for row in range(number):
            # Once for all pieces of the group, and let go before the next: it may lie on disk.
            snapshot = snapshots[row]
            for piece in pieces:
                array = _fitting(snapshot, piece.place, weights[piece.place])
                piece.rows[row] = array.reshape(-1)[piece.start : piece.end]
        for piece in pieces:
            piece.rows -= weights[piece.place].value.reshape(-1)[piece.start : piece.end]
            yield piece


def _grouped(
    weights: Sequence[Weight], moved: NDArray[np.bool_] | None, most: int
) -> Iterator[list[tuple[int, int, int]]]:
    """Stretches of the weights (place, start, end), in groups of so many entries at most."""
    group: list[tuple[int, int, int]] = []
    room = most
    for place, weight in enumerate(weights):
        if moved is not None and not moved[place]:
            continue
        start = 0
        while start < weight.value.size:
            end = min(weight.value.size, start + room)
            group.append((place, start, end))
            room -= end - start
            start = end
            if not room:
                yield group
                group, room = [], most
    if group:
        yield group


def _fitting(snapshot: Sequence[Array], place: int, weight: Weight) -> Array:
    array = np.asarray(snapshot[place])
    if array.shape != weight.value.shape:
        raise LandscapeError(
            f"snapshot of {weight.name!r}: got shape {array.shape}, want {weight.value.shape}"
        )
    return array
