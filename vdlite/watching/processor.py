"""How busy the processors of a Linux machine are."""

from pathlib import Path
from typing import NamedTuple


class _Ticks(NamedTuple):
    """The time that a processor has had, in ticks."""

    busy: int
    waiting: int  # for disks
    total: int


class Processor:
    """The processors, by `/proc/stat`.

    `cpu/percent` of all, `cpu/busiest_percent` of the one that is busiest, `cpu/iowait_percent` that wait for disks.
    """

    def __init__(self, proc: Path = Path("/proc")) -> None:
        self._stat = proc / "stat"
        self._before: dict[str, _Ticks] = {}

    def take(self, now: float) -> dict[str, float]:
        """The shares of the time since the last look, from 0 to 100; nothing at the first one."""
        ticks = _ticks(self._stat.read_text("ascii", "replace"))
        before, self._before = self._before, ticks
        passed = {
            name: _Ticks(*(new - old for new, old in zip(each, before[name], strict=True)))
            for name, each in ticks.items()
            if name in before and each.total > before[name].total
        }
        whole = passed.pop("cpu", None)
        if whole is None:
            return {}
        return {
            "cpu/percent": _percent(whole.busy, whole.total),
            "cpu/iowait_percent": _percent(whole.waiting, whole.total),
            "cpu/busiest_percent": max(
                (_percent(each.busy, each.total) for each in passed.values()),
                default=_percent(whole.busy, whole.total),
            ),
        }


def _percent(part: int, whole: int) -> float:
    return min(100.0, max(0.0, 100.0 * part / whole))  # iowait may go back


def _ticks(text: str) -> dict[str, _Ticks]:
    found: dict[str, _Ticks] = {}
    for line in text.splitlines():
        if not line.startswith("cpu"):
            break  # interrupts, of which there may be thousands
        name, *numbers = line.split()
        # user, nice, system, idle, iowait, irq, softirq, steal; what guests have is in user and nice already.
        times = [int(number) for number in numbers[:8]]
        times += [0] * (8 - len(times))
        idle, waiting = times[3], times[4]
        total = sum(times)
        found[name] = _Ticks(total - idle - waiting, waiting, total)
    return found
