"""No secret reaches a block, wherever what is printed is cut, and whatever colors are set amid it."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdlite.console.keeper import Keeper
from vdlite.console.scroll import LONGEST
from vdlite.kinds import console
from vdlite.secrets import Secrets

KNOWN = "correct-horse/battery+staple"
SECRETS = {
    "known": (b"", KNOWN.encode()),
    "hf_": (b"login with hf_", b"QqWwEeRrTtYyUuIiOoPpAaSsDdFfGgHhJ7"),
    "sk-": (b"key sk-proj-", b"ZzXxCcVvBbNnMm1234567890QqWwEeRrTtYyUuIi"),
    "eyJ": (b"eyJ", b"hbGciOiJIUzI1NiIsInR5cCI6.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVm"),
    "password": (b"db_password=", b"hunter2hunter2"),
    "token": (b"my_token: ", b"0a1b2c3d4e5f6g7h8i9j"),
    "address": (b"https://me:", b"p4ssw0rd-of-mine@host/x"),
    "wandb": (b"wandb login ", b"0123456789abcdef0123456789abcdef01234567"),
}
COLORS = [b"\x1b[31m", b"\x1b[0m", b"\x1b[1;4m", b"\x1b]0;title\x07", b"\x1b[?25l"]
_LEAST = 4  # bytes of a secret, of which a cut has left no more


class Payloads:
    """All that would be on a disk, and what would be read of it."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self.text: list[str] = []

    @property
    def plain(self) -> bytes:
        """All that was ever written, without colors."""
        return console.SGR.sub("", "\n".join(self.written)).encode()

    def add_block(
        self, payload: bytes, first: int, walltime: float, summary: Mapping[str, Any]
    ) -> None:
        self.text[first:] = console.decode(payload).text
        self.written += self.text[first:]


def kept(pieces: list[bytes]) -> Payloads:
    """What is kept where a block is made after each piece."""
    payloads = Payloads()
    keeper = Keeper(payloads, Secrets([KNOWN]))
    for second, piece in enumerate(pieces):
        keeper.feed(0, piece, float(second))
        keeper.keep(float(second))
    keeper.finish(float(len(pieces)))
    return payloads


def parts(hidden: bytes) -> list[bytes]:
    """All parts of a secret that are too long to be there by chance."""
    secret = hidden.split(b"@")[0]
    return [secret[at : at + _LEAST] for at in range(len(secret) - _LEAST + 1)]


@pytest.mark.parametrize("name", SECRETS)
@given(
    cuts=st.lists(st.integers(0, 200), min_size=1, max_size=4),
    colors=st.lists(st.tuples(st.integers(0, 60), st.sampled_from(COLORS)), max_size=3),
    behind=st.sampled_from([b"\n", b" behind\n", b" amid\nbehind\n"]),
)
def test_a_secret_is_masked_at_any_cut_and_in_any_colors(
    name: str, cuts: list[int], colors: list[tuple[int, bytes]], behind: bytes
) -> None:
    begins, hidden = SECRETS[name]
    secret = begins + hidden
    places_of_colors = [(at % (len(secret) + 1), color) for at, color in colors]
    for at, color in sorted(places_of_colors, reverse=True):
        secret = secret[:at] + color + secret[at:]
    data = b"before\n" + secret + behind
    places = sorted({0, len(data), *(cut % len(data) for cut in cuts)})
    payloads = kept([data[start:end] for start, end in itertools.pairwise(places)])
    assert not [part for part in parts(hidden) if part in payloads.plain]
    lines = [console.SGR.sub("", line) for line in payloads.text]
    assert lines[0] == "before"
    assert lines[1].startswith(begins.decode())
    assert "***" in lines[1]
    assert lines[2:] == (["behind"] if behind.startswith(b" amid") else [])


@pytest.mark.parametrize("name", SECRETS)
@given(shown=st.integers(0, 60))
def test_a_secret_is_masked_where_a_long_line_is_cut(name: str, shown: int) -> None:
    begins, hidden = SECRETS[name]
    before = b" " * (LONGEST - len(begins) - shown % len(hidden))
    payloads = kept([before + begins + hidden + b" " * 100 + b"\nbehind\n"])
    assert not [part for part in parts(hidden) if part in payloads.plain]
    assert payloads.text[0].endswith(" bytes left out")
    assert payloads.text[1] == "behind"


@given(st.lists(st.integers(0, 400), max_size=6))
def test_a_private_key_is_masked_at_any_cut(cuts: list[int]) -> None:
    body = [bytes([97 + row]) * 40 for row in range(6)]
    data = b"\n".join(
        [b"-----BEGIN RSA PRIVATE KEY-----", *body, b"-----END RSA PRIVATE KEY-----", b"behind\n"]
    )
    places = sorted({0, len(data), *(cut % len(data) for cut in cuts)})
    payloads = kept([data[start:end] for start, end in itertools.pairwise(places)])
    assert not [line for line in body if line[:_LEAST] in payloads.plain]
    assert payloads.text[1:] == ["***"] * 6 + ["-----END RSA PRIVATE KEY-----", "behind"]


def test_what_is_no_end_of_a_private_key_hides_no_more_than_a_key_has() -> None:
    lines = [b"line %d" % number for number in range(1000)]
    payloads = kept([b"-----BEGIN PRIVATE KEY-----\n", b"\n".join(lines) + b"\n"])
    assert payloads.text[1:300] == ["***"] * 299
    assert payloads.text[310:] == [f"line {number}" for number in range(309, 1000)]


def test_a_secret_of_several_lines_is_masked_line_by_line() -> None:
    payloads = Payloads()
    keeper = Keeper(payloads, Secrets(["{\n  'first': 'abcdefgh',\n  'second': 'ijklmnop'\n}"]))
    keeper.feed(0, b"a\n{\n  'first': 'abcdefgh',\n  'second': 'ijklmnop'\n}\nb\n", 1.0)
    keeper.finish(2.0)
    assert payloads.text == ["a", "{", "  ***", "  ***", "}", "b"]


def test_colors_stay_where_a_secret_was() -> None:
    payloads = kept([b"\x1b[31mhf_QqWwEeRrTtYyUuIiO\x1b[1moPpAaSsDdFfGgHhJ7\x1b[0m is mine\n"])
    assert payloads.text == ["\x1b[31mhf_***\x1b[1m\x1b[0m is mine"]


def test_an_unfinished_line_is_shown_as_it_is_once_it_is_no_secret() -> None:
    payloads = Payloads()
    keeper = Keeper(payloads, Secrets([KNOWN]))
    keeper.feed(0, b"it is correct", 1.0)
    keeper.keep(1.0)
    assert payloads.text == ["it is ***"]
    keeper.feed(0, b", I think: http://localhost:8080", 2.0)
    keeper.keep(2.0)
    assert payloads.text == ["it is correct, I think: http://localhost:8080"]


def test_the_last_line_needs_no_end() -> None:
    assert kept([b"look at http://a-host-with-a-long-name"]).text == [
        "look at http://a-host-with-a-long-name"
    ]
