"""Directions: one or two lists of arrays, shaped as the weights, along which a landscape lies."""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from vdlite.errors import LandscapeError
from vdlite.kinds.landscape import DirectionsRecord, Plain
from vdlite.kinds.landscape.record import from_plain
from vdlite.landscape.archives import BROKEN
from vdlite.landscape.keywords import names_near_misses
from vdlite.landscape.weights import Array, Weight, fingerprint

Axis = Sequence[Array]


class StreamedAxis(Sequence[Array]):
    """An axis whose arrays are made anew each time they are asked for, and never held: it takes no memory."""

    def __init__(self, make: Callable[[int], Array], moved: Sequence[bool]) -> None:
        """make: gives the array of a place, always the same one. moved: which are not zero, for each weight."""
        self._make = make
        self.moved = tuple(map(bool, moved))

    def __len__(self) -> int:
        return len(self.moved)

    def __getitem__(self, place: Any) -> Any:
        return self._make(range(len(self))[place])


def is_moved(axis: Axis, place: int) -> bool:
    """True if a weight is moved along an axis."""
    return axis.moved[place] if isinstance(axis, StreamedAxis) else bool(axis[place].any())


@dataclass(frozen=True)
class Directions:
    """The axes of a landscape, and how they were made."""

    axes: tuple[Axis, ...]  # one or two; each has an array for each weight, of that weight's shape
    names: tuple[str, ...]  # of the weights
    kind: str = "given"
    facts: Mapping[str, Any] = field(default_factory=dict)  # seed, norm, ignore, explained, ...

    def __post_init__(self) -> None:
        if len(self.axes) not in (1, 2):
            raise LandscapeError(f"directions: got {len(self.axes)} axes, want 1 or 2")
        for number, axis in enumerate(self.axes):
            if len(axis) != len(self.names):
                raise LandscapeError(
                    f"direction {number}: got {len(axis)} arrays, want {len(self.names)}, one for each weight"
                )

    def __len__(self) -> int:
        return len(self.axes)

    @cached_property
    def gram(self) -> Array:
        """The products of the axes with each other, [A, A], in float64."""
        products = [[_product(one, other) for other in self.axes] for one in self.axes]
        return np.array(products, dtype=np.float64)

    @property
    def lengths(self) -> tuple[float, ...]:
        """Euclidean lengths, in the unit of the weights."""
        return tuple(float(math.sqrt(one)) for one in np.diag(self.gram))

    @property
    def angle(self) -> float:
        """Degrees between the two axes; NaN where there is one, or one of them is zero."""
        if len(self) < 2 or 0 in self.lengths:
            return math.nan
        cosine = self.gram[0, 1] / (self.lengths[0] * self.lengths[1])
        return math.degrees(math.acos(min(1.0, max(-1.0, cosine))))

    @cached_property
    def fingerprint(self) -> str:
        """A text that is equal for equal axes, whatever made them."""
        return fingerprint(array for axis in self.axes for array in axis)

    def check(self, weights: Sequence[Weight]) -> None:
        """Raises LandscapeError unless the axes fit the weights."""
        if len(weights) != len(self.names):
            raise LandscapeError(
                f"directions: got {len(self.names)} arrays for {len(weights)} weights"
            )
        for axis in self.axes:
            if isinstance(axis, StreamedAxis):
                continue  # made of these weights' shapes, and finite
            for weight, array in zip(weights, axis, strict=True):
                if array.shape != weight.value.shape:
                    raise LandscapeError(
                        f"direction of {weight.name!r}: got shape {array.shape}, want {weight.value.shape}"
                    )
                if not np.isfinite(array).all():
                    raise LandscapeError(f"direction of {weight.name!r}: got NaN or infinity")

    def orthogonal(self) -> "Directions":
        """The plane with axes at a right angle: what of the second lies along the first is taken away from it.

        The second keeps its length, so that a unit of the axis stays as far.
        Raises LandscapeError if both axes point the same way.
        """
        if len(self) < 2:
            return self
        first, second = self.axes
        length, share = self.gram[0, 0], self.gram[0, 1]
        if length == 0:
            raise LandscapeError("directions: got a first axis of zeros")
        rest = tuple(
            b - (share / length * a).astype(b.dtype) for a, b in zip(first, second, strict=True)
        )
        left = math.sqrt(_product(rest, rest))
        if left <= 1e-6 * self.lengths[1]:
            raise LandscapeError("directions: got two axes that point the same way")
        scale = self.lengths[1] / left
        turned = tuple((array * scale).astype(array.dtype) for array in rest)
        return replace(self, axes=(first, turned), facts={**self.facts, "orthogonal": True})

    def record(self) -> DirectionsRecord:
        """The record of the directions in a landscape."""
        return replace(
            from_plain(DirectionsRecord, self.facts),
            kind=self.kind,
            lengths=self.lengths,
            angle=None if math.isnan(self.angle) else self.angle,
            fingerprint=self.fingerprint,
        )

    def save(self, path: str | Path) -> None:
        """Write them into an .npz file, from which `load` takes them."""
        arrays = {
            f"{number}/{place}": array
            for number, axis in enumerate(self.axes)
            for place, array in enumerate(axis)
        }
        about = json.dumps({"kind": self.kind, "names": self.names, "facts": dict(self.facts)})
        named: dict[str, Any] = {"about": np.array(about), **arrays}
        with Path(path).open("wb") as file:
            np.savez(file, **named)

    @classmethod
    def load(cls, path: str | Path) -> "Directions":
        """Raises LandscapeError if the file holds no directions, OSError if it can't be read."""
        try:
            # NumPy leaves a broken file open if it has opened it itself.
            with Path(path).open("rb") as opened, np.load(opened, allow_pickle=False) as file:
                about = json.loads(str(file["about"]))
                names = tuple(map(str, about["names"]))
                number = 2 if "1/0" in file else 1
                axes = tuple(
                    tuple(file[f"{axis}/{place}"] for place in range(len(names)))
                    for axis in range(number)
                )
        except BROKEN as error:
            raise LandscapeError(
                f"directions: this is no file of them ({error}): {path}"
            ) from error
        return cls(axes, names, str(about.get("kind", "given")), dict(about.get("facts", {})))


@names_near_misses
def given_directions(
    weights: Sequence[Weight], *axes: Sequence[Any], facts: Mapping[str, Plain] | None = None
) -> Directions:
    """Directions of your own: for each axis one array for each weight. Raises LandscapeError if they do not fit.

    facts: what a landscape's record shall tell of them.
    """
    for number, axis in enumerate(axes):
        if len(axis) != len(weights):
            raise LandscapeError(
                f"direction {number}: got {len(axis)} arrays, want {len(weights)}, one for each weight"
            )
    made = tuple(
        tuple(
            np.array(array, dtype=working_dtype(weight))
            for weight, array in zip(weights, axis, strict=True)
        )
        for axis in axes
    )
    directions = Directions(
        made, tuple(weight.name for weight in weights), "given", dict(facts or {})
    )
    directions.check(weights)
    return directions


def working_dtype(weight: Weight) -> np.dtype[Any]:
    """The type of a weight's direction: float32 for half precision, so that small steps are not lost."""
    return np.dtype(np.result_type(weight.value.dtype, np.float32))


_PIECE = 1 << 20  # entries: a whole layer in float64 would be another copy of the model


def _product(one: Axis, other: Axis) -> float:
    """The product of two axes, summed in float64."""
    total = 0.0
    for a, b in zip(one, other, strict=True):
        left, right = a.reshape(-1), b.reshape(-1)
        for start in range(0, left.size, _PIECE):
            here = slice(start, start + _PIECE)
            total += float(np.dot(left[here].astype(np.float64), right[here].astype(np.float64)))
    return total
