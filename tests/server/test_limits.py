"""Answers that are too large are refused before they cost anything, with the way to the data."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any

import httpx
import numpy as np
import pytest

from vdlite import LogWriter
from vdlite.kinds.pictures import png
from vdlite.server import serve
from vdlite.server.answers.encoding import to_json, to_msgpack
from vdlite.server.bounded_log import BoundedLog
from vdlite.server.errors import ApiError

from .conftest import MSGPACK, TOKEN, client_of, run_ids, wait_until_loaded

LARGE = 3000  # pixels of a side
HUGE = 9000


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    logdir = tmp_path_factory.mktemp("large")
    with LogWriter(logdir / "run") as writer:
        writer.add_image("large", np.zeros((LARGE, LARGE), np.uint8), 0)
        writer.add_image("huge", np.zeros((HUGE, HUGE), np.uint8), 0)
        writer.add_tensor("tensor", np.zeros(5_000_000, np.uint8), 0)
    with serve(logdir, port=0, token=TOKEN) as server, client_of(server) as client:
        wait_until_loaded(client)
        yield client


def query_of(client: httpx.Client, kind: str, tag: str) -> dict[str, Any]:
    return {"kind": kind, "run": run_ids(client)["run"], "tag": tag, "step": 0}


@pytest.mark.parametrize(
    ("kind", "tag", "headers"),
    [
        ("image", "large", {}),
        ("image", "huge", {}),
        ("image", "huge", MSGPACK),
        ("tensor", "tensor", {}),
    ],
)
def test_what_is_too_large_is_refused_with_the_way_to_it(
    client: httpx.Client, kind: str, tag: str, headers: dict[str, str]
) -> None:
    query = query_of(client, kind, tag)
    answer = client.get("api/payload", params=query, headers=headers)
    assert answer.status_code == 413
    error = answer.json()["error"]
    assert error["code"] == "too_large"
    assert "/api/media" in error["message"]
    assert "LogReader" in error["message"]
    assert client.get("api/media", params=query).status_code == 200


def test_a_large_picture_is_given_as_columns(client: httpx.Client) -> None:
    query = query_of(client, "image", "large")
    assert client.get("api/payload", params=query, headers=MSGPACK).status_code == 200


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_a_picture_gives_its_size_without_being_unfolded(channels: int) -> None:
    pixels = np.zeros((7, 5, channels), np.uint8)
    data = png.write(pixels[:, :, 0] if channels == 1 else pixels)
    assert png.size_of(data) == pixels.nbytes


def test_what_is_no_picture_has_no_size() -> None:
    assert png.size_of(b"") == png.size_of(b"GIF89a" + bytes(100)) == 0
    assert png.size_of(png.write(np.zeros((3, 4), np.uint16))) == 24


def test_arrays_of_one_answer_are_counted_together() -> None:
    arrays = [np.zeros((3, 4), np.uint8) for _ in range(5)]
    assert len(to_json(arrays, most_numbers=60)) > 0
    assert len(to_msgpack(arrays, most_bytes=60)) > 0
    for encode in (to_json, to_msgpack):
        with pytest.raises(ApiError) as refused:
            encode(arrays, 59)
        assert refused.value.status_code == 413


@pytest.mark.parametrize(
    "shape", [(), (0,), (3, 0), (140_000,), (2, 70_000), (33_000, 2, 1), (1, 1, 70_000)]
)
@pytest.mark.parametrize("dtype", ["f8", "f4", "f2", "i8", "u1", "?"])
def test_an_array_in_json_is_lists_in_lists(shape: tuple[int, ...], dtype: str) -> None:
    """All that have items are longer than what is written at once, 65,536 of them."""
    values = (np.arange(np.prod(shape, dtype=int)).reshape(shape) % 7).astype(dtype)
    assert json.loads(to_json(values, most_numbers=1 << 22)) == values.astype("f8").tolist()


def test_what_json_can_not_write_is_named_wherever_it_stands() -> None:
    values = np.zeros(200_000)
    values[[0, 70_000, 199_999]] = np.nan, np.inf, -np.inf
    text = to_json(values).decode()
    assert text.startswith('["NaN",0.0')
    assert text.endswith('0.0,"-Infinity"]')
    assert text.count('"Infinity"') == 1


def test_a_log_is_not_filled_by_the_same_over_and_over() -> None:
    now = 0.0
    bound = BoundedLog(most=3, clock=lambda: now)
    made = [logging.makeLogRecord({"msg": f"message {number}"}) for number in range(10)]
    passed = [record.getMessage() for record in made if bound.filter(record)]
    assert passed == [
        "message 0",
        "message 1",
        "message 2 (more messages of this minute are left out)",
    ]
    now = 60.0
    assert bound.filter(logging.makeLogRecord({"msg": "later"}))
