"""What was logged is there, however the process ends."""

import os
import random
import signal
import threading
import time
from pathlib import Path

import pytest

from tests.writer.programs import run, start, values
from vdlite import LogReader, LogWriter
from vdlite.reader import Store

COUNTING = """
    import os, sys
    from vdlite import LogWriter
    writer = LogWriter(sys.argv[1])
    step = 0
    while True:
        writer.add_scalar(f"x{step % 3}", step, step)
        step += 1
        os.write(1, b"%d\\n" % step)
"""


def test_nothing_is_lost_when_several_writers_are_killed(tmp_path: Path) -> None:
    """Records readable = calls that returned, over many kills at random moments."""
    rng = random.Random(0)
    for attempt in range(8):
        folder = tmp_path / str(attempt)
        writers = [start(COUNTING, folder) for _ in range(3)]
        returned = 0
        for writer in writers:
            assert writer.stdout is not None
            lines = [writer.stdout.readline() for _ in range(rng.randrange(1, 3000))]
            writer.send_signal(signal.SIGKILL)
            # What it had printed by then, and perhaps half of a line.
            lines += [line for line in writer.stdout if line.endswith("\n")]
            returned += int(lines[-1])
            writer.wait()
            writer.stdout.close()
        reader = LogReader(folder)
        tags = reader.tags(".")
        found = sum(len(reader.scalars(".", tag, superseded=True)) for tag in tags)
        assert returned <= found <= returned + len(writers)
        assert reader.damage == []


def _store(folder: Path) -> Store:
    store = Store([folder])
    while not store.progress.done:
        store.refresh()
    return store


@pytest.mark.parametrize(
    "ending",
    [
        "",
        "raise SystemExit(0)",
        "os._exit(0)",
        "os.kill(os.getpid(), signal.SIGKILL)",
        "os.kill(os.getpid(), signal.SIGTERM)",
        "1 / 0",
    ],
)
def test_a_program_that_never_closes_loses_nothing(tmp_path: Path, ending: str) -> None:
    program = f"""
import os, signal, sys
from vdlite import LogWriter
writer = LogWriter(sys.argv[1])
for step in range(1000):
    writer.add_scalar("x", step, step)
{ending}
"""
    with open(os.devnull, "w") as nowhere:
        start(program, tmp_path, stderr=nowhere).communicate(timeout=120)
    assert values(tmp_path) == [float(step) for step in range(1000)]


@pytest.mark.parametrize("ending", ["", "raise SystemExit(0)", "raise KeyboardInterrupt"])
def test_a_buffering_writer_writes_at_a_clean_end(tmp_path: Path, ending: str) -> None:
    program = f"""
import sys
from vdlite import LogWriter
writer = LogWriter(sys.argv[1], flush_secs=1000)
for step in range(1000):
    writer.add_scalar("x", step, step)
{ending}
"""
    with open(os.devnull, "w") as nowhere:
        start(program, tmp_path, stderr=nowhere).communicate(timeout=120)
    assert values(tmp_path) == [float(step) for step in range(1000)]
    (run,) = _store(tmp_path).runs()
    assert run.state == "ended"


def test_a_writer_that_is_forgotten_is_closed(tmp_path: Path) -> None:
    writer = LogWriter(tmp_path, flush_secs=1000)
    writer.add_scalar("x", 1.0)
    del writer
    assert values(tmp_path) == [1.0]


def test_buffered_records_are_written_within_the_promised_time(tmp_path: Path) -> None:
    writer = LogWriter(tmp_path, flush_secs=0.3)
    size = Path(writer.file_name).stat().st_size
    logged = time.monotonic()
    writer.add_scalar("x", 1.0)
    while Path(writer.file_name).stat().st_size == size:
        assert time.monotonic() - logged < 60
        time.sleep(0.005)
    assert time.monotonic() - logged >= 0.25
    assert values(tmp_path) == [1.0]
    writer.close()


def test_a_full_queue_is_written_at_once(tmp_path: Path) -> None:
    writer = LogWriter(tmp_path, max_queue=3, flush_secs=1000)
    for step in range(7):
        writer.add_scalar("x", float(step))
    assert len(values(tmp_path)) >= 5
    writer.flush()
    assert len(values(tmp_path)) == 7
    writer.close()


def test_threads_share_a_writer(tmp_path: Path) -> None:
    def log(number: int) -> None:
        for step in range(2000):
            writer.add_scalar(f"x{number}", float(step), step)

    with LogWriter(tmp_path) as writer:
        threads = [threading.Thread(target=log, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    for number in range(4):
        assert values(tmp_path, f"x{number}") == [float(step) for step in range(2000)]
    assert LogReader(tmp_path).damage == []


FORKING = """
    import os, sys
    from vdlite import LogWriter
    writer = LogWriter(sys.argv[1], flush_secs=float(sys.argv[2]))
    writer.add_scalar("x", 0.0)
    children = []
    for child in range(3):
        pid = os.fork()
        if pid == 0:
            for step in range(100):
                writer.add_scalar(f"child{child}", float(step))
            writer.flush()
            os._exit(0)
        children.append(pid)
    for step in range(100):
        writer.add_scalar("x", step + 1.0)
    for pid in children:
        os.waitpid(pid, 0)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.parametrize("flush_secs", [0, 1000])
def test_a_forked_child_writes_files_of_its_own(tmp_path: Path, flush_secs: float) -> None:
    run(FORKING, tmp_path, flush_secs)
    assert values(tmp_path) == [float(step) for step in range(101)]
    for child in range(3):
        assert values(tmp_path, f"child{child}") == [float(step) for step in range(100)]
    assert len(list(tmp_path.glob("*.vdl"))) == 4
    assert LogReader(tmp_path).damage == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.parametrize("flush_secs", [0, 1000])
@pytest.mark.parametrize("parent_first", [True, False])
def test_payloads_on_both_sides_of_a_fork_are_kept(
    tmp_path: Path, flush_secs: float, parent_first: bool
) -> None:
    program = """
        import os, sys
        from vdlite import LogWriter
        writer = LogWriter(sys.argv[1], flush_secs=float(sys.argv[2]))
        if sys.argv[3] == "True":
            writer.add_record("blob", "parent", b"p" * 5000)
        if os.fork() == 0:
            writer.add_record("blob", "child", b"c" * 5000)
            writer.flush()
            os._exit(0)
        os.wait()
        writer.add_record("blob", "parent", b"q" * 5000)
    """
    run(program, tmp_path, flush_secs, parent_first)
    reader = LogReader(tmp_path)
    assert [record.payload for record in reader.records(".", "blob", "child")] == [b"c" * 5000]
    parents = [record.payload[:1] for record in reader.records(".", "blob", "parent")]
    assert parents == ([b"p", b"q"] if parent_first else [b"q"])
    assert reader.gaps == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_that_logs_nothing_leaves_no_file(tmp_path: Path) -> None:
    program = """
        import os, sys
        from vdlite import LogWriter
        writer = LogWriter(sys.argv[1])
        if os.fork() == 0:
            raise SystemExit(0)
        os.wait()
    """
    run(program, tmp_path)
    assert len(list(tmp_path.glob("*.vdl"))) == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_while_another_thread_logs_does_not_hang(tmp_path: Path) -> None:
    program = """
        import os, sys, threading
        from vdlite import LogWriter
        writer = LogWriter(sys.argv[1])
        stop = threading.Event()
        def log():
            while not stop.is_set():
                writer.add_scalar("x", 1.0)
        thread = threading.Thread(target=log)
        thread.start()
        for _ in range(20):
            pid = os.fork()
            if pid == 0:
                writer.add_scalar("y", 1.0)
                os._exit(0)
            assert os.waitpid(pid, 0)[1] == 0
        stop.set()
        thread.join()
    """
    run(program, tmp_path)
    reader = LogReader(tmp_path)
    assert len(reader.scalars(".", "y", superseded=True)) == 20
    assert reader.damage == []


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_worker_processes_lose_nothing(tmp_path: Path, method: str) -> None:
    program = f"""
import multiprocessing, sys
from vdlite import LogWriter

def work(writer, number):
    for step in range(50):
        writer.add_scalar(f"worker{{number}}", float(step))

if __name__ == "__main__":
    context = multiprocessing.get_context({method!r})
    writer = LogWriter(sys.argv[1] + "/run", flush_secs=1000)
    workers = [context.Process(target=work, args=(writer, number)) for number in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
        assert worker.exitcode == 0
"""
    script = tmp_path / "program.py"
    script.write_text(program)
    run(
        "import runpy, sys; runpy.run_path(sys.argv[2], run_name='__main__')"
        if method == "fork"
        else _AS_SCRIPT,
        tmp_path,
        script,
    )
    for number in range(3):
        assert values(tmp_path / "run", f"worker{number}") == [float(step) for step in range(50)]


_AS_SCRIPT = """
    import subprocess, sys
    sys.exit(subprocess.call([sys.executable, sys.argv[2], sys.argv[1]]))
"""
