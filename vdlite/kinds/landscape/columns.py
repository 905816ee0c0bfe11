"""Columns, grids, numbers and names out of what a caller has handed over: private copies, checked."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import PayloadError, shown
from vdlite.kinds.fields import sound
from vdlite.kinds.landscape.record import Floats
from vdlite.kinds.landscape.types import NAME
from vdlite.kinds.numbers.arrays import as_array

MOST_POINTS = 1 << 24
MOST_METRICS = 64
MOST_NAME_BYTES = 100


def axes_of(x: Any, y: Any) -> tuple[Floats, Floats | None]:
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


def metrics_of(given: Any, shape: tuple[int, ...]) -> dict[str, Floats]:
    columns = given if isinstance(given, Mapping) else {"loss": given}
    if not 0 < len(columns) <= MOST_METRICS:
        raise PayloadError(f"{NAME}: got {len(columns)} metrics, want 1 to {MOST_METRICS}")
    return {name_of(name): grid_of(columns[name], str(name), shape) for name in columns}


def name_of(given: Any) -> str:
    if not isinstance(given, str) or not 0 < len(sound(given).encode()) <= MOST_NAME_BYTES:
        raise PayloadError(
            f"{NAME}: got the name {shown(given)}, want text of at most {MOST_NAME_BYTES} bytes"
        )
    return sound(given)


def grid_of(given: Any, name: str, shape: tuple[int, ...]) -> Floats:
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


def numbers_by_name(given: Any, what: str) -> dict[str, float]:
    """Values of metrics, by name."""
    if not isinstance(given, Mapping) or len(given) > MOST_METRICS:
        raise PayloadError(
            f"{NAME} {what}: got {shown(given)}, want up to {MOST_METRICS} values by name"
        )
    return {name_of(name): number_of(given[name], f"{what} {name}") for name in given}


def number_of(given: Any, what: str) -> float:
    array = as_array(given, f"{NAME} {what}")
    if array.size != 1:
        raise PayloadError(f"{NAME} {what}: got shape {array.shape}, want one number")
    return float(array.reshape(())[()])


def column_of(given: Any, what: str) -> Floats:
    """A copy as float64, [N]. Raises PayloadError."""
    return as_array(given, f"{NAME} {what}").reshape(-1).astype(np.float64)


def finite(column: Floats, what: str) -> Floats:
    """The column as it is. Raises PayloadError if something of it is not finite."""
    if not np.isfinite(column).all():
        raise PayloadError(f"{NAME} {what}: got a coordinate that is not finite")
    return column
