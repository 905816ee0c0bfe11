"""Loss landscapes: values around a model along one or two directions, and the path of a training among them.

One landscape may come in several records of one tag and step: a whole, then parts, and a whole again.
"""

from typing import Any

from vdlite.kinds.draft import Ready, taking
from vdlite.kinds.kind import Kind
from vdlite.kinds.landscape.forms import decode, payload, taken
from vdlite.kinds.landscape.record import (
    Curvature,
    DirectionsRecord,
    Plain,
    Provenance,
    Sharpness,
)
from vdlite.kinds.landscape.summary import summary
from vdlite.kinds.landscape.types import NAME, Landscape, LandscapePart, LandscapePath, Mark

__all__ = [
    "NAME",
    "Curvature",
    "DirectionsRecord",
    "Landscape",
    "LandscapePart",
    "LandscapePath",
    "Mark",
    "Plain",
    "Provenance",
    "Sharpness",
    "decode",
    "landscape",
]


@taking(NAME)
def landscape(given: Any) -> Ready:
    """A draft of a landscape, or of a part of one.

    given: a `Landscape`, a `LandscapePart`, a mapping with x, y, z (or values) and whatever else a `Landscape` has,
        or a tuple (x, y, z) or (x, y, z, path). x and y rise; z is [Y, X], or [X] with y None, or one such array
        for each metric, by name, the loss first. A path is a `LandscapePath`, a mapping with its fields, or
        coordinates [K, 2]. NaN and infinities are values.
    Raises PayloadError for anything else.
    """
    held = taken(given)
    return Ready(payload(held), summary(held))


KIND = Kind(NAME, decode)
