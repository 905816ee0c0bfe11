"""The facts of a landscape that are known without reading it: few enough for a summary."""

from collections.abc import Iterable
from typing import Any

import msgpack
import numpy as np

from vdlite.kinds.draft import MOST_SUMMARY_BYTES
from vdlite.kinds.landscape.record import Floats, to_plain
from vdlite.kinds.landscape.types import Landscape, LandscapePart

_MOST_ITEMS = 8  # of a list
_MOST_TEXT_BYTES = 120
_NAMES_BYTES = 1024  # of the metrics, about


def summary(held: Landscape | LandscapePart) -> dict[str, Any]:
    """The facts of a landscape for a list, in at most 4 KiB of msgpack.

    What is large of directions and settings is left out, and what is rarely asked for.
    """
    if isinstance(held, LandscapePart):
        return {"id": held.id, "part": True, "points": len(held.at)}
    made: dict[str, Any] = {
        "id": held.id,
        "x": _range(held.x),
        "y": None if held.y is None else _range(held.y),
        "points": held.done.size,
        "done": int(np.count_nonzero(held.done)),
        "snapshots": 0 if held.path is None else len(held.path.x),
        "curvature": held.curvature is not None,
        "metrics": _names(held.metrics),
        "metrics_in_all": len(held.metrics),
        "directions": {},
        "settings": {},
    }
    # In the order of the fields: the first are asked for most.
    for name, value in to_plain(held.directions).items():
        _put(made, "directions", name, value)
    for name, value in to_plain(held.settings).items():
        _put(made, "settings", name, value)
    return made


def _range(axis: Floats) -> dict[str, Any]:
    return {"min": float(axis[0]), "max": float(axis[-1]), "number": len(axis)}


def _names(metrics: Iterable[str]) -> list[str]:
    names: list[str] = []
    room = _NAMES_BYTES
    for name in metrics:
        room -= len(name.encode()) + 2
        if room < 0:
            break
        names.append(name)
    return names


def _put(made: dict[str, Any], group: str, name: str, value: Any) -> None:
    if isinstance(value, list) and len(value) > _MOST_ITEMS:
        return
    if isinstance(value, str) and len(value.encode()) > _MOST_TEXT_BYTES:
        return
    trial = {**made, group: {**made[group], name: value}}
    if len(msgpack.packb(trial)) <= MOST_SUMMARY_BYTES:
        made[group] = trial[group]
