"""A training is asked to stop: by a command, by a rule, by a deadline; and is asked once."""

from __future__ import annotations

import os
import pickle
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from vdlite import LogReader, LogWriter
from vdlite.cli import main
from vdlite.errors import PayloadError
from vdlite.format.stop_request import (
    STOP_FILE,
    request_stop,
    stop_reason,
    stop_stamp,
    withdraw_stop,
)
from vdlite.writer.life import stopping


def becomes_true(asked: Callable[[], bool]) -> bool:
    until = time.monotonic() + 20
    while not asked():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def test_a_command_asks_and_the_log_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with LogWriter(tmp_path / "a" / "b") as writer:
        writer.add_scalar("loss", 1.0, 7)
        assert not writer.should_stop()
        assert main(["halt", str(tmp_path), "a/*", "--reason", "diverges"]) == 0
        assert capsys.readouterr().out == "a/b: asked to stop, live\n"
        assert becomes_true(writer.should_stop)
        assert writer.should_stop()
    (alert,) = LogReader(tmp_path).alerts("a/b")
    assert (alert.level, alert.step, alert.text) == ("info", 7, "asked to stop: diverges")
    assert writer.should_stop()  # also once it has ended
    # The next writer goes on, and so does one after a request that was withdrawn.
    with LogWriter(tmp_path / "a" / "b") as writer:
        assert not writer.should_stop()
        assert main(["halt", str(tmp_path), "a/b", "--withdraw"]) == 0
        assert main(["halt", str(tmp_path), "a/b", "--withdraw"]) == 0
        assert (
            capsys.readouterr().out == "a/b: no longer asked to stop\na/b: was not asked to stop\n"
        )
        assert main(["halt", str(tmp_path), "a/b"]) == 0
        assert becomes_true(writer.should_stop)
    assert LogReader(tmp_path).runs == ["a/b"]
    assert main(["halt", str(tmp_path), "c"]) == 2


def test_a_deadline_is_over_at_its_time_and_not_before(tmp_path: Path) -> None:
    with LogWriter(tmp_path, stop_after=0.3 / 3600) as writer:
        begun = time.monotonic()
        assert not writer.should_stop()
        assert becomes_true(writer.should_stop)
        assert 0.2 < time.monotonic() - begun < 10
        copy = pickle.loads(pickle.dumps(writer))
        copy.close()
    assert [each.text for each in LogReader(tmp_path).alerts(".")] == [
        "asked to stop: its 8.33333e-05 hours are over"
    ]
    for wrong in (0, -1, float("nan"), "1", True, 1e9):
        with pytest.raises(PayloadError, match="stop_after: got"):
            LogWriter(tmp_path, stop_after=wrong)  # type: ignore[arg-type]


def test_a_drive_that_hangs_holds_up_no_training(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked, goes_on = threading.Event(), threading.Event()

    def hangs(folder: str) -> None:
        looked.set()
        goes_on.wait()

    with LogWriter(tmp_path, stop_after=0.5 / 3600) as writer:
        monkeypatch.setattr(stopping, "stop_stamp", hangs)
        assert not writer.should_stop()
        assert looked.wait(20)
        assert becomes_true(writer.should_stop)  # by its deadline
        goes_on.set()


def test_whoever_asks_again_after_a_while_is_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stopping, "_EVERY", 0.01)
    monkeypatch.setattr(stopping, "_PATIENCE", 0.0)
    with LogWriter(tmp_path) as writer:
        assert not writer.should_stop()
        assert becomes_true(lambda: not writer._stopping._ticker.running)
        request_stop(tmp_path, "late")
        assert becomes_true(writer.should_stop)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_child_is_asked_too(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        assert not writer.should_stop()
        child = os.fork()
        if child == 0:
            os._exit(0 if becomes_true(writer.should_stop) else 1)
        request_stop(tmp_path, "both")
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert becomes_true(writer.should_stop)


def test_a_writer_that_writes_nothing_is_asked_nothing(tmp_path: Path) -> None:
    with LogWriter(tmp_path, write_to_disk=False) as writer:
        request_stop(tmp_path, "x")
        assert not writer.should_stop()


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[1]", b'{"reason": 3}', b"\xff" * 100, b'{"reason": "' + b"x" * 90_000]
)
def test_a_request_that_can_not_be_read_is_one(tmp_path: Path, content: bytes) -> None:
    (tmp_path / STOP_FILE).write_bytes(content)
    assert stop_stamp(tmp_path) is not None
    assert stop_reason(tmp_path) == ""


def test_a_request_is_whole_and_replaces_an_earlier_one(tmp_path: Path) -> None:
    request_stop(tmp_path, "first")
    before = stop_stamp(tmp_path)
    request_stop(tmp_path, "x" * 5000)
    assert stop_stamp(tmp_path) != before
    assert stop_reason(tmp_path) == "x" * 1000
    assert os.listdir(tmp_path) == [STOP_FILE]
    assert withdraw_stop(tmp_path)
    assert stop_stamp(tmp_path) is None
    (tmp_path / "elsewhere").write_text('{"reason": "secret"}')
    (tmp_path / STOP_FILE).symlink_to(tmp_path / "elsewhere")
    assert stop_reason(tmp_path) == ""
    request_stop(tmp_path, "mine")
    assert (tmp_path / "elsewhere").read_text() == '{"reason": "secret"}'
