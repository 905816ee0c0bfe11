"""MLflow's runs: those of its file store, and those of its database."""

import json
import math
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vdlite import LogReader
from vdlite.reader import Store

GOLDEN = Path(__file__).parent / "golden" / "mlflow"
RUN = "0123456789abcdef0123456789abcdef"


def read_by_mlflow(name: str) -> dict[str, Any]:
    """What MLflow's own client reads, by the id of the run."""
    found: dict[str, Any] = json.loads((GOLDEN / f"{name}.json").read_text())
    return found


def by_id(reader: LogReader) -> dict[str, str]:
    """The names of the runs, by their ids."""
    return {name.rpartition("/")[2]: name for name in reader.runs}


def run_folder(root: Path, run: str = RUN, **meta: object) -> Path:
    """The folder of a run in a file store of one experiment."""
    folder = root / "0" / run
    for part in ("metrics", "params", "tags", "artifacts"):
        (folder / part).mkdir(parents=True)
    (root / "0" / "meta.yaml").write_text("experiment_id: '0'\nname: digits\n")
    given = {
        "end_time": "null", "lifecycle_stage": "active", "run_id": run, "run_name": "mine",
        "start_time": 1_700_000_000_000, "status": 1,
    } | meta  # fmt: skip
    (folder / "meta.yaml").write_text("".join(f"{key}: {text}\n" for key, text in given.items()))
    return folder


@pytest.mark.parametrize("kind", ["folder", "database"])
def test_what_mlflow_has_written_is_what_its_client_reads(kind: str, tmp_path: Path) -> None:
    if kind == "folder":
        shutil.copytree(GOLDEN / "mlruns", tmp_path / "mlruns")
    else:
        shutil.copy(GOLDEN / "mlflow.db", tmp_path)
    reader = LogReader(tmp_path)
    assert reader.damage == []
    names = by_id(reader)
    runs = read_by_mlflow(kind)
    assert names.keys() == runs.keys()
    for run, want in runs.items():
        assert set(reader.tags(names[run])) == want["metrics"].keys()
        for tag, points in want["metrics"].items():
            got = reader.scalars(names[run], tag, superseded=True)
            of_client = sorted(points, key=lambda point: (point[0], point[1]))
            assert got.steps.tolist() == [step for step, _, _ in of_client]
            assert got.walltimes.tolist() == [time / 1e3 for _, time, _ in of_client]
            # A database has no infinities: MLflow stores the largest number, and its client gives that.
            values = np.nan_to_num(got.values, nan=math.nan) if kind == "database" else got.values
            np.testing.assert_array_equal(values, [value for _, _, value in of_client])


@pytest.mark.parametrize("source", ["mlruns", "mlflow.db"])
def test_params_name_notes_and_end_are_reported(source: str, tmp_path: Path) -> None:
    copy = shutil.copytree if (GOLDEN / source).is_dir() else shutil.copy
    copy(GOLDEN / source, tmp_path / source)
    store = Store([tmp_path])
    store.refresh()
    infos = sorted(store.runs(), key=lambda info: info.started or 0.0)
    assert [info.display_name.partition(" (")[0] for info in infos] == [
        "digits/first", "digits/first", "digits/going",
    ]  # fmt: skip
    assert infos[1].display_name.endswith(")")  # distinguished by its id
    assert [info.state for info in infos[:2]] == ["ended", "ended"]
    assert {info.tools for info in infos} == {("MLflow",)}
    run = store.run(infos[0].id)
    assert run.records("hparams", "hparams").newest.payload.hparams == {
        "lr": 0.1, "layers": "[1, 2]", "opt": "adam", "text": "a\nb", "on": True,
    }  # fmt: skip
    texts = {tag: run.records("text", tag).newest.payload for tag in run.tags("text")}
    assert texts == {"notes": "a **note**", "tags": "- team: vision", "status": "FINISHED"}
    assert store.run(infos[1].id).records("text", "status").newest.payload == "FAILED"


def test_points_and_metrics_that_come_later_are_shown(tmp_path: Path) -> None:
    folder = run_folder(tmp_path)
    (folder / "metrics" / "loss").write_text("1700000000000 0.5 0\n")
    store = Store([tmp_path])
    store.refresh()
    (info,) = store.runs()
    run = store.run(info.id)
    assert info.display_name == "digits/mine"
    with (folder / "metrics" / "loss").open("a") as file:
        file.write("1700000001000 0.25 1\n1700000002000 0.1")
    store.refresh(discover=False)
    assert run.scalars("loss").snapshot().steps.tolist() == [0, 1]  # half a line is waited for
    with (folder / "metrics" / "loss").open("a") as file:
        file.write("25 2\n")
    (folder / "metrics" / "val").mkdir()
    (folder / "metrics" / "val" / "loss").write_text("1700000003000 nan 2\n")
    store.refresh(discover=False)
    assert run.scalars("loss").snapshot().values.tolist() == [0.5, 0.25, 0.125]
    assert run.scalars("val/loss").snapshot().steps.tolist() == [2]


def test_a_run_that_ends_is_said_to_have_ended_and_params_of_later_count(tmp_path: Path) -> None:
    folder = run_folder(tmp_path)
    (folder / "metrics" / "loss").write_text("1700000000000 0.5 0\n")
    store = Store([tmp_path])
    store.refresh()
    (info,) = store.runs()
    assert info.state == "quiet"
    (folder / "params" / "lr").write_text("0.5")
    meta = folder / "meta.yaml"
    meta.write_text(
        meta.read_text().replace("null", "1700000009000").replace("status: 1", "status: 5")
    )
    while not store.done or store.run(info.id).info.state != "ended":
        store.refresh(discover=False)
    run = store.run(info.id)
    assert run.records("hparams", "hparams").newest.payload.hparams == {"lr": 0.5}
    assert run.records("text", "status").newest.payload == "KILLED"
    assert run.scalars("loss").snapshot().values.tolist() == [0.5]


def test_deleted_runs_are_not_shown(tmp_path: Path) -> None:
    folder = run_folder(tmp_path)
    (folder / "metrics" / "loss").write_text("1 0.5 0\n")
    shutil.copytree(tmp_path / "0", tmp_path / ".trash" / "1")
    reader = LogReader(tmp_path)
    assert reader.runs == [f"0/{RUN}"]
    meta = folder / "meta.yaml"
    meta.write_text(meta.read_text().replace("active", "deleted"))
    reader.refresh()
    assert reader.runs == []


def test_a_broken_meta_file_is_named_and_hides_no_other_run(tmp_path: Path) -> None:
    for at in range(4):
        folder = run_folder(tmp_path / str(at), f"{at:032x}", run_id=f"'{at:032x}'")
        (folder / "metrics" / "loss").write_text("1700000000000 0.5 0\n")
    metas = [path for path in sorted(tmp_path.rglob("meta.yaml")) if path.parent.name != "0"]
    metas[1].write_text("run_id: 'no end\n")
    metas[2].write_text(metas[2].read_text() + "more: [\n")
    bomb = "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 65))
    metas[3].write_text("a0: &a0 [x, x]\n" + bomb)
    store = Store([tmp_path])
    store.refresh()
    while not store.done:
        store.refresh()
    infos = {info.name[:1]: info for info in store.runs()}
    assert sorted(infos) == ["0", "1", "2", "3"]
    assert {each.path.split("/")[0]: each.reason for each in store.unreadable()} == {
        "1": "meta.yaml can't be read: line 2: found unexpected end of stream",
        "3": "meta.yaml can't be read: line 12: more than 20000 values",
    }
    assert infos["2"].display_name == "digits/mine"
    assert infos["2"].left_out == {"meta.yaml: line 8: did not find expected node content": 1}
    run = store.run(infos["2"].id)
    assert run.scalars("loss").snapshot().values.tolist() == [0.5]


def test_what_mlflow_keeps_beside_its_runs_is_no_run(tmp_path: Path) -> None:
    shutil.copytree(GOLDEN / "parts", tmp_path / "parts")
    reader = LogReader(tmp_path)
    (run,) = reader.runs
    assert reader.scalars(run, "acc").values.tolist() == [0.5, 0.75]
    assert reader.tags(run) == ["acc"]
    # A data set of its own folder, whose name is that of a run.
    (data,) = (tmp_path / "parts").glob("*/datasets/*")
    assert LogReader(data.parent).runs == []


def test_lines_that_are_no_points_cost_only_themselves(tmp_path: Path) -> None:
    folder = run_folder(tmp_path)
    (folder / "metrics" / "loss").write_bytes(
        b"1700000000000 0.5 0\nx y z\n\xff\xfe\n1700000000000 0.25\n1 2 99999999999999999999\n"
        b"1700000000000 1e-3 7 data 1234\n\n"
    )
    store = Store([tmp_path])
    store.refresh()
    (info,) = store.runs()
    run = store.run(info.id)
    # Older versions wrote no step; newer ones name the data set behind it.
    assert run.scalars("loss").snapshot().steps.tolist() == [0, 7]
    assert run.scalars("loss").snapshot().values.tolist() == [0.25, 0.001]
    assert info.left_out == {"lines of metrics that are none": 4}


def test_folders_of_other_names_are_no_runs_and_links_are_not_followed(tmp_path: Path) -> None:
    folder = run_folder(tmp_path)
    secret = tmp_path.parent / "secret"
    secret.write_text("1 0.5 0\n")
    (folder / "metrics" / "leak").symlink_to(secret)
    (folder / "params" / "leak").symlink_to(secret)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "meta.yaml").write_text("name: mine\n")
    reader = LogReader(tmp_path)
    assert reader.runs == [f"0/{RUN}"]
    assert reader.tags(f"0/{RUN}") == []
    assert reader.trials() == []


def test_a_metric_that_was_rewritten_is_read_anew(tmp_path: Path) -> None:
    folder = run_folder(tmp_path)
    metric = folder / "metrics" / "loss"
    metric.write_text("1700000000000 0.5 0\n1700000000000 0.5 1\n")
    reader = LogReader(tmp_path)
    assert len(reader.scalars(f"0/{RUN}", "loss")) == 2
    metric.write_text("1700000000000 0.75 4\n")
    reader.refresh()
    reader.refresh()
    assert reader.scalars(f"0/{RUN}", "loss").steps.tolist() == [4]
    metric.write_text("1700000000000 0.25 9\n1700000000000 0.25 10\n")  # longer than before
    reader.refresh()
    reader.refresh()
    assert reader.scalars(f"0/{RUN}", "loss").steps.tolist() == [9, 10]
    metric.unlink()
    reader.refresh()
    reader.refresh()
    assert reader.tags(f"0/{RUN}") == []


def test_a_database_grows_while_it_is_watched(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "mlflow.db", tmp_path)
    store = Store([tmp_path])
    store.refresh()
    run = next(store.run(info.id) for info in store.runs() if info.display_name == "digits/going")
    key = run.name.rpartition("/")[2]
    assert run.scalars("acc").snapshot().steps.tolist() == [7]
    with closing(sqlite3.connect(tmp_path / "mlflow.db")) as database, database:
        database.execute("INSERT INTO metrics VALUES ('acc', 2.0, 1700000000000, ?, 8, 0)", [key])
        database.execute("INSERT INTO metrics VALUES ('new', 0.0, 1700000000000, ?, 0, 1)", [key])
        database.execute(
            "UPDATE runs SET status = 'KILLED', end_time = 1 WHERE run_uuid = ?", [key]
        )
        database.execute("INSERT INTO params VALUES ('lr', '1e-3', ?)", [key])
        new = "00000000000000000000000000000001"
        database.execute(
            "INSERT INTO runs (run_uuid, name, status, start_time, lifecycle_stage, experiment_id)"
            " SELECT ?, 'newer', 'RUNNING', 1700000000000, 'active', experiment_id FROM runs LIMIT 1",
            [new],
        )
    assert store.may_have_changed()
    store.refresh()
    while not store.done or run.info.state != "ended":
        store.refresh()
    assert run.scalars("acc").snapshot().steps.tolist() == [7, 8]
    assert np.isnan(run.scalars("new").snapshot().values).tolist() == [True]
    assert run.records("hparams", "hparams").newest.payload.hparams == {"lr": 0.001}
    assert f"mlflow.db/{new}" in {info.name for info in store.runs()}


@pytest.mark.parametrize("ended", [True, False])
def test_a_run_that_was_moved_into_a_database_is_shown_once(tmp_path: Path, ended: bool) -> None:
    shutil.copy(GOLDEN / "mlflow.db", tmp_path)
    with closing(sqlite3.connect(tmp_path / "mlflow.db")) as database, database:
        status = "status = 'FINISHED', end_time = 1700000009000"
        change = status if ended else "status = 'RUNNING', end_time = NULL"
        database.execute(
            f"UPDATE runs SET run_uuid = ?, start_time = 1700000000000, {change} WHERE run_uuid = ?",
            [RUN, key := "318caf805725427bb3e35e646c520746"],
        )
        database.execute("UPDATE metrics SET run_uuid = ? WHERE run_uuid = ?", [RUN, key])
    meta = {"end_time": 1_700_000_009_000, "status": 3} if ended else {}
    folder = run_folder(tmp_path / "mlruns", **meta)
    (folder / "metrics" / "acc").write_text("1700000000000 0.5 0\n")
    (folder / "artifacts" / "note.txt").write_text("kept")
    reader = LogReader(tmp_path)
    (run,) = [name for name in reader.runs if name.endswith(RUN)]
    # What has ended is the same in both, and its artifacts lie in the folder.
    assert run.startswith("mlruns/" if ended else "mlflow.db/")
    assert len(reader.runs) == 3
    shutil.rmtree(folder)
    reader.refresh()
    assert f"mlflow.db/{RUN}" in reader.runs


def test_rows_that_were_numbered_anew_are_not_taken_twice(tmp_path: Path) -> None:
    path = tmp_path / "mlflow.db"
    shutil.copy(GOLDEN / "mlflow.db", path)
    reader = LogReader(tmp_path)
    name = max(reader.runs, key=lambda run: len(reader.tags(run)))
    assert len(reader.scalars(name, "acc", superseded=True)) == 6
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("DELETE FROM metrics WHERE key = 'odd'")
        database.execute("VACUUM")
    for _ in range(3):
        reader.refresh()
    assert "odd" not in reader.tags(name)
    assert len(reader.scalars(name, "acc", superseded=True)) == 6


def test_ids_of_runs_that_lead_elsewhere_are_only_names(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "mlflow.db", tmp_path)
    odd = [
        "..",
        ".",
        "/",
        "a/../../b",
        "\x00",
        "new\nline",
        "run=x",
        "%2E",
        "x" * 5000,
        "",
        " ",
        "_",
    ]
    with closing(sqlite3.connect(tmp_path / "mlflow.db")) as database, database:
        for key in odd:
            database.execute(
                "INSERT INTO runs (run_uuid, status, start_time, lifecycle_stage, experiment_id)"
                " SELECT ?, 'RUNNING', 1700000000000, 'active', experiment_id FROM runs LIMIT 1",
                [key],
            )
            database.execute("INSERT INTO metrics VALUES ('m', 1, 1700000000000, ?, 1, 0)", [key])
            database.execute("INSERT INTO params VALUES ('p', ?, ?)", ["y" * 100_000, key])
    reader = LogReader(tmp_path)
    new = [run for run in reader.runs if reader.tags(run) == ["m"]]
    assert len(new) == len(odd) - 1  # what has no id is no run
    assert reader.damage == []
    for run in new:
        assert run.isprintable()
        assert not {"", ".", ".."} & set(run.split("/"))
        (trial,) = reader.records(run, "hparams", "hparams")
        assert trial.payload.hparams == {"p": "y" * 100_000}


def test_tables_of_an_unknown_version_are_said_not_to_be_read(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "mlflow.db")) as database, database:
        for table in ("experiments", "runs", "metrics", "params"):
            database.execute(f"CREATE TABLE {table} (future INTEGER)")
    store = Store([tmp_path])
    store.refresh()
    assert store.runs() == ()
    assert [(each.tool, each.example) for each in store.foreign_logs] == [("MLflow", "mlflow.db")]
