"""Landscapes as NumPy's archives: whole, and read back as they were."""

import json
import os
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import IO, Any

import numpy as np

from vdlite.errors import FormatError
from vdlite.kinds.landscape import Landscape, LandscapePath
from vdlite.kinds.landscape.forms import taken
from vdlite.kinds.landscape.record import to_plain
from vdlite.landscape.archives import BROKEN

_PATH_FIELDS = tuple(field.name for field in fields(LandscapePath))


def write(landscape: Landscape, file: "str | os.PathLike[str] | IO[bytes]") -> None:
    """Arrays x, y, done, values [M, ...] and path_*, path0_*, …; names in `metrics`; the rest as JSON in
    `about`. Nothing in it is pickled.
    """
    arrays: dict[str, Any] = {
        "x": landscape.x,
        "metrics": np.array(list(landscape.values), np.str_),
        "values": np.stack(list(landscape.values.values())),
        "done": landscape.done,
    }
    if landscape.y is not None:
        arrays["y"] = landscape.y
    # Those of other trainings are numbered: any text may be their name.
    paths = {"path": landscape.path} if landscape.path is not None else {}
    paths |= {f"path{number}": path for number, path in enumerate(landscape.paths.values())}
    for prefix, path in paths.items():
        columns = {name: getattr(path, name) for name in _PATH_FIELDS}
        arrays |= {f"{prefix}_{name}": one for name, one in columns.items() if one is not None}
    about = {
        "id": landscape.id,
        "center": dict(landscape.center),
        "marks": [(mark.name, mark.x, mark.y, dict(mark.values)) for mark in landscape.marks],
        "paths": list(landscape.paths),
        "directions": to_plain(landscape.directions),
        "settings": to_plain(landscape.settings),
        "curvature": None
        if landscape.curvature is None
        else _listed(to_plain(landscape.curvature)),
    }
    np.savez_compressed(file, about=np.array(json.dumps(about)), **arrays)


def _listed(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.tolist()
    return (
        {name: _listed(item) for name, item in value.items()} if hasattr(value, "items") else value
    )


def read(file: "str | os.PathLike[str] | IO[bytes]") -> Landscape:
    """Raises FormatError if the file holds no landscape, OSError if it can't be read."""
    if isinstance(file, (str, os.PathLike)):
        with Path(file).open("rb") as opened:
            return read(opened)
    try:
        # Of bytes that are no archive NumPy would make a pickle, which is refused.
        with np.load(file, allow_pickle=False) as held:
            arrays = {name: held[name] for name in held.files}
        about = json.loads(str(arrays["about"][()]))
        paths = {
            name: _path(arrays, f"path{number}")
            for number, name in enumerate(about.pop("paths", []))
        }
        names = [str(name) for name in arrays["metrics"]]
        values = dict(zip(names, arrays["values"], strict=True))
        given = {name: arrays.get(name) for name in ("x", "y", "done")}
        path = _path(arrays, "path") or None
        made = taken({**given, **about, "values": values, "path": path, "paths": paths})
    except (*BROKEN, AttributeError) as error:
        raise FormatError(f"a file of arrays: got no landscape: {error}") from error
    assert isinstance(made, Landscape)  # it has coordinates
    return made


def _path(arrays: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    """The columns of a path that are there."""
    named = {name: arrays.get(f"{prefix}_{name}") for name in _PATH_FIELDS}
    return {name: column for name, column in named.items() if column is not None}
