"""From what a caller hands over to a landscape: private copies, checked."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import PayloadError, shown
from vdlite.kinds.fields import sound
from vdlite.kinds.landscape.fields import curvature_fields, finite, made_id, numbers, plain_fields
from vdlite.kinds.landscape.types import (
    NAME,
    Floats,
    Landscape,
    LandscapePart,
    LandscapePath,
    Mark,
)
from vdlite.kinds.numbers.arrays import as_array

MOST_POINTS = 1 << 24
MOST_SNAPSHOTS = 1 << 20
MOST_MARKS = 1000
MOST_METRICS = 64
MOST_NAME_BYTES = 100
MOST_ID_BYTES = 200

_FIELDS = tuple(field.name for field in fields(Landscape))
_PATH_FIELDS = tuple(field.name for field in fields(LandscapePath))


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
    x, y = _axes(given["x"], given.get("y"))
    shape = (len(x),) if y is None else (len(y), len(x))
    values = _values(given["values"], shape)
    done = np.ones(shape, np.bool_)
    if given.get("done") is not None:
        done = _grid(given["done"], "done", shape).astype(np.bool_)
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
        path=_path(given.get("path"), flat=y is None),
        marks=_marks(given.get("marks")),
        directions=directions,
        settings=settings,
        curvature=curvature_fields(given.get("curvature")),
        id=_id(name) if name else made_id(x, y, directions, settings),
    )


def _part(given: LandscapePart) -> LandscapePart:
    if not given.id:
        raise PayloadError(f"{NAME}: got a part without id, want that of its landscape")
    at = as_array(given.at, f"{NAME} at").reshape(-1)
    whole = at.astype(np.int64)
    if len(at) and (not np.array_equal(whole, at) or whole.min() < 0):
        raise PayloadError(f"{NAME} at: got other than positions, want whole numbers from 0 on")
    return LandscapePart(_id(given.id), whole, _values(given.values, (len(whole),)))


def _id(given: Any) -> str:
    if not isinstance(given, str):
        raise PayloadError(f"{NAME} id: got {shown(given)}, want text")
    name = sound(given)
    if len(name.encode()) > MOST_ID_BYTES:
        raise PayloadError(
            f"{NAME} id: got {len(name.encode())} bytes, want at most {MOST_ID_BYTES}"
        )
    return name


def _axes(x: Any, y: Any) -> tuple[Floats, Floats | None]:
    across = as_array(x, f"{NAME} x")
    if y is None:
        return _axis(across, "x"), None
    up = as_array(y, f"{NAME} y")
    if across.ndim == up.ndim == 2 and across.shape == up.shape and across.size:
        if (across == across[:1]).all() and (up == up[:, :1]).all():
            across, up = across[0], up[:, 0]
        else:
            raise PayloadError(
                f"{NAME}: got grids of coordinates in which x changes between rows, "
                'want those of numpy.meshgrid(x, y), whose indexing is "xy"'
            )
    columns, rows = _axis(across, "x"), _axis(up, "y")
    if len(columns) * len(rows) > MOST_POINTS:
        raise PayloadError(
            f"{NAME}: got {len(columns)} x {len(rows)} points, want {MOST_POINTS} at most"
        )
    return columns, rows


def _axis(given: NDArray[Any], name: str) -> Floats:
    if given.ndim != 1 or not 0 < given.size <= MOST_POINTS:
        raise PayloadError(f"{NAME} {name}: got shape {given.shape}, want coordinates [N]")
    axis = given.astype(np.float64)
    if not np.isfinite(axis).all():
        raise PayloadError(f"{NAME} {name}: got a coordinate that is not finite")
    falls = np.flatnonzero(np.diff(axis) <= 0)
    if len(falls):
        at = int(falls[0])
        raise PayloadError(
            f"{NAME} {name}: got {axis[at]} before {axis[at + 1]}, want rising coordinates"
        )
    return axis


def _values(given: Any, shape: tuple[int, ...]) -> dict[str, Floats]:
    columns = given if isinstance(given, Mapping) else {"loss": given}
    if not 0 < len(columns) <= MOST_METRICS:
        raise PayloadError(f"{NAME}: got {len(columns)} metrics, want 1 to {MOST_METRICS}")
    return {_name(name): _grid(columns[name], str(name), shape) for name in columns}


def _name(given: Any) -> str:
    if not isinstance(given, str) or not 0 < len(sound(given).encode()) <= MOST_NAME_BYTES:
        raise PayloadError(
            f"{NAME}: got the name {shown(given)}, want text of at most {MOST_NAME_BYTES} bytes"
        )
    return sound(given)


def _grid(given: Any, name: str, shape: tuple[int, ...]) -> Floats:
    """A copy as float64. Raises PayloadError if it has another shape."""
    array = as_array(given, f"{NAME} {name}")
    if array.shape != shape:
        hint = "; the rows are those of y, so hand over its transpose"
        turned = array.shape == shape[::-1] and len(shape) == 2
        axes = "[Y, X]" if len(shape) == 2 else "[N]"
        raise PayloadError(
            f"{NAME} {name}: got shape {array.shape}, want {axes} = {shape}{hint if turned else ''}"
        )
    return array.astype(np.float64)


def _center(given: Any, loss: str) -> dict[str, float]:
    if given is None:
        return {}
    return _numbers(given if isinstance(given, Mapping) else {loss: given}, "center")


def _numbers(given: Any, what: str) -> dict[str, float]:
    """Values of metrics, by name."""
    if not isinstance(given, Mapping) or len(given) > MOST_METRICS:
        raise PayloadError(
            f"{NAME} {what}: got {shown(given)}, want up to {MOST_METRICS} values by name"
        )
    return {_name(name): _number(given[name], f"{what} {name}") for name in given}


def _number(given: Any, what: str) -> float:
    array = as_array(given, f"{NAME} {what}")
    if array.size != 1:
        raise PayloadError(f"{NAME} {what}: got shape {array.shape}, want one number")
    return float(array.reshape(())[()])


def _path(given: Any, *, flat: bool) -> LandscapePath | None:
    """flat: of a landscape along one direction."""
    if given is None:
        return None
    if isinstance(given, LandscapePath):
        named = {name: getattr(given, name) for name in _PATH_FIELDS}
    elif isinstance(given, Mapping):
        named = dict(given)
        unknown = [name for name in named if name not in _PATH_FIELDS]
        if unknown:
            raise PayloadError(
                f"{NAME} path: got {shown(unknown[0])}, want {', '.join(_PATH_FIELDS)}"
            )
    else:
        named = _coordinates(given, flat=flat)
    wanted = ("x",) if flat else ("x", "y")
    missing = [name for name in wanted if named.get(name) is None]
    if missing:
        raise PayloadError(f"{NAME} path: got no {missing[0]}")
    x = numbers(named["x"], "path x")
    if len(x) > MOST_SNAPSHOTS:
        raise PayloadError(f"{NAME} path: got {len(x)} snapshots, want {MOST_SNAPSHOTS} at most")

    def column(name: str) -> Floats:
        if named.get(name) is None:
            return np.full(len(x), np.nan)
        found = numbers(named[name], f"path {name}")
        if len(found) != len(x):
            raise PayloadError(f"{NAME} path: got {len(found)} {name}, want {len(x)}, as of x")
        return found

    steps = np.arange(len(x), dtype=np.int64)
    if named.get("step") is not None:
        given_steps = as_array(named["step"], f"{NAME} path step").reshape(-1)
        steps = given_steps.astype(np.int64)
        if len(steps) != len(x) or not np.array_equal(steps, given_steps):
            raise PayloadError(f"{NAME} path: want {len(x)} whole numbers as step, one for each x")
    return LandscapePath(
        steps,
        finite(x, "path x"),
        None if flat else finite(column("y"), "path y"),
        *(column(name) for name in ("loss", "true_loss", "residual")),
    )


def _coordinates(given: Any, *, flat: bool) -> dict[str, Any]:
    """x and y of an array [K, 2], or [K] along one direction."""
    array = as_array(given, f"{NAME} path")
    if flat and (array.ndim == 1 or (array.ndim == 2 and array.shape[1] == 1)):
        return {"x": array.reshape(-1)}
    if not flat and array.ndim == 2 and array.shape[1] == 2:
        return {"x": array[:, 0], "y": array[:, 1]}
    want = "[K]" if flat else "[K, 2]"
    raise PayloadError(f"{NAME} path: got shape {array.shape}, want coordinates {want}")


def _marks(given: Any) -> tuple[Mark, ...]:
    """Of marks, of (name, x), (name, x, y) or (name, x, y, values), or of names with a place each."""
    if given is None:
        return ()
    if isinstance(given, Mapping):
        given = [(name, *_place(place)) for name, place in given.items()]
    if not isinstance(given, Iterable) or isinstance(given, (str, bytes)):
        raise PayloadError(f"{NAME} marks: got {shown(given)}, want (name, x, y) of each")
    made = tuple(_mark(mark) for mark in given)
    if len(made) > MOST_MARKS:
        raise PayloadError(f"{NAME} marks: got {len(made)}, want {MOST_MARKS} at most")
    return made


def _place(given: Any) -> tuple[Any, ...]:
    return tuple(given) if isinstance(given, (tuple, list)) else (given,)


def _mark(given: Any) -> Mark:
    parts = (given.name, given.x, given.y, given.values) if isinstance(given, Mark) else given
    if not isinstance(parts, (tuple, list)) or len(parts) not in (2, 3, 4):
        raise PayloadError(f"{NAME} marks: got {shown(given)}, want (name, x, y)")
    x, y = (_number(part, "marks") for part in (*parts[1:3], 0.0)[:2])
    if not np.isfinite([x, y]).all():
        raise PayloadError(f"{NAME} marks: got {shown(given)}, want a finite place")
    return Mark(_name(parts[0]), x, y, _numbers(parts[3] if len(parts) == 4 else {}, "marks"))
