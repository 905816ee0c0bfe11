"""Codes that let one browser in once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from vdlite.server import Server, serve
from vdlite.server.access.logins import Logins

from .conftest import BEARER, TOKEN

IN_FRAME = {"Sec-Fetch-Dest": "iframe", "Sec-Fetch-Site": "cross-site"}


@pytest.fixture
def browser(server: Server) -> Iterator[httpx.Client]:
    """One that holds nothing yet."""
    with httpx.Client(base_url=f"http://127.0.0.1:{server.port}") as browser:
        yield browser


def code_of(server: Server) -> str:
    return server.login_url().partition("?login=")[2]


def test_the_address_with_a_code_holds_no_token_and_lets_one_browser_in(
    server: Server, browser: httpx.Client
) -> None:
    address = server.login_url()
    assert TOKEN not in address
    answer = browser.get(f"{address}&theme=dark")
    assert (answer.status_code, answer.headers["location"]) == (303, "./?theme=dark")
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert browser.get("/api/status").status_code == 200


def test_a_code_lets_nobody_in_a_second_time(server: Server, browser: httpx.Client) -> None:
    address = server.login_url()
    assert browser.get(address).status_code == 303
    again = httpx.get(address)
    assert again.status_code == 401
    assert "set-cookie" not in again.headers
    assert "Run the cell" in again.text


def test_a_frame_that_is_loaded_again_in_the_browser_that_was_let_in_goes_on(
    server: Server, browser: httpx.Client
) -> None:
    address = server.login_url()
    browser.get(address)
    again = browser.get(address)
    assert (again.status_code, again.headers["location"]) == (303, "./")
    assert "set-cookie" not in again.headers


@pytest.mark.parametrize("method", ["HEAD", "POST", "OPTIONS"])
def test_only_opening_the_page_uses_a_code(
    server: Server, browser: httpx.Client, method: str
) -> None:
    address = server.login_url()
    assert browser.request(method, address).status_code == 401
    assert browser.get(f"/api/status?login={address.partition('=')[2]}").status_code == 401
    assert browser.get(address).status_code == 303


@pytest.mark.parametrize("change", ["secret", "no secret", "name", "empty", "signs", "token"])
def test_what_is_no_code_lets_nobody_in_and_spoils_none(
    server: Server, browser: httpx.Client, change: str
) -> None:
    code = code_of(server)
    name, _, secret = code.partition(".")
    wrong = {
        "secret": f"{name}.{secret[:-1]}",
        "no secret": name,
        "name": f"{name[:-1]}{'0' if name[-1] != '0' else '1'}.{secret}",
        "empty": "",
        "signs": "%FF.%00",
        "token": TOKEN,
    }[change]
    answer = browser.get(f"/?login={wrong}")
    assert answer.status_code == 401
    assert "set-cookie" not in answer.headers
    assert browser.get(f"/?login={code}").status_code == 303


def test_a_code_of_another_server_is_none(logdir: Path, server: Server) -> None:
    with serve(logdir, port=0, token=TOKEN) as other:
        answer = httpx.get(f"http://127.0.0.1:{other.port}/?login={code_of(server)}")
    assert answer.status_code == 401
    assert "This page needs its token" in answer.text


def test_a_code_ends() -> None:
    now = 0.0
    logins = Logins(lifetime=120, clock=lambda: now)
    first, second = logins.new(), logins.new()
    now = 119.0
    assert logins.take(first)
    now = 120.0
    assert not logins.take(second)
    assert logins.knows(second)


def test_codes_that_nobody_uses_are_not_kept_for_ever() -> None:
    logins = Logins()
    codes = [logins.new() for _ in range(1001)]
    assert not logins.take(codes[0])
    assert logins.take(codes[1])


def test_the_name_of_a_code_finds_its_server_from_any_page(
    server: Server, browser: httpx.Client
) -> None:
    code = code_of(server)
    elsewhere = {"Origin": "https://hub.example", "Host": "hub.example"}
    answer = browser.get(f"/api/login?name={code.partition('.')[0]}", headers=elsewhere)
    assert answer.json() == {"made_here": True}
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "set-cookie" not in answer.headers
    assert browser.get("/api/status").status_code == 401
    assert browser.get(f"/?login={code}").status_code == 303


@pytest.mark.parametrize("name", ["0" * 48, "", "x"])
def test_pages_learn_nothing_with_names_that_they_made_up(browser: httpx.Client, name: str) -> None:
    answer = browser.get(f"/api/login?name={name}", headers={"Origin": "https://evil.example"})
    assert answer.status_code == 403
    assert "access-control-allow-origin" not in answer.headers
    with_token = browser.get(f"/api/login?name={name}", headers=BEARER)
    assert with_token.status_code == 404
    assert "access-control-allow-origin" not in with_token.headers


def test_a_browser_with_a_code_comes_by_a_name_that_the_server_does_not_know(
    server: Server, browser: httpx.Client
) -> None:
    by_name = {"Host": "hub.example"}
    begun = browser.get(server.login_url(), headers=by_name)
    assert begun.status_code == 303
    cookie = {"Cookie": begun.headers["set-cookie"].partition(";")[0]}
    url = "/api/status"
    assert browser.get(url, headers=cookie | by_name).status_code == 200
    assert browser.get(url, headers=cookie | {"Host": "evil.example"}).status_code == 403
    assert httpx.get(f"{browser.base_url}{url}", headers=by_name).status_code == 403


def test_a_code_in_a_bookmarked_tab_of_another_site_moves_on_by_a_page(
    server: Server, browser: httpx.Client
) -> None:
    clicked = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document"}
    answer = browser.get(server.login_url(), headers=clicked)
    assert answer.status_code == 200
    assert '<meta http-equiv="refresh" content="0;url=./">' in answer.text


def test_below_a_path_prefix_a_code_leads_to_the_page_with_and_without_a_slash(
    logdir: Path,
) -> None:
    with serve(logdir, port=0, token=TOKEN, path_prefix="/user/me") as server:
        for slash in ("/", ""):
            url = f"http://127.0.0.1:{server.port}/user/me{slash}?login={code_of(server)}"
            with httpx.Client(follow_redirects=True) as browser:
                page = browser.get(url).url
                assert page.path == "/user/me/"
                (cookie,) = browser.cookies.jar
                assert cookie.path == "/user/me"
                assert browser.get(page.join("api/status")).status_code == 200
