"""Records whose summaries and payloads are not what our writer makes: never a defect of the server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgpack
import pytest

from tests.server.conftest import MSGPACK, TOKEN, client_of, run_ids, wait_until_loaded
from vdlite import LogWriter
from vdlite.kinds.registry import KINDS
from vdlite.server import serve
from vdlite.writer.life.run_writer import recorder_of

TAG = 'a"\r\nX-Evil: 1\\;<x>/../ü'


def nested(depth: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for _ in range(depth):
        found = {"deeper": found}
    return found


SUMMARIES: list[dict[Any, Any]] = [
    {"begin": -1, "width": [1, [2]], "media_type": ["text/html"]},
    {"begin": 1 << 63, "media_type": "text/html"},
    {b"bytes": 1, 1: 2, float("nan"): 3, None: 4},
    {"time": msgpack.Timestamp(1), "extension": msgpack.ExtType(3, b"x")},
    {"histogram": {"counts": [-1], "edges": [0, 1]}, "min": 0, "max": 1, "mean": 0, "std": 1}
    | {"count": (1 << 64) - 1, "nan": 0, "posinf": 0, "neginf": 0},
    nested(300),
]
PAYLOADS = [b"<svg onload=alert(1)>", b"\xff" * 3000, msgpack.packb(nested(300))]
ODD_KINDS = ["own", "a\r\nX-Evil: 1", "ünïcode"]


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[httpx.Client, str]]:
    logdir = tmp_path_factory.mktemp("hostile")
    with LogWriter(logdir / "evil") as writer:
        for kind in [*KINDS, *ODD_KINDS]:
            records = [(summary, payload) for summary in SUMMARIES for payload in PAYLOADS]
            for step, (summary, payload) in enumerate(records if kind != "scalar" else []):
                recorder_of(writer).in_turn(
                    recorder_of(writer).add_payload, kind, TAG, payload, step, 1.0, summary
                )
    with serve(logdir, port=0, token=TOKEN) as server, client_of(server) as client:
        wait_until_loaded(client)
        yield client, run_ids(client)["evil"]


@pytest.mark.parametrize("kind", [*KINDS, *ODD_KINDS])
def test_odd_records_are_shown_or_reported_as_damaged(
    hostile: tuple[httpx.Client, str], kind: str
) -> None:
    client, run = hostile
    series = {"kind": kind, "series": [{"run": run, "tag": TAG}]}
    for headers in ({}, MSGPACK):
        body = {**series, "fields": ["width", "begin", "histogram"]}
        assert client.post("api/records", json=body, headers=headers).status_code == 200
        if kind in ("histogram", "tensor"):
            assert client.post("api/histograms", json=series, headers=headers).status_code == 200
        for step in range(0 if headers else 1, len(SUMMARIES) * len(PAYLOADS), 2):
            query: dict[str, Any] = {"kind": kind, "run": run, "tag": TAG, "step": step}
            answer = client.get("api/payload", params=query, headers=headers)
            assert answer.status_code in (200, 404 if kind == "scalar" else 422)
            if kind == "landscape":
                assert client.get("api/landscapes", headers=headers).status_code == 200
                for route in ("landscape", "landscape/file"):
                    place = query | {"format": "csv"}
                    assert client.get(f"api/{route}", params=place).status_code == 422
            if kind == "tensor":
                answer = client.get("api/tensor", params=query | {"slice": ":"}, headers=headers)
                assert answer.status_code in (400, 422)


@pytest.mark.parametrize("kind", [*KINDS, *ODD_KINDS])
def test_a_logged_file_is_never_a_page_and_its_tag_never_a_header(
    hostile: tuple[httpx.Client, str], kind: str
) -> None:
    client, run = hostile
    for step in range(0, len(SUMMARIES) * len(PAYLOADS), 3):
        query: dict[str, Any] = {"kind": kind, "run": run, "tag": TAG, "step": step}
        answer = client.get("api/media", params=query)
        assert answer.status_code == (404 if kind == "scalar" else 200)
        assert "x-evil" not in answer.headers
        assert answer.headers["x-content-type-options"] == "nosniff"
        wanted = ("application/", "text/plain", "image/png", "audio/wav", "video/")
        assert answer.headers["content-type"].startswith(wanted)


def test_trials_and_searches_leave_out_what_can_not_be_read(
    hostile: tuple[httpx.Client, str],
) -> None:
    client, run = hostile
    assert client.get("api/trials").status_code == 200
    body = {"series": [{"run": run, "tag": TAG}], "words": "SVG"}
    assert len(client.post("api/texts/search", json=body).json()["hits"]) == len(SUMMARIES)


def test_a_kind_and_a_chart_named_as_javascript_refuses_hide_nothing(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_record("__proto__", "__proto__", b"x")
        writer.add_text("__proto__", "__proto__")
    with (
        serve(tmp_path, port=0, token=TOKEN, allow_edit=True) as server,
        client_of(server) as client,
    ):
        wait_until_loaded(client)
        client.post("api/annotations", json={"charts": {"__proto__": {"a": 1}, "b": {}}})
        for route, field in (("annotations", "charts"), ("tags", "kinds")):
            names = msgpack.unpackb(client.get(f"api/{route}", headers=MSGPACK).content)[field]
            assert "__proto__" not in names
            assert "__proto__ " in names
        assert "__proto__" in client.get("api/tags").json()["kinds"]
