"""Starting and stopping a server from Python."""

from __future__ import annotations

import asyncio
import socket
import threading
from pathlib import Path

import httpx
import pytest

import vdlite
from vdlite.errors import LogdirError
from vdlite.server import serve
from vdlite.server.connections.listening import PortError, address, listen
from vdlite.server.settings import DEFAULT_PORT

from .conftest import TOKEN


def test_it_serves_inside_a_running_event_loop(tmp_path: Path) -> None:
    async def notebook() -> int:
        with vdlite.serve(tmp_path, port=0, token=TOKEN) as server:
            async with httpx.AsyncClient() as client:
                answer = await client.get(server.url)
                return answer.status_code

    assert asyncio.run(notebook()) == 303


def test_stopping_twice_is_harmless_and_frees_the_port(tmp_path: Path) -> None:
    server = serve(tmp_path, port=0, token=TOKEN)
    server.stop()
    server.stop()
    server.wait()
    with serve(tmp_path, port=server.port, token=TOKEN) as again:
        assert again.port == server.port


def test_an_answer_that_is_never_ready_is_cut_without_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked, goes_on = threading.Event(), threading.Event()

    def foreign(context: object) -> list[object]:
        asked.set()
        goes_on.wait()
        return []

    monkeypatch.setattr("vdlite.server.routes.service.status.foreign", foreign)
    server = serve(tmp_path, port=0, token=TOKEN)
    with socket.create_connection(("127.0.0.1", server.port)) as client:
        client.sendall(
            f"GET /api/status HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\n\r\n".encode()
        )
        assert asked.wait(60)
        server.stop()
    goes_on.set()
    assert [record.getMessage() for record in caplog.records] == []


def test_its_repr_gives_no_token(tmp_path: Path) -> None:
    with serve(tmp_path, port=0, token=TOKEN) as server:
        assert TOKEN in server.url
        assert TOKEN not in repr(server)


def test_a_taken_default_port_gives_way_to_the_next_one(tmp_path: Path) -> None:
    with (
        serve(tmp_path, token=TOKEN) as first,  # the default port may be taken here, too
        serve(tmp_path, token=TOKEN) as second,
    ):
        assert DEFAULT_PORT <= first.port < second.port
        assert f"so this is port {second.port}" in second.notes[0]


def test_a_taken_port_that_was_asked_for_is_an_error(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(PortError, match=f"127.0.0.1:{port}: something else listens"):
            serve(tmp_path, port=port, token=TOKEN)


@pytest.mark.parametrize("host", ["203.0.113.1", "no.such.name.invalid"])
def test_a_host_that_is_not_this_machine_is_an_error(tmp_path: Path, host: str) -> None:
    with pytest.raises(PortError, match="can't listen on"):
        serve(tmp_path, host=host, port=0, token=TOKEN)


def test_a_file_that_is_no_log_is_no_logdir(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(
        LogdirError, match="no log that is read: want a folder, or a file that is a log by its name"
    ):
        serve(file, port=0, token=TOKEN)


def test_without_a_token_only_loopback_is_served(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="everyone who reaches this machine"):
        serve(tmp_path, host="0.0.0.0", port=0, token=False)
    with serve(tmp_path, port=0, token=False) as server:
        assert "no token" in server.notes[0]
        assert "?" not in server.url


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("port", -1),
        ("port", 65536),
        ("token", "short"),
        ("path_prefix", "a b"),
        ("path_prefix", "/a/../b"),
        ("language", "fr"),
        ("reload_interval", -1),
        ("reload_interval", float("nan")),
        ("allowed_hosts", ["http://x"]),
    ],
)
def test_an_option_out_of_range_is_an_error(tmp_path: Path, option: str, value: object) -> None:
    options = {"token": TOKEN, "port": 0} | {option: value}
    with pytest.raises(ValueError, match="want"):
        serve(tmp_path, **options)  # type: ignore[arg-type]


def test_several_logdirs_are_served_together(tmp_path: Path) -> None:
    paths = [tmp_path / "first", tmp_path / "second"]
    with serve(paths, port=0, token=TOKEN, path_prefix="x") as server:
        headers = {"Authorization": f"Bearer {TOKEN}"}
        status = httpx.get(f"http://127.0.0.1:{server.port}/x/api/status", headers=headers).json()
        assert status["logdirs"] == [str(path) for path in paths]


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:8040/"),
        ("localhost", "http://localhost:8040/"),
        ("::1", "http://[::1]:8040/"),
        ("[::1]", "http://[::1]:8040/"),
        ("0.0.0.0", f"http://{socket.gethostname()}:8040/"),
    ],
)
def test_the_address_is_one_that_a_browser_understands(host: str, url: str) -> None:
    assert address(host, 8040, "") == url


def test_answers_are_not_held_back_by_the_system() -> None:
    with listen("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        connection, _ = listener.accept()
        with connection:
            # What asyncio asks before it sets TCP_NODELAY.
            assert connection.proto == socket.IPPROTO_TCP
