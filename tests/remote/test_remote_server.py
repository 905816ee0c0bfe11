"""A server of logdirs that have addresses."""

import json
from pathlib import Path

import httpx
import numpy as np
import pytest

from tests.remote.bucket import Bucket, InMemory, Server, put_all
from tests.server.conftest import (
    TOKEN,
    client_of,
    events,
    grown,
    run_ids,
    wait_until_loaded,
)
from vdlite import LogWriter, serve
from vdlite.cli import main
from vdlite.errors import LogdirError
from vdlite.reader.logdir.logdirs import logdirs_of

Place = Bucket | InMemory


def fill(folder: Path, steps: int = 5) -> LogWriter:
    writer = LogWriter(folder)
    for step in range(steps):
        writer.add_scalar("loss", step / 2, step)
    writer.add_image("picture", np.full((8, 8, 3), 0.5), 0)
    return writer


def image_of(client: httpx.Client, run: str) -> httpx.Response:
    given = {"run": run, "kind": "image", "tag": "picture", "step": 0}
    return client.get("api/media", params=given)


def test_a_page_shows_runs_and_follows_them(tmp_path: Path, place: Place) -> None:
    with fill(tmp_path / "a") as writer:
        put_all(place, tmp_path)
        with (
            serve(place.address, port=0, token=TOKEN, poll_seconds=1.0) as server,
            client_of(server) as client,
        ):
            wait_until_loaded(client)
            status = client.get("api/status").json()
            assert status["logdirs"] == [place.address]
            assert status["logdir_exists"] is True
            run = run_ids(client)["a"]
            with client.stream("GET", "api/events") as response:
                stream = events(response)
                next(stream)
                writer.add_scalar("loss", 9.0, 5)
                put_all(place, tmp_path)
                while 5 not in [series["step"] for series in grown(*next(stream))]:
                    pass
            points = client.get("api/scalars", params={"run": run, "tag": "loss"}).json()
            assert points["series"][0]["value"] == [0.0, 0.5, 1.0, 1.5, 2.0, 9.0]


def test_the_start_says_what_looking_costs(tmp_path: Path, bucket: Bucket, server: Server) -> None:
    fill(tmp_path / "a").close()
    put_all(bucket, tmp_path)
    bucket.put_empty(f"other/{number}" for number in range(1200 - 1))
    with server.counting() as asked, serve(bucket.address, port=0, token=TOKEN) as running:
        assert running.notes[0] == (
            f"{bucket.address}: 1,200 objects are listed with 2 requests every 60 s: 2,880 requests a day (about $0.01); "
            "every 5 s while a run is written and the page is open: 34,560 requests a day (about $0.17); "
            "--poll-seconds bounds it"
        )
        with client_of(running) as client:
            wait_until_loaded(client)
    assert len([each for each in asked if each.lists]) == 2


def test_a_store_that_does_not_let_in_is_said_at_the_start(
    bucket: Bucket, server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    with server.failing("403 Forbidden", "AccessDenied"):
        assert main(["--logdir", bucket.address, "--port", "0"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("vdlite: can't read logs: the credentials do not open s3://bucket-")
    assert said.count("\n") == 1


def test_a_store_that_is_down_at_the_start_is_waited_for(
    tmp_path: Path, bucket: Bucket, server: Server
) -> None:
    fill(tmp_path / "a").close()
    put_all(bucket, tmp_path)
    server.answer = lambda _: ("501 x", "Down")
    with (
        serve(bucket.address, port=0, token=TOKEN, poll_seconds=1.0) as running,
        client_of(running) as client,
    ):
        assert running.notes[0].endswith("(the store says 501 Down); looking again")
        wait_until_loaded(client)
        (unreadable,) = client.get("api/damage").json()["unreadable"]
        assert "does not answer as it should" in unreadable["reason"]
        server.answer = lambda _: None
        with client.stream("GET", "api/events") as response:
            for _ in events(response):
                if run_ids(client):
                    break
        assert client.get("api/damage").json()["unreadable"] == []


def test_a_store_that_goes_down_is_announced_and_its_runs_stay(
    tmp_path: Path, bucket: Bucket, server: Server
) -> None:
    fill(tmp_path / "a").close()
    put_all(bucket, tmp_path)
    with (
        serve(bucket.address, port=0, token=TOKEN, poll_seconds=1.0) as running,
        client_of(running) as client,
    ):
        wait_until_loaded(client)
        with client.stream("GET", "api/events") as response:
            stream = events(response)
            next(stream)
            with server.failing("403 Forbidden", "AccessDenied"):
                lost = next(data["lost_logdirs"] for name, data in stream if name == "status")
                assert [each["logdir"] for each in lost] == [bucket.address]
                assert "the credentials do not open s3://" in lost[0]["reason"]
                assert list(run_ids(client)) == ["a"]
            assert next(data["lost_logdirs"] for name, data in stream if name == "status") == []


def test_a_payload_that_can_not_be_fetched_is_answered_with_why(
    tmp_path: Path, bucket: Bucket, server: Server
) -> None:
    with LogWriter(tmp_path / "a") as writer:
        writer.add_image("picture", np.random.default_rng(0).random((64, 64, 3)), 0)
    put_all(bucket, tmp_path)
    with serve(bucket.address, port=0, token=TOKEN) as running, client_of(running) as client:
        wait_until_loaded(client)
        run = run_ids(client)["a"]
        with server.failing("400 x", "ExpiredToken"):
            answered = image_of(client, run)
        assert answered.status_code == 503
        assert "have expired: renew them" in answered.json()["error"]["message"]


def test_annotations_lie_in_the_workspace(tmp_path: Path, place: Place) -> None:
    fill(tmp_path / "logs" / "a").close()
    put_all(place, tmp_path / "logs")
    with pytest.raises(LogdirError, match="nothing is written into an object store: give --work"):
        serve(place.address, port=0, allow_edit=True)
    workspace = tmp_path / "own"
    for _ in range(2):
        with (
            serve(
                place.address, port=0, token=TOKEN, allow_edit=True, workspace=workspace
            ) as server,
            client_of(server) as client,
        ):
            wait_until_loaded(client)
            run = run_ids(client)["a"]
            given = {"runs": {run: {"note": "a good one"}}}
            patched = client.post("api/annotations", json=given)
            assert patched.status_code == 200, patched.text
            refused = client.post("api/trash", json={"runs": [run]})
            assert refused.status_code == 409
            assert "nothing is deleted of an object store" in refused.text
    assert len(list(workspace.glob("*/annotations.jsonl"))) == 1
    assert not (Path.cwd() / "s3:").exists()


def test_folders_and_addresses_stand_side_by_side(tmp_path: Path, place: Place) -> None:
    fill(tmp_path / "far" / "a").close()
    fill(tmp_path / "near" / "b").close()
    put_all(place, tmp_path / "far")
    with (
        serve([tmp_path / "near", place.address], port=0, token=TOKEN) as server,
        client_of(server) as client,
    ):
        wait_until_loaded(client)
        assert sorted(run_ids(client)) == ["near/b", "runs/a"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("s3://one/runs", "s3://other/runs"),
        ("gs://one/runs", "az://one/runs"),
        ("https://host.example/a/runs", "ftp://host.example/runs"),
        ("hdfs:///runs", "sftp://host.example/runs"),
    ],
)
def test_runs_of_stores_that_are_called_the_same_have_the_addresses_in_front(
    one: str, other: str
) -> None:
    assert [place.prefix for place in logdirs_of([one, other])] == [one, other]
    (first, _) = logdirs_of([one, other])
    assert first.relative_name(f"{one}/sweep/a") == "sweep/a"


def test_a_payload_that_is_damaged_in_a_store_is_named_by_its_address(
    tmp_path: Path, bucket: Bucket
) -> None:
    with LogWriter(tmp_path / "a") as writer:
        writer.add_image("picture", np.random.default_rng(0).random((64, 64, 3)), 0)
    (media,) = (tmp_path / "a").glob("*.vdm")
    media.write_bytes(media.read_bytes()[:-9] + bytes(9))
    put_all(bucket, tmp_path)
    with serve(bucket.address, port=0, token=TOKEN) as running, client_of(running) as client:
        wait_until_loaded(client)
        answered = image_of(client, run_ids(client)["a"])
        assert answered.status_code == 422
        said = answered.json()["error"]["message"]
        assert said.endswith(f"does not match its checksum: {bucket.address}/a/{media.name}")


def test_commands_take_addresses(
    tmp_path: Path, place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(tmp_path / "logs" / "a").close()
    put_all(place, tmp_path / "logs")
    assert main(["runs", place.address, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out.splitlines()[0])
    assert "a" in json.dumps(answer)
    assert main(["check", place.address]) == 0
    assert capsys.readouterr().out == "1 run, 1 file, 6 records: intact\n"
    assert main(["import", place.address, str(tmp_path / "copy")]) == 0
    capsys.readouterr()
    assert main(["export", "--parquet", place.address, str(tmp_path / "parquet")]) == 0
    assert capsys.readouterr().out.startswith("a: ")
    assert main(["export", "--parquet", place.address, str(tmp_path / "parquet")]) == 0
    assert not capsys.readouterr().out.startswith("a: ")  # nothing has changed
    with fill(tmp_path / "logs" / "a"):
        put_all(place, tmp_path / "logs")
    assert main(["export", "--parquet", place.address, str(tmp_path / "parquet")]) == 0
    assert capsys.readouterr().out.startswith("a: ")
    assert main(["prune", place.address]) == 2
    assert f"nothing is deleted of an object store: {place.address}" in capsys.readouterr().err


def test_a_notebook_and_the_list_of_servers_name_addresses_whole(
    tmp_path: Path, bucket: Bucket
) -> None:
    from vdlite.notebook.view import logdir_options
    from vdlite.reader.remote.address import in_full

    assert logdir_options(["s3://b//c/", "x"]) == [
        "--logdir",
        "s3://b/c",
        str(Path("x").absolute()),
    ]
    assert in_full("x") == str(Path("x").absolute())
    fill(tmp_path / "a").close()
    put_all(bucket, tmp_path)
    with serve(bucket.address, port=0, token=TOKEN) as server:
        assert server._announcement.about.logdirs == [bucket.address]
