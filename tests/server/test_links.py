"""Whoever may write into the logdir and ask the server learns nothing of files elsewhere that the server may read."""

from __future__ import annotations

import base64
import json
import os
import re
from pathlib import Path
from typing import Any
from zlib import crc32

import msgpack
import pytest

from tests.server.conftest import MSGPACK, TOKEN, client_of, run_ids, wait_until_loaded
from vdlite import LogWriter
from vdlite.format.records import MAGIC, VERSION, RecordType, record
from vdlite.kinds.registry import KINDS
from vdlite.server import Server, serve

SECRET = b"0123-TOP-SECRET-" + bytes(range(256)) * 190
PLACES = [(0, len(SECRET)), (0, 1), (1, 1), (0, len(SECRET) + 7), (len(SECRET), 1), (0, 0)]
TAG = "reached"


def write_reaching_log(log: Path) -> None:
    """A log whose media file, whatever it is, is asked for at several places by records of each kind."""
    data = record(0, RecordType.HEADER, MAGIC, VERSION, {})
    for number, kind in enumerate(kinds()):
        data += record(len(data), RecordType.SERIES, number, kind, TAG, {})
        for step, (offset, length) in enumerate(PLACES):
            place = (offset, length, 1, {"begin": 40, "id": "x"})
            data += record(len(data), RecordType.REFERENCE, number, step, 1.0, *place)
    log.parent.mkdir(parents=True)
    log.write_bytes(data)


def kinds() -> list[str]:
    return [*(kind for kind in KINDS if kind != "scalar"), "own"]


def answers_of(server: Server) -> list[bytes]:
    """The answers of all routes that can be asked about the run `reach`."""
    answers: list[bytes] = []
    with client_of(server) as client:
        wait_until_loaded(client)
        run = run_ids(client)["reach"]
        for headers in ({}, MSGPACK):
            for path in ("status", "runs", "tags", "damage", "trials", "annotations", "landscapes"):
                answers.append(client.get(f"api/{path}", headers=headers).content)
            for kind in kinds():
                series = [{"run": run, "tag": TAG}]
                for path, more in (
                    ("records", {"fields": ["width"]}),
                    ("histograms", {}),
                    ("texts/search", {"words": "SECRET"}),
                ):
                    named = {} if path == "texts/search" else {"kind": kind}
                    body: dict[str, Any] = {"series": series, **named, **more}
                    answers.append(client.post(f"api/{path}", json=body, headers=headers).content)
                for step in range(len(PLACES)):
                    query = {"kind": kind, "run": run, "tag": TAG, "step": step}
                    for path in ("payload", "media"):
                        answer = client.get(f"api/{path}", params=query, headers=headers)
                        assert answer.status_code in (404, 422)
                        answers.append(answer.content)
            for step in range(len(PLACES)):
                query = {"run": run, "tag": TAG, "step": step}
                for path in (
                    "tensor",
                    "embeddings",
                    "embeddings/thumbnails",
                    "embeddings/neighbors?point=0",
                    "landscape",
                    "landscape/file?format=csv",
                ):
                    answer = client.get(f"api/{path}", headers=headers, params=query)
                    assert answer.status_code in (400, 404, 422)
                    answers.append(answer.content)
            answers.append(client.post("api/table", json={}, headers=headers).content)
    return answers


def assert_nothing_is_shown(answers: list[bytes]) -> None:
    sums = {crc32(SECRET[at : at + length]) for at, length in PLACES if SECRET[at : at + length]}
    words = [str(len(SECRET)).encode(), SECRET[:12]]
    words += [base64.b64encode(SECRET[:12]), *(SECRET[at : at + 8] for at in range(16, 100, 8))]
    for number in sums:
        words += [str(number).encode(), f"{number:x}".encode(), msgpack.packb(number)]
    for answer in answers:
        shown = re.sub(rb"(want|at byte) \d+", b"", answer)  # what the log itself says
        shown = shown if not shown.startswith(b"{") else json.dumps(asked_away(shown)).encode()
        assert [word for word in words if word in shown] == []


def asked_away(answer: bytes) -> Any:
    """A JSON answer without the lengths that the log itself says its payloads have."""

    def without(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: without(inner) for key, inner in value.items() if key != "bytes"}
        return [without(inner) for inner in value] if isinstance(value, list) else value

    return without(json.loads(answer))


@pytest.mark.skipif(os.name != "posix", reason="links need no rights on POSIX only")
def test_no_answer_says_anything_of_a_file_behind_a_link(tmp_path: Path) -> None:
    logdir, secret = tmp_path / "logs", tmp_path / "elsewhere" / "secret.vdl"
    secret.parent.mkdir()
    secret.write_bytes(SECRET)
    write_reaching_log(logdir / "reach" / "a.vdl")
    (logdir / "reach" / "a.vdm").symlink_to(secret)
    (logdir / "reach" / "b.vdl").symlink_to(secret)
    (logdir / "folder").symlink_to(secret.parent)
    with serve(logdir, port=0, token=TOKEN) as server:
        assert_nothing_is_shown(answers_of(server))
        with client_of(server) as client:
            left_out = client.get("api/damage").json()["unreadable"]
            assert {item["path"] for item in left_out} == {"folder", "reach/b.vdl"}
            assert all("--follow-links" in item["reason"] for item in left_out)


def test_no_answer_says_anything_of_a_file_that_is_hard_to_tell_from_a_log(tmp_path: Path) -> None:
    write_reaching_log(tmp_path / "reach" / "a.vdl")
    (tmp_path / "reach" / "a.vdm").write_bytes(SECRET)  # as by a hard link
    with serve(tmp_path, port=0, token=TOKEN) as server:
        assert_nothing_is_shown(answers_of(server))


def test_links_that_lead_out_are_followed_when_the_server_is_asked_to(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "elsewhere" / "run") as writer:
        writer.add_record("own", "x", b"payload" * 1000, 0)
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "link").symlink_to(tmp_path / "elsewhere")
    with (
        serve(tmp_path / "logs", port=0, token=TOKEN, follow_links=True) as server,
        client_of(server) as client,
    ):
        wait_until_loaded(client)
        run = run_ids(client)["link/run"]
        place: dict[str, Any] = {"kind": "own", "run": run, "tag": "x", "step": 0}
        assert client.get("api/media", params=place).content == b"payload" * 1000


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_payloads_behind_pipes_take_no_thread_away(tmp_path: Path) -> None:
    write_reaching_log(tmp_path / "reach" / "a.vdl")
    os.mkfifo(tmp_path / "reach" / "a.vdm")
    with serve(tmp_path, port=0, token=TOKEN) as server, client_of(server) as client:
        wait_until_loaded(client)
        run = run_ids(client)["reach"]
        for _ in range(2 * max(4, os.cpu_count() or 1)):
            place: dict[str, Any] = {"kind": "own", "run": run, "tag": TAG, "step": 0}
            answer = client.get("api/media", params=place)
            assert answer.status_code == 422
            assert "it is not a plain file" in answer.json()["error"]["message"]
        assert client.get("api/status").status_code == 200
