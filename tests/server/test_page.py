"""The built page: from a fixed list, with the right types, kept where that is safe."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from vdlite.reader import Store
from vdlite.server import serve
from vdlite.server.app import create_app
from vdlite.server.live.watcher import Watcher
from vdlite.server.page import page_files
from vdlite.server.settings import Settings

from .conftest import BEARER, TOKEN, client_of

Get = Callable[..., httpx.Response]

INDEX = b"<!doctype html><script type=module src=./assets/app-1a2b.js></script>"
SCRIPT = b"console.log('x');" * 1000


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A folder as the page's build leaves it, beside something that is not its own."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_bytes(INDEX)
    (folder / "assets" / "app-1a2b.js").write_bytes(SCRIPT)
    (folder / "assets" / "app-1a2b.css").write_bytes(b"a{}")
    (folder / "icon.svg").write_bytes(b"<svg/>")
    (folder / "notes.py").write_bytes(b"secret")
    (tmp_path / "secret.txt").write_bytes(b"secret")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    return folder


def getter(static: Path, prefix: str = "") -> Get:
    """How to GET from an app that serves the page in `static`."""
    store = Store([static])
    settings = Settings("127.0.0.1", TOKEN, path_prefix=prefix)
    app = create_app(store, Watcher(store, 0.0), settings, static=static)

    def get(path: str, method: str = "GET", **headers: str) -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(app)
            url = "http://localhost"
            async with httpx.AsyncClient(transport=transport, base_url=url) as client:
                named = {name.replace("_", "-"): value for name, value in headers.items()}
                return await client.request(method, path, headers=BEARER | named)

        return asyncio.run(ask())

    return get


def test_the_page_is_asked_for_again_each_time(built: Path) -> None:
    get = getter(built)
    answer = get("/")
    assert answer.content == INDEX
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    again = get("/", if_none_match=answer.headers["etag"])
    assert again.status_code == 304
    assert again.content == b""


def test_a_file_with_a_hash_in_its_name_is_kept_for_ever(built: Path) -> None:
    answer = getter(built)("/assets/app-1a2b.js")
    assert answer.headers["cache-control"] == "private, max-age=31536000, immutable"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_script_is_compressed_for_who_accepts_it(built: Path) -> None:
    get = getter(built)
    small = get("/assets/app-1a2b.js", accept_encoding="gzip")
    plain = get("/assets/app-1a2b.js", accept_encoding="identity")
    assert small.headers["content-encoding"] == "gzip"
    assert small.content == plain.content == SCRIPT
    assert int(small.headers["content-length"]) < int(plain.headers["content-length"])


def test_a_head_request_gets_the_headers_alone(built: Path) -> None:
    answer = getter(built)("/", method="HEAD")
    assert answer.status_code == 200
    assert answer.content == b""


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "/assets/../../secret.txt",
        "/assets/..%5c..%5csecret.txt",
        "/assets//app-1a2b.js",
        "//etc/passwd",
        "/%2fetc%2fpasswd",
        "/link.txt",
        "/notes.py",
        "/assets",
        "/assets/",
        "/index.html%00",
        "/INDEX.HTML",
    ],
)
def test_nothing_but_the_files_of_the_page_is_served(built: Path, path: str) -> None:
    answer = getter(built)(path)
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "not_found"


def test_a_file_that_appears_later_is_not_served(built: Path) -> None:
    get = getter(built)
    (built / "later.txt").write_bytes(b"later")
    assert get("/later.txt").status_code == 404


def test_all_lies_below_the_prefix(built: Path) -> None:
    get = getter(built, "/team/board")
    assert get("/team/board/").content == INDEX
    assert get("/team/board/assets/app-1a2b.js").content == SCRIPT
    assert get("/team/board/api/status").status_code == 200
    assert get("/team/board/api/openapi.json").status_code == 200
    assert get("/team/board").headers["location"] == "/team/board/"
    for outside in ("/", "/api/status", "/assets/app-1a2b.js", "/team/boards/"):
        assert get(outside).status_code == 404


def test_a_token_in_the_prefixed_address_logs_in_below_the_prefix(built: Path) -> None:
    get = getter(built, "/team/board")
    answer = get(f"/team/board/?token={TOKEN}")
    assert answer.status_code == 303
    assert answer.headers["location"] == "./"
    assert "Path" not in answer.headers["set-cookie"]  # it is the folder of the address
    answer = get(f"/team/board?token={TOKEN}")
    assert answer.headers["location"] == f"./board/?token={TOKEN}"
    assert "set-cookie" not in answer.headers


def test_a_page_that_was_not_built_says_what_to_do(tmp_path: Path) -> None:
    answer = getter(tmp_path / "missing")("/")
    assert answer.status_code == 503
    assert "pip install ." in answer.text
    assert "style-src 'sha256-" in answer.headers["content-security-policy"]


def test_the_page_itself_says_what_language_and_look_it_is_offered(logdir: Path) -> None:
    offering = serve(logdir, port=0, token=TOKEN, language="zh", theme="dark")
    with offering as server, client_of(server) as client:
        offered = client.get("").text
    assert '<html data-language="zh" data-theme="dark" lang="en">' in offered
    with serve(logdir, port=0, token=TOKEN) as server, client_of(server) as client:
        assert '<html lang="en">' in client.get("").text


def test_an_api_only_server_has_no_page(logdir: Path) -> None:
    with serve(logdir, port=0, token=TOKEN, api_only=True) as server, client_of(server) as client:
        assert client.get("").status_code == 404
        assert client.get("api/status").status_code == 200
        assert httpx.get(server.url).status_code == 401


def test_only_files_of_known_types_belong_to_the_page(built: Path) -> None:
    names = ["assets/app-1a2b.css", "assets/app-1a2b.js", "icon.svg", "index.html"]
    assert sorted(page_files(built)) == names
