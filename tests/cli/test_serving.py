"""`vdlite` as a program: it shows logs until it is ended."""

from __future__ import annotations

import signal
import socket
from pathlib import Path

import httpx
import pytest

from vdlite import LogWriter
from vdlite.reader.logdir.logdirs import NO_LOG

from .conftest import Start, end, posix, said_until


@posix
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_shows_a_logdir_until_a_signal_ends_it(
    start: Start, tmp_path: Path, how: signal.Signals
) -> None:
    with LogWriter(tmp_path / "runs" / "first") as writer:
        writer.add_scalar("loss", 0.5, 0)
    process = start("--logdir", "runs", "--port", "0")
    url = said_until(process, "Open")
    assert said_until(process, "Logs") == str(tmp_path / "runs")
    with httpx.Client(timeout=60) as browser:
        assert browser.get(url).status_code == 303
        assert browser.get(httpx.URL(url).join("/api/status")).status_code == 200
    assert end(process, how) == (0, "")


@posix
def test_ctrl_c_ends_it_at_once_with_open_event_streams(start: Start) -> None:
    process = start("--port", "0", "--token", "token-for-tests")
    url = httpx.URL(said_until(process, "Open"))
    headers = {"Authorization": "Bearer token-for-tests"}
    with (
        httpx.Client(base_url=url.copy_with(query=None), headers=headers, timeout=60) as browser,
        browser.stream("GET", "/api/events") as first,
    ):
        next(first.iter_lines())
        assert end(process) == (0, "")  # without waiting for the stream, which has no end


@posix
def test_a_second_ctrl_c_ends_it_as_cleanly(start: Start) -> None:
    process = start("--port", "0")
    said_until(process, "Stop")
    process.send_signal(signal.SIGINT)
    assert end(process) == (0, "")


def test_a_missing_logdir_is_waited_for(start: Start, tmp_path: Path) -> None:
    process = start("--logdir", "later", "--port", "0", "--token", "token-for-tests")
    url = httpx.URL(said_until(process, "Open")).copy_with(query=None)
    assert "waiting for a folder of that name" in said_until(process, "Logs")
    headers = {"Authorization": "Bearer token-for-tests"}
    with httpx.Client(base_url=url, headers=headers, timeout=60) as client:
        with client.stream("GET", "/api/events") as stream:
            lines = stream.iter_lines()
            next(line for line in lines if line == "event: status")
            with LogWriter(tmp_path / "later") as writer:
                writer.add_scalar("loss", 0.5, 0)
            next(line for line in lines if line == "event: runs")
        assert [run["name"] for run in client.get("/api/runs").json()["runs"]] == ["."]


def test_a_file_that_is_no_log_is_an_error(start: Start, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    process = start("file", "--port", "0")
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 2
    assert errors == f"vdlite: no log that is read: {NO_LOG}: file\n"


def test_a_taken_port_that_was_asked_for_is_an_error(start: Start) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        process = start("--port", str(port))
        _, errors = process.communicate(timeout=120)
    assert process.returncode == 2
    assert errors.startswith(f"vdlite: can't listen on 127.0.0.1:{port}: something else listens")
    assert errors.count("\n") == 1


def test_no_token_says_what_it_means(start: Start) -> None:
    process = start("--no-token", "--port", "0")
    assert "?" not in said_until(process, "Open")
    assert "every user and every program" in said_until(process, "Note:")
    refused = start("--no-token", "--host", "0.0.0.0")
    _, errors = refused.communicate(timeout=120)
    assert refused.returncode == 2
    assert "everyone who reaches this machine" in errors
