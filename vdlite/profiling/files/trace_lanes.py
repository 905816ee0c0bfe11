"""Threads and streams of a trace, which are named by events of their own, before or after they are used."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vdlite.kinds.profile.recording import Lane
from vdlite.profiling.recording.builder import encodable

Key = tuple[int | str, int | str, str]
"""Process, thread, and "" for a thread, "device" for a stream of a device, else what the lane is for."""

_MOST_LABEL = 200


class TraceLanes:
    """Positions of lanes by what the events say of themselves."""

    def __init__(self) -> None:
        self._positions: dict[Key, int] = {}
        self._processes: dict[int | str, dict[str, str]] = {}
        self._threads: dict[tuple[int | str, int | str], str] = {}
        self.named = 0
        """How many events have named a thread or process."""

    def position(self, process: int | str, thread: int | str, use: str) -> int:
        key = (process, thread, use)
        found = self._positions.get(key)
        if found is None:
            found = self._positions[key] = len(self._positions)
        return found

    def name(
        self,
        what: str,
        process: int | str,
        thread: int | str,
        arguments: Mapping[str, Any],
    ) -> None:
        """Take note of an event that names a thread or process."""
        self.named += 1
        if what in ("process_name", "process_labels"):
            given = arguments.get("name" if what == "process_name" else "labels", "")
            self._processes.setdefault(process, {})[what] = str(given)
        elif what == "thread_name":
            self._threads[process, thread] = str(arguments.get("name", "")).strip()

    def lanes(self) -> list[Lane]:
        return [self._lane(*key) for key in self._positions]

    def _lane(self, process: int | str, thread: int | str, use: str) -> Lane:
        named = self._processes.get(process, {})
        label = self._threads.get((process, thread), "")
        if use == "device":
            device = process if isinstance(process, int) and 0 <= process < 1 << 31 else 0
            shown = label or f"stream {thread}"
            return Lane(f"GPU {process}", _label(thread), _label(shown), "stream", device)
        name = named.get("process_name", "")
        shown_process = f"{name} {process}".strip() if name else str(process)
        return Lane(
            _label(shown_process),
            _label(thread),
            _label(use or label or f"thread {thread}"),
            "other" if use else "thread",
        )


def _label(text: object) -> str:
    return encodable(str(text)[:_MOST_LABEL])
