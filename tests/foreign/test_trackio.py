"""Projects of trackio."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

from vdlite import LogReader
from vdlite.reader import Store

GOLDEN = Path(__file__).parent / "golden" / "trackio"


def flat(row: dict[str, Any]) -> dict[str, float]:
    """The numbers of a row that trackio itself gives."""
    found = {name: value for name, value in row.items() if isinstance(value, float)}
    return found | {f"train/{name}": value for name, value in row.get("train", {}).items()}


def test_what_trackio_has_written_is_what_it_reads() -> None:
    reader = LogReader(GOLDEN)
    assert reader.damage == []
    told = json.loads((GOLDEN / "told.json").read_text())
    by_beginning = sorted(told.values(), key=lambda run: run["logs"][0]["timestamp"])
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


def test_config_alerts_and_what_is_left_out_are_told() -> None:
    store = Store([GOLDEN])
    store.refresh()
    infos = {info.name: info for info in store.runs()}
    info = infos["digits.db/beta"]
    assert (info.display_name, info.tools) == ("beta", ("trackio",))
    assert info.left_out == {"texts called word": 4}
    run = store.run(info.id)
    assert run.records("hparams", "hparams").newest.payload.hparams == {"lr": 0.1, "net/depth": 3}
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
