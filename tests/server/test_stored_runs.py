"""Runs of databases and of MLflow's folders, over HTTP."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.server.conftest import events, run_ids
from tests.server.test_annotations import editing
from vdlite.reader.check import check

GOLDEN = Path(__file__).parents[1] / "foreign" / "golden"


def logs(tmp_path: Path) -> Path:
    """One store of each kind."""
    folder = tmp_path / "logs"
    shutil.copytree(GOLDEN / "mlflow" / "mlruns", folder / "mlruns")
    for name in ("mlflow/mlflow.db", "optuna/study.db", "optuna/journal.log", "trackio/digits.db"):
        shutil.copy(GOLDEN / name, folder)
    return folder


def test_each_can_be_asked_for_annotated_and_not_deleted(tmp_path: Path) -> None:
    folder = logs(tmp_path)
    before = sorted(path for path in folder.rglob("*") if ".vdlite" not in path.parts)
    with editing(folder) as client:
        ids = run_ids(client)
        assert len(ids) == 3 + 3 + 8 + 8 + 3
        for name, run in ids.items():
            for kind in ("text", "hparams"):
                answer = client.get("api/tags", params={"run": run, "kind": kind})
                assert answer.status_code == 200, answer.text
            files = client.get("api/files", params={"run": run}).json()["files"]
            assert [file["failure"] for file in files] == [None]
            assert files[0]["name"] == (
                "meta.yaml" if name.startswith("mlruns/") else name.partition("/")[0]
            )
            answer = client.post("api/annotations", json={"runs": {run: {"note": name}}})
            assert answer.status_code == 200, answer.text
        for name, reason in (
            ("study.db/digits/0", "delete it with the tool that wrote it"),
            ("journal.log/digits/1", "delete it with the tool that wrote it"),
            ("digits.db/beta", "delete it with the tool that wrote it"),
            (
                next(run for run in ids if run.startswith("mlruns/")),
                f"MLFLOW_TRACKING_URI={folder / 'mlruns'} mlflow runs delete --run-id",
            ),
        ):
            answer = client.post("api/trash", json={"runs": [ids[name]]})
            assert answer.status_code == 409, answer.text
            assert reason in answer.json()["error"]["message"]
        assert client.get("api/trash").json() == {"items": []}
    after = sorted(path for path in folder.rglob("*") if ".vdlite" not in path.parts)
    assert after == before


def test_a_point_that_its_tool_adds_comes_to_the_page(tmp_path: Path) -> None:
    folder = logs(tmp_path)
    with editing(folder) as client:
        run = run_ids(client)["digits.db/beta"]
        with closing(sqlite3.connect(folder / "digits.db")) as writer:
            (row,) = writer.execute("SELECT run_id FROM metrics WHERE run_name = 'beta' LIMIT 1")
            writer.execute(
                "INSERT INTO metrics (run_id, timestamp, run_name, step, metrics)"
                " VALUES (?, '2026-01-01T00:00:00+00:00', 'beta', 99, '{\"loss\": 0.125}')",
                row,
            )
            writer.commit()
            with client.stream("GET", "api/events") as response:
                for _ in events(response):
                    answer = client.get("api/runs").json()["runs"]
                    last = {one["id"]: one["last_step"] for one in answer}[run]
                    if last == 99:
                        break


def test_check_reads_all_of_them(tmp_path: Path) -> None:
    folder = logs(tmp_path)
    report = check([folder])
    assert report.intact, report
    assert report.runs == 25
    assert check([folder / "study.db"]).runs == 8
