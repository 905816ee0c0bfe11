"""How a program ended, as its parent and the kernel say."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from vdlite.format.outcome import Outcome

_STOPS = {"SIGHUP", "SIGINT", "SIGKILL", "SIGTERM", "SIGUSR1", "SIGUSR2", "SIGXCPU", "SIGALRM"}
"""Signals that somebody sends; the others say that the program did what it must not."""


def ended_with(status: int, seconds: float, oom_kills: int) -> dict[str, Any]:
    """The facts of an end. status: the exit code, or minus the number of a signal. seconds: that it ran."""
    facts: dict[str, Any] = {"code": status if status >= 0 else None, "seconds": round(seconds, 3)}
    if status < 0:
        facts["signal"] = signal_name(-status)
    if oom_kills and status != 0:
        facts["oom_kills"] = oom_kills
    return facts


def outcome_of(status: int) -> Outcome:
    """The outcome of a training whose program ended so."""
    if status == 0:
        return "finished"
    return "killed" if status < 0 and signal_name(-status) in _STOPS else "failed"


def signal_name(number: int) -> str:
    with suppress(ValueError):
        return signal.Signals(number).name
    return f"signal {number}"


def oom_kills() -> int:
    """How many processes of this control group, or of the machine where there is none, the kernel ended for want of memory.

    Of Linux; elsewhere 0.
    """
    for path, name in _counters():
        with suppress(OSError, ValueError):
            for line in path.read_text("ascii").splitlines():
                key, _, value = line.partition(" ")
                if key == name:
                    return int(value)
    return 0


def _counters() -> Iterator[tuple[Path, str]]:
    root = Path("/sys/fs/cgroup")
    with suppress(OSError, UnicodeDecodeError):
        for line in Path("/proc/self/cgroup").read_text("utf-8").splitlines():
            number, kinds, path = line.split(":", 2)
            if number == "0":  # the second version: one for all
                yield root / path.lstrip("/") / "memory.events", "oom_kill"
            elif "memory" in kinds.split(","):
                yield root / "memory" / path.lstrip("/") / "memory.oom_control", "oom_kill"
                yield root / "memory" / "memory.oom_control", "oom_kill"
    yield root / "memory.events", "oom_kill"
    yield Path("/proc/vmstat"), "oom_kill"


def end_as(status: int) -> int:
    """End this process as the other one ended: by the same signal; returns the exit status if there was none."""
    if status >= 0:
        return status
    number = -status
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # its own core is what somebody wants
    with suppress(OSError, ValueError):
        signal.signal(number, signal.SIG_DFL)
    with suppress(OSError, ValueError):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})
        os.kill(os.getpid(), number)
    return 128 + number
