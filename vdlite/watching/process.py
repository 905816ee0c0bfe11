"""What a process and those that it has started take of a Linux machine."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from vdlite.watching.source import Rates

_MOST = 10_000  # processes


class _Stat(NamedTuple):
    """A line of `/proc/PID/stat`, as far as it matters."""

    seconds: float  # of processors, for itself and for children that have ended
    threads: int
    memory: int  # bytes that are resident


class Process:
    """A process with its children, and theirs, by `/proc/PID/stat`.

    `process/cpu_percent`, 100 for one processor; `process/memory_bytes` that are resident, where what processes share
    counts for each; `process/threads`, and `process/children`.
    """

    def __init__(self, pid: int, proc: Path = Path("/proc")) -> None:
        self._pid = pid
        self._proc = proc
        self._rates = Rates()
        self._ticks = os.sysconf("SC_CLK_TCK")
        self._page = os.sysconf("SC_PAGE_SIZE")

    def take(self, now: float) -> dict[str, float]:
        """The numbers of all of them together. Raises OSError if the process itself is not there."""
        own = self._stat(self._pid)
        found = [own, *self._descendants()]
        # A child's time goes to its parent when it has ended, so that the sum only rises.
        rates = self._rates.of({"seconds": sum(each.seconds for each in found)}, now)
        used = {"process/cpu_percent": 100.0 * rates["seconds"]} if rates else {}
        return {
            **used,
            "process/memory_bytes": float(sum(each.memory for each in found)),
            "process/threads": float(sum(each.threads for each in found)),
            "process/children": float(len(found) - 1),
        }

    def _descendants(self) -> Iterator[_Stat]:
        waiting, seen = self._children(self._pid), {self._pid}
        while waiting and len(seen) < _MOST:
            pid = waiting.pop()
            if pid in seen:
                continue
            seen.add(pid)
            try:
                yield self._stat(pid)
                waiting += self._children(pid)
            except (OSError, ValueError):  # it has ended meanwhile
                continue

    def _children(self, pid: int) -> list[int]:
        """The children of a process: each thread has its own."""
        found: list[int] = []
        for thread in os.listdir(self._proc / str(pid) / "task"):
            try:
                text = (self._proc / str(pid) / "task" / thread / "children").read_text()
            except OSError:  # the thread has ended, or the kernel does not list them
                continue
            found += map(int, text.split())
        return found

    def _stat(self, pid: int) -> _Stat:
        text = (self._proc / str(pid) / "stat").read_text("utf-8", "replace")
        # The name may hold anything, brackets and blanks too.
        fields = text.rpartition(")")[2].split()
        return _Stat(
            sum(int(ticks) for ticks in fields[11:15]) / self._ticks,
            int(fields[17]),
            int(fields[21]) * self._page,
        )
