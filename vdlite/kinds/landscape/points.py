"""The points of a landscape: the axes, the values of metrics, and which points are done."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError, PayloadError
from vdlite.kinds.landscape.form import Grid
from vdlite.kinds.landscape.record import Floats
from vdlite.kinds.landscape.types import NAME
from vdlite.kinds.landscape.values import MOST_METRICS, read_column, read_text, take_name
from vdlite.kinds.numbers.arrays import as_array

MOST_POINTS = 1 << 24


class Axes:
    """The coordinates x and y; y is None along one direction."""

    def take(self, given_x: Any, given_y: Any) -> tuple[Floats, Floats | None]:
        """Axes of columns, or of the grids of numpy.meshgrid. Raises PayloadError."""
        x = as_array(given_x, f"{NAME} x")
        if given_y is None:
            return _take_axis(x, "x"), None
        y = as_array(given_y, f"{NAME} y")
        if x.ndim == y.ndim == 2 and x.shape == y.shape and x.size:
            if not (x == x[:1]).all() or not (y == y[:, :1]).all():
                raise PayloadError(
                    f"{NAME}: got grids of coordinates in which x changes between rows, "
                    'want those of numpy.meshgrid(x, y), whose indexing is "xy"'
                )
            x, y = x[0], y[:, 0]
        columns, rows = _take_axis(x, "x"), _take_axis(y, "y")
        if len(columns) * len(rows) > MOST_POINTS:
            raise PayloadError(
                f"{NAME}: got {len(columns)} x {len(rows)} points, want {MOST_POINTS} at most"
            )
        return columns, rows

    def pack(self, x: Floats, y: Floats | None) -> Mapping[str, Any]:
        return {"x": x, "y": y}

    def read(self, found: Mapping[str, Any]) -> tuple[Floats, Floats | None]:
        y = found["y"]
        return _read_axis(found["x"], "x"), None if y is None else _read_axis(y, "y")


def _take_axis(given: NDArray[Any], what: str) -> Floats:
    if given.ndim != 1 or not 0 < given.size <= MOST_POINTS:
        raise PayloadError(f"{NAME} {what}: got shape {given.shape}, want coordinates [N]")
    return _rising(given.astype(np.float64), what)


def _read_axis(found: Any, what: str) -> Floats:
    axis = read_column(found, what)
    if not len(axis):
        raise FormatError(f"{NAME} payload: got no coordinates {what}")
    return _rising(axis, what)


def _rising(axis: Floats, what: str) -> Floats:
    """The axis as it is. Raises PayloadError if it does not rise from one finite end to the other."""
    if not np.isfinite(axis).all():
        raise PayloadError(f"{NAME} {what}: got a coordinate that is not finite")
    falls = np.flatnonzero(np.diff(axis) <= 0)
    if len(falls):
        at = int(falls[0])
        raise PayloadError(
            f"{NAME} {what}: got {axis[at]} before {axis[at + 1]}, want rising coordinates"
        )
    return axis


class Metrics:
    """The values of each metric, by name: at all points of a landscape, or at some of them."""

    def take(self, given: Any, shape: tuple[int, ...]) -> dict[str, Floats]:
        """Metrics of a mapping, or of the loss alone. Raises PayloadError."""
        columns = given if isinstance(given, Mapping) else {"loss": given}
        if not 0 < len(columns) <= MOST_METRICS:
            raise PayloadError(f"{NAME}: got {len(columns)} metrics, want 1 to {MOST_METRICS}")
        return {take_name(name): _take_grid(columns[name], str(name), shape) for name in columns}

    def pack(self, held: Mapping[str, Floats]) -> Mapping[str, Any]:
        return {"metrics": list(held), "values": list(held.values())}

    def read(self, found: Mapping[str, Any], shape: tuple[int, ...]) -> dict[str, Floats]:
        names, columns = found["metrics"], found["values"]
        if not isinstance(names, list) or not isinstance(columns, list) or not names:
            raise FormatError(f"{NAME} payload: want names and values of metrics")
        made = dict(zip(map(read_text, names), columns, strict=True))
        for column in made.values():
            if not isinstance(column, np.ndarray) or column.dtype != "<f8" or column.shape != shape:
                raise FormatError(f"{NAME} payload: want values of type <f8 and shape {shape}")
        return made


class Done:
    """The points that are computed: all of them, unless a caller says otherwise."""

    def take(self, given: Any, grid: Grid) -> NDArray[np.bool_]:
        if given is None:
            return np.ones(grid.shape, np.bool_)
        return _take_grid(given, "done", grid.shape).astype(np.bool_)

    def pack(self, held: NDArray[np.bool_]) -> Mapping[str, Any]:
        return {"done": held}

    def read(self, found: Mapping[str, Any], grid: Grid) -> NDArray[np.bool_]:
        done = found["done"]
        if not isinstance(done, np.ndarray) or done.dtype != np.bool_ or done.shape != grid.shape:
            raise FormatError(f"{NAME} payload: want done as |b1 of shape {grid.shape}")
        return done


def _take_grid(given: Any, name: str, shape: tuple[int, ...]) -> Floats:
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
