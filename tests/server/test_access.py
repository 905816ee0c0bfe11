"""Who may ask."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from vdlite.server import Server, serve

from .conftest import BEARER, TOKEN, client_of

ROUTES = [
    ("GET", "/"),
    ("GET", "/api/status"),
    ("GET", "/api/runs"),
    ("GET", "/api/tags"),
    ("GET", "/api/scalars"),
    ("POST", "/api/scalars"),
    ("GET", "/api/export"),
    ("GET", "/api/damage"),
    ("GET", "/api/events"),
    ("GET", "/api/openapi.json"),
    ("GET", "/api/nothing"),
    ("GET", "/assets/nothing.js"),
    ("OPTIONS", "/api/scalars"),
]
each_route = pytest.mark.parametrize(("method", "path"), ROUTES)


@pytest.fixture
def stranger(server: Server) -> Iterator[httpx.Client]:
    """A client without the token."""
    with httpx.Client(base_url=f"http://127.0.0.1:{server.port}") as client:
        yield client


@each_route
def test_without_the_token_no_route_answers(stranger: httpx.Client, method: str, path: str) -> None:
    answer = stranger.request(method, path)
    assert answer.status_code == 401
    if path != "/":
        assert answer.json()["error"]["code"] == "no_token"
        assert answer.headers["www-authenticate"] == "Bearer"


@each_route
@pytest.mark.parametrize("token", ["wrong", TOKEN + "x", TOKEN[:-1], "ÿ"])
def test_a_wrong_token_is_refused(
    stranger: httpx.Client, method: str, path: str, token: str
) -> None:
    header = f"Bearer {token}".encode("latin-1")
    answer = stranger.request(method, path, headers={b"Authorization": header})
    assert answer.status_code == 401


@each_route
@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "192.168.0.7",
        "",
        "evil.example@127.0.0.1",
        "127.0.0.1/evil",
        "127.0.0.1:port",
        "127.0.0.1:99999",
        "127.0.0.1:0",
    ],
)
def test_a_foreign_host_is_refused_even_with_the_token(
    stranger: httpx.Client, method: str, path: str, host: str
) -> None:
    answer = stranger.request(method, path, headers=BEARER | {"Host": host})
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "foreign_host"


@each_route
@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:1", "x", ""])
def test_a_foreign_origin_is_refused_even_with_the_token(
    stranger: httpx.Client, method: str, path: str, origin: str
) -> None:
    answer = stranger.request(method, path, headers=BEARER | {"Origin": origin})
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "foreign_origin"
    assert not [name for name in answer.headers if name.startswith("access-control")]


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1234", "127.0.0.1:8040", "[::1]:8040"])
def test_every_name_of_the_loopback_address_is_known(stranger: httpx.Client, host: str) -> None:
    answer = stranger.get("/api/status", headers=BEARER | {"Host": host})
    assert answer.status_code == 200


def test_the_page_of_this_server_may_post(server: Server, stranger: httpx.Client) -> None:
    own = {"Origin": f"http://127.0.0.1:{server.port}"}
    answer = stranger.post("/api/scalars", headers=BEARER | own, json={"series": []})
    assert answer.json() == {"series": []}


def test_the_origin_of_a_page_behind_an_encrypting_proxy_is_its_own(
    stranger: httpx.Client,
) -> None:
    headers = {"Host": "localhost", "Origin": "https://localhost"}
    assert stranger.get("/api/status", headers=BEARER | headers).status_code == 200


def test_a_request_without_a_host_is_refused(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(
            f"GET /api/status HTTP/1.0\r\nAuthorization: Bearer {TOKEN}\r\n\r\n".encode()
        )
        assert connection.recv(64).startswith(b"HTTP/1.1 403")


def test_the_token_in_the_address_becomes_a_cookie(server: Server) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{server.port}") as browser:
        answer = browser.get(f"/?token={TOKEN}&lang=zh")
        assert answer.status_code == 303
        assert answer.headers["location"] == "./?lang=zh"
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert "Path" not in cookie  # the folder of the address, behind a proxy as well
        assert browser.get("/api/status").status_code == 200


def test_a_link_on_another_site_logs_in_by_a_page_that_moves_on(stranger: httpx.Client) -> None:
    answer = stranger.get(f"/?token={TOKEN}", headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 200
    assert '<meta http-equiv="refresh" content="0;url=./">' in answer.text
    assert stranger.get("/api/status").status_code == 200


@pytest.mark.parametrize("query", ["token=wrong", "token=", f"token=wrong&token={TOKEN}"])
def test_a_wrong_token_in_the_address_sets_no_cookie(stranger: httpx.Client, query: str) -> None:
    answer = stranger.get(f"/?{query}")
    assert answer.status_code == 401
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("path", ["/api/status", "/index.html", "//evil.example/"])
def test_the_token_counts_in_the_address_of_the_page_only(
    stranger: httpx.Client, path: str
) -> None:
    answer = stranger.get(f"http://127.0.0.1:{stranger.base_url.port}{path}?token={TOKEN}")
    assert answer.status_code == 401
    assert "location" not in answer.headers


@pytest.mark.parametrize("path", ["/api/status", "/api/nothing", "/", "/api/scalars"])
def test_every_answer_confines_what_a_browser_does_with_it(client: httpx.Client, path: str) -> None:
    headers = client.get(f"http://127.0.0.1:{client.base_url.port}{path}").headers
    assert "default-src" in headers["content-security-policy"]
    assert "frame-ancestors 'self'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "server" not in headers


def test_answers_of_the_api_are_not_kept(client: httpx.Client) -> None:
    assert client.get("api/status").headers["cache-control"] == "no-store"


def test_without_a_token_host_and_origin_still_count(logdir: Path) -> None:
    with serve(logdir, port=0, token=False) as server:
        url = f"{server.url}api/status"
        assert httpx.get(url).status_code == 200
        assert httpx.get(url, headers={"Host": "evil.example"}).status_code == 403
        assert httpx.get(url, headers={"Origin": "http://evil.example"}).status_code == 403


def test_an_allowed_host_may_come_through_a_proxy(logdir: Path) -> None:
    with (
        serve(logdir, port=0, token=TOKEN, allowed_hosts=["Board.Example"]) as server,
        client_of(server) as client,
    ):
        through = {"Host": "board.example", "Origin": "https://board.example"}
        rewritten = {"Origin": "https://board.example"}
        assert client.get("api/status", headers=through).status_code == 200
        assert client.get("api/status", headers=rewritten).status_code == 200
        assert client.get("api/status", headers={"Host": "example"}).status_code == 403


def test_a_program_that_shows_an_unguessable_token_comes_by_any_name(logdir: Path) -> None:
    long = "t" * 32
    with serve(logdir, port=0, token=long) as server:
        url = f"http://127.0.0.1:{server.port}/api/status"
        for token, host, origin, status in [
            (long, "hub.example", None, 200),
            (long, "hub.example", "https://hub.example", 200),
            (long, "hub.example", "https://evil.example", 403),
            (long[:-1] + "x", "hub.example", None, 403),
        ]:
            headers = {"Authorization": f"Bearer {token}", "Host": host}
            headers |= {"Origin": origin} if origin else {}
            assert httpx.get(url, headers=headers).status_code == status


def test_a_server_on_every_address_knows_addresses_but_no_foreign_names(logdir: Path) -> None:
    with serve(logdir, port=0, host="0.0.0.0", token=TOKEN) as server:
        url = f"http://127.0.0.1:{server.port}/api/status"
        for host, status in [
            ("192.168.0.7:8040", 200),
            (socket.gethostname(), 200),
            ("evil.example", 403),
        ]:
            assert httpx.get(url, headers=BEARER | {"Host": host}).status_code == status
