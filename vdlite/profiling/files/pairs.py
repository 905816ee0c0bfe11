"""Spans of a trace whose begin and end are events of their own."""

from __future__ import annotations

from typing import Any

from vdlite.kinds.profile.recording import Note

_BEGINS, _ENDS = "BbS", "EeF"
PHASES = frozenset(_BEGINS + _ENDS)

Whole = tuple[Any, int, int]
"""An event, its start and its duration."""


class Pairs:
    """Joins begins and ends: those of threads lie in each other, asynchronous ones have a number."""

    def __init__(self) -> None:
        self._open: dict[object, list[tuple[Any, int]]] = {}
        self._unbegun = 0
        self._last = 0

    def add(self, event: Any, time: int) -> Whole | None:
        """The whole span, if this is its end."""
        self._last = max(self._last, time)
        ph = event.ph
        if ph in "BE":
            key: object = (event.pid, event.tid)
        else:
            key = (event.pid, event.cat, event.id)
        if ph in _BEGINS:
            self._open.setdefault(key, []).append((event, time))
            return None
        begun = self._open.get(key)
        if not begun:
            self._unbegun += 1
            return None
        first, start = begun.pop()
        return first, start, max(time - start, 0)

    def rest(self) -> list[Whole]:
        """The events that have not ended: they end with the last of all."""
        return [
            (event, start, max(self._last - start, 0))
            for begun in self._open.values()
            for event, start in begun
        ]

    def notes(self) -> list[Note]:
        notes = []
        left = sum(len(begun) for begun in self._open.values())
        if left:
            notes.append(
                Note(f"{left} spans have no end; they end with the last of all", "warning")
            )
        if self._unbegun:
            notes.append(Note(f"{self._unbegun} ends of spans have no begin", "warning"))
        return notes
