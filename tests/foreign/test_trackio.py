"""Projects of trackio."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vdlite import LogReader
from vdlite.reader import Store

GOLDEN = Path(__file__).parent / "golden" / "trackio"
MEDIA = GOLDEN.parent / "trackio-media"


def flat(row: dict[str, Any]) -> dict[str, float]:
    """The numbers of a row that trackio itself gives."""
    found = {name: value for name, value in row.items() if isinstance(value, float)}
    return found | {f"train/{name}": value for name, value in row.get("train", {}).items()}


def test_what_trackio_has_written_is_what_it_reads() -> None:
    reader = LogReader(GOLDEN)
    assert reader.damage == []
    expected = json.loads((GOLDEN / "expected.json").read_text())
    by_beginning = sorted(expected.values(), key=lambda run: run["logs"][0]["timestamp"])
    runs = sorted(reader.runs, key=lambda run: reader.times(run)[0] or 0.0)
    for run, want in zip(runs, by_beginning, strict=True):
        assert run.startswith(f"digits.db/{want['name']}")
        tags = {tag for row in want["logs"] for tag in flat(row)}
        assert set(reader.tags(run)) == tags
        for tag in tags:
            rows = [row for row in want["logs"] if tag in flat(row)]
            got = reader.scalars(run, tag)
            assert got.steps.tolist() == [row["step"] for row in rows]
            np.testing.assert_array_equal(got.values, [flat(row)[tag] for row in rows])


def test_the_group_of_a_run_is_its_lineage(tmp_path: Path) -> None:
    path = tmp_path / "digits.db"
    shutil.copy(GOLDEN / "digits.db", path)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("""UPDATE configs SET config = '{"lr": 0.1, "_Group": "seeds"}'""")
    reader = LogReader(tmp_path)
    (lineage,) = reader.records(reader.runs[0], "lineage", "lineage")
    assert lineage.payload.fields == {"group": "seeds"}


def test_config_alerts_and_what_is_left_out_are_reported() -> None:
    store = Store([GOLDEN])
    store.refresh()
    infos = {info.name: info for info in store.runs()}
    info = infos["digits.db/beta"]
    assert (info.display_name, info.tools) == ("beta", ("trackio",))
    assert info.left_out == {}
    run = store.run(info.id)
    assert run.records("hparams", "hparams").newest.payload.hparams == {"lr": 0.1, "net/depth": 3}
    assert [each.payload for each in run.records("text", "word").records()] == ["hi"] * 4
    assert run.records("text", "alerts").newest.payload == "**warn: careful**\n\nthe loss"
    # Two runs of one name are two runs.
    assert len([name for name in infos if name.startswith("digits.db/alpha")]) == 2


def test_system_metrics_are_numbered_as_they_come(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "digits.db", tmp_path)
    with closing(sqlite3.connect(tmp_path / "digits.db")) as database:
        ((key,),) = database.execute("SELECT run_id FROM metrics WHERE run_name = 'beta' LIMIT 1")
        for load in (0.25, 0.5):
            database.execute(
                "INSERT INTO system_metrics (run_id, timestamp, run_name, metrics) VALUES (?, ?, ?, ?)",
                [key, "2026-01-01T00:00:00+00:00", "beta", json.dumps({"gpu": {"0": load}})],
            )
        database.commit()
        reader = LogReader(tmp_path)
        points = reader.scalars("digits.db/beta", "system/gpu/0")
        assert points.steps.tolist() == [0, 1]
        assert points.values.tolist() == [0.25, 0.5]


def test_databases_of_older_versions_tell_runs_apart_by_their_names(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "old.db")) as database, database:
        database.execute(
            "CREATE TABLE metrics (id INTEGER PRIMARY KEY AUTOINCREMENT, timestamp TEXT,"
            " run_name TEXT, step INTEGER, metrics TEXT)"
        )
        for step in range(3):
            for run in ("a", "b/c"):
                database.execute(
                    "INSERT INTO metrics (timestamp, run_name, step, metrics) VALUES (?, ?, ?, ?)",
                    ["2026-01-01T00:00:00", run, step, '{"loss": 0.5}'],
                )
    reader = LogReader(tmp_path)
    assert reader.runs == ["old.db/a", "old.db/b/c"]
    assert reader.scalars("old.db/b/c", "loss").steps.tolist() == [0, 1, 2]


def test_settings_that_are_no_numbers_do_not_make_a_run_be_read_for_ever(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "digits.db", tmp_path)
    with closing(sqlite3.connect(tmp_path / "digits.db")) as database, database:
        database.execute("""UPDATE configs SET config = '{"lr": NaN, "big": 1e999}'""")
    store = Store([tmp_path])
    store.refresh()
    version = {info.id: store.run(info.id).series_version for info in store.runs()}
    for _ in range(3):
        store.refresh(discover=False)
    assert {info.id: store.run(info.id).series_version for info in store.runs()} == version


def test_an_alert_that_comes_later_is_in_the_text(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "digits.db", tmp_path)
    store = Store([tmp_path])
    store.refresh()
    run = next(store.run(info.id) for info in store.runs() if info.name == "digits.db/beta")
    with closing(sqlite3.connect(tmp_path / "digits.db")) as database, database:
        database.execute(
            "INSERT INTO alerts (run_id, timestamp, run_name, title, level) SELECT run_id, timestamp,"
            " run_name, 'again', 'error' FROM alerts WHERE run_name = 'beta'"
        )
    store.refresh(discover=False)
    (alerts,) = run.records("text", "alerts").records()
    assert alerts.payload == "**warn: careful**\n\nthe loss\n\n**error: again**\n\n"


def test_values_of_all_sorts_are_what_trackio_reads() -> None:
    reader = LogReader(MEDIA)
    assert reader.damage == []
    (run,) = reader.runs
    expected = json.loads((MEDIA / "expected.json").read_text())
    assert reader.tags(run) == ["loss"]
    for kind, tags in {
        "image": ["val/picture"],
        "audio": ["sound"],
        "video": ["clip"],
        "histogram": ["weights"],
        "text": ["note", "table", "word"],
    }.items():
        assert sorted(reader.tags(run, kind)) == tags
        for tag in tags:
            assert [each.step for each in reader.records(run, kind, tag)] == [0, 1]
    for step, want in enumerate(expected):
        image = reader.records(run, "image", "val/picture")[step].payload
        assert image.pixels.tolist() == want["val/picture"]
        sound = reader.records(run, "audio", "sound")[step].payload
        assert sound.samples[:, 0].tolist() == want["sound"]
        assert sound.sample_rate == 8000
        histogram = reader.records(run, "histogram", "weights")[step].payload
        assert histogram.counts.tolist() == want["weights"]["values"]
        assert histogram.edges.tolist() == want["weights"]["bins"]
        assert reader.records(run, "text", "word")[step].payload == want["word"]
        assert reader.records(run, "text", "note")[step].payload == want["note"]["_value"]
        table = reader.records(run, "text", "table")[step].payload.splitlines()
        picture = want["table"]["_value"][0]["c"]["file_path"]
        assert table == ["| a | b | c |", "| --- | --- | --- |", f"| 1 | x\\|y | {picture} |", "| 2 | z |  |"]  # fmt: skip
        clip = reader.records(run, "video", "clip")[step].payload
        assert (clip.media_type, len(clip.frames())) == ("image/gif", 3)


def test_what_is_not_shown_of_a_project_is_counted() -> None:
    store = Store([MEDIA])
    store.refresh()
    (info,) = store.runs()
    assert info.left_out == {
        "artifacts": 1,
        "lists called list": 2,
        "traces": 2,
        "trackio.audio, which can't be read": 2,  # MP3
        "trackio.histogram, which can't be read": 2,  # without values
        "trackio.html": 2,
    }


def test_a_run_begins_when_its_config_says_and_not_with_the_first_row(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "digits.db", tmp_path)
    with closing(sqlite3.connect(tmp_path / "digits.db")) as database, database:
        database.execute("UPDATE metrics SET timestamp = '2026-01-01T00:01:00+00:00'")
        database.execute(
            """UPDATE configs SET config = '{"_Created": "2026-01-01T00:00:00+00:00"}'"""
        )
    reader = LogReader(tmp_path)
    assert {reader.duration(run) for run in reader.runs} == {60.0}


@pytest.mark.parametrize(
    "path",
    ["../secret.png", "/etc/passwd", "media/../../secret.png", "", "gone.png", 7, None, "link.png"],
)
def test_files_out_of_the_folder_of_media_are_not_read(tmp_path: Path, path: object) -> None:
    shutil.copytree(MEDIA, tmp_path / "store")
    picture = next((tmp_path / "store").rglob("*.png"))
    shutil.copy(picture, tmp_path / "store" / "secret.png")
    shutil.copy(picture, tmp_path / "secret.png")
    (tmp_path / "store" / "media" / "link.png").symlink_to(tmp_path / "secret.png")
    row = {"loss": 1.0, "p": {"_type": "trackio.image", "file_path": path}}
    with closing(sqlite3.connect(tmp_path / "store" / "media.db")) as database, database:
        database.execute("UPDATE metrics SET metrics = ?", [json.dumps(row)])
    reader = LogReader(tmp_path / "store")
    assert reader.scalars(reader.runs[0], "loss").steps.tolist() == [0, 1]
    assert reader.tags(reader.runs[0], "image") == []


def test_values_that_are_not_what_they_say_cost_only_themselves(tmp_path: Path) -> None:
    shutil.copytree(MEDIA, tmp_path / "store")
    odd: list[object] = [None, 1, [], {}, "x", [1], [[1]], {"a": 1}, [{"a": 1}], ["x"], 1e400]
    sorts = ("image", "audio", "video", "histogram", "markdown", "table", "other")
    row = {
        f"{sort}{at}": {"_type": f"trackio.{sort}", **dict.fromkeys(names, each)}
        for sort in sorts
        for at, each in enumerate(odd)
        for names in [("file_path", "_value", "bins", "values")]
    } | {"typed": {"_type": 7}, "loss": 0.5}
    with closing(sqlite3.connect(tmp_path / "store" / "media.db")) as database, database:
        database.execute("UPDATE metrics SET metrics = ?", [json.dumps(row)])
    reader = LogReader(tmp_path / "store")
    (run,) = reader.runs
    assert reader.damage == []
    assert reader.scalars(run, "loss").values.tolist() == [0.5, 0.5]
    for kind in ("text", "histogram"):
        for tag in reader.tags(run, kind):
            assert len(reader.records(run, kind, tag)) == 2
    assert reader.tags(run, "image") == []


def test_thousands_of_pictures_are_read_in_pieces(tmp_path: Path) -> None:
    shutil.copytree(MEDIA, tmp_path / "store")
    with closing(sqlite3.connect(tmp_path / "store" / "media.db")) as database, database:
        ((run, name, metrics),) = database.execute(
            "SELECT run_id, run_name, metrics FROM metrics WHERE step = 0"
        ).fetchall()
        database.execute("DELETE FROM metrics")
        picture = dict.fromkeys("pqrs", json.loads(metrics)["val/picture"])
        database.executemany(
            "INSERT INTO metrics (run_id, timestamp, run_name, step, metrics) VALUES (?, ?, ?, ?, ?)",
            [
                (run, "2026-01-01T00:00:00+00:00", name, step, json.dumps(picture | {"loss": step}))
                for step in range(1500)
            ],
        )
    reader = LogReader(tmp_path / "store")
    records = reader.records(reader.runs[0], "image", "p")
    assert [each.step for each in records] == list(range(1500))
    assert reader.scalars(reader.runs[0], "loss").steps.tolist() == list(range(1500))
    assert records[1499].payload.pixels.shape == (4, 6, 4)
