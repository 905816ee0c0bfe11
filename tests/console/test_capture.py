"""What Python prints is kept beside where it goes, and printing is as before."""

from __future__ import annotations

import gc
import io
import logging
import os
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import pytest

from vdlite import LogReader, LogWriter
from vdlite.errors import ClosedWriterError


def kept(folder: Path) -> list[str]:
    return LogReader(folder).console(".").splitlines()


def test_what_is_printed_is_kept_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (sys.stdout, sys.stderr, sys.stdout.write)
    with LogWriter(tmp_path) as writer:
        with writer.capture_output():
            print("a", 1)
            print("b", file=sys.stderr)
            print("10%\r20%\r100%")
        print("not this")
    assert (sys.stdout, sys.stderr, sys.stdout.write) == before
    assert capsys.readouterr() == ("a 1\n10%\r20%\r100%\nnot this\n", "b\n")
    assert kept(tmp_path) == ["a 1", "b", "100%"]


def test_the_end_of_the_writer_ends_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    writer = LogWriter(tmp_path)
    capture = writer.capture_output()
    print("a")
    writer.close()
    print("b")
    capture.close()
    assert kept(tmp_path) == ["a"]
    assert capsys.readouterr().out == "a\nb\n"
    with pytest.raises(ClosedWriterError):
        writer.capture_output()


def test_who_holds_the_stream_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), write_through=True)
    monkeypatch.setattr(sys, "stderr", stream)
    handler = logging.StreamHandler(stream)
    logger = logging.getLogger("held")
    logger.addHandler(handler)
    with LogWriter(tmp_path) as writer, writer.capture_output():
        logger.warning("by logging")
    logger.removeHandler(handler)
    assert kept(tmp_path) == ["by logging"]


def test_another_wrapper_over_ours_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), write_through=True)
    monkeypatch.setattr(sys, "stdout", stream)
    with LogWriter(tmp_path) as writer:
        capture = writer.capture_output()
        ours = stream.write
        monkeypatch.setattr(stream, "write", lambda text: ours(text.upper()), raising=False)
        print("a")
        capture.close()
        print("b")
    assert kept(tmp_path) == ["A"]
    assert stream.buffer.getvalue() == b"A\nB\n"  # type: ignore[attr-defined]


def test_finalizers_that_print_hang_nothing(tmp_path: Path) -> None:
    class Prints:
        def __init__(self) -> None:
            self.own = self  # only the collector takes it

        def __del__(self) -> None:
            print("collected")

    threshold = gc.get_threshold()
    with LogWriter(tmp_path) as writer, writer.capture_output():
        gc.set_threshold(1)
        try:
            for number in range(500):
                Prints()
                print("line", number)
                writer.add_scalar("loss", number, number)
        finally:
            gc.set_threshold(*threshold)
            gc.collect()
    text = "\n".join(kept(tmp_path))  # one prints in the middle of the other
    assert text.count("line") == 500
    assert "collected" in text


def test_threads_print_all_they_have(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer, writer.capture_output():

        def work(name: int) -> None:
            for number in range(500):
                sys.stdout.write(f"{name} {number}\n")

        threads = [threading.Thread(target=work, args=(name,)) for name in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(kept(tmp_path)) == sorted(f"{a} {b}" for a in range(4) for b in range(500))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks of POSIX")
def test_a_forked_child_prints_as_ever(tmp_path: Path) -> None:
    program = """
        import os, sys
        from vdlite import LogWriter
        writer = LogWriter(sys.argv[1])
        writer.capture_output()
        print("parent", flush=True)
        pid = os.fork()
        if not pid:
            print("child", flush=True)
            os._exit(0)
        os.waitpid(pid, 0)
        raise ValueError("the end")
    """
    found = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program), str(tmp_path / "a")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (found.returncode, found.stdout) == (1, "parent\nchild\n")
    lines = kept(tmp_path / "a")
    assert (lines[0], lines[-1]) == ("parent", "ValueError: the end")
    assert "child" not in lines


def test_secrets_of_the_environment_are_masked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_TOKEN", "one-two-three-four")
    with LogWriter(tmp_path) as writer, writer.capture_output():
        print("token is one-two-three-four")
    assert kept(tmp_path) == ["token is ***"]
