"""Watching the machine: threads of a writer that log its numbers."""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from vdlite import LogReader, LogWriter
from vdlite.errors import ClosedWriterError, PayloadError
from vdlite.kinds.aside_tags import is_aside
from vdlite.watching.host_lock import HostLock
from vdlite.watching.source import SourceGoneError
from vdlite.writer.life.system_watch import Group

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="elsewhere it takes psutil"
)


@pytest.fixture(autouse=True)
def _allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VDLITE_SYSTEM")


def until(condition: Callable[[], object], seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.01)


def system_tags(folder: Path) -> list[str]:
    reader = LogReader(str(folder))
    return [tag for run in reader.runs for tag in reader.tags(run) if is_aside(tag)]


def points(folder: Path, tag: str) -> int:
    return len(LogReader(str(folder)).scalars("run", tag))


def watchers() -> int:
    return sum(thread.name == "vdlite-writer" for thread in threading.enumerate())


def test_a_plain_writer_watches_nothing(tmp_path: Path) -> None:
    with LogWriter(str(tmp_path / "run")) as writer:
        writer.add_scalar("loss", 1.0, 0)
    assert LogReader(str(tmp_path)).tags("run") == ["loss"]


def test_machine_and_process_are_logged_until_the_writer_ends(tmp_path: Path) -> None:
    before = watchers()
    with LogWriter(str(tmp_path / "run"), system=1) as writer:
        until(lambda: "system/cpu/percent" in system_tags(tmp_path))
    until(lambda: watchers() == before)
    assert writer.closed
    reader = LogReader(str(tmp_path))
    memory = reader.scalars("run", "system/memory/percent")
    assert all(0 < value <= 100 for value in memory.values)
    assert list(memory.steps) == sorted(set(memory.steps))
    assert memory.steps[0] == 0
    # The first look has no share: it would mean nothing.
    cpu = reader.scalars("run", "system/process/cpu_percent")
    assert len(cpu) == len(memory) - 1


def test_watching_begins_when_it_is_asked_for(tmp_path: Path) -> None:
    with LogWriter(str(tmp_path / "run")) as writer:
        writer.watch_system(every=60)
        until(lambda: system_tags(tmp_path))
        writer.watch_system(every=30)  # anew: nobody holds its locks
        until(lambda: points(tmp_path, "system/process/threads") > 1)
    with pytest.raises(ClosedWriterError):
        writer.watch_system()


@pytest.mark.parametrize("every", [0, 0.5, -1, float("nan"), "10", None, True, 1e9])
def test_other_seconds_are_refused(tmp_path: Path, every: object) -> None:
    with LogWriter(str(tmp_path)) as writer, pytest.raises(PayloadError, match="every: got"):
        writer.watch_system(every)  # type: ignore[arg-type]


def test_an_option_that_is_none_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    with pytest.raises(PayloadError, match="system: got 'yes'"):
        LogWriter(str(tmp_path / "run"), system="yes")  # type: ignore[arg-type]
    assert not (tmp_path / "run").exists()


def test_the_environment_switches_it_on_for_one_writer_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VDLITE_SYSTEM", "5")
    with LogWriter(str(tmp_path / "run")), LogWriter(str(tmp_path / "other")) as other:
        until(lambda: system_tags(tmp_path))
        other.add_scalar("loss", 1.0, 0)
    assert LogReader(str(tmp_path)).tags("other") == ["loss"]
    with LogWriter(str(tmp_path / "third")):
        until(lambda: (tmp_path / "third").is_dir() and LogReader(str(tmp_path)).tags("third"))


def test_the_environment_switches_it_off_for_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VDLITE_SYSTEM", "0")
    before = watchers()
    with LogWriter(str(tmp_path / "run"), system=True) as writer:
        writer.watch_system()
        assert watchers() == before


def test_what_stands_in_the_environment_by_mistake_counts_as_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("VDLITE_SYSTEM", "often")
    with LogWriter(str(tmp_path / "run")) as writer:
        writer.add_scalar("loss", 1.0, 0)
    assert "VDLITE_SYSTEM: got 'often'" in caplog.text


def test_a_writer_that_writes_nothing_watches_nothing(tmp_path: Path) -> None:
    before = watchers()
    with LogWriter(str(tmp_path), write_to_disk=False, system=True):
        assert watchers() == before


def test_a_writer_that_nobody_holds_any_more_is_watched_for_no_longer(tmp_path: Path) -> None:
    before = watchers()
    writer = LogWriter(str(tmp_path / "run"), system=1)
    until(lambda: system_tags(tmp_path))
    del writer
    gc.collect()
    until(lambda: watchers() == before)


def test_of_two_writers_into_a_run_one_logs_the_machine(tmp_path: Path) -> None:
    with LogWriter(str(tmp_path / "run"), system=1) as first:
        until(lambda: system_tags(tmp_path))
        with LogWriter(str(tmp_path / "run"), system=1) as second:
            tag = "system/memory/percent"
            until(lambda: points(tmp_path, tag) > 2)
            assert first.file_name != second.file_name
        assert "system" not in Path(second.file_name).read_bytes().decode("latin1")


def _rank(folder: str, rank: int) -> None:
    os.environ |= {"RANK": str(rank), "WORLD_SIZE": "4", "VDLITE_SYSTEM": "1"}
    with LogWriter(folder):
        until(lambda: f"system/rank {rank}/process/threads" in system_tags(Path(folder).parent))


def test_each_of_many_ranks_logs_itself_and_one_the_machine(tmp_path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    ranks = [spawn.Process(target=_rank, args=(str(tmp_path / "run"), each)) for each in range(4)]
    for process in ranks:
        process.start()
    for process in ranks:
        process.join()
    assert [process.exitcode for process in ranks] == [0] * 4
    tags = system_tags(tmp_path)
    assert {f"system/rank {each}/process/threads" for each in range(4)} < set(tags)
    assert "system/process/threads" not in tags
    writers = [
        path
        for path in (tmp_path / "run").glob("*.vdl")
        if b"system/memory/percent" in path.read_bytes()
    ]
    assert len(writers) >= 1
    # While one lived, no other logged the machine: no step of it is there twice.
    found = LogReader(str(tmp_path)).scalars("run", "system/memory/percent")
    assert len(set(found.steps)) == len(found)


def test_a_copy_for_another_process_does_not_watch(tmp_path: Path) -> None:
    with LogWriter(str(tmp_path / "run"), system=True) as writer:
        before = watchers()
        with pickle.loads(pickle.dumps(writer)):
            assert watchers() <= before  # the one of GPUs may have ended meanwhile: there are none


def test_a_forked_child_has_no_thread_and_may_ask_for_one(tmp_path: Path) -> None:
    writer = LogWriter(str(tmp_path / "run"), system=1)
    until(lambda: system_tags(tmp_path))
    child = os.fork()
    if child == 0:
        code = 1
        try:
            if not watchers():
                writer.add_scalar("child", 1.0, 0)
                writer.watch_system(every=1)
                code = 0 if watchers() else 2
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    seen = points(tmp_path, "system/memory/percent")
    until(lambda: points(tmp_path, "system/memory/percent") > seen)  # the parent goes on
    writer.close()
    assert "child" in LogReader(str(tmp_path)).tags("run")


def test_steps_of_a_run_that_goes_on_rise(tmp_path: Path) -> None:
    tag = "system/memory/percent"
    for _ in range(2):
        with LogWriter(str(tmp_path / "run"), system=1):
            seen = points(tmp_path, tag) if system_tags(tmp_path) else 0
            until(lambda seen=seen: system_tags(tmp_path) and points(tmp_path, tag) > seen)
        time.sleep(1.0)  # steps are seconds
    found = LogReader(str(tmp_path)).scalars("run", tag)
    assert len(found) >= 2
    assert list(found.steps) == sorted(set(found.steps))


PROGRAM = """
import sys
from vdlite import LogReader, LogWriter
writer = LogWriter(sys.argv[1] + "/run", system=True)
while not LogReader(sys.argv[1]).tags("run"):
    pass
"""


def test_a_program_ends_when_it_is_done(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "VDLITE_SYSTEM"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path)],
        env=environment,
        timeout=60,
        check=False,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert LogReader(str(tmp_path)).summary("run").state == "ended"


class Planted:
    """A source that does what a test says."""

    def __init__(self, *answers: Mapping[str, float] | Exception) -> None:
        self.answers = list(answers)

    def take(self, now: float) -> Mapping[str, float]:
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


def test_a_source_that_fails_costs_its_own_numbers(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    gone = Planted({"gpu": 1.0}, SourceGoneError("lost"))
    busy = Planted({"a": 1.0}, PermissionError("hidden"), {"a": 3.0})
    nothing = Planted({}, {"b": float("nan")}, {"b": 2.0})
    group = Group(HostLock("x", tmp_path), [gone, busy, nothing], lambda name: f"system/{name}")
    assert group.take(0.0) == {"system/gpu": 1.0, "system/a": 1.0}
    assert group.take(1.0) == {}
    assert group.take(2.0) == {"system/a": 3.0, "system/b": 2.0}
    assert caplog.text.count("lost") == 1


def test_another_process_takes_over_when_the_one_that_watches_ends(tmp_path: Path) -> None:
    holder = HostLock("x", tmp_path)
    assert holder.take()
    group = Group(HostLock("x", tmp_path), [Planted({"a": 1.0})], lambda name: name)
    assert [group.take(0.0) for _ in range(5)] == [{}] * 5
    holder.release()
    assert [group.take(0.0), group.take(0.0)] == [{}, {"a": 1.0}]


def test_a_short_run_has_several_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vdlite.writer.life.system_watch._FIRST_SECONDS", 0.05)
    with LogWriter(tmp_path / "run", system=True) as writer:
        reader = LogReader(tmp_path)
        tag = "system/process/memory_bytes"
        until = time.monotonic() + 60
        while time.monotonic() < until:
            reader.refresh()
            if tag in reader.tags("run") and len(reader.scalars("run", tag)) >= 4:
                break
            time.sleep(0.05)
        else:
            pytest.fail(f"{reader.tags('run')}: {writer.logdir}")
