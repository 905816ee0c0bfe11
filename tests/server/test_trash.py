"""Deleting and restoring over HTTP."""

from __future__ import annotations

import os
import time
from pathlib import Path

import httpx
import pytest

from tests.foreign.event_files import event, log, scalar
from tests.server.conftest import events, run_ids
from tests.server.test_annotations import editing, write_runs
from vdlite import LogWriter
from vdlite.annotations import Trash
from vdlite.reader.logdir.discovery import discover


def wait_for_runs(client: httpx.Client, names: set[str]) -> None:
    """Until the server lists exactly these."""
    with client.stream("GET", "api/events") as response:
        for _ in events(response):
            if set(run_ids(client)) == names:
                return


def test_a_deleted_run_leaves_the_list_and_comes_back_with_its_annotations(tmp_path: Path) -> None:
    write_runs(tmp_path, "a", "b")
    with editing(tmp_path) as client:
        ids = run_ids(client)
        client.post("api/annotations", json={"runs": {ids["a"]: {"note": "mine"}}})
        answer = client.post("api/trash", json={"runs": [ids["a"]]})
        assert answer.status_code == 200, answer.text
        (item,) = answer.json()["items"]
        assert (item["run"], item["files"]) == ("a", 1)
        wait_for_runs(client, {"b"})
        assert client.get("api/trash").json()["items"] == [item]

        answer = client.post(f"api/trash/{item['id']}/restore")
        assert answer.json() == {"items": []}
        wait_for_runs(client, {"a", "b"})
        assert client.get("api/annotations").json()["runs"] == {ids["a"]: {"note": "mine"}}


def test_a_server_that_reads_once_lists_a_deleted_run_no_longer(tmp_path: Path) -> None:
    write_runs(tmp_path, "a", "b")
    with editing(tmp_path, reload_interval=0) as client:
        client.post("api/trash", json={"runs": [run_ids(client)["a"]]})
        wait_for_runs(client, {"b"})


def test_a_live_run_is_refused_and_with_it_the_whole_request(tmp_path: Path) -> None:
    write_runs(tmp_path, "ended")
    with LogWriter(tmp_path / "running") as writer:
        writer.add_scalar("loss", 0.5, 0)
        with editing(tmp_path) as client:
            ids = run_ids(client)
            answer = client.post("api/trash", json={"runs": [ids["ended"], ids["running"]]})
            assert answer.status_code == 409
            assert answer.json()["error"]["code"] == "live"
            assert "the run 'running' is live" in answer.json()["error"]["message"]
            assert client.get("api/trash").json() == {"items": []}
    assert set(discover([tmp_path]).files) == {"ended", "running"}


def test_each_logdir_has_its_own_trash(tmp_path: Path) -> None:
    for name in ("old", "new"):
        write_runs(tmp_path / name, "a")
    with editing(tmp_path / "old", tmp_path / "new") as client:
        client.post("api/trash", json={"runs": [run_ids(client)["new/a"]]})
        (item,) = client.get("api/trash").json()["items"]
        assert item["run"] == "new/a"
        assert discover([tmp_path / "new"]).files == {}
        assert list(discover([tmp_path / "old"]).files) == ["a"]
        client.post(f"api/trash/{item['id']}/restore")
    assert list(discover([tmp_path / "new"]).files) == ["a"]


def test_a_run_that_somebody_else_has_deleted_is_not_found_and_the_others_go(
    tmp_path: Path,
) -> None:
    write_runs(tmp_path, "a", "b", "c")
    with editing(tmp_path, reload_interval=0) as client:
        ids = run_ids(client)
        Trash(tmp_path).put("a")
        answer = client.post("api/trash", json={"runs": [ids["a"], ids["b"]]})
        assert answer.status_code == 404
        assert str(tmp_path) not in answer.text
        assert {item["run"] for item in client.get("api/trash").json()["items"]} == {"a", "b"}
        wait_for_runs(client, {"c"})


def test_only_ids_name_what_is_deleted_or_restored(tmp_path: Path) -> None:
    write_runs(tmp_path, "a")
    with editing(tmp_path) as client:
        for wanted in ({"runs": ["a"]}, {"runs": ["../x"]}):
            assert client.post("api/trash", json=wanted).status_code == 404
        for wanted in ({"runs": []}, {"runs": "a"}, {"paths": ["a"]}, {}):
            assert client.post("api/trash", json=wanted).status_code == 400
        for item in ("..%2f..", "a", "20260102T101500-1a2b3c4d"):
            assert client.post(f"api/trash/{item}/restore").status_code == 404
    assert list(discover([tmp_path]).files) == ["a"]


def test_a_file_that_is_there_again_is_reported(tmp_path: Path) -> None:
    write_runs(tmp_path, "a")
    (log,) = (tmp_path / "a").glob("*.vdl")
    with editing(tmp_path) as client:
        client.post("api/trash", json={"runs": [run_ids(client)["a"]]})
        log.parent.mkdir()
        log.write_bytes(b"another")
        (item,) = client.get("api/trash").json()["items"]
        answer = client.post(f"api/trash/{item['id']}/restore")
        assert answer.status_code == 409
        assert answer.json()["error"]["code"] == "conflict"
    assert log.read_bytes() == b"another"


def test_a_run_of_another_tool_is_deleted_with_its_parts(tmp_path: Path) -> None:
    name = "events.out.tfevents.170000000{0}.host.17.{0}"
    whole = log(tmp_path / "tb", event(scalar("lr", 0.1)), name=name.format(0))
    part = log(tmp_path / "tb" / "loss_a", event(scalar("loss", 0.1)), name=name.format(1))
    for path in (whole, part):
        os.utime(path, (1.7e9, 1.7e9))
    write_runs(tmp_path, "a")
    with editing(tmp_path) as client:
        ids = run_ids(client)
        assert set(ids) == {"tb", "a"}
        items = client.post("api/trash", json={"runs": [ids["tb"]]}).json()["items"]
        (item,) = items
        assert (item["run"], item["files"]) == ("tb", 2)
        wait_for_runs(client, {"a"})
        assert client.post(f"api/trash/{item['id']}/restore").json() == {"items": []}
        wait_for_runs(client, {"a", "tb"})
    assert whole.exists()
    assert part.exists()


def test_a_second_log_of_a_training_in_a_folder_beside_it_goes_and_comes_with_it(
    tmp_path: Path,
) -> None:
    with LogWriter(tmp_path / "ours") as writer:
        writer.add_scalar("loss", 0.5, 1)
    name = f"events.out.tfevents.{int(time.time())}.host.{os.getpid()}.0"
    log(tmp_path / "theirs", event(scalar("loss", 0.5), step=1), name=name)
    for file in tmp_path.glob("*/*"):
        os.utime(file, (1.7e9, 1.7e9))  # TensorBoard's log reports no end
    with editing(tmp_path) as client:
        assert list(run_ids(client)) == ["ours"]
        answer = client.post("api/trash", json={"runs": [run_ids(client)["ours"]]})
        assert answer.status_code == 200, answer.text
        assert not (tmp_path / "theirs" / name).exists()
        (item,) = client.get("api/trash").json()["items"]
        client.post(f"api/trash/{item['id']}/restore")
        assert (tmp_path / "theirs" / name).exists()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may look everywhere")
@pytest.mark.parametrize(("folder", "mode"), [("deep/a", 0), ("deep/a", 0o100), ("deep", 0)])
def test_a_run_that_may_not_be_looked_at_is_not_deleted_and_reported(
    tmp_path: Path, folder: str, mode: int
) -> None:
    write_runs(tmp_path, "deep/a")
    with editing(tmp_path) as client:
        run = run_ids(client)["deep/a"]
        (tmp_path / folder).chmod(mode)
        try:
            answer = client.post("api/trash", json={"runs": [run]})
        finally:
            (tmp_path / folder).chmod(0o700)
    assert answer.status_code in (404, 507)
    assert str(tmp_path) not in answer.text
    assert len(list((tmp_path / "deep" / "a").iterdir())) == 1
