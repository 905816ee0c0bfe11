"""The places in the plane of a landscape: its center, the paths of trainings, and named points."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

import numpy as np

from vdlite.errors import FormatError, PayloadError, shown
from vdlite.kinds.fields import some_of
from vdlite.kinds.landscape.form import Grid
from vdlite.kinds.landscape.types import NAME, LandscapePath, Mark
from vdlite.kinds.landscape.values import (
    finite,
    read_column,
    read_named,
    read_number,
    read_text,
    take_column,
    take_name,
    take_named,
    take_number,
)
from vdlite.kinds.numbers.arrays import as_array

MOST_SNAPSHOTS = 1 << 20
MOST_MARKS = 1000
MOST_PATHS = 64

_PATH_FIELDS = tuple(field.name for field in fields(LandscapePath))
_MEASURED = ("loss", "true_loss", "residual")  # of a path, NaN where a caller does not give them


class Center:
    """The metrics at exactly (0, 0), by name."""

    def take(self, given: Any, grid: Grid) -> dict[str, float]:
        if given is None:
            return {}
        return take_named(given if isinstance(given, Mapping) else {grid.loss: given}, "center")

    def pack(self, held: Mapping[str, float]) -> Mapping[str, Any]:
        return {"center": [*held.items()]}

    def read(self, found: Mapping[str, Any], _grid: Grid) -> dict[str, float]:
        return read_named(found["center"])


class Path:
    """The path of the training."""

    def take(self, given: Any, grid: Grid) -> LandscapePath | None:
        return None if given is None else _take_path(given, flat=grid.flat)

    def pack(self, held: LandscapePath | None) -> Mapping[str, Any]:
        return {"path": None if held is None else _columns(held)}

    def read(self, found: Mapping[str, Any], grid: Grid) -> LandscapePath | None:
        return None if found["path"] is None else _read_path(found["path"], flat=grid.flat)


class Paths:
    """The paths of other trainings, by name."""

    def take(self, given: Any, grid: Grid) -> dict[str, LandscapePath]:
        if given is None:
            return {}
        if not isinstance(given, Mapping):
            raise PayloadError(f"{NAME} paths: got {shown(given)}, want a path for each name")
        if len(given) > MOST_PATHS:
            raise PayloadError(f"{NAME} paths: got {len(given)}, want {MOST_PATHS} at most")
        for name, path in given.items():
            if path is None:
                raise PayloadError(f"{NAME} paths: got None for {shown(name)}, want a path")
        return {take_name(name): _take_path(path, flat=grid.flat) for name, path in given.items()}

    def pack(self, held: Mapping[str, LandscapePath]) -> Mapping[str, Any]:
        return {"paths": [(name, _columns(path)) for name, path in held.items()] or None}

    def read(self, found: Mapping[str, Any], grid: Grid) -> dict[str, LandscapePath]:
        pairs = found["paths"] or ()
        return {read_text(name): _read_path(path, flat=grid.flat) for name, path in pairs}


def _take_path(given: Any, *, flat: bool) -> LandscapePath:
    """flat: of a landscape along one direction."""
    if isinstance(given, LandscapePath):
        named = _columns(given)
    elif isinstance(given, Mapping):
        named = dict(given)
    else:
        named = _coordinates(given, flat=flat)
    for name in named:
        if name not in _PATH_FIELDS:
            raise PayloadError(f"{NAME} path: got {shown(name)}, want {', '.join(_PATH_FIELDS)}")
    for name in ("x",) if flat else ("x", "y"):
        if named.get(name) is None:
            raise PayloadError(f"{NAME} path: got no {name}")
    x = take_column(named["x"], "path x")
    if len(x) > MOST_SNAPSHOTS:
        raise PayloadError(f"{NAME} path: got {len(x)} snapshots, want {MOST_SNAPSHOTS} at most")
    steps = np.arange(len(x), dtype=np.int64)
    if named.get("step") is not None:
        given_steps = as_array(named["step"], f"{NAME} path step").reshape(-1)
        steps = given_steps.astype(np.int64)
        if len(steps) != len(x) or not np.array_equal(steps, given_steps):
            raise PayloadError(f"{NAME} path: want {len(x)} whole numbers as step, one for each x")
    measured = (
        np.full(len(x), np.nan)
        if named.get(name) is None
        else take_column(named[name], f"path {name}")
        for name in _MEASURED
    )
    y = None if flat else take_column(named["y"], "path y")
    return _fitting(LandscapePath(steps, x, y, *measured))


def _coordinates(given: Any, *, flat: bool) -> dict[str, Any]:
    """x and y of an array [K, 2], or [K] along one direction."""
    array = as_array(given, f"{NAME} path")
    if flat and (array.ndim == 1 or (array.ndim == 2 and array.shape[1] == 1)):
        return {"x": array.reshape(-1)}
    if not flat and array.ndim == 2 and array.shape[1] == 2:
        return {"x": array[:, 0], "y": array[:, 1]}
    want = "[K]" if flat else "[K, 2]"
    raise PayloadError(f"{NAME} path: got shape {array.shape}, want coordinates {want}")


def _columns(path: LandscapePath) -> dict[str, Any]:
    return {name: getattr(path, name) for name in _PATH_FIELDS}


def _read_path(found: Any, *, flat: bool) -> LandscapePath:
    step, y = found["step"], found["y"]
    if not isinstance(step, np.ndarray) or step.dtype != "<i8" or step.ndim != 1:
        raise FormatError(f"{NAME} payload: want steps of type <i8")
    if flat != (y is None):
        raise FormatError(f"{NAME} payload: got a path along other axes than its landscape")
    x, *measured = (read_column(found[name], name) for name in ("x", *_MEASURED))
    return _fitting(LandscapePath(step, x, None if flat else read_column(y, "y"), *measured))


def _fitting(path: LandscapePath) -> LandscapePath:
    """The path as it is. Raises PayloadError if its columns don't fit each other, or a place is not finite."""
    for name, column in _columns(path).items():
        if column is not None and len(column) != len(path.x):
            raise PayloadError(
                f"{NAME} path: got {len(column)} {name}, want {len(path.x)}, as of x"
            )
    finite(path.x, "path x")
    if path.y is not None:
        finite(path.y, "path y")
    return path


class Marks:
    """Named points: marks, (name, x), (name, x, y) or (name, x, y, values), or names with a place each."""

    def take(self, given: Any, _grid: Grid) -> tuple[Mark, ...]:
        if given is None:
            return ()
        if isinstance(given, Mapping):
            given = [(name, *_place(place)) for name, place in given.items()]
        if not isinstance(given, Iterable) or isinstance(given, (str, bytes)):
            raise PayloadError(f"{NAME} marks: got {shown(given)}, want (name, x, y) of each")
        made = tuple(_take_mark(mark) for mark in some_of(given, MOST_MARKS))
        if len(made) > MOST_MARKS:
            raise PayloadError(f"{NAME} marks: got {len(made)}, or more, want {MOST_MARKS} at most")
        return made

    def pack(self, held: tuple[Mark, ...]) -> Mapping[str, Any]:
        """Values lie beside the marks, not within: readers of an earlier version go on reading them."""
        values = [[*mark.values.items()] for mark in held]
        return {
            "marks": [(mark.name, mark.x, mark.y) for mark in held],
            "mark_values": values if any(values) else None,
        }

    def read(self, found: Mapping[str, Any], _grid: Grid) -> tuple[Mark, ...]:
        places, values = found["marks"], found["mark_values"]
        return tuple(
            Mark(read_text(name), *_finite_place(read_number(x), read_number(y)), read_named(pairs))
            for (name, x, y), pairs in zip(
                places, [()] * len(places) if values is None else values, strict=True
            )
        )


def _place(given: Any) -> tuple[Any, ...]:
    return tuple(given) if isinstance(given, (tuple, list)) else (given,)


def _take_mark(given: Any) -> Mark:
    parts = (given.name, given.x, given.y, given.values) if isinstance(given, Mark) else given
    if not isinstance(parts, (tuple, list)) or len(parts) not in (2, 3, 4):
        raise PayloadError(f"{NAME} marks: got {shown(given)}, want (name, x, y)")
    x, y = (take_number(part, "marks") for part in (*parts[1:3], 0.0)[:2])
    values = take_named(parts[3] if len(parts) == 4 else {}, "marks")
    return Mark(take_name(parts[0]), *_finite_place(x, y, given), values)


def _finite_place(x: float, y: float, given: Any = None) -> tuple[float, float]:
    if not np.isfinite([x, y]).all():
        raise PayloadError(
            f"{NAME} marks: got {shown((x, y) if given is None else given)}, want a finite place"
        )
    return x, y
