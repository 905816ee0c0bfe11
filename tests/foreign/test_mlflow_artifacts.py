"""Artifacts of MLflow's runs, beside its folders and beside its database."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.foreign.test_mlflow import RUN, run_folder
from vdlite import LogReader
from vdlite.errors import FormatError
from vdlite.reader import Store

GOLDEN = Path(__file__).parent / "golden"
DATABASE = GOLDEN / "mlflow-artifacts"


def read_by_mlflow() -> dict[str, Any]:
    """What MLflow's own client reads, by the artifact's name."""
    found: dict[str, Any] = json.loads((DATABASE / "expected.json").read_text())
    return found


def payloads(logdir: Path, kind: str) -> dict[str, Any]:
    """The newest payload of each tag of the only run."""
    reader = LogReader(logdir)
    (run,) = reader.runs
    return {tag: reader.records(run, kind, tag)[-1].payload for tag in reader.tags(run, kind)}


def test_what_mlflow_has_written_beside_a_database_is_what_its_client_reads() -> None:
    wanted = read_by_mlflow()
    reader = LogReader(DATABASE)
    assert reader.damage == []
    (run,) = reader.runs
    images = reader.records(run, "image", "val/picture")
    assert [(image.step, image.walltime) for image in images] == [(0, 1.7e9), (1, 1.7e9)]
    for image in images:
        (name,) = [name for name in wanted if f"+step+{image.step}+" in name and ".png" in name]
        np.testing.assert_array_equal(image.payload.pixels, wanted[name])
    assert set(reader.tags(run, "image")) == {"val/picture", "plain.png", "plots/figure.png"}
    for name in ("plain.png", "plots/figure.png"):
        (image,) = reader.records(run, "image", name)
        np.testing.assert_array_equal(image.payload.pixels, wanted[name])
    texts = payloads(DATABASE, "text")
    for name in ("notes/first.txt", "facts.json", "facts.yaml"):
        assert texts[name] == f"````````\n{wanted[name]}\n````````"
    assert texts["notes/second.md"] == wanted["notes/second.md"] == "# a heading"
    assert texts["table.json"] == "| a | b |\n| --- | --- |\n| 1 | x\\|y |\n| 2 | z |"
    (sound,) = reader.records(run, "audio", "sounds/tone.wav")
    assert (sound.payload.sample_rate, len(sound.payload.samples)) == (8000, 80)
    assert reader.scalars(run, "loss").values.tolist() == [0.5]


def test_what_is_not_shown_of_artifacts_is_counted() -> None:
    store = Store([DATABASE])
    store.refresh()
    (info,) = store.runs()
    assert info.left_out == {
        "artifacts, files that are neither pictures, sounds, videos nor texts": 1,  # page.html
        "files of models": 2,
        "pictures in tables": 1,
    }


def test_artifacts_of_a_file_store_are_read_from_its_folder(tmp_path: Path) -> None:
    shutil.copytree(GOLDEN / "mlflow" / "parts", tmp_path / "parts")
    images, texts = payloads(tmp_path, "image"), payloads(tmp_path, "text")
    assert set(images) == {"plain.png", "val/picture"}
    assert images["val/picture"].pixels.tolist() == np.full((4, 6, 3), 100).tolist()
    assert {"facts.json", "notes/first.txt", "table.json"} <= set(texts)


def test_artifacts_that_come_later_are_shown_and_those_written_anew_count(tmp_path: Path) -> None:
    folder = run_folder(tmp_path)
    (folder / "metrics" / "loss").write_text("1700000000000 0.5 0\n")
    (folder / "artifacts" / "first.txt").write_text("one")
    store = Store([tmp_path])
    store.refresh()
    (info,) = store.runs()
    run = store.run(info.id)

    def texts() -> dict[str, list[str]]:
        return {
            tag: [each.payload.strip("`\n") for each in run.records("text", tag).records()]
            for tag in run.tags("text")
        }

    assert texts() == {"first.txt": ["one"]}
    (folder / "artifacts" / "deep").mkdir()
    (folder / "artifacts" / "deep" / "second.txt").write_text("two")
    while "deep/second.txt" not in run.tags("text"):
        store.refresh(discover=False)
    (folder / "artifacts" / "first.txt").write_text("three")
    while not store.done or texts().get("first.txt") != ["three"]:
        store.refresh(discover=False)
    assert texts() == {"first.txt": ["three"], "deep/second.txt": ["two"]}
    assert run.scalars("loss").snapshot().values.tolist() == [0.5]
    (folder / "artifacts" / "first.txt").unlink()
    while not store.done or "first.txt" in run.tags("text"):
        store.refresh(discover=False)
    assert texts() == {"deep/second.txt": ["two"]}


def test_copying_a_run_makes_it_no_longer(tmp_path: Path) -> None:
    folder = run_folder(tmp_path, end_time=1_700_000_009_000, status=3)
    (folder / "metrics" / "loss").write_text("1700000000000 0.5 0\n")
    (folder / "artifacts" / "first.txt").write_text("written just now")
    reader = LogReader(tmp_path)
    assert reader.duration(f"0/{RUN}") == 9.0
    assert reader.times(f"0/{RUN}") == (1_700_000_000.0, 1_700_000_009.0)


@pytest.mark.parametrize("files", [1, 250])
def test_a_folder_of_many_pictures_is_read_in_pieces(tmp_path: Path, files: int) -> None:
    folder = run_folder(tmp_path)
    (folder / "artifacts" / "images").mkdir()
    picture = (GOLDEN / "mlflow-artifacts").rglob("plain.png")
    data = next(picture).read_bytes()
    for step in range(files):
        name = f"a~b%step%{step}%timestamp%1700000000{step:03}%{step:08}.png"  # of older versions
        (folder / "artifacts" / "images" / name).write_bytes(data)
    reader = LogReader(tmp_path)
    records = reader.records(f"0/{RUN}", "image", "a/b")
    assert [record.step for record in records] == list(range(files))
    assert records[-1].payload.pixels.shape == (4, 6, 3)


@pytest.mark.parametrize(
    "address",
    [
        "/home/ada/mlruns/../../secret/artifacts",
        "file:///etc",
        "s3://bucket/mlruns/0/{run}/artifacts",
        "http://[",
        "mlruns/0/{run}/artifacts\0",
        "/" + "x/" * 20_000,
        None,
    ],
)
def test_a_database_that_names_another_place_costs_only_its_artifacts(
    tmp_path: Path, address: str | None
) -> None:
    shutil.copytree(DATABASE, tmp_path / "store")
    (secret := tmp_path / "secret" / "artifacts").mkdir(parents=True)
    (secret / "leak.txt").write_text("leak")
    with closing(sqlite3.connect(tmp_path / "store" / "mlflow.db")) as database, database:
        ((run,),) = database.execute("SELECT run_uuid FROM runs").fetchall()
        wanted = None if address is None else address.replace("{run}", run)
        database.execute("UPDATE runs SET artifact_uri = ?", [wanted])
    reader = LogReader(tmp_path)
    assert reader.damage == []
    assert reader.scalars(reader.runs[0], "loss").values.tolist() == [0.5]
    assert reader.tags(reader.runs[0], "image") == []
    assert "leak.txt" not in reader.tags(reader.runs[0], "text")


def test_links_among_artifacts_are_not_followed(tmp_path: Path) -> None:
    (secret := tmp_path / "secret").mkdir()
    (secret / "key.txt").write_text("key")
    folder = run_folder(tmp_path / "store")
    (folder / "artifacts" / "key.txt").symlink_to(secret / "key.txt")
    (folder / "artifacts" / "all").symlink_to(secret)
    assert LogReader(tmp_path / "store").tags(f"0/{RUN}", "text") == []


def test_a_picture_that_is_none_is_counted_and_one_that_was_exchanged_is_not_shown(
    tmp_path: Path,
) -> None:
    folder = run_folder(tmp_path)
    (folder / "artifacts" / "torn.png").write_bytes(b"\x89PNG\r\n")
    (folder / "artifacts" / "note.txt").write_text("one")
    store = Store([tmp_path])
    store.refresh()
    (info,) = store.runs()
    assert info.left_out == {"artifacts, which can't be read": 1}
    (record,) = store.run(info.id).records("text", "note.txt").records()
    (folder / "artifacts" / "note.txt").write_text("two")
    with pytest.raises(FormatError):
        record.payload  # noqa: B018  # it is read when it is asked for


def test_artifacts_beside_a_database_are_looked_at_when_it_changes(tmp_path: Path) -> None:
    shutil.copytree(DATABASE, tmp_path / "store")
    store = Store([tmp_path])
    store.refresh()
    (info,) = store.runs()
    run = store.run(info.id)
    (folder,) = (tmp_path / "store" / "mlruns").glob("*/*/artifacts")
    (folder / "notes" / "first.txt").write_text("another")
    (folder / "new.txt").write_text("new")
    with closing(sqlite3.connect(tmp_path / "store" / "mlflow.db")) as database, database:
        database.execute(
            "INSERT INTO metrics (key, value, timestamp, run_uuid, step, is_nan)"
            " SELECT key, 0.25, timestamp, run_uuid, 2, 0 FROM metrics LIMIT 1"
        )
    while not store.done or "new.txt" not in run.tags("text"):
        store.refresh(discover=False)
    (note,) = run.records("text", "notes/first.txt").records()
    assert note.payload.strip("`\n") == "another"
    assert run.scalars("loss").snapshot().values.tolist() == [0.5, 0.25]


def test_of_a_long_text_the_beginning_is_read_and_the_cut_is_reported(tmp_path: Path) -> None:
    folder = run_folder(tmp_path)
    with (folder / "artifacts" / "train.log").open("wb") as file:
        file.write(b"first line\n")
        file.truncate(1 << 40)  # a hole: reading all of it would take all memory
    (text,) = LogReader(tmp_path).records(f"0/{RUN}", "text", "train.log")
    assert text.payload.startswith("````````\nfirst line\n")
    assert text.payload.endswith("… the file is longer")
    assert len(text.payload) < (1 << 20) + 100
