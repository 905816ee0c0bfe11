"""Annotations over HTTP: kept in the logdir, asked to every page, refused where not allowed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.conftest import MSGPACK, TOKEN, client_of, events, run_ids, wait_until_loaded
from vdlite import LogWriter
from vdlite.server import serve


@contextmanager
def editing(*logdirs: Path, **options: Any) -> Iterator[httpx.Client]:
    """A client of a server that has read these logdirs and allows edits."""
    with (
        serve(logdirs, port=0, token=TOKEN, **{"allow_edit": True} | options) as server,
        client_of(server) as client,
    ):
        wait_until_loaded(client)
        yield client


def write_runs(logdir: Path, *names: str) -> None:
    for name in names:
        with LogWriter(logdir / name) as writer:
            writer.add_scalar("loss", 0.5, 0)


@pytest.fixture
def logdir(tmp_path: Path) -> Path:
    write_runs(tmp_path, "a", "b")
    return tmp_path


@pytest.fixture
def client(logdir: Path) -> Iterator[httpx.Client]:
    with editing(logdir) as client:
        yield client


def edit(client: httpx.Client, **patch: Any) -> Any:
    answer = client.post("api/annotations", json=patch)
    assert answer.status_code == 200, answer.text
    return answer.json()


def tree(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*")}


def test_a_patch_changes_what_it_names_and_nothing_else(client: httpx.Client) -> None:
    run = run_ids(client)["a"]
    before = client.get("api/annotations").json()
    assert {**before, "version": 0} == {
        "version": 0,
        "editable": True,
        "runs": {},
        "thresholds": {},
        "charts": {},
        "boards": {},
        "directions": {},
    }
    edit(client, runs={run: {"name": "baseline", "labels": ["good"], "archived": True}})
    edit(client, thresholds={"loss/test": {"above": 1}}, charts={"gap": {"tags": ["a", "b"]}})
    after = edit(client, runs={run: {"note": "text", "archived": None}})
    assert after["runs"] == {run: {"name": "baseline", "labels": ["good"], "note": "text"}}
    assert after["thresholds"] == {"loss/test": {"above": 1}}
    assert after["charts"] == {"gap": {"tags": ["a", "b"]}}
    assert after["version"] > before["version"]
    after = edit(client, runs={run: {"baseline": True}})
    assert after["runs"][run]["baseline"] is True
    assert "baseline" not in edit(client, runs={run: {"baseline": False}})["runs"][run]
    landscapes = {"1 result": {"name": "the basin", "rank": 0}, "2 test": {"hidden": True}}
    after = edit(client, runs={run: {"landscapes": landscapes}})
    assert after["runs"][run]["landscapes"] == landscapes
    after = edit(client, runs={run: {"landscapes": {}}})
    assert "landscapes" not in after["runs"][run]
    assert edit(client, charts={"gap": None})["charts"] == {}
    edit(client, boards={"first look": {"items": []}, "second": {}})
    assert edit(client, boards={"second": None})["boards"] == {"first look": {"items": []}}
    edit(client, directions={"value": {"goal": "max"}, "place": {"goal": "min"}})
    assert edit(client, directions={"place": None})["directions"] == {"value": {"goal": "max"}}


def test_annotations_survive_a_restart(logdir: Path) -> None:
    with editing(logdir) as client:
        run = run_ids(client)["a"]
        edit(client, runs={run: {"note": "kept ✓"}})
    with editing(logdir, allow_edit=False) as client:
        answer = client.get("api/annotations").json()
    assert answer["runs"] == {run: {"note": "kept ✓"}}
    assert answer["editable"] is False


def test_a_server_that_allows_no_edits_writes_nothing(logdir: Path) -> None:
    before = tree(logdir)
    with editing(logdir, allow_edit=False) as client:
        run = run_ids(client)["a"]
        for path, body in [
            ("annotations", {"runs": {run: {"note": "x"}}}),
            ("trash", {"runs": [run]}),
            ("trash/20260102T101500-1a2b3c4d/restore", {}),
        ]:
            answer = client.post(f"api/{path}", json=body)
            assert answer.status_code == 403
            assert answer.json()["error"]["code"] == "not_editable"
            assert "--allow-edit" in answer.json()["error"]["message"]
        assert client.get("api/trash").json() == {"items": []}
    assert tree(logdir) == before


def test_edits_of_another_server_arrive_as_an_event(logdir: Path) -> None:
    with editing(logdir) as one, editing(logdir) as two:
        run = run_ids(one)["a"]
        with two.stream("GET", "api/events") as response:
            stream = events(response)
            next(stream)
            version = edit(one, runs={run: {"note": "of one"}})["version"]
            event = next(data for name, data in stream if name == "annotations")
        answer = two.get("api/annotations").json()
        assert event == {"version": answer["version"]}
        assert answer["runs"] == {run: {"note": "of one"}}
        assert version > 0


def test_the_own_edits_of_a_server_that_reads_once_are_reported(logdir: Path) -> None:
    with editing(logdir, reload_interval=0) as client:
        run = run_ids(client)["a"]
        with client.stream("GET", "api/events") as response:
            stream = events(response)
            next(stream)
            version = edit(client, runs={run: {"note": "x"}})["version"]
            assert next(data for name, data in stream if name == "annotations") == {
                "version": version
            }


def test_each_logdir_keeps_the_annotations_of_its_runs(tmp_path: Path) -> None:
    write_runs(tmp_path / "old", "a", ".")
    write_runs(tmp_path / "new", "a")
    with editing(tmp_path / "old", tmp_path / "new") as client:
        ids = run_ids(client)
        assert set(ids) == {"old", "old/a", "new/a"}
        edit(
            client,
            runs={id_: {"note": name} for name, id_ in ids.items()},
            thresholds={"loss": {"above": 1}},
        )
        answer = client.get("api/annotations").json()["runs"]
    assert answer == {id_: {"note": name} for name, id_ in ids.items()}
    with editing(tmp_path / "new") as client:
        answer = client.get("api/annotations").json()
        assert answer["runs"] == {run_ids(client)["a"]: {"note": "new/a"}}
        assert answer["thresholds"] == {}
    with editing(tmp_path / "old") as client:
        ids = run_ids(client)
        answer = client.get("api/annotations").json()
        assert answer["runs"] == {ids["a"]: {"note": "old/a"}, ids["."]: {"note": "old"}}
        assert answer["thresholds"] == {"loss": {"above": 1}}


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ({"name": "x" * 201}, "a text of 200 characters at most"),
        ({"name": 7}, "a text of 200 characters at most"),
        ({"note": "é" * 32769}, "a text of 64 KiB at most"),
        ({"labels": ["x" * 61]}, "a list of texts of 60 characters at most"),
        ({"labels": "good"}, "a list of texts of 60 characters at most"),
        ({"labels": [str(i) for i in range(101)]}, "100 labels at most"),
        ({"archived": "yes"}, "true or false"),
        ({"baseline": 1}, "true or false"),
        ({"landscapes": []}, "a JSON object of 1000 landscapes at most"),
        ({"landscapes": {str(i): {} for i in range(1001)}}, "1000 landscapes at most"),
        ({"landscapes": {"a": {"color": "red"}}}, "name, rank and hidden of each landscape"),
        ({"landscapes": {"a": {"hidden": 1}}}, "true or false"),
        ({"landscapes": {"a": {"name": "x" * 201}}}, "a text of 200 characters at most"),
        ({"landscapes": {"a": {"rank": "1"}}}, "a number as rank"),
        ({"color": "red"}, "there is no such parameter"),
    ],
)
def test_a_wrong_field_is_refused(client: httpx.Client, fields: Any, wanted: str) -> None:
    run = run_ids(client)["a"]
    answer = client.post("api/annotations", json={"runs": {run: fields}})
    assert answer.status_code == 400
    message = answer.json()["error"]["message"]
    assert message.startswith(f"runs.{run}.")
    assert wanted in message
    assert client.get("api/annotations").json()["runs"] == {}


@pytest.mark.parametrize(
    "body",
    [
        b'{"charts": {"c": {"x": "\\ud800"}}}',
        b'{"charts": {"c": {"x": NaN}}}',
        b'{"charts": {"c": {"x": 1e999}}}',
        b'{"charts": {"c": {"x": 99999999999999999999}}}',
        b'{"charts": {"c": ' + b'{"x":' * 200 + b"1" + b"}" * 200 + b"}}",
        b'{"charts": {"c": ' + b"[" * 100_000 + b"]" * 100_000 + b"}}",
        b'{"charts": {"c": {"x": "' + b"y" * 65536 + b'"}}}',
        b'{"charts": {"c": [1]}}',
        b'{"charts": {"": {}}}',
        b'{"thresholds": {"\\udfff": {}}}',
        b'{"runs": {"RUN": {"note": "\\ud800"}}}',
        b'{"runs": {"RUN": 3}}',
        b'{"runs": []}',
        b'{"more": {}}',
    ],
)
def test_hostile_contents_are_refused_and_leave_nothing(client: httpx.Client, body: bytes) -> None:
    body = body.replace(b"RUN", run_ids(client)["a"].encode())
    headers = {"Content-Type": "application/json"}
    answer = client.post("api/annotations", content=body, headers=headers)
    assert answer.status_code == 400, answer.text
    assert answer.json()["error"]["code"] == "bad_request"
    said = client.get("api/annotations", headers=MSGPACK)
    assert said.status_code == 200
    assert client.get("api/annotations").json()["charts"] == {}


def test_a_run_that_does_not_exist_spoils_the_whole_patch(client: httpx.Client) -> None:
    run = run_ids(client)["a"]
    patch = {"runs": {run: {"note": "x"}, "0123456789ab": {"note": "y"}}}
    assert client.post("api/annotations", json=patch).status_code == 404
    assert client.get("api/annotations").json()["runs"] == {}


def test_a_file_in_the_place_of_the_sidecar_is_reported_and_breaks_nothing(
    logdir: Path, client: httpx.Client
) -> None:
    (logdir / ".vdlite").write_text("mine")
    run = run_ids(client)["a"]
    answer = client.post("api/annotations", json={"runs": {run: {"note": "x"}}})
    assert answer.status_code == 507
    assert answer.json()["error"]["code"] == "not_written"
    assert client.get("api/annotations").json()["runs"] == {}
    assert (logdir / ".vdlite").read_text() == "mine"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_logdir_is_reported(logdir: Path, client: httpx.Client) -> None:
    run = run_ids(client)["a"]
    logdir.chmod(0o500)
    try:
        answer = client.post("api/annotations", json={"runs": {run: {"note": "x"}}})
    finally:
        logdir.chmod(0o700)
    assert answer.status_code == 507
    assert "Permission denied" in answer.json()["error"]["message"]


def test_a_missing_logdir_is_reported(tmp_path: Path) -> None:
    with editing(tmp_path / "none") as client:
        answer = client.post("api/annotations", json={"charts": {"c": {}}})
        assert answer.status_code == 507
        assert "the folder is not there" in answer.json()["error"]["message"]
        assert client.get("api/annotations").status_code == 200
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("what", "most"),
    [("boards", 1000), ("charts", 1000), ("thresholds", 10_000), ("directions", 10_000)],
)
def test_so_many_are_kept_and_not_one_more(client: httpx.Client, what: str, most: int) -> None:
    many: dict[str, Any] = {f"n{number}": {} for number in range(most)}
    for one in (many | {"more": {}}, dict.fromkeys(range(100_000))):
        refused = client.post("api/annotations", json={what: one})
        assert refused.status_code == 413
        assert f"{most} at most" in refused.json()["error"]["message"]
    assert len(edit(client, **{what: many})[what]) == most
    refused = client.post("api/annotations", json={what: {"more": {}}, "runs": {}})
    assert refused.status_code == 413
    assert f"got {most + 1} {what}, want {most} at most" in refused.json()["error"]["message"]
    kept = edit(client, **{what: {"more": {}, "n0": None, "n1": {"a": 1}}})[what]
    assert len(kept) == most
    assert (kept["more"], kept["n1"], "n0" in kept) == ({}, {"a": 1}, False)
