"""Traces that are sent to the server, and looked at without being logged."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.conftest import TOKEN, client_of
from vdlite.server import serve
from vdlite.server.traces import MOST_KEPT, PIECE_BYTES

EVENTS = [
    {
        "ph": "X",
        "cat": "user_annotation",
        "name": "ProfilerStep#3",
        "pid": 1,
        "tid": 1,
        "ts": 0.0,
        "dur": 900.0,
    },
    {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1, "ts": 100.0, "dur": 250.5},
]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[httpx.Client]:
    with serve(tmp_path, port=0, token=TOKEN) as server, client_of(server) as client:
        yield client


def sent(client: httpx.Client, name: str, content: bytes) -> Any:
    """What is told of a trace when it is read, or could not be."""
    told = client.post("api/traces", json={"name": name, "bytes": len(content)}).json()
    for at in range(0, len(content), told["piece"]):
        piece = content[at : at + told["piece"]]
        answer = client.post(
            f"api/traces/{told['id']}",
            params={"offset": at},
            content=piece,
            headers={"Content-Type": "application/octet-stream"},
        )
        assert answer.status_code == 200, answer.text
    while True:
        told = client.get(f"api/traces/{told['id']}").json()
        if told["state"] != "reading":
            return told
        time.sleep(0.05)


@pytest.mark.parametrize("packed", [False, True])
def test_a_trace_that_was_sent_is_a_profile(client: httpx.Client, packed: bool) -> None:
    # More than one piece.
    filler = {"ph": "M", "name": "filler", "args": {"text": "x" * (PIECE_BYTES + 1)}}
    text = json.dumps({"traceEvents": [*EVENTS, filler]}).encode()
    content = gzip.compress(text, compresslevel=0) if packed else text
    told = sent(client, "a.pt.trace.json.gz" if packed else "a.json", content)
    assert (told["state"], told["received"]) == ("ready", len(content))
    table = client.get("api/profile/table", params={"trace": told["id"]}).json()
    assert table["columns"]["name"] == ["aten::mm"]
    assert table["columns"]["self_ns"] == [250_500]
    overview = client.get("api/profile", params={"trace": told["id"]}).json()
    assert overview["steps"]["number"] == [3]


def test_what_is_no_trace_says_why(client: httpx.Client) -> None:
    told = sent(client, "a.json", b'{"nodes": []}')
    assert told["state"] == "failed"
    assert told["error"]
    assert "/" not in told["error"].replace("a.json", "")
    refused = client.get("api/profile", params={"trace": told["id"]})
    assert refused.status_code == 422


def test_pieces_come_in_order_and_are_no_more_than_was_said(client: httpx.Client) -> None:
    told = client.post("api/traces", json={"name": "a.json", "bytes": 10}).json()
    binary = {"Content-Type": "application/octet-stream"}
    address = f"api/traces/{told['id']}"
    late = client.post(address, params={"offset": 5}, content=b"abc", headers=binary)
    assert (late.status_code, "want the one at 0" in late.text) == (400, True)
    long = client.post(address, params={"offset": 0}, content=b"a" * 11, headers=binary)
    assert long.status_code == 400
    unread = client.get("api/profile", params={"trace": told["id"]})
    assert unread.status_code == 404


def test_older_traces_make_room(client: httpx.Client) -> None:
    ids = [
        client.post("api/traces", json={"name": "a.json", "bytes": 10}).json()["id"]
        for _ in range(MOST_KEPT + 1)
    ]
    assert client.get(f"api/traces/{ids[0]}").status_code == 404
    assert client.get(f"api/traces/{ids[-1]}").status_code == 200
    assert client.delete(f"api/traces/{ids[-1]}").status_code == 200
    assert client.get(f"api/traces/{ids[-1]}").status_code == 404
