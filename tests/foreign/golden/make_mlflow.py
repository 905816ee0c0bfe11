"""Makes `golden/mlflow`: the same runs in a file store and in a database, and what MLflow's own client reads of them.

In `parts` lies a file store with all else that has a folder: a data set, models, artifacts, an experiment that was
deleted.

Run in an environment with mlflow 3.17:
    PYTHONPATH=. python -m tests.foreign.golden.make_mlflow
"""

import json
import math
import os
import shutil
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

os.environ["MLFLOW_ALLOW_FILE_STORE"] = "true"

import mlflow
import numpy as np
from mlflow.entities import Metric, ViewType
from mlflow.tracking import MlflowClient

from tests.foreign.golden.small import make_small

FOLDER = Path(__file__).parent / "mlflow"


def log(uri: str) -> None:
    mlflow.set_tracking_uri(uri)
    mlflow.create_experiment("digits", artifact_location="artifacts")
    mlflow.set_experiment("digits")
    with mlflow.start_run(run_name="first"):
        mlflow.log_params({"lr": 0.1, "layers": [1, 2], "opt": "adam", "text": "a\nb", "on": True})
        for step in range(5):
            mlflow.log_metric("train/loss", 1 / (step + 1), step=step)
            mlflow.log_metric("acc", step / 5, step=step)
        mlflow.log_metric("acc", 0.55, step=2)
        for step, value in enumerate((math.nan, math.inf, -math.inf)):
            mlflow.log_metric("odd", value, step=step - 1)
        mlflow.set_tag("mlflow.note.content", "a **note**")
        mlflow.set_tag("team", "vision")
    client = MlflowClient()
    experiment = client.get_experiment_by_name("digits").experiment_id
    failed = client.create_run(experiment, run_name="first").info.run_id
    metrics = [Metric("acc", 0.1 * step, 1_700_000_000_000 + step, step) for step in range(4)]
    client.log_batch(failed, metrics=metrics)
    client.set_terminated(failed, "FAILED")
    deleted = client.create_run(experiment, run_name="gone").info.run_id
    client.log_metric(deleted, "acc", 1)
    client.delete_run(deleted)
    client.log_metric(client.create_run(experiment, run_name="going").info.run_id, "acc", 1, step=7)


def log_parts(uri: str) -> None:
    """One run, and what is none."""
    mlflow.set_tracking_uri(uri)
    mlflow.set_registry_uri(uri)
    mlflow.set_experiment("parts")
    with mlflow.start_run(run_name="only"):
        data = mlflow.data.from_numpy(np.zeros((2, 3)), name="zeros")
        mlflow.log_input(data, context="training")
        model = mlflow.initialize_logged_model(name="net")
        mlflow.log_metric("acc", 0.5, step=1, model_id=model.model_id, dataset=data)
        mlflow.log_metric("acc", 0.75, step=2)
        for step in range(2):
            picture = np.full((4, 6, 3), 100 * step, np.uint8)
            mlflow.log_image(picture, key="val/picture", step=step)
        mlflow.log_image(picture, "plain.png")
        mlflow.log_text("a text", "notes/first.txt")
        mlflow.log_dict({"a": 1}, "facts.json")
        mlflow.log_table({"a": [1, 2], "b": ["x", "y"]}, "table.json")
    client = MlflowClient()
    client.create_registered_model("registered")
    client.create_model_version("registered", source=model.artifact_location)
    deleted = client.create_experiment("deleted")
    client.log_metric(client.create_run(deleted).info.run_id, "acc", 1)
    client.delete_experiment(deleted)


def forget(folder: str) -> None:
    """Take the name of the folder, which is of the machine that made them, out of all files."""
    for path in Path(folder).rglob("*"):
        if path.is_file() and path.suffix not in (".db", ".png"):
            path.write_bytes(path.read_bytes().replace(folder.encode(), b"."))
    with closing(sqlite3.connect("mlflow.db")) as database, database:
        for table, column in (("runs", "artifact_uri"), ("experiments", "artifact_location")):
            database.execute(f"UPDATE {table} SET {column} = replace({column}, ?, '.')", [folder])


def read_back() -> dict[str, object]:
    """What MLflow's own client reads."""
    client = MlflowClient()
    experiment = client.get_experiment_by_name("digits").experiment_id
    runs = client.search_runs([experiment], run_view_type=ViewType.ACTIVE_ONLY)
    return {
        run.info.run_id: {
            "name": run.info.run_name,
            "status": run.info.status,
            "params": run.data.params,
            "metrics": {
                key: [
                    [point.step, point.timestamp, point.value]
                    for point in client.get_metric_history(run.info.run_id, key)
                ]
                for key in run.data.metrics
            },
        }
        for run in runs
    }


def main() -> None:
    shutil.rmtree(FOLDER, ignore_errors=True)
    sys.argv = ["train.py"]  # what MLflow keeps as the run's source
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, uri in (("folder", "mlruns"), ("database", "sqlite:///mlflow.db")):
            log(uri)
            text = json.dumps(read_back(), indent=1, sort_keys=True)
            Path(f"{name}.json").write_text(text + "\n")
        log_parts("parts")
        for preview in Path("parts").rglob("*.webp"):
            preview.unlink()
        forget(folder)
        make_small(Path("mlflow.db"))
        shutil.copytree(folder, FOLDER)


if __name__ == "__main__":
    main()
