"""What lies in the plane of a landscape: the path of a training, and named points."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

import numpy as np

from vdlite.errors import PayloadError, shown
from vdlite.kinds.fields import some_of
from vdlite.kinds.landscape.columns import (
    column_of,
    finite,
    name_of,
    number_of,
    numbers_by_name,
)
from vdlite.kinds.landscape.record import Floats
from vdlite.kinds.landscape.types import NAME, LandscapePath, Mark
from vdlite.kinds.numbers.arrays import as_array

MOST_SNAPSHOTS = 1 << 20
MOST_MARKS = 1000
MOST_PATHS = 64

_PATH_FIELDS = tuple(field.name for field in fields(LandscapePath))


def path_of(given: Any, *, flat: bool) -> LandscapePath | None:
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
    x = column_of(named["x"], "path x")
    if len(x) > MOST_SNAPSHOTS:
        raise PayloadError(f"{NAME} path: got {len(x)} snapshots, want {MOST_SNAPSHOTS} at most")

    def column(name: str) -> Floats:
        if named.get(name) is None:
            return np.full(len(x), np.nan)
        found = column_of(named[name], f"path {name}")
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


def paths_of(given: Any, *, flat: bool) -> dict[str, LandscapePath]:
    """Paths of other trainings, by name. Raises PayloadError."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise PayloadError(f"{NAME} paths: got {shown(given)}, want a path for each name")
    if len(given) > MOST_PATHS:
        raise PayloadError(f"{NAME} paths: got {len(given)}, want {MOST_PATHS} at most")
    made: dict[str, LandscapePath] = {}
    for name, path in given.items():
        found = path_of(path, flat=flat)
        if found is None:
            raise PayloadError(f"{NAME} paths: got None for {shown(name)}, want a path")
        made[name_of(name)] = found
    return made


def _coordinates(given: Any, *, flat: bool) -> dict[str, Any]:
    """x and y of an array [K, 2], or [K] along one direction."""
    array = as_array(given, f"{NAME} path")
    if flat and (array.ndim == 1 or (array.ndim == 2 and array.shape[1] == 1)):
        return {"x": array.reshape(-1)}
    if not flat and array.ndim == 2 and array.shape[1] == 2:
        return {"x": array[:, 0], "y": array[:, 1]}
    want = "[K]" if flat else "[K, 2]"
    raise PayloadError(f"{NAME} path: got shape {array.shape}, want coordinates {want}")


def marks_of(given: Any) -> tuple[Mark, ...]:
    """Marks out of marks, of (name, x), (name, x, y) or (name, x, y, values), or of names with a place each."""
    if given is None:
        return ()
    if isinstance(given, Mapping):
        given = [(name, *_place(place)) for name, place in given.items()]
    if not isinstance(given, Iterable) or isinstance(given, (str, bytes)):
        raise PayloadError(f"{NAME} marks: got {shown(given)}, want (name, x, y) of each")
    made = tuple(_mark(mark) for mark in some_of(given, MOST_MARKS))
    if len(made) > MOST_MARKS:
        raise PayloadError(f"{NAME} marks: got {len(made)}, or more, want {MOST_MARKS} at most")
    return made


def _place(given: Any) -> tuple[Any, ...]:
    return tuple(given) if isinstance(given, (tuple, list)) else (given,)


def _mark(given: Any) -> Mark:
    parts = (given.name, given.x, given.y, given.values) if isinstance(given, Mark) else given
    if not isinstance(parts, (tuple, list)) or len(parts) not in (2, 3, 4):
        raise PayloadError(f"{NAME} marks: got {shown(given)}, want (name, x, y)")
    x, y = (number_of(part, "marks") for part in (*parts[1:3], 0.0)[:2])
    if not np.isfinite([x, y]).all():
        raise PayloadError(f"{NAME} marks: got {shown(given)}, want a finite place")
    return Mark(
        name_of(parts[0]), x, y, numbers_by_name(parts[3] if len(parts) == 4 else {}, "marks")
    )
