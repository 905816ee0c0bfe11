"""MLflow, as many numbers at once as it takes, into the store that it has by default: an SQLite database."""

import time
from itertools import islice
from pathlib import Path

from mlflow import MlflowClient
from mlflow.entities import Metric

from benchmarks.peers.data import Run
from benchmarks.peers.writing import main

EXPERIMENT = "0"  # its default
BATCH = 1000  # MAX_METRICS_PER_BATCH of mlflow.utils.validation


def _client(folder: Path) -> MlflowClient:
    return MlflowClient(f"sqlite:///{folder / 'mlflow.db'}")


def prepare(folder: Path) -> None:
    """Make an empty database."""
    _client(folder).search_experiments()


def write(folder: Path, run: Run) -> None:
    """Log one run; its learning rate is a metric, since parameters are texts, which have no order in queries."""
    client = _client(folder)
    run_id = client.create_run(EXPERIMENT, run_name=run.name).info.run_id
    now = int(time.time() * 1000)
    metrics = (
        Metric(tag, value, now, step)
        for step, row in enumerate(run.rows)
        for tag, value in zip(run.tags, row, strict=True)
    )
    batch = [Metric("lr", run.lr, now, 0), *islice(metrics, BATCH - 1)]
    while batch:
        client.log_batch(run_id, metrics=batch)
        batch = list(islice(metrics, BATCH))
    client.set_terminated(run_id)


if __name__ == "__main__":
    main(write, prepare)
