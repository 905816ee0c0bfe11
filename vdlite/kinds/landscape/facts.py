"""How a landscape was made, and what else is known of it: facts by name, some of which have a type."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, NamedTuple

import numpy as np

from vdlite.errors import PayloadError, shown
from vdlite.kinds.fields import plain, sound
from vdlite.kinds.landscape.form import Grid
from vdlite.kinds.landscape.record import Curvature, Floats, Known, from_plain, to_plain
from vdlite.kinds.landscape.types import NAME
from vdlite.kinds.landscape.values import read_column, read_number, take_column
from vdlite.kinds.numbers.arrays import as_array

MOST_FIELDS = 200
MOST_DEPTH = 3  # of lists in each other

_MOST_ITEMS = 1_000_000  # of an array that is a field


class _Numeric(NamedTuple):
    """The two ways of a fact that is numbers, and no plain value."""

    take: Callable[[Any, str], Any]
    read: Callable[[Any, str], Any]


class Facts(Generic[Known]):
    """A record of facts: numbers, text, booleans, None and lists of those, by name; anything else is its text."""

    numeric: ClassVar[Mapping[str, _Numeric]] = {}

    def __init__(self, name: str, kind: type[Known], *, always: bool = False) -> None:
        """always: an empty record where nothing is given, not None."""
        self._name = name
        self._kind = kind
        self._always = always

    def take(self, given: Any, _grid: Grid) -> Known | None:
        if given is None:
            return self._kind() if self._always else None
        others = given
        if isinstance(given, Mapping):
            others = {name: given[name] for name in given if name not in self.numeric}
        made = _take_plain(others, self._name)
        for name, fact in self.numeric.items():
            if given.get(name) is not None:
                made[name] = fact.take(given[name], f"{self._name} {name}")
        return self._record(made)

    def pack(self, held: Known | None) -> Mapping[str, Any]:
        return {self._name: None if held is None else [*to_plain(held).items()]}

    def read(self, found: Mapping[str, Any], _grid: Grid) -> Known | None:
        """The record of a payload, whatever some writer has put into it."""
        pairs = found[self._name]
        if pairs is None and not self._always:
            return None
        named = {str(name): value for name, value in pairs}
        return self._record(
            {
                name: self.numeric[name].read(value, name) if name in self.numeric else _read(value)
                for name, value in named.items()
            }
        )

    def _record(self, plain: Mapping[str, Any]) -> Known:
        """Raises PayloadError if the facts don't fit each other."""
        return from_plain(self._kind, plain)


def _take_plain(given: Any, what: str) -> dict[str, Any]:
    if not isinstance(given, Mapping) or len(given) > MOST_FIELDS:
        raise PayloadError(
            f"{NAME} {what}: got {shown(given)}, want a mapping of at most {MOST_FIELDS} fields"
        )
    if not all(isinstance(name, str) for name in given):
        raise PayloadError(f"{NAME} {what}: got other names of fields than text")
    return {sound(name): _take(value) for name, value in given.items()}


def _take(value: Any, depth: int = 0) -> Any:
    if isinstance(value, (list, tuple)) and depth < MOST_DEPTH:
        return [_take(item, depth + 1) for item in value]
    if getattr(value, "ndim", 0) and depth < MOST_DEPTH:
        array = value if isinstance(value, np.ndarray) else as_array(value, NAME)
        if array.size > _MOST_ITEMS:
            raise PayloadError(f"{NAME}: got a field of {array.size} numbers, want {_MOST_ITEMS}")
        return _take(array.tolist(), depth)
    return plain(value)


def _read(value: Any, depth: int = 0) -> Any:
    if isinstance(value, list) and depth < MOST_DEPTH:
        return [_read(item, depth + 1) for item in value]
    return value if isinstance(value, (bool, int, float, str)) else None


def _take_single(given: Any, what: str) -> float:
    column = take_column(given, what)
    if len(column) != 1:
        raise PayloadError(f"{NAME} {what}: got {len(column)} numbers, want one")
    return float(column[0])


def _take_density(given: Any, what: str) -> Mapping[str, Floats]:
    if not isinstance(given, Mapping) or not {"x", "y"} <= given.keys():
        raise PayloadError(f"{NAME} {what}: got {shown(given)}, want x and y")
    return _density(take_column(given["x"], "density x"), take_column(given["y"], "density y"))


def _read_density(found: Any, what: str) -> Mapping[str, Floats]:
    return _density(read_column(found["x"], what), read_column(found["y"], what))


def _density(x: Floats, y: Floats) -> Mapping[str, Floats]:
    if len(x) != len(y):
        raise PayloadError(f"{NAME} curvature density: got {len(x)} x and {len(y)} y")
    return {"x": x, "y": y}


_COLUMN = _Numeric(take_column, read_column)
_NUMBER = _Numeric(_take_single, lambda value, _what: read_number(value))


class CurvatureFacts(Facts[Curvature]):
    """Facts of the Hessian: numbers and columns of float64 among them."""

    numeric: ClassVar[Mapping[str, _Numeric]] = {
        "eigenvalues": _COLUMN,
        "errors": _COLUMN,
        "trace": _NUMBER,
        "trace_error": _NUMBER,
        "samples": _NUMBER,
        "critical_sharpness": _NUMBER,
        "critical_error": _NUMBER,
        "density": _Numeric(_take_density, _read_density),
    }

    def _record(self, plain: Mapping[str, Any]) -> Curvature:
        made = from_plain(Curvature, plain)
        values, errors = made.eigenvalues, made.errors
        if values is not None and errors is not None and len(values) != len(errors):
            raise PayloadError(
                f"{NAME} curvature: got {len(errors)} errors of {len(values)} eigenvalues"
            )
        return made
