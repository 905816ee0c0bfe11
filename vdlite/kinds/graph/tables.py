"""What a graph's columns mean by numbers: each text, shape, set of arguments and place once."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgpack

from vdlite.errors import PayloadError
from vdlite.kinds.graph.attributes import plain_map, size_of, text
from vdlite.kinds.graph.types import MOST_DIMENSIONS, NAME, Plain, Shape

_LAST_LINE = 1 << 31


class Tables:
    """Gives the number of a value, which is the same for an equal one."""

    def __init__(self) -> None:
        self.strings: dict[str, int] = {"": 0}
        self.shapes: dict[Shape, int] = {}
        self.places: dict[tuple[str, int], int] = {("", 0): 0}
        self.attribute_sets: list[dict[str, Plain]] = []
        self._attributes: dict[bytes, int] = {}
        self._no_attributes = self.attribute_set({})

    def string(self, given: str) -> int:
        if not isinstance(given, str):
            raise PayloadError(f"{NAME}: got {given!r:.80} as a name or type, want text")
        found = self.strings.get(given)
        if found is None:
            found = self.strings.setdefault(text(given), len(self.strings))
        return found

    def shape(self, dtype: str, sizes: Sequence[int | str] | None) -> int:
        if isinstance(sizes, tuple):
            known = self.shapes.get((dtype, sizes))
            if known is not None:
                return known
        if sizes is not None and len(sizes) > MOST_DIMENSIONS:
            raise PayloadError(f"{NAME}: got {len(sizes)} dimensions, want {MOST_DIMENSIONS}")
        dimensions = None if sizes is None else tuple(map(size_of, sizes))
        return self.shapes.setdefault((text(str(dtype)), dimensions), len(self.shapes))

    def place(self, file: str, line: int) -> int:
        found = self.places.get((file, line))
        if found is None:
            place = (text(file), min(max(int(line), 0), _LAST_LINE))
            found = self.places.setdefault(place, len(self.places))
        return found

    def attribute_set(self, given: Mapping[str, Any]) -> int:
        if not isinstance(given, Mapping):
            raise PayloadError(f"{NAME}: got attributes {given!r:.80}, want a map")
        held = plain_map(given)
        packed: bytes = msgpack.packb(held)
        found = self._attributes.get(packed)
        if found is None:
            found = self._attributes[packed] = len(self.attribute_sets)
            self.attribute_sets.append(held)
        return found

    def attributes(self, given: "Mapping[str, Any] | int | None") -> int:
        """The number of a map of attributes, of nothing, or of a number that a map was given before."""
        if given is None:
            return self._no_attributes
        if isinstance(given, int):
            made = len(self.attribute_sets)
            if not 0 <= given < made:
                raise PayloadError(f"{NAME}: got attributes {given}, want one of the {made} made")
            return given
        return self.attribute_set(given)
