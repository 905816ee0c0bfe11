"""A landscape from a caller, into a payload, and out of one: each field by its form.

A field that is added has its form among `_FORMS`, and, if older payloads lack it, its key among `_ADDED`.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np

from vdlite.errors import FormatError, PayloadError, shown
from vdlite.kinds.fields import sound
from vdlite.kinds.landscape.facts import CurvatureFacts, Facts
from vdlite.kinds.landscape.form import Form, Grid
from vdlite.kinds.landscape.places import Center, Marks, Path, Paths
from vdlite.kinds.landscape.points import Axes, Done, Metrics
from vdlite.kinds.landscape.record import (
    Curvature,
    DirectionsRecord,
    Floats,
    Provenance,
    Sharpness,
)
from vdlite.kinds.landscape.types import NAME, Landscape, LandscapePart
from vdlite.kinds.landscape.values import read_text
from vdlite.kinds.numbers.arrays import as_array
from vdlite.kinds.numbers.packing import pack, unpack

MOST_ID_BYTES = 200

_AXES = Axes()
_METRICS = Metrics()
_FORMS: Mapping[str, Form[Any]] = {
    "done": Done(),
    "center": Center(),
    "path": Path(),
    "marks": Marks(),
    "directions": Facts("directions", DirectionsRecord, always=True),
    "settings": Facts("settings", Provenance, always=True),
    "curvature": CurvatureFacts("curvature", Curvature),
    "sharpness": Facts("sharpness", Sharpness),
    "paths": Paths(),
}
_ADDED = ("mark_values", "sharpness", "paths")
"""Keys that later versions have added, at the end of a payload and only where there is something."""

_FIELDS = tuple(field.name for field in fields(Landscape))
_NOT_COMPUTED_WITH = ("seconds",)  # settings that do not change what is computed


def taken(given: Any) -> Landscape | LandscapePart:
    """The landscape, or part of one, that the caller means; see `add_landscape`. Raises PayloadError."""
    if isinstance(given, LandscapePart):
        return _take_part(given)
    if isinstance(given, Landscape):
        return _take({name: getattr(given, name) for name in _FIELDS})
    if isinstance(given, Mapping):
        unknown = [name for name in given if name not in (*_FIELDS, "z")]
        if unknown:
            raise PayloadError(f"{NAME}: got {shown(unknown[0])}, want {', '.join(_FIELDS)}, or z")
        if "z" in given and "values" in given:
            raise PayloadError(f"{NAME}: got z and values, which mean the same, want one")
        return _take({"values" if name == "z" else name: given[name] for name in given})
    if isinstance(given, (tuple, list)) and len(given) in (3, 4):
        return _take(dict(zip(("x", "y", "values", "path"), given, strict=False)))
    raise PayloadError(
        f"{NAME}: got {shown(given)}, want a Landscape, a LandscapePart, a mapping with x, y and z, "
        "or a tuple (x, y, z) or (x, y, z, path)"
    )


def payload(held: Landscape | LandscapePart) -> bytes:
    """The bytes of a landscape, or of a part of one."""
    if isinstance(held, LandscapePart):
        return pack({"id": held.id, "at": held.at, **_METRICS.pack(held.values)})
    packed = {"id": held.id, **_AXES.pack(held.x, held.y), **_METRICS.pack(held.values)}
    for name, form in _FORMS.items():
        packed.update(form.pack(getattr(held, name)))
    added = {key: packed.pop(key) for key in _ADDED}
    return pack(packed | {key: value for key, value in added.items() if value is not None})


def decode(data: bytes) -> Landscape | LandscapePart:
    """The landscape, or part of one, of a payload. Raises FormatError if the bytes are none."""
    found = unpack(data, NAME)
    try:
        return _read_part(found) if "at" in found else _read(dict.fromkeys(_ADDED) | found)
    except (TypeError, ValueError, KeyError, OverflowError) as error:
        if isinstance(error, FormatError):
            raise
        raise FormatError(f"{NAME} payload: got other than a landscape: {error}") from error


def _take(given: Mapping[str, Any]) -> Landscape:
    for name in ("x", "values"):
        if given.get(name) is None:
            raise PayloadError(f"{NAME}: got no {'z' if name == 'values' else name}")
    x, y = _AXES.take(given["x"], given.get("y"))
    shape = _shape(x, y)
    values = _METRICS.take(given["values"], shape)
    grid = Grid(shape, loss=next(iter(values)))
    rest = {name: form.take(given.get(name), grid) for name, form in _FORMS.items()}
    for column in values.values():
        column[~rest["done"]] = np.nan
    name = given.get("id") or ""
    found = _take_id(name) if name else _id_of(x, y, rest["directions"], rest["settings"])
    return Landscape(x, y, values, **rest, id=found)


def _read(found: Mapping[str, Any]) -> Landscape:
    x, y = _AXES.read(found)
    shape = _shape(x, y)
    values = _METRICS.read(found, shape)
    grid = Grid(shape, loss=next(iter(values)))
    rest = {name: form.read(found, grid) for name, form in _FORMS.items()}
    return Landscape(x, y, values, **rest, id=read_text(found["id"]))


def _shape(x: Floats, y: Floats | None) -> tuple[int, ...]:
    return (len(x),) if y is None else (len(y), len(x))


def _take_part(given: LandscapePart) -> LandscapePart:
    if not given.id:
        raise PayloadError(f"{NAME}: got a part without id, want that of its landscape")
    at = as_array(given.at, f"{NAME} at").reshape(-1)
    whole = at.astype(np.int64)
    if len(at) and (not np.array_equal(whole, at) or whole.min() < 0):
        raise PayloadError(f"{NAME} at: got other than positions, want whole numbers from 0 on")
    return LandscapePart(_take_id(given.id), whole, _METRICS.take(given.values, (len(whole),)))


def _read_part(found: Mapping[str, Any]) -> LandscapePart:
    at = found["at"]
    if not isinstance(at, np.ndarray) or at.dtype != "<i8" or at.ndim != 1:
        raise FormatError(f"{NAME} payload: want positions of type <i8")
    if len(at) and at.min() < 0:
        raise FormatError(f"{NAME} payload: got the position {at.min()}")
    return LandscapePart(read_text(found["id"]), at, _METRICS.read(found, at.shape))


def _take_id(given: Any) -> str:
    if not isinstance(given, str):
        raise PayloadError(f"{NAME} id: got {shown(given)}, want text")
    name = sound(given)
    if len(name.encode()) > MOST_ID_BYTES:
        raise PayloadError(
            f"{NAME} id: got {len(name.encode())} bytes, want at most {MOST_ID_BYTES}"
        )
    return name


def _id_of(
    x: Floats, y: Floats | None, directions: Mapping[str, Any], settings: Mapping[str, Any]
) -> str:
    """A name for what is computed along these axes with these settings: equal ones have equal names."""
    kept = {name: value for name, value in settings.items() if name not in _NOT_COMPUTED_WITH}
    what = [x, y, sorted(directions.items()), sorted(kept.items())]
    return hashlib.sha256(pack({"of": what})).hexdigest()[:16]
