"""What a browser is let in with, and what others learn from it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from vdlite.server import Server, serve
from vdlite.server.access.sessions import Session, Sessions
from vdlite.server.settings import Settings

from .conftest import TOKEN


@contextmanager
def logged_in(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url.partition("?")[0]) as browser:
        assert browser.get(server.url).status_code == 303
        yield browser


def test_the_cookie_holds_no_token(server: Server) -> None:
    with logged_in(server) as browser:
        (cookie,) = browser.cookies.jar
        assert TOKEN not in f"{cookie.name}{cookie.value}"
        assert browser.get("api/status").status_code == 200


def test_a_cookie_opens_no_other_server_of_the_same_token(logdir: Path, server: Server) -> None:
    with logged_in(server) as browser, serve(logdir, port=0, token=TOKEN) as other:
        (cookie,) = browser.cookies.jar
        address = f"http://127.0.0.1:{other.port}"
        with httpx.Client(base_url=address) as thief:
            for name in (cookie.name, httpx.get(other.url).headers["set-cookie"].partition("=")[0]):
                answer = thief.get("api/status", headers={"Cookie": f"{name}={cookie.value}"})
                assert answer.status_code == 401
            as_token = {"Authorization": f"Bearer {cookie.value}"}
            assert thief.get("api/status", headers=as_token).status_code == 401


def test_a_cookie_ends_with_its_server_but_the_address_with_the_token_stays_good(
    logdir: Path,
) -> None:
    with ExitStack() as stack:
        with serve(logdir, port=0, token=TOKEN) as server:
            browser = stack.enter_context(logged_in(server))
        again = stack.enter_context(serve(logdir, port=server.port, token=TOKEN))
        assert browser.get("api/status").status_code == 401
        answer = browser.get("/")
        assert answer.status_code == 401
        assert "Open the address that vdlite printed" in answer.text
        assert browser.get(again.url).status_code == 303
        assert browser.get("api/status").status_code == 200


def test_the_cookie_of_a_port_keeps_its_name_and_each_port_has_its_own(logdir: Path) -> None:
    def name_at(server: Server) -> str:
        return httpx.get(server.url).headers["set-cookie"].partition("=")[0]

    with serve(logdir, port=0, token=TOKEN) as first, serve(logdir, port=0, token=TOKEN) as second:
        names = [name_at(first), name_at(second)]
    with serve(logdir, port=first.port, token="another-token-here") as again:
        assert [name_at(again), names[1]] == names
    assert names[0] != names[1]


@pytest.mark.parametrize(("later", "valid"), [(0, True), (99, True), (100, False)])
def test_a_session_ends_after_its_lifetime(later: int, valid: bool) -> None:
    now = 1_000_000.0
    sessions = Sessions(Settings("127.0.0.1", TOKEN), lifetime=100, clock=lambda: now)
    begun = Session("localhost", ("https://hub.example",))
    value = sessions.begin(begun, "cookie")
    now += later
    assert sessions.of(value, "cookie") == (begun if valid else None)


@pytest.mark.parametrize("change", ["later", "cut", "signs", "empty", "dots", "cookie"])
def test_a_session_that_was_changed_is_none(change: str) -> None:
    sessions = Sessions(Settings("127.0.0.1", TOKEN))
    value = sessions.begin(Session("localhost"), "cookie")
    ends, nonce, about, seal = value.split(".")
    changed = {
        "later": f"{int(ends) + 1}.{nonce}.{about}.{seal}",
        "cut": value[:-1],
        "signs": "ÿ.x",
        "empty": "",
        "dots": "...",
        "cookie": sessions.begin(Session("localhost"), "another cookie"),
    }[change]
    assert sessions.of(changed, "cookie") is None


def test_a_session_counts_under_the_name_by_which_it_was_begun_only(server: Server) -> None:
    with logged_in(server) as browser:
        assert browser.get("api/status").status_code == 200
        assert browser.get("api/status", headers={"Host": "localhost"}).status_code == 401


@pytest.mark.parametrize(
    ("site", "status"), [("cross-site", 403), ("same-origin", 200), ("none", 200), (None, 200)]
)
def test_a_page_of_another_site_changes_nothing_with_the_cookie(
    server: Server, site: str | None, status: int
) -> None:
    with logged_in(server) as browser:
        headers = {} if site is None else {"Sec-Fetch-Site": site}
        answer = browser.post("api/table", json={"metrics": []}, headers=headers)
        assert answer.status_code == status
        if site == "cross-site":
            assert answer.json()["error"]["code"] == "foreign_origin"
            assert browser.get("api/status", headers=headers).status_code == 200
