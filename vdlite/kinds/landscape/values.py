"""Numbers, names and columns of a landscape: lenient towards a caller, strict towards a payload."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from vdlite.errors import FormatError, PayloadError, shown
from vdlite.kinds.fields import sound
from vdlite.kinds.landscape.record import Floats
from vdlite.kinds.landscape.types import NAME
from vdlite.kinds.numbers.arrays import as_array

MOST_METRICS = 64
MOST_NAME_BYTES = 100


def take_name(given: Any) -> str:
    if not isinstance(given, str) or not 0 < len(sound(given).encode()) <= MOST_NAME_BYTES:
        raise PayloadError(
            f"{NAME}: got the name {shown(given)}, want text of at most {MOST_NAME_BYTES} bytes"
        )
    return sound(given)


def read_text(value: Any) -> str:
    if not isinstance(value, str):
        raise FormatError(f"{NAME} payload: got {type(value).__name__}, want text")
    return value


def take_number(given: Any, what: str) -> float:
    array = as_array(given, f"{NAME} {what}")
    if array.size != 1:
        raise PayloadError(f"{NAME} {what}: got shape {array.shape}, want one number")
    return float(array.reshape(())[()])


def read_number(value: Any) -> float:
    if not isinstance(value, (int, float)):
        raise FormatError(f"{NAME} payload: got {type(value).__name__}, want a number")
    return float(value)


def take_named(given: Any, what: str) -> dict[str, float]:
    """Values of metrics, by name."""
    if not isinstance(given, Mapping) or len(given) > MOST_METRICS:
        raise PayloadError(
            f"{NAME} {what}: got {shown(given)}, want up to {MOST_METRICS} values by name"
        )
    return {take_name(name): take_number(given[name], f"{what} {name}") for name in given}


def read_named(pairs: Any) -> dict[str, float]:
    return {read_text(name): read_number(value) for name, value in pairs}


def take_column(given: Any, what: str) -> Floats:
    """A copy as float64, [N]."""
    return as_array(given, f"{NAME} {what}").reshape(-1).astype(np.float64)


def read_column(value: Any, what: str) -> Floats:
    if not isinstance(value, np.ndarray) or value.dtype != "<f8" or value.ndim != 1:
        raise FormatError(f"{NAME} payload: want {what} as a column of <f8")
    return value


def finite(column: Floats, what: str) -> Floats:
    """The column as it is. Raises PayloadError if something of it is not finite."""
    if not np.isfinite(column).all():
        raise PayloadError(f"{NAME} {what}: got a coordinate that is not finite")
    return column
