"""Whatever numbers a file holds, every route answers, and every other run is answered in full."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import httpx
import msgpack
import pytest

from vdlite.format.records import RecordType, scalar_body
from vdlite.server import Server, serve

from .conftest import MSGPACK, TOKEN, client_of, events, run_ids, wait_until_loaded
from .forged import NONSENSE, TAG, series, write_forged, write_one_of_each, write_raw

FORMATS = ({}, MSGPACK)
HUGE = 2**64 - 1
LISTS = ["status", "runs", "tags", "damage", "trials", "landscapes", "annotations", "trash"]


@pytest.fixture(scope="module")
def steps() -> dict[str, list[int]]:
    """The steps of the forged records, by kind."""
    return {}


@pytest.fixture(scope="module")
def served(
    tmp_path_factory: pytest.TempPathFactory, steps: dict[str, list[int]]
) -> Iterator[Server]:
    logdir = tmp_path_factory.mktemp("forged")
    write_one_of_each(logdir / "healthy")
    steps |= write_forged(logdir / "summaries", logdir / "healthy")
    gaps = [
        (RecordType.GAP, missing, since, 2.0)
        for missing in (HUGE, HUGE, -5, 2**63)
        for since in (1.0, math.nan)
    ]
    write_raw(logdir / "gaps", *gaps, (RecordType.GAP, 7, 1.0, 2.0))
    far = (RecordType.REFERENCE, 0, 0, 1.0, 2**63 - 11, 10, 1, {"begin": 5, "x": {}, "metrics": []})
    for kind in ("image", "tensor", "embeddings", "landscape", "text", "histogram"):
        path = write_raw(logdir / "offsets" / kind, series(0, kind), far)
        path.with_suffix(".vdm").write_bytes(b"short")
    odd = [float(value) for value in (math.nan, math.inf, -math.inf, 1e300, -1e300, -0.0)]
    times = [(RecordType.INLINE, 1, step, time, {}, b"x") for step, time in enumerate(odd)]
    points = [scalar_body(0, step, each, each) for step, each in enumerate(odd)]
    ends = [scalar_body(0, step, 1.0, 1.0) for step in (-(2**63), 2**63 - 1)]
    write_raw(logdir / "walltimes", series(0, "scalar"), series(1, "text"), *times, *points, *ends)
    for number, created in enumerate(odd):
        write_raw(logdir / "created" / str(number), series(0, "scalar"), created=created)
    write_raw(
        logdir / "numbers",
        series(HUGE, "text"),
        series(-1, "image"),
        (RecordType.INLINE, HUGE, -(2**63), 1.0, {}, b"x"),
        (RecordType.INLINE, -1, 2**63 - 1, 1.0, {"width": HUGE}, b"x"),
    )
    with serve(logdir, port=0, token=TOKEN) as server, client_of(server) as client:
        wait_until_loaded(client)
        yield server


@pytest.fixture(scope="module")
def client(served: Server) -> Iterator[httpx.Client]:
    with client_of(served) as client:
        yield client


def content(answer: httpx.Response) -> Any:
    if answer.headers["content-type"] == "application/msgpack":
        return msgpack.unpackb(answer.content)
    return answer.json()


@pytest.mark.parametrize("headers", FORMATS, ids=["json", "msgpack"])
@pytest.mark.parametrize("noun", LISTS)
def test_every_list_is_answered(client: httpx.Client, noun: str, headers: dict[str, str]) -> None:
    answer = client.get(f"api/{noun}", headers=headers)
    assert answer.status_code == 200, answer.text
    if noun == "runs":
        names = {run["name"] for run in content(answer)["runs"]}
        assert {"healthy", "summaries", "gaps", "walltimes", "numbers"} < names


@pytest.mark.parametrize("headers", FORMATS, ids=["json", "msgpack"])
def test_every_forged_record_is_shown_or_reported_as_damaged(
    client: httpx.Client, steps: dict[str, list[int]], headers: dict[str, str]
) -> None:
    run = run_ids(client)["summaries"]
    assert len(steps) == 13
    for kind, of_kind in steps.items():
        query: dict[str, Any] = {"kind": kind, "run": run, "tag": TAG}
        fields = {"field": ["width", "begin", "count", "cells.rows"]}
        assert client.get("api/records", params=query | fields, headers=headers).status_code == 200
        for step in of_kind:
            answer = client.get("api/payload", params=query | {"step": step}, headers=headers)
            assert answer.status_code == 200, (kind, step, answer.text)
            assert content(answer)["step"] == step
            if headers == {}:
                media = client.get("api/media", params=query | {"step": step})
                assert media.status_code == 200


OF_ONE_KIND = {
    "tensor?slice=:": "tensor",
    "embeddings": "embeddings",
    "embeddings/thumbnails": "embeddings",
    "embeddings/neighbors?point=0": "embeddings",
    "landscape": "landscape",
    "landscape/file?format=csv": "landscape",
}
ALWAYS_A_FILE = {"landscape/file?format=csv"}
"""What is answered alike, whichever format of answers is asked for."""


@pytest.mark.parametrize(
    ("route", "headers"),
    [
        pytest.param(route, headers, id=f"{route}-{name}")
        for route in OF_ONE_KIND
        for name, headers in zip(("json", "msgpack"), FORMATS, strict=True)
        if headers == {} or route not in ALWAYS_A_FILE
    ],
)
def test_the_routes_of_one_kind_answer_for_each_forged_record(
    client: httpx.Client,
    steps: dict[str, list[int]],
    route: str,
    headers: dict[str, str],
) -> None:
    path, _, given = route.partition("?")
    run = run_ids(client)["summaries"]
    for step in steps[OF_ONE_KIND[route]]:
        query: dict[str, Any] = {"run": run, "tag": TAG, "step": step}
        if given:
            name, _, value = given.partition("=")
            query[name] = value
        answer = client.get(f"api/{path}", params=query, headers=headers)
        assert answer.status_code in (200, 404, 422), (step, NONSENSE[step // 2], answer.text)


@pytest.mark.parametrize("headers", FORMATS, ids=["json", "msgpack"])
@pytest.mark.parametrize("kind", ["image", "tensor", "embeddings", "landscape", "text"])
def test_an_offset_that_no_file_has_is_damage(
    client: httpx.Client, kind: str, headers: dict[str, str]
) -> None:
    run = run_ids(client)[f"offsets/{kind}"]
    query: dict[str, Any] = {"kind": kind, "run": run, "tag": TAG, "step": 0}
    paths = ["payload", "media"]
    if kind in ("tensor", "embeddings", "landscape"):
        paths.append(kind)
    for path in paths:
        answer = client.get(f"api/{path}", params=query, headers=headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "damaged"), path


@pytest.mark.parametrize("headers", FORMATS, ids=["json", "msgpack"])
def test_times_that_are_none_are_answered(client: httpx.Client, headers: dict[str, str]) -> None:
    run = run_ids(client)["walltimes"]
    scalars = {"run": run, "tag": TAG}
    for axis in ("step", "relative", "wall"):
        for extra in ({}, {"from": -1e300, "to": 1e300}, {"smoothing": 0.5, "quantiles": True}):
            answer = client.get(
                "api/scalars", params=scalars | {"axis": axis} | extra, headers=headers
            )
            assert answer.status_code == 200, answer.text
            assert content(answer)["series"][0]["count"] == 8
    for file_format in ("csv", "tsv", "json"):
        assert client.get("api/export", params=scalars | {"format": file_format}).status_code == 200
    texts = {"kind": "text", "run": run, "tag": TAG}
    listed = client.get("api/records", params=texts, headers=headers)
    assert content(listed)["series"][0]["count"] == 6
    for step in range(6):
        payload = client.get("api/payload", params=texts | {"step": step}, headers=headers)
        assert payload.status_code == 200


def test_a_gap_beyond_reason_is_damage_and_the_others_count(client: httpx.Client) -> None:
    run = run_ids(client)["gaps"]
    (info,) = [each for each in client.get("api/runs").json()["runs"] if each["id"] == run]
    assert info["missing"] == 7
    reported = client.get("api/damage").json()
    # Neighboring records that are none are one region.
    assert info["damaged"] == 1
    assert [each["bytes"] > 8 * 20 for each in reported["damage"] if each["run"] == run] == [True]
    assert [gap["missing"] for gap in reported["gaps"] if gap["run"] == run] == [7]


def test_a_header_beyond_reason_gives_no_date(client: httpx.Client) -> None:
    runs = client.get("api/runs").json()["runs"]
    started = [run["started"] for run in runs if run["name"].startswith("created/")]
    assert len(started) == 6
    assert all(isinstance(each, float) and each < 1e11 for each in started)


@pytest.mark.parametrize("headers", FORMATS, ids=["json", "msgpack"])
def test_a_healthy_run_beside_is_answered_in_full(
    client: httpx.Client, headers: dict[str, str]
) -> None:
    run = run_ids(client)["healthy"]
    points = client.get("api/scalars", params={"run": run, "tag": "loss"}, headers=headers)
    assert content(points)["series"][0]["count"] == 3
    for kind, tag in (("histogram", "h"), ("tensor", "x"), ("image", "i"), ("text", "t")):
        query: dict[str, Any] = {"kind": kind, "run": run, "tag": tag, "step": 0}
        assert client.get("api/payload", params=query, headers=headers).status_code == 200
    trials = content(client.get("api/trials", params={"run": run}, headers=headers))["trials"]
    assert trials[0]["hparams"] == {"lr": 0.1}
    table = client.post("api/table", json={"metrics": [{"tag": "loss"}]}, headers=headers)
    assert run in content(table)["runs"]


def test_the_events_begin_with_a_status(client: httpx.Client) -> None:
    with client.stream("GET", "api/events") as response:
        assert next(events(response))[0] == "status"
