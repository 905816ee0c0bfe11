"""Locks among the processes of a machine."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from vdlite.watching.host_lock import HostLock


def test_one_has_a_lock_until_it_lets_go(tmp_path: Path) -> None:
    first, second = HostLock("run", tmp_path), HostLock("run", tmp_path)
    assert first.take()
    assert first.take()
    assert not second.take()
    assert HostLock("another run", tmp_path).take()
    first.release()
    assert second.take()
    assert not first.take()


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    lock = HostLock("run", tmp_path)
    lock.take()
    lock.release()
    assert list(tmp_path.iterdir()) == []


def test_a_killed_process_holds_no_lock(tmp_path: Path) -> None:
    program = (
        "import sys, time\nfrom pathlib import Path\nfrom vdlite.watching.host_lock import HostLock\n"
        "lock = HostLock('run', Path(sys.argv[1]))\nprint(lock.take(), flush=True)\ntime.sleep(60)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "True\n"
    lock = HostLock("run", tmp_path)
    assert not lock.take()
    process.kill()
    process.communicate()
    assert lock.take()


def test_a_forked_child_holds_no_lock_of_its_parent(tmp_path: Path) -> None:
    lock = HostLock("run", tmp_path)
    lock.take()
    ready, go_on = os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        lock.forget()
        os.write(ready[1], b"x")
        os.read(go_on[0], 1)
        os._exit(0)
    os.read(ready[0], 1)
    lock.release()
    assert HostLock("run", tmp_path).take()
    os.write(go_on[1], b"x")
    os.waitpid(child, 0)
    for each in (*ready, *go_on):
        os.close(each)


def test_where_no_file_can_be_made_everybody_is_first(tmp_path: Path) -> None:
    nowhere = tmp_path / "missing"
    assert HostLock("run", nowhere).take()
    assert HostLock("run", nowhere).take()
