"""What recordings are put together of: texts, lanes, columns."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.recording import Lane

_HALF = 1 << 31


class Strings:
    """Texts by their positions, each once; the first is empty."""

    def __init__(self) -> None:
        self.positions: dict[str, int] = {"": 0}

    def add(self, text: str) -> int:
        return self.positions.setdefault(text, len(self.positions))

    def all(self) -> list[str]:
        return list(self.positions)


class Lanes:
    """Lanes by whatever tells them apart."""

    def __init__(self) -> None:
        self.positions: dict[object, int] = {}
        self.all: list[Lane] = []

    def add(self, key: object, lane: Lane) -> int:
        position = self.positions.get(key)
        if position is None:
            position = self.positions[key] = len(self.all)
            self.all.append(lane)
        return position


def narrow(column: Any) -> NDArray[Any]:
    """Whole numbers, in four bytes each where they fit."""
    array = np.asarray(column, np.int64)
    if len(array) and (int(array.min()) < -_HALF or int(array.max()) >= _HALF):
        return array
    return array.astype(np.int32)


def unless_all(column: Any, nothing: int) -> NDArray[Any] | None:
    """The column; None if it tells nothing of any event."""
    array = narrow(column)
    return None if not len(array) or bool((array == nothing).all()) else array
