"""From what a caller hands over to a landscape: private copies, checked."""

import hashlib
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np

from vdlite.errors import PayloadError, shown
from vdlite.kinds.fields import sound
from vdlite.kinds.landscape.columns import (
    axes_of,
    column_of,
    grid_of,
    metrics_of,
    numbers_by_name,
)
from vdlite.kinds.landscape.fields import plain_fields
from vdlite.kinds.landscape.places import marks_of, path_of, paths_of
from vdlite.kinds.landscape.record import (
    CURVATURE_COLUMNS,
    CURVATURE_NUMBERS,
    Curvature,
    DirectionsRecord,
    Floats,
    Provenance,
    Sharpness,
    from_plain,
)
from vdlite.kinds.landscape.types import NAME, Landscape, LandscapePart
from vdlite.kinds.numbers.arrays import as_array
from vdlite.kinds.numbers.packing import pack

MOST_ID_BYTES = 200

_UNTOLD = ("seconds",)  # settings that say nothing of what is computed

_FIELDS = tuple(field.name for field in fields(Landscape))


def taken(given: Any) -> Landscape | LandscapePart:
    """The landscape, or part of one, that the caller means; see `add_landscape`. Raises PayloadError."""
    if isinstance(given, LandscapePart):
        return _part(given)
    if isinstance(given, Landscape):
        return _whole({name: getattr(given, name) for name in _FIELDS})
    if isinstance(given, Mapping):
        unknown = [name for name in given if name not in (*_FIELDS, "z")]
        if unknown:
            raise PayloadError(f"{NAME}: got {shown(unknown[0])}, want {', '.join(_FIELDS)}, or z")
        if "z" in given and "values" in given:
            raise PayloadError(f"{NAME}: got z and values, which mean the same, want one")
        return _whole({"values" if name == "z" else name: given[name] for name in given})
    if isinstance(given, (tuple, list)) and len(given) in (3, 4):
        return _whole(dict(zip(("x", "y", "values", "path"), given, strict=False)))
    raise PayloadError(
        f"{NAME}: got {shown(given)}, want a Landscape, a LandscapePart, a mapping with x, y and z, "
        "or a tuple (x, y, z) or (x, y, z, path)"
    )


def _whole(given: Mapping[str, Any]) -> Landscape:
    for name in ("x", "values"):
        if given.get(name) is None:
            raise PayloadError(f"{NAME}: got no {'z' if name == 'values' else name}")
    x, y = axes_of(given["x"], given.get("y"))
    shape = (len(x),) if y is None else (len(y), len(x))
    values = metrics_of(given["values"], shape)
    done = np.ones(shape, np.bool_)
    if given.get("done") is not None:
        done = grid_of(given["done"], "done", shape).astype(np.bool_)
        for column in values.values():
            column[~done] = np.nan
    directions = plain_fields(given.get("directions"), "directions")
    settings = plain_fields(given.get("settings"), "settings")
    name = given.get("id") or ""
    return Landscape(
        x,
        y,
        values,
        done,
        center=_center(given.get("center"), next(iter(values))),
        path=path_of(given.get("path"), flat=y is None),
        marks=marks_of(given.get("marks")),
        directions=from_plain(DirectionsRecord, directions),
        settings=from_plain(Provenance, settings),
        curvature=_curvature(given.get("curvature")),
        sharpness=None
        if given.get("sharpness") is None
        else from_plain(Sharpness, plain_fields(given["sharpness"], "sharpness")),
        paths=paths_of(given.get("paths"), flat=y is None),
        id=_id(name) if name else _made_id(x, y, directions, settings),
    )


def _part(given: LandscapePart) -> LandscapePart:
    if not given.id:
        raise PayloadError(f"{NAME}: got a part without id, want that of its landscape")
    at = as_array(given.at, f"{NAME} at").reshape(-1)
    whole = at.astype(np.int64)
    if len(at) and (not np.array_equal(whole, at) or whole.min() < 0):
        raise PayloadError(f"{NAME} at: got other than positions, want whole numbers from 0 on")
    return LandscapePart(_id(given.id), whole, metrics_of(given.values, (len(whole),)))


def _id(given: Any) -> str:
    if not isinstance(given, str):
        raise PayloadError(f"{NAME} id: got {shown(given)}, want text")
    name = sound(given)
    if len(name.encode()) > MOST_ID_BYTES:
        raise PayloadError(
            f"{NAME} id: got {len(name.encode())} bytes, want at most {MOST_ID_BYTES}"
        )
    return name


def _made_id(
    x: Floats, y: Floats | None, directions: Mapping[str, Any], settings: Mapping[str, Any]
) -> str:
    """A name for what is computed along these axes with these settings: equal ones have equal names."""
    kept = {name: value for name, value in settings.items() if name not in _UNTOLD}
    what = [x, y, sorted(directions.items()), sorted(kept.items())]
    return hashlib.sha256(pack({"of": what})).hexdigest()[:16]


def _center(given: Any, loss: str) -> dict[str, float]:
    if given is None:
        return {}
    return numbers_by_name(given if isinstance(given, Mapping) else {loss: given}, "center")


def _curvature(given: Any) -> Curvature | None:
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
            column = column_of(value, f"curvature {name}")
            if name in CURVATURE_NUMBERS and len(column) != 1:
                raise PayloadError(f"{NAME} curvature {name}: got {len(column)} numbers, want one")
            made[name] = float(column[0]) if name in CURVATURE_NUMBERS else column
    lengths = [len(made[name]) for name in CURVATURE_COLUMNS if name in made]
    if len(set(lengths)) > 1:
        raise PayloadError(f"{NAME} curvature: got {lengths[1]} errors of {lengths[0]} eigenvalues")
    return from_plain(Curvature, made)


def _density(given: Any) -> dict[str, Floats]:
    if not isinstance(given, Mapping) or not {"x", "y"} <= given.keys():
        raise PayloadError(f"{NAME} curvature density: got {shown(given)}, want x and y")
    x, y = column_of(given["x"], "density x"), column_of(given["y"], "density y")
    if len(x) != len(y):
        raise PayloadError(f"{NAME} curvature density: got {len(x)} x and {len(y)} y")
    return {"x": x, "y": y}
