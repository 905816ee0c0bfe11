"""How much of its container's limits a process uses up: cgroup v2 of Linux."""

from collections.abc import Mapping
from pathlib import Path

from vdlite.watching.source import Rates


class Container:
    """The tightest limits of the process' control group, or of one that it is in, and their use.

    `container/cpu_percent` of the processor time that is allowed, `container/throttled_percent` of the periods in which
    it was used up, `container/memory_used_bytes`, `container/memory_percent`, `container/out_of_memory_kills`. What has
    no limit has no number.
    """

    def __init__(self, proc: Path = Path("/proc"), cgroups: Path = Path("/sys/fs/cgroup")) -> None:
        self._membership = proc / "self" / "cgroup"
        self._root = cgroups
        self._rates = Rates()

    def take(self, now: float) -> dict[str, float]:
        """Limits may change while the process runs, so they are read each time."""
        groups = self._groups()
        return {**self._cpu(groups, now), **_memory(groups)}

    def _groups(self) -> list[Path]:
        """The process' group, and those around it; none without cgroup v2."""
        for line in self._membership.read_text("utf-8", "replace").splitlines():
            if line.startswith("0::"):
                own = self._root / line[3:].strip().lstrip("/")
                # A container may see only its own group, as the root, and be given a path from outside.
                start = own if own.is_dir() and ".." not in own.parts else self._root
                around = [start, *start.parents]
                return around[: around.index(self._root) + 1]
        return []

    def _cpu(self, groups: list[Path], now: float) -> dict[str, float]:
        limited = [(cores, group) for group in groups if (cores := _cores(group)) is not None]
        if not limited:
            return {}
        cores, group = min(limited, key=lambda pair: pair[0])
        counts = _table(group / "cpu.stat")
        rates = self._rates.of(
            {
                name: counts[name]
                for name in ("usage_usec", "nr_periods", "nr_throttled")
                if name in counts
            },
            now,
        )
        found = {}
        if "usage_usec" in rates:
            found["container/cpu_percent"] = 100.0 * rates["usage_usec"] / 1e6 / cores
        if rates.get("nr_periods"):
            found["container/throttled_percent"] = (
                100.0 * rates.get("nr_throttled", 0.0) / rates["nr_periods"]
            )
        return found


def _memory(groups: list[Path]) -> dict[str, float]:
    limited = [
        (limit, group) for group in groups if (limit := _bytes(group / "memory.max")) is not None
    ]
    if not limited:
        return {}
    limit, group = min(limited, key=lambda pair: pair[0])
    current = _bytes(group / "memory.current")
    if current is None or not limit:
        return {}
    # Pages of files that nobody uses go before anybody is killed.
    used = max(0, current - int(_table(group / "memory.stat").get("inactive_file", 0)))
    found = {
        "container/memory_used_bytes": float(used),
        "container/memory_percent": 100.0 * used / limit,
    }
    kills = _table(group / "memory.events").get("oom_kill")
    if kills is not None:
        found["container/out_of_memory_kills"] = kills
    return found


def _cores(group: Path) -> float | None:
    """The number of processors that a group may use, such as 1.5; None for any number."""
    quota, _, period = (_text(group / "cpu.max") or "max").partition(" ")
    if quota == "max" or not period:
        return None
    return int(quota) / int(period) or None


def _bytes(path: Path) -> int | None:
    text = _text(path)
    return None if text in (None, "", "max") else int(str(text))


def _table(path: Path) -> Mapping[str, float]:
    """The numbers by name in a file of lines such as `usage_usec 12`."""
    pairs = (line.split() for line in (_text(path) or "").splitlines())
    return {pair[0]: float(pair[1]) for pair in pairs if len(pair) == 2}


def _text(path: Path) -> str | None:
    """What a file holds; None where a group has none, as the root has no limits."""
    try:
        return path.read_text("ascii", "replace").strip()
    except OSError:
        return None
