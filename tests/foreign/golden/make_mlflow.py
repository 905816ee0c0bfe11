"""Makes `golden/mlflow`: the same runs in a file store and in a database, and what MLflow's own client reads of them.

Run in an environment with mlflow-skinny 3.17, sqlalchemy and alembic:
    PYTHONPATH=. python -m tests.foreign.golden.make_mlflow
"""

import json
import math
import os
import shutil
import sys
import tempfile
from pathlib import Path

os.environ["MLFLOW_ALLOW_FILE_STORE"] = "true"

import mlflow
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


def told() -> dict[str, object]:
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
            text = json.dumps(told(), indent=1, sort_keys=True)
            Path(f"{name}.json").write_text(text + "\n")
        make_small(Path("mlflow.db"))
        shutil.copytree(folder, FOLDER)


if __name__ == "__main__":
    main()
