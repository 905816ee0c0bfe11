"""Every answer that is not a success has one shape."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from vdlite.reader import Store
from vdlite.server import Server
from vdlite.server.app import create_app
from vdlite.server.live.watcher import Watcher
from vdlite.server.settings import Settings

from .conftest import TOKEN

MIB = 1024 * 1024


def error_of(answer: httpx.Response, status: int, code: str) -> str:
    """The message of an error, after a look at everything else about it."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    body = answer.json()
    assert list(body) == ["error"]
    assert sorted(body["error"]) == ["code", "message"]
    assert body["error"]["code"] == code
    message: str = body["error"]["message"]
    return message


@pytest.mark.parametrize(
    "path", ["api/nothing", "api", "api/", "nothing", "api/status/", "api/run"]
)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_an_unknown_route_is_not_found(client: httpx.Client, method: str, path: str) -> None:
    error_of(client.request(method, path), 404, "not_found")


@pytest.mark.parametrize("noun", ["status", "runs", "tags", "export", "damage", "events"])
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_a_wrong_method_is_named(client: httpx.Client, method: str, noun: str) -> None:
    answer = client.request(method, f"api/{noun}")
    error_of(answer, 405, "method_not_allowed")
    assert answer.headers["allow"] == "GET"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", "body: got nothing"),
        (b"{", "body: got no valid JSON"),
        (b"\xff\xfe{}", "body"),
        (b"[" * 100_000, "body"),
        (b"[]", "body"),
        (b"null", "body"),
        (b"{}", "series: got nothing"),
        (b'{"series": 1}', "series: got 1, want a valid list"),
        (b'{"series": [1]}', "series[0]"),
        (b'{"series": [{"tag": "t"}]}', "series[0].run: got nothing"),
        (b'{"series": [{"run": 5, "tag": "t"}]}', "series[0].run: got 5, want a valid string"),
        (b'{"series": [{"run": "r", "tag": "t", "have": -1}]}', "series[0].have: got -1"),
        (b'{"series": [{"run": "r", "tag": "t", "have": 1e400}]}', "series[0].have"),
        (b'{"series": [], "pixels": 0}', "pixels: got 0, want greater than or equal to 1"),
        (b'{"series": [], "pixels": 10001}', "pixels: got 10001"),
        (b'{"series": [], "pixels": "5"}', "pixels: got '5', want a valid integer"),
        (b'{"series": [], "pixels": true}', "pixels: got True"),
        (b'{"series": [], "axis": "time"}', "axis: got 'time', want 'step', 'relative' or 'wall'"),
        (b'{"series": [], "range": [0]}', "range"),
        (b'{"series": [], "range": [0, 1, 2]}', "range"),
        (b'{"series": [], "range": [NaN, null]}', "range[0]: got nan"),
        (b'{"series": [], "smoothing": 1}', "smoothing: got 1"),
        (b'{"series": [], "smoothing": NaN}', "smoothing: got nan"),
        (b'{"series": [], "pixel": 5}', "pixel: there is no such parameter"),
    ],
)
def test_a_wrong_body_is_answered_with_what_was_got_and_is_wanted(
    client: httpx.Client, body: bytes, message: str
) -> None:
    answer = client.post("api/scalars", content=body, headers={"Content-Type": "application/json"})
    assert error_of(answer, 400, "bad_request").startswith(message)


def test_a_body_of_another_type_is_answered_with_the_right_one(client: httpx.Client) -> None:
    answer = client.post("api/scalars", content=b'{"series": []}')
    assert "Content-Type: application/json" in error_of(answer, 400, "bad_request")


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("", "run: got nothing"),
        ("run=r", "tag: got nothing"),
        ("run=r&tag=t&pixels=x", "pixels: got 'x', want a valid integer"),
        ("run=r&tag=t&pixels=-1", "pixels: got '-1'"),
        ("run=r&tag=t&axis=x", "axis: got 'x'"),
        ("run=r&tag=t&from=x", "from: got 'x', want a valid number"),
        ("run=r&tag=t&to=inf", "to: got 'inf'"),
        ("run=r&tag=t&smoothing=1", "smoothing: got '1'"),
    ],
)
def test_a_wrong_parameter_is_answered_with_what_was_got_and_is_wanted(
    client: httpx.Client, query: str, message: str
) -> None:
    answer = client.get(f"api/scalars?{query}")
    assert error_of(answer, 400, "bad_request").startswith(message)


@pytest.mark.parametrize("query", ["", "run=r", "tag=t", "run=r&tag=t&format=xls"])
def test_a_wrong_export_is_refused(client: httpx.Client, query: str) -> None:
    error_of(client.get(f"api/export?{query}"), 400, "bad_request")


def test_a_long_wrong_value_is_not_repeated_whole(client: httpx.Client) -> None:
    answer = client.post("api/scalars", json={"series": [], "axis": "x" * MIB})
    assert len(error_of(answer, 400, "bad_request")) < 300


def test_a_huge_body_is_refused(client: httpx.Client) -> None:
    answer = client.post("api/scalars", content=b" " * (4 * MIB + 1))
    error_of(answer, 413, "too_large")


def test_a_huge_body_that_does_not_tell_its_length_is_refused(client: httpx.Client) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(80):
            yield b" " * (MIB // 16)

    headers = {"Content-Type": "application/json"}
    answer = client.post("api/scalars", content=pieces(), headers=headers)
    error_of(answer, 413, "too_large")


def test_a_body_that_claims_a_huge_length_is_refused_before_it_comes(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
        connection.sendall(
            f"POST /api/scalars HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {10**18}\r\n\r\n".encode()
        )
        assert connection.recv(64).startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize("series", [2001, 500_000])
def test_too_many_series_are_refused(client: httpx.Client, series: int) -> None:
    body = json.dumps({"series": [{}] * series}).encode()
    answer = client.post("api/scalars", content=body, headers={"Content-Type": "application/json"})
    assert str(series) in error_of(answer, 413, "too_large")


def test_too_many_pairs_are_refused(client: httpx.Client) -> None:
    query = "&".join(f"run={number}&tag={number}" for number in range(45))
    error_of(client.get(f"api/scalars?{query}"), 413, "too_large")


def test_a_defect_is_logged_once_and_answered(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = Store([tmp_path])
    app = create_app(store, Watcher(store, 0.0), Settings("127.0.0.1", None))

    def fail() -> None:
        raise ZeroDivisionError("a secret of the code")

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.get("/api/defect")

    app.add_api_route("/api/defect", fail)
    with caplog.at_level(logging.ERROR):
        answer = asyncio.run(ask())
    assert "secret" not in error_of(answer, 500, "internal")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert [record.message for record in caplog.records] == ["GET /api/defect failed"]
