"""Which records there are, what they hold, and their bytes as files."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgpack
import numpy as np
import pytest
from PIL import Image

from tests.server.conftest import (
    MSGPACK,
    TOKEN,
    client_of,
    events,
    grown,
    run_ids,
    wait_until_loaded,
)
from vdlite import LogReader, LogWriter
from vdlite.server import serve

COUNT = 30


def pixels(step: int) -> np.ndarray[Any, Any]:
    return np.full((3, 4, 3), step, np.uint8)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("records")
    with LogWriter(folder / "run") as writer:
        for step in range(COUNT):
            writer.add_image("samples", pixels(step), 10 * step, 1000.0 + step)
        writer.add_image("samples", pixels(200), 50, 2000.0)
        writer.add_text("notes/first", "# 标题\n" * 1000, 3)
        writer.add_record("own", "x", b"\x00\xff", 0, summary={"size": 2, "name": "two"})
        writer.add_hparams({"lr": 0.5, "bad": float("nan")}, ["loss"])
    with LogWriter(folder / "empty") as writer:
        writer.add_scalar("loss", 1.0)
    return folder


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[httpx.Client]:
    with serve(folder, port=0, token=TOKEN) as server, client_of(server) as client:
        wait_until_loaded(client)
        yield client


@pytest.fixture(scope="module")
def run(client: httpx.Client) -> str:
    return run_ids(client)["run"]


def listed(client: httpx.Client, kind: str, **series: Any) -> dict[str, Any]:
    body = {"kind": kind, "series": [series], "fields": ["width", "missing"]}
    answer: dict[str, Any] = client.post("api/records", json=body).json()["series"][0]
    return answer


def test_every_step_is_listed_once_in_order(client: httpx.Client, run: str) -> None:
    series = listed(client, "image", run=run, tag="samples")
    assert series["step"] == list(range(0, 10 * COUNT, 10))
    assert (series["count"], series["superseded"], series["append"]) == (COUNT, 1, False)
    assert series["walltime"][4:7] == [1004.0, 2000.0, 1006.0]
    assert series["fields"] == {"width": [4.0] * COUNT, "missing": ["NaN"] * COUNT}
    assert series["newest"] == {"width": 4, "height": 3, "channels": 3}


def test_a_field_may_lie_within_another(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_image_matrix("samples", [pixels(1)] * 5, 0)
        writer.add_image("samples", pixels(1), 1)
    with serve(tmp_path, port=0, token=TOKEN) as server, client_of(server) as client:
        wait_until_loaded(client)
        query = {
            "kind": "image",
            "run": run_ids(client)["run"],
            "tag": "samples",
            "field": ["cells.rows", "cells", "width.rows", "."],
        }
        (series,) = client.get("api/records", params=query).json()["series"]
    assert series["fields"] == {
        "cells.rows": [2.0, "NaN"],
        "cells": ["NaN", "NaN"],
        "width.rows": ["NaN", "NaN"],
        ".": ["NaN", "NaN"],
    }


def test_only_what_is_new_is_given_to_who_knows_the_rest(client: httpx.Client, run: str) -> None:
    version = listed(client, "image", run=run, tag="samples")["version"]
    series = listed(client, "image", run=run, tag="samples", have=COUNT - 2, version=version)
    assert (series["append"], series["step"]) == (True, [280, 290])
    stale = listed(client, "image", run=run, tag="samples", have=COUNT - 2, version=version + 1)
    assert (stale["append"], len(stale["step"])) == (False, COUNT)
    more = listed(client, "image", run=run, tag="samples", have=COUNT + 1, version=version)
    assert (more["append"], len(more["step"])) == (False, COUNT)


def test_columns_are_raw_in_msgpack(client: httpx.Client, run: str) -> None:
    body = {"kind": "image", "series": [{"run": run, "tag": "samples"}]}
    answer = client.post("api/records", json=body, headers=MSGPACK)
    (series,) = msgpack.unpackb(answer.content)["series"]
    assert series["step"]["dtype"] == "i8"
    steps = np.frombuffer(series["step"]["data"], "<i8")
    np.testing.assert_array_equal(steps, np.arange(COUNT) * 10)


def test_pairs_that_do_not_exist_are_reported_or_left_out(client: httpx.Client, run: str) -> None:
    body = {
        "kind": "image",
        "series": [{"run": run, "tag": "none"}, {"run": "f" * 12, "tag": "samples"}],
    }
    errors = [one["error"] for one in client.post("api/records", json=body).json()["series"]]
    assert errors == ["not_found", "not_found"]
    query = {"kind": "image", "run": [run, "f" * 12], "tag": ["samples", "none"]}
    series = client.get("api/records", params=query).json()["series"]
    assert [(one["run"], one["tag"]) for one in series] == [(run, "samples")]


def test_a_picture_comes_as_the_file_that_was_written(
    client: httpx.Client, run: str, folder: Path
) -> None:
    query = {"kind": "image", "run": run, "tag": "samples", "step": 120}
    answer = client.get("api/media", params=query)
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["content-disposition"] == 'inline; filename="run-samples-120.png"'
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.content == LogReader(folder).records("run", "image", "samples")[12].raw()
    with Image.open(io.BytesIO(answer.content)) as picture:
        np.testing.assert_array_equal(np.asarray(picture), pixels(12))
    saved = client.get("api/media", params=query | {"download": "true"})
    assert saved.headers["content-disposition"].startswith("attachment")


def test_an_address_with_a_checksum_means_one_payload_for_ever(
    client: httpx.Client, run: str, folder: Path
) -> None:
    everything = LogReader(folder).records("run", "image", "samples", superseded=True)
    old, new = [record for record in everything if record.step == 50]
    for record, value in ((old, 5), (new, 200)):
        query = {
            "kind": "image",
            "run": run,
            "tag": "samples",
            "step": 50,
            "check": record.entry.crc,
        }
        answer = client.get("api/media", params=query)
        assert "immutable" in answer.headers["cache-control"]
        fields = client.get("api/payload", params=query)
        assert "immutable" in fields.headers["cache-control"]
        assert fields.json()["payload"]["pixels"][0][0] == [value] * 3
    query["check"] = 1
    assert client.get("api/media", params=query).status_code == 404


@pytest.mark.parametrize(
    ("header", "status", "part"),
    [
        ("bytes=0-3", 206, slice(0, 4)),
        ("bytes=5-", 206, slice(5, None)),
        ("bytes=-4", 206, slice(-4, None)),
        ("bytes=2-999999", 206, slice(2, None)),
        ("bytes=999999-", 416, slice(0, 0)),
        ("bytes=-0", 416, slice(0, 0)),
        ("bytes=3-1", 416, slice(0, 0)),
        ("bytes=-", 200, slice(None)),
        ("bytes=0-1,3-4", 200, slice(None)),
        ("lines=0-1", 200, slice(None)),
    ],
)
def test_parts_of_a_file_can_be_asked_for(
    client: httpx.Client, run: str, header: str, status: int, part: slice
) -> None:
    query = {"kind": "image", "run": run, "tag": "samples", "step": 0}
    whole = client.get("api/media", params=query).content
    answer = client.get("api/media", params=query, headers={"Range": header})
    assert answer.status_code == status
    assert answer.content == whole[part]
    if status == 206:
        first, last, size = (
            answer.headers["content-range"].removeprefix("bytes ").replace("/", "-").split("-")
        )
        assert whole[int(first) : int(last) + 1] == answer.content
        assert int(size) == len(whole)


def test_a_payload_comes_as_fields(client: httpx.Client, run: str) -> None:
    query = {"kind": "hparams", "run": run, "tag": "hparams", "step": 0}
    answer = client.get("api/payload", params=query).json()
    assert answer["payload"] == {
        "hparams": {"lr": 0.5, "bad": "NaN"},
        "metrics": ["loss"],
        "goals": {},
        "logarithmic": [],
        "replaces": False,
        "extends": False,
    }
    assert answer["summary"]["count"] == 2
    query = {"kind": "text", "run": run, "tag": "notes/first", "step": 3}
    assert client.get("api/payload", params=query).json()["payload"] == "# 标题\n" * 1000


def test_bytes_of_an_unknown_kind_are_given_as_they_are(client: httpx.Client, run: str) -> None:
    query = {"kind": "own", "run": run, "tag": "x", "step": 0}
    answer = client.get("api/media", params=query)
    assert (answer.headers["content-type"], answer.content) == (
        "application/octet-stream",
        b"\x00\xff",
    )
    assert client.get("api/payload", params=query).json()["payload"] == "AP8="
    packed = msgpack.unpackb(client.get("api/payload", params=query, headers=MSGPACK).content)
    assert packed["payload"] == b"\x00\xff"


def test_an_array_of_several_dimensions_has_its_shape(client: httpx.Client, run: str) -> None:
    query = {"kind": "image", "run": run, "tag": "samples", "step": 20}
    packed = msgpack.unpackb(client.get("api/payload", params=query, headers=MSGPACK).content)
    found = packed["payload"]["pixels"]
    assert (found["dtype"], found["shape"]) == ("u1", [3, 4, 3])
    assert found["data"] == pixels(2).tobytes()


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"step": 5}, 404),
        ({"tag": "none"}, 404),
        ({"kind": "none"}, 404),
        ({"kind": "scalar"}, 404),
        ({"run": "0" * 12}, 404),
        ({"step": "x"}, 400),
        ({"step": 2**63}, 400),
        ({"check": -1}, 400),
    ],
)
def test_what_is_not_there_is_reported(
    client: httpx.Client, run: str, change: dict[str, Any], status: int
) -> None:
    query: dict[str, Any] = {"kind": "image", "run": run, "tag": "samples", "step": 0}
    for route in ("media", "payload"):
        answer = client.get(f"api/{route}", params=query | change)
        assert answer.status_code == status
        assert answer.json()["error"]["message"]


def test_too_many_series_are_refused(client: httpx.Client, run: str) -> None:
    body = {"kind": "image", "series": [{"run": run, "tag": "samples"}] * 2001}
    assert client.post("api/records", json=body).status_code == 413
    query = {"kind": "image", "run": run, "tag": [str(number) for number in range(2001)]}
    assert client.get("api/records", params=query).status_code in (400, 413)


def test_damage_and_a_missing_media_file_are_reported_and_hide_nothing_else(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        noise = np.random.default_rng(0).integers(0, 256, (40, 40, 3), dtype=np.uint8)
        for step in range(3):
            writer.add_image("large", noise, step)
        writer.add_image("small", pixels(1), 0)
        media = Path(writer.file_name).with_suffix(".vdm")
    whole = media.read_bytes()
    second = len(whole) // 3 + 100
    media.write_bytes(whole[:second] + bytes([whole[second] ^ 1]) + whole[second + 1 :])
    with serve(tmp_path, port=0, token=TOKEN) as server, client_of(server) as client:
        wait_until_loaded(client)
        query: dict[str, Any] = {"kind": "image", "run": run_ids(client)["run"], "tag": "large"}
        statuses = [
            client.get("api/media", params=query | {"step": step}).status_code for step in range(3)
        ]
        assert statuses == [200, 422, 200]
        error = client.get("api/payload", params=query | {"step": 1}).json()["error"]
        assert error["code"] == "damaged"
        assert "checksum" in error["message"]
        media.unlink()
        gone = client.get("api/media", params=query | {"step": 0})
        assert gone.status_code == 404
        assert "media file is missing" in gone.json()["error"]["message"]
        small = query | {"tag": "small", "step": 0}
        assert client.get("api/media", params=small).status_code == 200


def test_new_records_of_every_kind_are_pushed(tmp_path: Path) -> None:
    with (
        LogWriter(tmp_path / "run") as writer,
        serve(tmp_path, port=0, token=TOKEN) as server,
        client_of(server) as client,
        client.stream("GET", "api/events") as response,
    ):
        stream = events(response)
        next(stream)
        writer.add_image("samples", pixels(1), 7, 123.5)
        writer.flush()
        series = next(series for event in stream if (series := grown(*event)))
    assert series == [
        {"kind": "image", "tag": "samples", "count": 1, "step": 7, "walltime": 123.5, "value": None}
    ]


def test_a_slice_of_a_tensor_is_what_numpy_takes(tmp_path: Path) -> None:
    values = np.random.default_rng(0).normal(size=(4, 5, 6))
    values[0, 0, 0] = np.nan
    with LogWriter(tmp_path / "run") as writer:
        writer.add_tensor("x", values, 3, 123.5)
        writer.add_tensor("big", np.zeros((1001, 1000)), 0)
    with serve(tmp_path, port=0, token=TOKEN) as server, client_of(server) as client:
        wait_until_loaded(client)
        query: dict[str, Any] = {"run": run_ids(client)["run"], "tag": "x", "step": 3}
        answer = client.get("api/tensor", params=query | {"slice": "-1, :, ::2"}, headers=MSGPACK)
        found = msgpack.unpackb(answer.content)
        assert (found["dtype"], found["shape"]) == ("float64", [4, 5, 6])
        assert found["values"]["shape"] == [5, 3]
        assert found["values"]["data"] == values[-1, :, ::2].tobytes()
        head = client.get("api/tensor", params=query).json()
        assert (head["shape"], head["slice"], head["values"]) == ([4, 5, 6], None, None)
        single = client.get("api/tensor", params=query | {"slice": "0,0,0"}).json()
        assert single["values"] == "NaN"
        for wrong in ("0", "0,0,6", "0,0,a", ":,:,3:2"):
            refused = client.get("api/tensor", params=query | {"slice": wrong})
            assert refused.status_code == 400
            assert refused.json()["error"]["message"].startswith("slice")
        big = query | {"tag": "big", "step": 0, "slice": ":,:"}
        assert client.get("api/tensor", params=big).status_code == 413


def test_words_are_found_in_the_texts_of_all_steps(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        for step in range(50):
            writer.add_text(
                "notes", f"step {step}" + (" *Halved* and halved." if step % 20 == 5 else ""), step
            )
        writer.add_text("long", "x" * 10_000 + "HALVED (a.b)" + "y" * 10_000, 7)
    with serve(tmp_path, port=0, token=TOKEN) as server, client_of(server) as client:
        wait_until_loaded(client)
        run = run_ids(client)["run"]
        series = [{"run": run, "tag": tag} for tag in ("notes", "long", "none")]
        found = client.post("api/texts/search", json={"series": series, "words": "halved"}).json()
        assert [(hit["tag"], hit["step"], hit["count"]) for hit in found["hits"]] == [
            ("notes", 45, 2),
            ("notes", 25, 2),
            ("long", 7, 1),
            ("notes", 5, 2),
        ]
        for hit in found["hits"]:
            assert hit["excerpt"][hit["at"] :].lower().startswith("halved")
        assert (found["searched"], found["complete"]) == (51, True)
        literal = client.post("api/texts/search", json={"series": series, "words": "(a.b)"}).json()
        assert [hit["step"] for hit in literal["hits"]] == [7]
        empty = client.post("api/texts/search", json={"series": series, "words": ""})
        assert empty.status_code == 400


def test_trials_are_reported_with_their_metrics(client: httpx.Client, run: str) -> None:
    (trial,) = client.get("api/trials").json()["trials"]
    assert (trial["run"], trial["number"]) == (run, 0)
    assert trial["hparams"] == {"lr": 0.5, "bad": "NaN"}
    assert trial["metrics"] == {"loss": None}
    assert client.get("api/trials", params={"run": "0" * 12}).status_code == 404
