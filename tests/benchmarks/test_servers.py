"""Servers of others, as benchmarks start them."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import psutil

from benchmarks import servers


def test_a_server_ends_with_what_it_has_started(tmp_path: Path) -> None:
    started = tmp_path / "child"
    program = (
        "import subprocess, sys, pathlib, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"pathlib.Path({str(started)!r}).write_text(str(child.pid))\n"
        "time.sleep(600)"
    )
    with servers.serving([sys.executable, "-c", program], servers.free_port()):
        while not started.exists() or not started.read_text():
            time.sleep(0.01)
        child = psutil.Process(int(started.read_text()))
    assert not child.is_running() or child.status() == psutil.STATUS_ZOMBIE
