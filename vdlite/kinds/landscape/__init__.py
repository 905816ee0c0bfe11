"""Loss landscapes: values around a model along one or two directions, and the path of a training among them.

One landscape may come in several records of one tag and step: a whole, then parts, and a whole again.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from vdlite.kinds.draft import taking
from vdlite.kinds.landscape.given import taken
from vdlite.kinds.landscape.payload import decode, payload
from vdlite.kinds.landscape.summary import summary
from vdlite.kinds.landscape.types import NAME, Landscape, LandscapePart, LandscapePath, Mark

__all__ = [
    "NAME",
    "Landscape",
    "LandscapePart",
    "LandscapePath",
    "Mark",
    "decode",
    "landscape",
]


class _Draft:
    def __init__(self, held: Landscape | LandscapePart) -> None:
        self._held = held
        self.nbytes = sum(_sizes(held))

    def encode(self) -> tuple[bytes, Mapping[str, Any]]:
        return payload(self._held), summary(self._held)


def _sizes(held: Landscape | LandscapePart) -> Iterator[int]:
    yield from (column.nbytes for column in held.values.values())
    if isinstance(held, Landscape):
        yield held.done.nbytes
        if held.path is not None:
            yield 6 * held.path.x.nbytes


@taking(NAME)
def landscape(given: Any) -> _Draft:
    """A private copy of a landscape, or of a part of one.

    given: a `Landscape`, a `LandscapePart`, a mapping with x, y, z (or values) and whatever else a `Landscape` has,
        or a tuple (x, y, z) or (x, y, z, path). x and y rise; z is [Y, X], or [X] with y None, or one such array
        for each metric, by name, the loss first. A path is a `LandscapePath`, a mapping with its fields, or
        coordinates [K, 2]. NaN and infinities are values.
    Raises PayloadError for anything else.
    """
    return _Draft(taken(given))
