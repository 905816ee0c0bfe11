"""The weights of a model, as directions see them: named arrays, and what each of them is."""

import hashlib
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from glob import escape
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import LandscapeError, shown

Array = NDArray[Any]
Role = Literal["weight", "bias", "norm", "vector", "mean", "variance"]
"""What an array is to the model.

weight: filters, with two dimensions or more. bias: an offset. norm: scale or shift of a normalization layer.
vector: any other parameter with one dimension or none. mean, variance: statistics that batch norm has gathered.
"""

IGNORABLE = ("bias", "norm", "vector", "weight")
STATISTICS = ("mean", "variance")


@dataclass(frozen=True, slots=True)
class Weight:
    """One array of a model."""

    name: str
    value: Array
    role: Role = "weight"
    filter_axis: int = 0
    """Along which the filters are counted: what makes one output lies in the other axes."""
    groups: int = 1  # of a transposed convolution, whose first axis is split into them

    def __post_init__(self) -> None:
        if self.role not in get_args(Role):
            raise LandscapeError(
                f"weight {self.name!r}: got role {shown(self.role)}, want {get_args(Role)}"
            )

    def filters(self, array: Array) -> Array:
        """The filters of an array shaped as this one, [F, N]; a vector is one filter, [1, N].

        A view where the axis allows it, otherwise a copy.
        """
        if array.ndim <= 1:
            return array.reshape(1, -1)
        count = self._count(array)
        return self._turned(array).reshape(count, array.size // count if count else 0)

    def unfilter(self, filters: Array) -> Array:
        """The inverse of `filters`."""
        shape = self.value.shape
        if len(shape) <= 1:
            return filters.reshape(shape)
        if self.filter_axis == 0:
            return filters.reshape(shape)
        turned = self._turned(np.empty(shape, dtype=np.bool_)).shape
        back = filters.reshape(turned)
        if self.groups == 1:
            return np.moveaxis(back, 0, self.filter_axis)
        return np.swapaxes(back, 1, 2).reshape(shape)

    def _turned(self, array: Array) -> Array:
        """A view with the axes that count filters first."""
        if self.filter_axis == 0:
            return array
        if self.groups == 1:
            return np.moveaxis(array, self.filter_axis, 0)
        # [groups * in, out, ...]: the filter of output (g, o) lies in the inputs of group g.
        split = array.reshape(self.groups, array.shape[0] // self.groups, *array.shape[1:])
        return np.swapaxes(split, 1, 2)

    def _count(self, array: Array) -> int:
        return int(array.shape[self.filter_axis]) * self.groups


def as_weights(arrays: Sequence[Array | Weight]) -> tuple[Weight, ...]:
    """Weights of plain arrays: those with two dimensions or more have their filters along the first, others are vectors.

    Raises LandscapeError for what holds no real floating-point numbers.
    """
    if isinstance(arrays, np.ndarray):
        raise LandscapeError("weights: got one array, want a list of arrays: [array]")
    made = tuple(
        one
        if isinstance(one, Weight)
        else Weight(str(place), np.asarray(one), "weight" if np.ndim(one) > 1 else "vector")
        for place, one in enumerate(arrays)
    )
    for weight in made:
        if weight.value.dtype.kind != "f":
            raise LandscapeError(
                f"weight {weight.name!r}: got {weight.value.dtype}, want real floating-point numbers"
            )
    if not made:
        raise LandscapeError("weights: got none, want at least one array")
    return made


def chosen(
    weights: Sequence[Weight], *, ignore: Iterable[str] = (), only: Iterable[str] = ()
) -> NDArray[np.bool_]:
    """True for the weights that a direction moves, [W].

    ignore, only: roles ("bias", "norm", ...) or patterns of names, such as "head.*" (see fnmatch).
    Raises LandscapeError for a pattern that fits no weight: a misspelt name would pass unseen.
    """
    unwanted, wanted = listed(ignore), listed(only)
    known = [weight.name for weight in weights]
    for pattern in (*unwanted, *wanted):
        if pattern not in IGNORABLE and not any(fnmatchcase(name, pattern) for name in known):
            if pattern == "biasbn":
                raise LandscapeError(
                    "ignore or only: got 'biasbn', which is called 'bias' and 'norm' here; random directions leave both out "
                    "unless stated otherwise"
                )
            few = ", ".join(known[:5])
            raise LandscapeError(
                f"ignore or only: got {pattern!r}, which fits no weight, want one of {IGNORABLE}, or a name: {few}, ..."
            )

    def fits(weight: Weight, patterns: Sequence[str]) -> bool:
        return any(
            weight.role == pattern or fnmatchcase(weight.name, pattern) for pattern in patterns
        )

    return np.array(
        [(not wanted or fits(weight, wanted)) and not fits(weight, unwanted) for weight in weights],
        dtype=np.bool_,
    )


def left_out(weights: Sequence[Weight], ignore: Iterable[str], only: Iterable[str]) -> list[str]:
    """The choice of weights as patterns of what is not moved."""
    kept = chosen(weights, ignore=ignore, only=only)
    return [escape(one.name) for one, moved in zip(weights, kept, strict=True) if not moved]


def listed(given: Iterable[str]) -> tuple[str, ...]:
    """One name or several."""
    return (given,) if isinstance(given, str) else tuple(given)


def split(
    vector: NDArray[np.float64], shapes: Iterable[tuple[int, ...]], counts: Iterable[bool]
) -> list[NDArray[np.float64]]:
    """A vector [N] as an array for each weight; zeros for those that do not count."""
    arrays, start = [], 0
    for shape, one in zip(shapes, counts, strict=True):
        size = math.prod(shape)
        arrays.append((vector[start : start + size] if one else np.zeros(size)).reshape(shape))
        start += size if one else 0
    return arrays


def fingerprint(arrays: Iterable[Array], *more: object) -> str:
    """A short text that is the same for the same arrays and facts, and hardly ever for others."""
    digest = hashlib.blake2b(digest_size=8)
    for array in arrays:
        digest.update(f"{array.dtype.str}{array.shape}".encode())
        digest.update(np.ascontiguousarray(array).view(np.uint8).data if array.size else b"")
    for fact in more:
        digest.update(repr(fact).encode())
    return digest.hexdigest()
