"""Single files in place of logdirs: databases and logs."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from tests.foreign.event_files import event, log, scalar
from tests.server.conftest import TOKEN, events, run_ids
from tests.server.test_annotations import editing
from vdlite import LogReader, LogWriter
from vdlite.errors import LogdirError
from vdlite.reader.check import check
from vdlite.server import serve

GOLDEN = Path(__file__).parents[1] / "foreign" / "golden"


def beside(tmp_path: Path, *names: str) -> Path:
    """A folder with these files of other tools, and with other logs that are not meant."""
    for name in names:
        shutil.copy(GOLDEN / name, tmp_path)
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("not/meant", 1.0, 0)
    with LogWriter(tmp_path / "below") as writer:
        writer.add_scalar("not/meant", 1.0, 0)
    return tmp_path


def scalar_tags(client: httpx.Client) -> list[str]:
    found: list[str] = client.get("api/tags").json()["kinds"].get("scalar", {"tags": []})["tags"]
    return found


def wait_for(client: httpx.Client, names: set[str]) -> None:
    with client.stream("GET", "api/events") as response:
        for _ in events(response):
            if set(run_ids(client)) == names:
                return


def add_point(database: Path, value: float) -> None:
    with closing(sqlite3.connect(database)) as writer:
        writer.execute("PRAGMA journal_mode=WAL")
        (row,) = writer.execute("SELECT run_id FROM metrics WHERE run_name = 'beta' LIMIT 1")
        writer.execute(
            "INSERT INTO metrics (run_id, timestamp, run_name, step, metrics)"
            " VALUES (?, '2026-01-01T00:00:00+00:00', 'beta', 99, ?)",
            (*row, f'{{"loss": {value}}}'),
        )
        writer.commit()


def test_a_database_is_shown_alone_by_the_names_of_its_folder(tmp_path: Path) -> None:
    folder = beside(tmp_path, "optuna/study.db", "trackio/digits.db")
    expected = {name for name in LogReader(folder).runs if name.startswith("study.db/")}
    assert len(expected) == 8
    with editing(folder / "study.db") as client:
        assert set(run_ids(client)) == expected == set(LogReader(folder / "study.db").runs)
        status = client.get("api/status").json()
        assert status["log_files"] == status["logdirs"] == [str(folder / "study.db")]
    assert check([folder / "study.db"]).runs == 8


def test_one_log_file_is_shown_without_the_others_of_its_folder(tmp_path: Path) -> None:
    folder = beside(tmp_path, "lightning/metrics.csv", "lightning/hparams.yaml")
    with editing(folder / "metrics.csv") as client:
        (run,) = run_ids(client).items()
        assert run[0] == "."
        tags = scalar_tags(client)
        assert tags == LogReader(folder / "metrics.csv").tags(".")
        assert tags and "not/meant" not in tags
    reader = LogReader(folder / "metrics.csv")
    assert reader.runs == ["."]
    assert reader.kinds(".") == ["scalar"]  # the settings beside it are not of the file
    (own,) = folder.glob("*.vdl")
    assert LogReader(own).tags(".") == ["not/meant"]


def test_several_files_and_folders_have_their_own_names(tmp_path: Path) -> None:
    folder = beside(tmp_path, "optuna/study.db", "lightning/metrics.csv")
    other = tmp_path / "x"
    other.mkdir()
    shutil.copy(GOLDEN / "optuna/study.db", other)
    with editing(folder / "metrics.csv", folder / "below", other / "study.db") as client:
        assert set(run_ids(client)) == {
            "metrics.csv",
            "below",
            *LogReader(other / "study.db").runs,
        }
    with editing(folder / "study.db", other / "study.db") as client:
        names = set(run_ids(client))
        assert len(names) == 16
        for database in (folder / "study.db", other / "study.db"):
            assert f"{database.as_posix()}/digits/0" in names


def test_rows_that_a_writer_adds_come_to_the_page(tmp_path: Path) -> None:
    folder = beside(tmp_path, "trackio/digits.db")
    with editing(folder / "digits.db") as client:
        run = run_ids(client)["digits.db/beta"]
        add_point(folder / "digits.db", 0.125)
        with client.stream("GET", "api/events") as response:
            for _ in events(response):
                runs = client.get("api/runs").json()["runs"]
                if {one["id"]: one["last_step"] for one in runs}[run] == 99:
                    break
    points = LogReader(folder / "digits.db").scalars("digits.db/beta", "loss")
    assert (points.steps[-1], points.values[-1]) == (99, 0.125)


def test_it_may_come_go_and_be_replaced(tmp_path: Path) -> None:
    file = tmp_path / "events.out.tfevents.1700000000.host"
    with editing(file) as client:
        status = client.get("api/status").json()
        assert (status["logdir_exists"], status["log_files"]) == (False, [str(file)])
        (tmp_path / "metrics.csv").write_text("step,loss\n0,1\n")
        log(tmp_path, event(scalar("loss", 0.5)), name=file.name)
        wait_for(client, {"."})
        assert scalar_tags(client) == ["loss"]
        file.unlink()
        wait_for(client, set())
        log(tmp_path, event(scalar("other", 0.25)), name=file.name)
        with client.stream("GET", "api/events") as response:
            for _ in events(response):
                if scalar_tags(client) == ["other"]:
                    break


def test_notes_lie_in_its_folder_and_nothing_is_deleted(tmp_path: Path) -> None:
    folder = beside(tmp_path, "optuna/study.db")
    event_file = log(folder, event(scalar("loss", 0.5)))
    os.utime(event_file, (1.7e9, 1.7e9))  # long over
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    with editing(folder / "study.db") as client:
        run = run_ids(client)["study.db/digits/0"]
        answer = client.post("api/annotations", json={"runs": {run: {"note": "mine"}}})
        assert answer.status_code == 200, answer.text
        assert client.get("api/annotations").json()["runs"] == {run: {"note": "mine"}}
    with editing(event_file) as client:
        (run,) = run_ids(client).values()
        answer = client.post("api/trash", json={"runs": [run]})
        assert answer.status_code == 409
        assert "a file that is shown alone is not deleted" in answer.json()["error"]["message"]
        assert client.get("api/trash").json() == {"items": []}
        client.post("api/annotations", json={"runs": {run: {"note": "of the folder"}}})
        assert client.get("api/annotations").json()["runs"] == {run: {"note": "of the folder"}}
    with editing(folder) as client:
        ids = run_ids(client)
        notes = client.get("api/annotations").json()["runs"]
        assert notes[ids["study.db/digits/0"]] == {"note": "mine"}
        assert notes[ids["."]] == {"note": "of the folder"}
    assert {p.name: p.read_bytes() for p in folder.iterdir() if p.is_file()} == before


def test_a_link_to_a_file_is_followed_and_none_out_of_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "real"
    folder.mkdir()
    beside(folder, "optuna/study.db")
    link = tmp_path / "newest"
    link.symlink_to(folder / "study.db")
    with editing(link) as client:
        assert "study.db/digits/0" in run_ids(client)
    assert len(LogReader(link).runs) == 8


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("notes.txt", b"text", "want a folder, or a file that is a log by its name"),
        ("own.db", b"no database, but long enough to be taken for one", "can't be read"),
        ("metrics.csv", None, "neither a folder nor a plain file"),
        ("run-1.wandb", b"text " * 1000, "not a log file of W&B"),
        ("run-1.swanlab", b"text " * 1000, "not a log file of SwanLab"),
        ("a.tfevents.1", b"text " * 1000, "not a log file of TensorBoard"),
        ("a.vdl", b"text " * 1000, "not a log file of vdlite"),
        ("journal.log", b"text\n" * 1000, "no runs of MLflow, Optuna, trackio or Neptune"),
    ],
)
def test_what_is_no_log_is_refused(
    tmp_path: Path, name: str, content: bytes | None, reason: str
) -> None:
    file = tmp_path / name
    if content is None:
        os.mkfifo(file)
    else:
        file.write_bytes(content)
    with pytest.raises(LogdirError, match=reason):
        serve(file, port=0, token=TOKEN)
    with pytest.raises(LogdirError, match=reason):
        LogReader(file)


def test_a_database_of_somebody_else_is_refused_and_a_new_one_waited_for(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "cookies.db")) as database:
        database.execute("CREATE TABLE cookies (name)")
        database.commit()
    with pytest.raises(LogdirError, match="no runs of MLflow, Optuna, trackio or Neptune"):
        serve(tmp_path / "cookies.db", port=0, token=TOKEN)
    new = tmp_path / "digits.db"
    new.touch()
    with editing(new) as client:
        assert run_ids(client) == {}
        shutil.copy(GOLDEN / "trackio/digits.db", tmp_path / "copy.db")
        (tmp_path / "copy.db").replace(new)
        wait_for(client, set(LogReader(GOLDEN / "trackio/digits.db").runs))
