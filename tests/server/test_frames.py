"""Which pages may show ours in a frame, and what they can do with it."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

from vdlite.server import Server, serve
from vdlite.server.settings import frame_origins

from .conftest import TOKEN, client_of

HUB = "https://hub.example:8000"
IN_FRAME = {"Sec-Fetch-Dest": "iframe", "Sec-Fetch-Site": "cross-site"}
BY_ITSELF = {"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "empty"}


def ancestors(answer: httpx.Response) -> list[str]:
    policy = answer.headers["content-security-policy"]
    (named,) = re.findall(r"frame-ancestors ([^;]*)", policy)
    return str(named).split(" ")


def framed_cookie(server: Server, *frames: str) -> dict[str, str]:
    """What a browser sends back in a frame of another site."""
    query = "".join(f"&frame={frame}" for frame in frames)
    answer = httpx.get(server.login_url() + query, headers=IN_FRAME)
    assert answer.status_code == 303
    (cookie,) = [
        cookie
        for cookie in answer.headers.get_list("set-cookie")
        if "SameSite=none; Secure; Partitioned" in cookie
    ]
    assert "HttpOnly" in cookie
    return {"Cookie": cookie.partition(";")[0]}


def test_only_the_pages_that_a_code_was_used_by_may_frame_the_page(server: Server) -> None:
    cookie = framed_cookie(server, HUB, "https://top.example")
    url = server.url.partition("?")[0]
    page = httpx.get(url, headers=cookie | IN_FRAME)
    assert page.status_code == 200
    assert ancestors(page) == ["'self'", HUB, "https://top.example"]
    assert ancestors(httpx.get(server.url, follow_redirects=True)) == ["'self'"]


@pytest.mark.parametrize(
    "frame", ["*", "https:", "null", "javascript:x", "https://*.example", "'none'", "%0d%0aX: y"]
)
def test_a_code_allows_no_frame_that_is_not_known_exactly(server: Server, frame: str) -> None:
    answer = httpx.get(f"{server.login_url()}&frame={frame}", headers=IN_FRAME)
    assert answer.status_code == 303
    (cookie,) = answer.headers.get_list("set-cookie")
    assert "SameSite=strict" in cookie
    page = httpx.get(server.url.partition("?")[0], headers={"Cookie": cookie.partition(";")[0]})
    assert ancestors(page) == ["'self'"]


def test_the_cookie_of_a_frame_counts_for_what_the_page_itself_asks_only(
    logdir: Path, tmp_path: Path
) -> None:
    with serve(logdir, port=0, token=TOKEN, allow_edit=True, workspace=tmp_path) as server:
        url = server.url.partition("?")[0]
        cookie = framed_cookie(server, HUB)
        own = {"Origin": url.rstrip("/")}
        for about, status in [
            (BY_ITSELF, 200),
            (BY_ITSELF | own, 200),
            ({"Sec-Fetch-Site": "cross-site"}, 401),
            ({"Sec-Fetch-Site": "same-site"}, 401),
            ({"Sec-Fetch-Site": "none"}, 401),
            ({}, 401),
            ({"Sec-Fetch-Site": "cross-site", "Origin": HUB}, 403),
            ({"Sec-Fetch-Site": "cross-site", "Origin": "null"}, 403),
        ]:
            assert httpx.get(f"{url}api/status", headers=cookie | about).status_code == status
        for path in ("api/scalars", "api/annotations"):
            forged = cookie | {"Sec-Fetch-Site": "cross-site"}
            assert httpx.post(f"{url}{path}", headers=forged, json={}).status_code == 401
            forged["Origin"] = HUB
            assert httpx.post(f"{url}{path}", headers=forged, json={}).status_code == 403


def test_the_page_in_a_frame_may_post_behind_a_proxy_with_a_host_of_its_own(
    server: Server,
) -> None:
    headers = framed_cookie(server, HUB) | BY_ITSELF | {"Origin": "https://port.colab.example"}
    url = server.url.partition("?")[0]
    answer = httpx.post(f"{url}api/scalars", headers=headers, json={"series": []})
    assert answer.status_code == 200


def test_a_sentence_about_a_used_code_can_be_read_in_any_frame(server: Server) -> None:
    address = server.login_url()
    httpx.get(address)
    spent = httpx.get(f"{address}&frame={HUB}", headers=IN_FRAME)
    assert spent.status_code == 401
    assert "frame-ancestors" not in spent.headers["content-security-policy"]
    assert "default-src 'none'" in spent.headers["content-security-policy"]


def test_a_frame_origin_is_allowed_on_every_page_of_the_server(logdir: Path) -> None:
    with (
        serve(logdir, port=0, token=TOKEN, frame_origins=[HUB]) as server,
        client_of(server) as client,
    ):
        assert ancestors(client.get("")) == ["'self'", HUB]
        cookies = httpx.get(server.url, headers=IN_FRAME).headers.get_list("set-cookie")
        assert [("Partitioned" in cookie) for cookie in cookies] == [False, True]


def test_without_a_frame_origin_no_cookie_is_for_frames_of_other_sites(server: Server) -> None:
    (cookie,) = httpx.get(server.url, headers=IN_FRAME).headers.get_list("set-cookie")
    assert "SameSite=strict" in cookie


def test_an_origin_is_reported_in_lower_case_and_once() -> None:
    given = ["HTTPS://Hub.Example", "https://hub.example", "http://127.0.0.1:8888"]
    assert frame_origins(given) == ("https://hub.example", "http://127.0.0.1:8888")
    assert frame_origins(["vscode-webview://1f-2b"]) == ("vscode-webview://1f-2b",)


@pytest.mark.parametrize(
    "origin",
    [
        "*",
        "https://*",
        "https://*.example",
        "javascript:alert(1)",
        "data:",
        "https:",
        "null",
        "",
        " https://hub.example",
        "https://hub.example ",
        "https://hub.example\n",
        "https://a.example https://b.example",
        "https://a.example;script-src *",
        "https://hub.example/",
        "https://hub.example/lab",
        "https://user@hub.example",
        "https://hub.example:0",
        "https://hub.example:65536",
        "https://hub.example:٣",
        "https://[::1]:8888",
        "https://" + "a" * 300,
        "'self'",
    ],
)
def test_what_is_no_origin_is_refused_with_what_is_wanted(origin: str) -> None:
    with pytest.raises(
        ValueError, match=r"want the origin of a page, such as https://hub\.example"
    ):
        frame_origins([origin])
