"""Landscapes as payloads, and back."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np

from vdlite.errors import FormatError
from vdlite.kinds.landscape.fields import read_fields
from vdlite.kinds.landscape.record import (
    CURVATURE_COLUMNS,
    CURVATURE_NUMBERS,
    Curvature,
    DirectionsRecord,
    Floats,
    Provenance,
    Sharpness,
    from_plain,
    to_plain,
)
from vdlite.kinds.landscape.types import (
    NAME,
    Landscape,
    LandscapePart,
    LandscapePath,
    Mark,
)
from vdlite.kinds.numbers.packing import pack, unpack

_PATH_FIELDS = tuple(field.name for field in fields(LandscapePath))


def payload(held: Landscape | LandscapePart) -> bytes:
    """Its bytes. Names that a caller chooses are kept in lists: a map of arrays' names would be taken for an array."""
    named = {"metrics": list(held.values), "values": list(held.values.values())}
    if isinstance(held, LandscapePart):
        return pack({"id": held.id, "at": held.at, **named})
    curvature = None if held.curvature is None else [*to_plain(held.curvature).items()]
    paths = held.paths
    at_marks = [[*mark.values.items()] for mark in held.marks]
    return pack(
        {
            "id": held.id,
            "x": held.x,
            "y": held.y,
            **named,
            "done": held.done,
            "center": [*held.center.items()],
            "path": None if held.path is None else _columns(held.path),
            "marks": [(mark.name, mark.x, mark.y) for mark in held.marks],
            "directions": [*to_plain(held.directions).items()],
            "settings": [*to_plain(held.settings).items()],
            "curvature": curvature,
            # Beside the marks, not within: readers of an earlier version go on reading them.
            **({"mark_values": at_marks} if any(at_marks) else {}),
            **(
                {} if held.sharpness is None else {"sharpness": [*to_plain(held.sharpness).items()]}
            ),
            **(
                {"paths": [(name, _columns(path)) for name, path in paths.items()]} if paths else {}
            ),
        }
    )


def _columns(path: LandscapePath) -> dict[str, Any]:
    return {name: getattr(path, name) for name in _PATH_FIELDS}


def decode(data: bytes) -> Landscape | LandscapePart:
    """The landscape, or part of one, of a payload. Raises FormatError if the bytes are none."""
    found = unpack(data, NAME)
    try:
        return _part(found) if "at" in found else _whole(found)
    except (TypeError, ValueError, KeyError, OverflowError) as error:
        if isinstance(error, FormatError):
            raise
        raise FormatError(f"{NAME} payload: got other than a landscape: {error}") from error


def _part(found: Mapping[str, Any]) -> LandscapePart:
    at = found["at"]
    if not isinstance(at, np.ndarray) or at.dtype != "<i8" or at.ndim != 1:
        raise FormatError(f"{NAME} payload: want positions of type <i8")
    if len(at) and at.min() < 0:
        raise FormatError(f"{NAME} payload: got the position {at.min()}")
    return LandscapePart(_text(found["id"]), at, _values(found, at.shape))


def _whole(found: Mapping[str, Any]) -> Landscape:
    x = _axis(found["x"], "x")
    y = None if found["y"] is None else _axis(found["y"], "y")
    shape = (len(x),) if y is None else (len(y), len(x))
    done = found["done"]
    if not isinstance(done, np.ndarray) or done.dtype != np.bool_ or done.shape != shape:
        raise FormatError(f"{NAME} payload: want of each point of {shape} whether it is done")
    return Landscape(
        x,
        y,
        _values(found, shape),
        done,
        center=_named(found["center"]),
        path=None if found["path"] is None else _path(found["path"], flat=y is None),
        marks=_marks(found["marks"], found.get("mark_values")),
        directions=from_plain(DirectionsRecord, read_fields(found["directions"])),
        settings=from_plain(Provenance, read_fields(found["settings"])),
        curvature=None if found["curvature"] is None else _curvature(found["curvature"]),
        sharpness=None
        if found.get("sharpness") is None
        else from_plain(Sharpness, read_fields(found["sharpness"])),
        id=_text(found["id"]),
        paths={_text(name): _path(path, flat=y is None) for name, path in found.get("paths") or ()},
    )


def _marks(places: Any, values: Any) -> tuple[Mark, ...]:
    """values: of each mark pairs of a metric and its value; None where an earlier version wrote none."""
    beside = [()] * len(places) if values is None else values
    return tuple(
        Mark(_text(name), _finite(x), _finite(y), _named(pairs))
        for (name, x, y), pairs in zip(places, beside, strict=True)
    )


def _named(pairs: Any) -> dict[str, float]:
    return {_text(name): _number(value) for name, value in pairs}


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise FormatError(f"{NAME} payload: got {type(value).__name__}, want text")
    return value


def _number(value: Any) -> float:
    if not isinstance(value, (int, float)):
        raise FormatError(f"{NAME} payload: got {type(value).__name__}, want a number")
    return float(value)


def _finite(value: Any) -> float:
    number = _number(value)
    if not np.isfinite(number):
        raise FormatError(f"{NAME} payload: got a place that is not finite")
    return number


def _column(value: Any, what: str, length: int | None = None) -> Floats:
    if not isinstance(value, np.ndarray) or value.dtype != "<f8" or value.ndim != 1:
        raise FormatError(f"{NAME} payload: want {what} as a column of <f8")
    if length is not None and len(value) != length:
        raise FormatError(f"{NAME} payload: got {len(value)} {what}, want {length}")
    return value


def _axis(value: Any, what: str) -> Floats:
    axis = _column(value, what)
    # Of rising numbers the ends are finite if all are.
    if not len(axis) or not (np.diff(axis) > 0).all() or not np.isfinite(axis[[0, -1]]).all():
        raise FormatError(f"{NAME} payload: want rising coordinates {what}")
    return axis


def _values(found: Mapping[str, Any], shape: tuple[int, ...]) -> dict[str, Floats]:
    names, columns = found["metrics"], found["values"]
    if not isinstance(names, list) or not isinstance(columns, list) or not names:
        raise FormatError(f"{NAME} payload: want names and values of metrics")
    made = dict(zip(map(_text, names), columns, strict=True))
    for column in made.values():
        if not isinstance(column, np.ndarray) or column.dtype != "<f8" or column.shape != shape:
            raise FormatError(f"{NAME} payload: want values of type <f8 and shape {shape}")
    return made


def _path(found: Any, *, flat: bool) -> LandscapePath:
    step = found["step"]
    if not isinstance(step, np.ndarray) or step.dtype != "<i8" or step.ndim != 1:
        raise FormatError(f"{NAME} payload: want steps of type <i8")
    size = len(step)
    if flat != (found["y"] is None):
        raise FormatError(f"{NAME} payload: got a path along other axes than its landscape")
    x, *rest = (_column(found[name], name, size) for name in ("x", "loss", "true_loss", "residual"))
    y = None if flat else _column(found["y"], "y", size)
    if not np.isfinite(x).all() or (y is not None and not np.isfinite(y).all()):
        raise FormatError(f"{NAME} payload: got a path that is not finite")
    return LandscapePath(step, x, y, *rest)


def _curvature(pairs: Any) -> Curvature:
    found = {_text(name): value for name, value in pairs}
    known = (*CURVATURE_COLUMNS, *CURVATURE_NUMBERS, "density")
    made = read_fields((name, found[name]) for name in found if name not in known)
    for name in CURVATURE_COLUMNS:
        if name in found:
            length = len(made["eigenvalues"]) if "eigenvalues" in made else None
            made[name] = _column(found[name], name, length)
    for name in CURVATURE_NUMBERS:
        if name in found:
            made[name] = _number(found[name])
    if "density" in found:
        x = _column(found["density"]["x"], "density")
        made["density"] = {"x": x, "y": _column(found["density"]["y"], "density", len(x))}
    return from_plain(Curvature, made)
