"""What a loss landscape is, once it is in memory."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.landscape.record import (
    Curvature,
    DirectionsRecord,
    Fields,
    Floats,
    Provenance,
    Sharpness,
    from_plain,
)

NAME = "landscape"

_RECORDS: Mapping[str, type[Fields]] = {
    "directions": DirectionsRecord,
    "settings": Provenance,
    "curvature": Curvature,
    "sharpness": Sharpness,
}


@dataclass(frozen=True, slots=True)
class LandscapePath:
    """The places of the snapshots of a training, in its order; NaN where something is not known."""

    step: NDArray[np.int64]  # [K], steps or epochs
    x: Floats  # [K]
    y: Floats | None  # [K]; None in a landscape along one direction
    loss: Floats  # [K], of the plane at (x, y)
    true_loss: Floats  # [K], of the snapshot itself
    residual: Floats  # [K], distance off the plane, in the unit of the weights


@dataclass(frozen=True, slots=True)
class Mark:
    """A named point, such as the second model of an interpolation."""

    name: str
    x: float
    y: float = 0.0
    values: Mapping[str, float] = field(default_factory=dict, hash=False)
    """The metrics at exactly that place, where no point of the grid need lie; empty where they are not known."""


@dataclass(frozen=True, slots=True, repr=False)
class Landscape:
    """Values of a loss and of other metrics around a model, along one or two directions; the model is at (0, 0)."""

    x: Floats  # [X], strictly rising: multiples of the first direction
    y: Floats | None  # [Y], strictly rising; None: along one direction
    values: Mapping[str, Floats]
    """Each [Y, X], or [X]; the first one is the loss. NaN and infinities are values."""
    done: NDArray[np.bool_]
    """[Y, X] or [X]: which points were computed; elsewhere values are NaN."""
    center: Mapping[str, float] = field(default_factory=dict)  # the metrics at exactly (0, 0)
    path: LandscapePath | None = None
    marks: tuple[Mark, ...] = ()
    directions: DirectionsRecord = field(default_factory=DirectionsRecord)
    settings: Provenance = field(default_factory=Provenance)
    curvature: Curvature | None = None
    sharpness: Sharpness | None = None
    id: str = ""
    """What it was computed of: equal ids are one landscape."""
    paths: Mapping[str, LandscapePath] = field(default_factory=dict)
    """Of other trainings over the same plane, by name."""

    def __post_init__(self) -> None:
        # Whoever makes one by hand may hand over plain mappings.
        for name, kind in _RECORDS.items():
            plain = getattr(self, name)
            if plain is not None and not isinstance(plain, Fields):
                object.__setattr__(self, name, from_plain(kind, plain))

    def __repr__(self) -> str:
        size = " x ".join(str(each) for each in reversed(self.shape))
        points = f"{size} points" + ("" if self.done.all() else f", {int(self.done.sum())} done")
        return f"<landscape of {', '.join(self.metrics)}: {points}>"

    @property
    def metrics(self) -> tuple[str, ...]:
        """The names of the values; the first is the loss."""
        return tuple(self.values)

    @property
    def shape(self) -> tuple[int, ...]:
        """[Y, X] or [X]."""
        return (len(self.x),) if self.y is None else (len(self.y), len(self.x))


@dataclass(frozen=True, slots=True)
class LandscapePart:
    """Some points of a landscape that came later."""

    id: str
    at: NDArray[np.int64]  # [N], positions in the flattened [Y, X]
    values: Mapping[str, Floats]  # each [N]
