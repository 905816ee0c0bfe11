"""An attribute that is made when it is first asked for, once for all threads."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801 (used like functools.cached_property, which does not lock)
    """Decorates a method: its result is kept in the object, under the method's name."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self._name = make.__name__
        self._lock = threading.RLock()

    def __get__(self, held_by: object, owner: type) -> T:
        with self._lock:
            known: dict[str, T] = vars(held_by)
            if self._name not in known:
                known[self._name] = self._make(held_by)
            return known[self._name]
