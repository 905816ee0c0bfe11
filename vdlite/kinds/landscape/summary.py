"""What is known of a landscape without reading it: small enough for a summary."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgpack
import numpy as np

from vdlite.kinds.draft import MOST_SUMMARY_BYTES
from vdlite.kinds.landscape.types import Floats, Landscape, LandscapePart

_MOST_ITEMS = 8  # of a list
_MOST_TEXT_BYTES = 120
_NAMES_BYTES = 1024  # of the metrics, about

_DIRECTIONS = (
    *("kind", "norm", "seed", "explained", "parameters", "ignore", "angle"),
    *("lengths", "eigenvalues", "fingerprint"),
)
_SETTINGS = (
    *("mode", "interval", "unit", "model", "loss", "samples", "optimizer", "learning_rate"),
    *("steps_per_epoch", "batch_norm", "precision", "seconds", "parameters", "batch_size"),
    *("device", "version", "model_fingerprint"),
)


def summary(held: Landscape | LandscapePart) -> dict[str, Any]:
    """At most 4 KiB of msgpack: what is large of directions and settings is left out, and what is rarely asked for."""
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
    for name, value in _in_order(held.directions, _DIRECTIONS):
        _put(made, "directions", name, value)
    for name, value in _in_order(held.settings, _SETTINGS):
        _put(made, "settings", name, value)
    return made


def _range(axis: Floats) -> dict[str, Any]:
    return {"min": float(axis[0]), "max": float(axis[-1]), "number": len(axis)}


def _names(metrics: Iterable[str]) -> list[str]:
    told: list[str] = []
    room = _NAMES_BYTES
    for name in metrics:
        room -= len(name.encode()) + 2
        if room < 0:
            break
        told.append(name)
    return told


def _in_order(fields: Mapping[str, Any], first: tuple[str, ...]) -> Iterable[tuple[str, Any]]:
    known = [name for name in first if name in fields]
    others = [name for name in fields if name not in first]
    return [(name, fields[name]) for name in (*known, *others)]


def _put(made: dict[str, Any], group: str, name: str, value: Any) -> None:
    if isinstance(value, list) and len(value) > _MOST_ITEMS:
        return
    if isinstance(value, str) and len(value.encode()) > _MOST_TEXT_BYTES:
        return
    trial = {**made, group: {**made[group], name: value}}
    if len(msgpack.packb(trial)) <= MOST_SUMMARY_BYTES:
        made[group] = trial[group]
