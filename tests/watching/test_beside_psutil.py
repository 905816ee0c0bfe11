"""What psutil says of this machine, as far as both say it."""

from __future__ import annotations

import os
import sys
import time

import psutil
import pytest

from vdlite.watching.machine import machine_sources, process_sources
from vdlite.watching.portable import PortableMachine, PortableProcess
from vdlite.watching.process import Process

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="both are psutil")


def work(seconds: float) -> None:
    """Keep a processor busy until this process has had so much time of it."""
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        pass


def test_the_machine_is_as_full_as_psutil_says() -> None:
    found: dict[str, float] = {}
    for source in machine_sources("/"):
        found |= source.take(0.0)
    memory, disk = psutil.virtual_memory(), psutil.disk_usage("/")
    assert found["memory/percent"] == pytest.approx(memory.percent, abs=2)
    assert found["memory/used_bytes"] == pytest.approx(memory.total - memory.available, rel=0.2)
    assert found["disk/percent"] == pytest.approx(disk.percent, abs=1)
    assert found["memory/swap_bytes"] == pytest.approx(psutil.swap_memory().used, abs=2**22)


def test_a_process_is_as_large_and_busy_as_psutil_says() -> None:
    (ours,) = process_sources()
    theirs = PortableProcess(psutil, os.getpid())
    ours.take(time.monotonic())
    theirs.take(time.monotonic())
    work(0.4)
    now = time.monotonic()
    one, other = ours.take(now), theirs.take(now)
    assert one["process/threads"] == other["process/threads"]
    assert one["process/children"] == other["process/children"]
    assert one["process/memory_bytes"] == pytest.approx(other["process/memory_bytes"], rel=0.2)
    assert one["process/cpu_percent"] == pytest.approx(other["process/cpu_percent"], rel=0.25)


def test_a_child_counts_as_psutil_counts_it() -> None:
    import subprocess

    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        found = Process(os.getpid()).take(0.0)
        assert found["process/children"] == len(psutil.Process().children(recursive=True))
    finally:
        child.communicate(b"\n")


def test_the_portable_source_has_the_names_of_this_system() -> None:
    both = []
    for sources in (machine_sources("/"), [PortableMachine(psutil)]):
        for source in sources:
            source.take(0.0)
        found: dict[str, float] = {}
        until = time.monotonic() + 0.05  # a tick of the kernel
        while time.monotonic() < until:
            pass
        for source in sources:
            found |= source.take(1.0)
        both.append(found)
    here, portable = both
    assert set(portable) <= set(here) | {
        "disk/read_bytes_per_second",  # of a machine that has no disk of its own
        "disk/written_bytes_per_second",
    }
    assert {"cpu/percent", "memory/percent"} <= set(portable)
