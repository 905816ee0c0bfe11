"""Machines that are not Linux, by psutil."""

from collections.abc import Iterator
from types import ModuleType
from typing import Any

from vdlite.watching.source import Rates, Source


def psutil() -> ModuleType | None:
    """The package; None if it is not installed, or can't be loaded."""
    try:
        import psutil
    except ImportError:
        return None
    module: ModuleType = psutil
    return module


class PortableMachine:
    """The machine, under the names that it has on Linux."""

    def __init__(self, library: Any) -> None:
        self._library = library
        self._rates = Rates()
        library.cpu_percent(percpu=True)  # the first one means nothing
        self._looked = False

    def take(self, now: float) -> dict[str, float]:
        """The numbers of all that this system has."""
        library, counts = self._library, {}
        memory, swap = library.virtual_memory(), library.swap_memory()
        found = {
            "memory/used_bytes": float(memory.total - memory.available),
            "memory/percent": float(memory.percent),
            "memory/swap_bytes": float(swap.used),
        }
        shares = library.cpu_percent(percpu=True)
        if self._looked and shares:
            found |= {
                "cpu/percent": sum(shares) / len(shares),
                "cpu/busiest_percent": float(max(shares)),
            }
        self._looked = True
        if disk := library.disk_io_counters():
            counts["disk/read_bytes_per_second"] = disk.read_bytes
            counts["disk/written_bytes_per_second"] = disk.write_bytes
        if net := library.net_io_counters():
            counts["network/received_bytes_per_second"] = net.bytes_recv
            counts["network/sent_bytes_per_second"] = net.bytes_sent
        return found | self._rates.of(counts, now)


class PortableProcess:
    """A process with its children, and theirs, under the names that they have on Linux."""

    def __init__(self, library: Any, pid: int) -> None:
        self._library = library
        self._process = library.Process(pid)
        self._before: dict[int, float] = {}
        self._then = 0.0

    def take(self, now: float) -> dict[str, float]:
        """The numbers of all of them together."""
        seconds: dict[int, float] = {}
        memory = threads = 0
        for process in self._all():
            try:
                times = process.cpu_times()
                memory += process.memory_info().rss
                threads += process.num_threads()
            except self._library.Error:  # it has ended meanwhile, or is not ours
                continue
            seconds[process.pid] = times.user + times.system
        passed, before = now - self._then, self._before
        self._before, self._then = seconds, now
        found = {
            "process/memory_bytes": float(memory),
            "process/threads": float(threads),
            "process/children": float(len(seconds) - 1),
        }
        if before and passed > 0:
            used = sum(max(0.0, each - before.get(pid, 0.0)) for pid, each in seconds.items())
            found["process/cpu_percent"] = 100.0 * used / passed
        return found

    def _all(self) -> Iterator[Any]:
        yield self._process
        try:
            yield from self._process.children(recursive=True)
        except self._library.Error:
            return


def portable_machine() -> list[Source]:
    """The machine's source, if psutil is installed."""
    library = psutil()
    return [] if library is None else [PortableMachine(library)]
