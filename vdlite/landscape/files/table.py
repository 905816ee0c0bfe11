"""Landscapes as tables."""

import math
from io import StringIO

import numpy as np

from vdlite.kinds.landscape import Landscape
from vdlite.landscape.files.cell import cell


def to_csv(landscape: Landscape) -> str:
    """A row for each point: x, y (along two directions), done as 0 or 1, and each metric.

    Numbers read back as they are; NaN, Infinity and -Infinity are words.
    """
    shape = landscape.done.shape
    columns: dict[str, list[str]] = {
        "x": _texts(np.broadcast_to(landscape.x, shape).reshape(-1).tolist())
    }
    if landscape.y is not None:
        up = np.broadcast_to(landscape.y[:, np.newaxis], shape)
        columns["y"] = _texts(up.reshape(-1).tolist())
    columns["done"] = [str(int(done)) for done in landscape.done.reshape(-1).tolist()]
    names = [*columns, *landscape.values]
    metrics = [_texts(values.reshape(-1).tolist()) for values in landscape.values.values()]
    file = StringIO()
    file.write(",".join(map(cell, names)) + "\n")
    file.writelines(",".join(row) + "\n" for row in zip(*columns.values(), *metrics, strict=True))
    return file.getvalue()


def _texts(values: list[float]) -> list[str]:
    return [repr(value) if math.isfinite(value) else _word(value) for value in values]


def _word(value: float) -> str:
    if math.isnan(value):
        return "NaN"
    return "Infinity" if value > 0 else "-Infinity"
