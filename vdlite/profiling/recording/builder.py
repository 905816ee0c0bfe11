"""What recordings are put together of: texts, lanes, columns."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.recording import Lane

_HALF = 1 << 31


def encodable(text: str) -> str:
    """The text; halves of characters, which JSON may hold and no log does, are replaced."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


class Strings:
    """Texts by their positions, each once; the first is empty."""

    def __init__(self) -> None:
        self.positions: dict[str, int] = {"": 0}

    def add(self, text: str) -> int:
        return self.positions.setdefault(text, len(self.positions))

    def all(self) -> list[str]:
        return [encodable(text) for text in self.positions]


class Lanes:
    """Lanes by whatever distinguishes them."""

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
    """Whole numbers, in four bytes each where they fit; those that take no more already as they are."""
    array: NDArray[Any] = column if isinstance(column, np.ndarray) else np.array(column, np.int64)
    if array.dtype.itemsize <= 4:
        return array
    if len(array) and (int(array.min()) < -_HALF or int(array.max()) >= _HALF):
        return array
    return array.astype(np.int32)


def unless_all(column: Any, nothing: int) -> NDArray[Any] | None:
    """The column; None if it says nothing of any event."""
    array = narrow(column)
    return None if not len(array) or bool((array == nothing).all()) else array


class Column:
    """Whole numbers that come in pieces, in one array that grows: joining pieces would take twice the memory."""

    def __init__(self, kind: type = np.int32) -> None:
        self._held: NDArray[Any] = np.empty(1 << 12, kind)
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, numbers: NDArray[Any]) -> None:
        """They are narrow: a column gets wider for those that are not."""
        if numbers.dtype.itemsize > self._held.dtype.itemsize:
            self._held = self._held.astype(numbers.dtype)
        end = self._count + len(numbers)
        self._grow(end)
        self._held[self._count : end] = numbers
        self._count = end

    def fill(self, count: int, number: int) -> None:
        """Have so many numbers; those that are missing are this one."""
        self._grow(count)
        self._held[self._count : count] = number
        self._count = max(self._count, count)

    def array(self) -> NDArray[Any]:
        """All of it; nothing can be added afterwards."""
        self._held.resize(self._count, refcheck=False)
        return self._held

    def _grow(self, count: int) -> None:
        if count > len(self._held):
            self._held.resize(max(count, len(self._held) * 3 // 2), refcheck=False)
