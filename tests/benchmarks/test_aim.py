"""Aim's server is understood without Aim: a stream as it sends one, of two runs with two metrics."""

from __future__ import annotations

import struct

import httpx

from benchmarks.peers.aim import Aim
from benchmarks.peers.data import Shape

NUMBER, TEXT, BYTES = b"\x03", b"\x04", b"\x05"  # types of values


def entry(*parts: bytes | int, value: bytes) -> bytes:
    """A key, in which a position in a list is 0xfe and eight bytes, and its value."""
    key = b"".join(
        part + b"\xfe" if isinstance(part, bytes) else b"\xfe" + struct.pack(">q", part) + b"\xfe"
        for part in parts
    )
    return b"".join(struct.pack("<I", len(each)) + each for each in (key, value))


def run(hash_: bytes, name: bytes, loss: float) -> bytes:
    traces = (hash_, b"traces", b"metric")
    last = [(b"accuracy", 0.1), (b"loss", loss)]
    return entry(hash_, b"props", b"name", value=TEXT + name) + b"".join(
        entry(*traces, at, b"name", value=TEXT + tag)
        + entry(*traces, at, b"values", b"last", value=NUMBER + struct.pack("<d", value))
        for at, (tag, value) in enumerate(last)
    )


def client_of(content: bytes) -> httpx.Client:
    answer = httpx.MockTransport(lambda _: httpx.Response(200, content=content))
    return httpx.Client(transport=answer, base_url="http://aim")


def test_runs_are_sorted_by_the_last_value_of_the_loss() -> None:
    stream = run(b"f1", b"run00000", 0.5) + run(b"0a", b"run00001", -2.0)
    with client_of(stream) as client:
        assert Aim().best(client) == ["run00001", "run00000"]
        assert Aim().runs(client, Shape(2, 2, 10)) == ["f1", "0a"]
        assert Aim().runs(client, Shape(3, 2, 10)) is None


def test_points_of_curves_are_counted() -> None:
    values = [
        entry(each, b"traces", 0, b"values", b"blob", value=BYTES + bytes(8 * 7))
        + entry(each, b"traces", 0, b"iters", b"blob", value=BYTES + bytes(8 * 9))
        for each in (b"f1", b"0a")
    ]
    with client_of(b"".join(values)) as client:
        assert Aim().curves(client, ["f1", "0a"], "loss", Shape(2, 1, 9)) == 7
        assert Aim().curves(client, ["f1"], "loss", Shape(1, 1, 9)) is None
