"""The plain fields of a landscape: directions, settings and curvature."""

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from vdlite.errors import PayloadError, shown
from vdlite.kinds.fields import plain, sound
from vdlite.kinds.landscape.types import NAME, Floats
from vdlite.kinds.numbers.arrays import as_array
from vdlite.kinds.numbers.packing import pack

MOST_FIELDS = 200
MOST_DEPTH = 3  # of lists in each other
_UNTOLD = ("seconds",)  # settings that say nothing of what is computed

CURVATURE_COLUMNS = ("eigenvalues", "errors")
CURVATURE_NUMBERS = ("trace", "trace_error", "samples")


def plain_fields(given: Any, what: str) -> dict[str, Any]:
    """Numbers, text, booleans, None and lists of those, by name; anything else is its text. Raises PayloadError."""
    if given is None:
        return {}
    if not isinstance(given, Mapping) or len(given) > MOST_FIELDS:
        raise PayloadError(
            f"{NAME} {what}: got {shown(given)}, want a mapping of at most {MOST_FIELDS} fields"
        )
    if not all(isinstance(name, str) for name in given):
        raise PayloadError(f"{NAME} {what}: got other names of fields than text")
    return {sound(name): _plain(value) for name, value in given.items()}


def _plain(value: Any, depth: int = 0) -> Any:
    if isinstance(value, (list, tuple)) and depth < MOST_DEPTH:
        return [_plain(item, depth + 1) for item in value]
    if getattr(value, "ndim", 0) and depth < MOST_DEPTH:
        array = value if isinstance(value, np.ndarray) else as_array(value, NAME)
        return _plain(array.tolist(), depth)
    return plain(value)


def told_fields(pairs: Any) -> dict[str, Any]:
    """The same from a payload, whatever some writer has put into it. Raises TypeError, ValueError."""
    return {str(name): _told(value) for name, value in pairs}


def _told(value: Any, depth: int = 0) -> Any:
    if isinstance(value, list) and depth < MOST_DEPTH:
        return [_told(item, depth + 1) for item in value]
    return value if isinstance(value, (bool, int, float, str)) else None


def curvature_fields(given: Any) -> dict[str, Any] | None:
    """Numbers, and columns of float64: eigenvalues and errors [K], density x and y [N]. Raises PayloadError."""
    if given is None:
        return None
    if not isinstance(given, Mapping):
        raise PayloadError(f"{NAME} curvature: got {shown(given)}, want a mapping")
    known = (*CURVATURE_COLUMNS, *CURVATURE_NUMBERS, "density")
    made = plain_fields(
        {name: value for name, value in given.items() if name not in known}, "curvature"
    )
    for name in known:
        value = given.get(name)
        if value is None:
            continue
        if name == "density":
            made[name] = _density(value)
        else:
            column = numbers(value, f"curvature {name}")
            if name in CURVATURE_NUMBERS and len(column) != 1:
                raise PayloadError(f"{NAME} curvature {name}: got {len(column)} numbers, want one")
            made[name] = float(column[0]) if name in CURVATURE_NUMBERS else column
    lengths = [len(made[name]) for name in CURVATURE_COLUMNS if name in made]
    if len(set(lengths)) > 1:
        raise PayloadError(f"{NAME} curvature: got {lengths[1]} errors of {lengths[0]} eigenvalues")
    return made


def _density(given: Any) -> dict[str, Floats]:
    if not isinstance(given, Mapping) or not {"x", "y"} <= given.keys():
        raise PayloadError(f"{NAME} curvature density: got {shown(given)}, want x and y")
    x, y = numbers(given["x"], "density x"), numbers(given["y"], "density y")
    if len(x) != len(y):
        raise PayloadError(f"{NAME} curvature density: got {len(x)} x and {len(y)} y")
    return {"x": x, "y": y}


def numbers(given: Any, what: str) -> Floats:
    """A copy as float64, [N]. Raises PayloadError."""
    return as_array(given, f"{NAME} {what}").reshape(-1).astype(np.float64)


def finite(column: Floats, what: str) -> Floats:
    """The same. Raises PayloadError if something of it is not finite."""
    if not np.isfinite(column).all():
        raise PayloadError(f"{NAME} {what}: got a coordinate that is not finite")
    return column


def made_id(
    x: Floats, y: Floats | None, directions: Mapping[str, Any], settings: Mapping[str, Any]
) -> str:
    """A name for what is computed along these axes with these settings: equal ones have equal names."""
    kept = {name: value for name, value in settings.items() if name not in _UNTOLD}
    what = [x, y, sorted(directions.items()), sorted(kept.items())]
    return hashlib.sha256(pack({"of": what})).hexdigest()[:16]
