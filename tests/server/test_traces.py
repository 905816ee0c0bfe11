"""Traces that are sent to the server, and looked at without being logged."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.conftest import TOKEN, client_of
from vdlite.errors import NotFoundError
from vdlite.server import serve
from vdlite.server.traces import (
    AT_ONCE,
    LOOKED_AT_SECONDS,
    MOST_KEPT,
    PIECE_BYTES,
    Trace,
    Traces,
)

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
    """What is known of a trace when it is read, or could not be."""
    report = client.post("api/traces", json={"name": name, "bytes": len(content)}).json()
    for at in range(0, len(content), report["piece"]):
        piece = content[at : at + report["piece"]]
        answer = client.post(
            f"api/traces/{report['id']}",
            params={"offset": at},
            content=piece,
            headers={"Content-Type": "application/octet-stream"},
        )
        assert answer.status_code == 200, answer.text
    while True:
        report = client.get(f"api/traces/{report['id']}").json()
        if report["state"] != "reading":
            return report
        time.sleep(0.05)


@pytest.mark.parametrize("packed", [False, True])
def test_a_trace_that_was_sent_is_a_profile(client: httpx.Client, packed: bool) -> None:
    # More than one piece.
    filler = {"ph": "M", "name": "filler", "args": {"text": "x" * (PIECE_BYTES + 1)}}
    text = json.dumps({"traceEvents": [*EVENTS, filler]}).encode()
    content = gzip.compress(text, compresslevel=0) if packed else text
    report = sent(client, "a.pt.trace.json.gz" if packed else "a.json", content)
    assert (report["state"], report["received"]) == ("ready", len(content))
    table = client.get("api/profile/table", params={"trace": report["id"]}).json()
    assert table["columns"]["name"] == ["aten::mm"]
    assert table["columns"]["self_ns"] == [250_500]
    overview = client.get("api/profile", params={"trace": report["id"]}).json()
    assert overview["steps"]["number"] == [3]


def test_what_is_no_trace_says_why(client: httpx.Client) -> None:
    report = sent(client, "a.json", b'{"nodes": []}')
    assert report["state"] == "failed"
    assert report["error"]
    assert "/" not in report["error"].replace("a.json", "")
    refused = client.get("api/profile", params={"trace": report["id"]})
    assert refused.status_code == 422


def test_pieces_come_in_order_and_are_no_more_than_was_said(client: httpx.Client) -> None:
    report = client.post("api/traces", json={"name": "a.json", "bytes": 10}).json()
    binary = {"Content-Type": "application/octet-stream"}
    address = f"api/traces/{report['id']}"
    late = client.post(address, params={"offset": 5}, content=b"abc", headers=binary)
    assert (late.status_code, "want the one at 0" in late.text) == (400, True)
    long = client.post(address, params={"offset": 0}, content=b"a" * 11, headers=binary)
    assert long.status_code == 400
    unread = client.get("api/profile", params={"trace": report["id"]})
    assert unread.status_code == 404


def test_a_trace_that_is_looked_at_stays_before_those_that_nobody_asks_for(
    client: httpx.Client,
) -> None:
    content = json.dumps({"traceEvents": EVENTS}).encode()
    looked_at, left = sent(client, "a.json", content)["id"], sent(client, "b.json", content)["id"]
    assert client.get("api/profile", params={"trace": looked_at}).status_code == 200
    for _ in range(MOST_KEPT - 1):
        client.post("api/traces", json={"name": "c.json", "bytes": 10})
    assert client.get("api/profile", params={"trace": looked_at}).status_code == 200
    gone = client.get("api/profile", params={"trace": left})
    assert (gone.status_code, "send it again" in gone.text) == (404, True)


def test_of_traces_that_nobody_has_looked_at_for_minutes_the_oldest_makes_room() -> None:
    now = 0.0
    traces = Traces(lambda: now)
    try:
        ids = [traces.begin("a.json", 10) for _ in range(MOST_KEPT)]
        for each in ids:
            traces.trace(each).state = "ready"
        for each in (ids[0], ids[1], ids[0]):
            traces.payload(each)
        for _ in range(2):  # the second one is asked for again after it was asked to be ready
            traces.report(ids[2])
        now = LOOKED_AT_SECONDS - 1.0
        traces.payload(ids[1])
        traces.begin("b.json", 10)
        with pytest.raises(NotFoundError):
            traces.trace(ids[3])
        now = LOOKED_AT_SECONDS + 1.0
        traces.begin("c.json", 10)
        with pytest.raises(NotFoundError):
            traces.trace(ids[0])
        assert traces.trace(ids[2]).name == "a.json"
    finally:
        traces.close()


def test_older_traces_make_room(client: httpx.Client) -> None:
    ids = [
        client.post("api/traces", json={"name": "a.json", "bytes": 10}).json()["id"]
        for _ in range(MOST_KEPT + 1)
    ]
    assert client.get(f"api/traces/{ids[0]}").status_code == 404
    assert client.get(f"api/traces/{ids[-1]}").status_code == 200
    assert client.delete(f"api/traces/{ids[-1]}").status_code == 200
    assert client.get(f"api/traces/{ids[-1]}").status_code == 404


def waited_for(traces: Traces, name: str, content: bytes) -> Trace:
    """A trace that was read, or could not be."""
    trace = traces.add_piece(traces.begin(name, len(content)), 0, content)
    while trace.state == "reading":
        time.sleep(0.01)
    return trace


def test_a_trace_that_is_decompressed_to_more_than_there_may_be_says_so() -> None:
    text = json.dumps({"traceEvents": EVENTS, "text": "x" * 100_000}).encode()
    traces = Traces(most_unpacked=100_000)
    try:
        trace = waited_for(traces, "a.json.gz", gzip.compress(text))
        assert trace.error == "it has more than 100000 bytes when it is decompressed"
        assert waited_for(traces, "a.json.gz", gzip.compress(text[:50] + text[-50:])).error != (
            trace.error
        )
        assert waited_for(traces, "a.json", text).state == "ready"
    finally:
        traces.close()


def test_a_trace_that_takes_too_long_says_so() -> None:
    traces = Traces(most_seconds=0.0)
    try:
        trace = waited_for(traces, "a.json", json.dumps({"traceEvents": EVENTS}).encode())
        assert (trace.state, trace.error) == ("failed", "reading it took more than 0 s")
        assert trace.process is not None
        assert trace.process.returncode is not None
    finally:
        traces.close()


def test_no_more_than_two_traces_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    most = at_once = 0
    lock, may_go_on = threading.Lock(), threading.Event()

    def read(self: Traces, trace: Trace) -> None:
        nonlocal most, at_once
        with lock:
            at_once += 1
            most = max(most, at_once)
            if at_once == AT_ONCE:
                may_go_on.set()
        may_go_on.wait()
        with lock:
            at_once -= 1

    monkeypatch.setattr(Traces, "_read", read)
    traces = Traces()
    try:
        kept = [traces.add_piece(traces.begin("a.json", 1), 0, b"{") for _ in range(MOST_KEPT)]
        while any(trace.state == "reading" for trace in kept):
            time.sleep(0.01)
        assert most == AT_ONCE
    finally:
        traces.close()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="priorities are read there")
def test_a_trace_is_read_with_a_low_priority(tmp_path: Path) -> None:
    pipe = tmp_path / "a.json"
    os.mkfifo(pipe)  # what reads it waits
    command = [sys.executable, "-m", "vdlite.profiling", str(pipe), str(tmp_path / "b"), "9"]
    with (
        subprocess.Popen(command, stdout=subprocess.DEVNULL) as process,
        pipe.open("wb"),  # waits until it is opened there
    ):
        assert os.getpriority(os.PRIO_PROCESS, process.pid) >= 10
    assert process.returncode == 1
