"""HTTPS with a certificate of one's own."""

from __future__ import annotations

import socket
import ssl
from pathlib import Path

import httpx
import pytest

from vdlite.server import serve

from .conftest import BEARER, TOKEN

HERE = Path(__file__).parent
CERTIFICATE = HERE / "certificate.pem"  # of nobody, for these tests, valid until 2126
KEY = HERE / "key.pem"


def test_a_server_with_a_certificate_speaks_https(logdir: Path) -> None:
    trusted = ssl.create_default_context(cafile=str(CERTIFICATE))
    with serve(logdir, port=0, token=TOKEN, ssl_certfile=CERTIFICATE, ssl_keyfile=KEY) as server:
        assert server.url.startswith("https://127.0.0.1:")
        with httpx.Client(verify=trusted) as browser:
            answer = browser.get(server.url)
            assert answer.status_code == 303
            assert "; Secure" in answer.headers["set-cookie"]
            page = server.url.partition("?")[0]
            assert browser.get(f"{page}api/status").status_code == 200
            own = BEARER | {"Origin": page.rstrip("/")}
            assert browser.post(f"{page}api/scalars", json={"series": []}, headers=own).json() == {
                "series": []
            }


def test_who_does_not_speak_tls_holds_nobody_up(logdir: Path) -> None:
    trusted = ssl.create_default_context(cafile=str(CERTIFICATE))
    with (
        serve(logdir, port=0, token=TOKEN, ssl_certfile=CERTIFICATE, ssl_keyfile=KEY) as server,
        socket.create_connection(("127.0.0.1", server.port)) as plain,
        socket.create_connection(("127.0.0.1", server.port)),
        httpx.Client(verify=trusted) as browser,
    ):
        plain.sendall(b"GET / HTTP/1.1\r\n\r\n")
        assert browser.get(server.url).status_code == 303


def test_key_and_certificate_may_be_one_file(logdir: Path, tmp_path: Path) -> None:
    both = tmp_path / "both.pem"
    both.write_text(CERTIFICATE.read_text() + KEY.read_text())
    with serve(logdir, port=0, token=TOKEN, ssl_certfile=both) as server:
        assert server.url.startswith("https://")


def test_a_certificate_that_can_not_be_used_is_an_error(tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.pem"
    with pytest.raises(ValueError, match=r"can't use this certificate and key \(No such file"):
        serve(tmp_path, port=0, token=TOKEN, ssl_certfile=nothing)
    with pytest.raises(ValueError, match="can't use this certificate and key"):
        serve(tmp_path, port=0, token=TOKEN, ssl_certfile=CERTIFICATE)
    with pytest.raises(ValueError, match="a key without a certificate"):
        serve(tmp_path, port=0, token=TOKEN, ssl_keyfile=KEY)


def test_a_server_for_others_without_a_certificate_says_so(logdir: Path) -> None:
    with serve(logdir, port=0, token=TOKEN, host="0.0.0.0") as server:
        assert any("nothing is encrypted" in note for note in server.notes)
    options = {"ssl_certfile": CERTIFICATE, "ssl_keyfile": KEY}
    with serve(logdir, port=0, token=TOKEN, host="0.0.0.0", **options) as server:
        assert not any("encrypted" in note for note in server.notes)
    with serve(logdir, port=0, token=TOKEN) as server:
        assert not any("encrypted" in note for note in server.notes)
