"""Making directions: at random, or towards other models."""

import operator
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import LandscapeError, shown
from vdlite.kinds.landscape import Plain
from vdlite.landscape.directions.axes import Axis, Directions, StreamedAxis, working_dtype
from vdlite.landscape.directions.normalize import Norm, check_norm, normalize
from vdlite.landscape.weights import STATISTICS, Array, Weight, chosen, listed

LI_ET_AL = ("bias", "norm")
"""What random directions leave alone unless asked otherwise, as in the paper's figures."""


def random_directions(
    weights: Sequence[Weight],
    *,
    axes: int = 2,
    seed: int = 0,
    norm: Norm = "filter",
    ignore: Iterable[str] = LI_ET_AL,
    only: Iterable[str] = (),
    orthogonal: bool = False,
    same: bool = False,
    streamed: bool = False,
) -> Directions:
    """Directions with normally distributed entries, normalized.

    seed: the same seed and the same shapes give the same entries, in every run and on every machine.
    norm: see `normalize`. ignore, only: see `chosen`; what is left out gets a direction of zeros, and so do the
        statistics of batch norm, which are no weights.
    orthogonal: the second axis at a right angle to the first. same: the second axis is the first.
    streamed: the arrays are drawn anew from the seed for each point and never held, for models of which there is no
        room for two more copies; the same directions, and longer for each point.
    Raises LandscapeError if nothing is left to move.
    """
    if streamed and orthogonal:
        raise LandscapeError("streamed: directions that are never held can't be made orthogonal")
    check_norm(norm)
    try:
        seed = operator.index(seed)
    except TypeError:
        raise LandscapeError(f"seed: got {shown(seed)}, want an integer") from None
    if seed < 0:
        raise LandscapeError(f"seed: got {seed}, want 0 or more")
    ignore, only = listed(ignore), listed(only)
    moved = chosen(weights, ignore=ignore, only=only)
    moved &= np.array([weight.role not in STATISTICS for weight in weights])
    if not moved.any():
        raise LandscapeError(f"directions: nothing is left to move without {list(ignore)}")
    made: list[Axis] = []
    for axis in range(1 if same else axes):
        drawn = partial(_drawn, tuple(weights), moved, norm, (seed, axis))
        streaming = StreamedAxis(drawn, moved.tolist())
        made.append(streaming if streamed else tuple(streaming))
    if same and axes == 2:
        made.append(made[0])
    facts: dict[str, Any] = {"seed": seed, "norm": norm, **selection(ignore, only)}
    directions = Directions(tuple(made), _names(weights), "random", facts)
    return directions.orthogonal() if orthogonal else directions


def towards(
    weights: Sequence[Weight],
    *models: Sequence[Array],
    ignore: Iterable[str] = (),
    only: Iterable[str] = (),
    orthogonal: bool = False,
) -> Directions:
    """Directions from the weights to one or two other models, which lie at 1 on their axis.

    models: for each weight an array of its shape. ignore, only: see `chosen`. Raises LandscapeError if they do not fit, or are where the weights
    are already.
    """
    if len(models) not in (1, 2):
        raise LandscapeError(f"towards: got {len(models)} models, want 1 or 2")
    ignore, only = listed(ignore), listed(only)
    moved = chosen(weights, ignore=ignore, only=only)
    made = []
    for number, model in enumerate(models):
        if len(model) != len(weights):
            raise LandscapeError(
                f"model {number + 1}: got {len(model)} arrays, want {len(weights)}, one for each weight"
            )
        axis = []
        for keep, weight, array in zip(moved, weights, model, strict=True):
            dtype = working_dtype(weight)
            if np.shape(array) != weight.value.shape:
                raise LandscapeError(
                    f"model {number + 1}, {weight.name!r}: got shape {np.shape(array)}, want {weight.value.shape}"
                )
            way = np.asarray(array, dtype=dtype) - weight.value.astype(dtype, copy=False)
            axis.append(way if keep else np.zeros_like(way))
        if not any(array.any() for array in axis):
            raise LandscapeError(f"model {number + 1}: it is where the center is")
        made.append(tuple(axis))
    facts: dict[str, Any] = {"norm": "none", **selection(ignore, only)}
    directions = Directions(tuple(made), _names(weights), "towards", facts)
    directions.check(weights)
    return directions.orthogonal() if orthogonal else directions


def along(
    weights: Sequence[Weight],
    *axes: Sequence[Array],
    kind: str,
    norm: Norm = "none",
    ignore: Iterable[str] = (),
    only: Iterable[str] = (),
    facts: Mapping[str, Plain] | None = None,
) -> Directions:
    """Directions along arrays that were computed, such as a gradient or eigenvectors of the Hessian, normalized."""
    check_norm(norm)
    ignore, only = listed(ignore), listed(only)
    moved = chosen(weights, ignore=ignore, only=only)
    made = tuple(
        tuple(
            normalize(np.array(array, dtype=working_dtype(weight)), weight, norm)
            if keep
            else np.zeros(weight.value.shape, working_dtype(weight))
            for keep, weight, array in zip(moved, weights, axis, strict=True)
        )
        for axis in axes
    )
    facts = {"norm": norm, **selection(ignore, only), **(facts or {})}
    directions = Directions(made, _names(weights), kind, facts)
    directions.check(weights)
    return directions


def selection(ignore: Iterable[str], only: Iterable[str]) -> dict[str, Any]:
    """The weights that were moved, in the words of a record."""
    return {"ignore": list(ignore), **({"only": list(only)} if listed(only) else {})}


def _drawn(
    weights: Sequence[Weight],
    moved: NDArray[np.bool_],
    norm: Norm,
    seed: tuple[int, int],
    place: int,
) -> Array:
    weight = weights[place]
    if not moved[place]:
        return np.zeros(weight.value.shape, working_dtype(weight))
    return _random(weight, norm, (*seed, place))


def _random(weight: Weight, norm: Norm, seed: tuple[int, int, int]) -> Array:
    # Each array has a stream of its own: to leave one out does not change the others.
    stream = np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed)))
    drawn = stream.standard_normal(weight.value.shape, dtype=np.float32)
    return normalize(np.asarray(drawn, dtype=working_dtype(weight)), weight, norm)


def _names(weights: Sequence[Weight]) -> tuple[str, ...]:
    return tuple(weight.name for weight in weights)
