"""MLflow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx

from benchmarks.peers.data import LOSS, Shape
from benchmarks.peers.peer import PAGE, Peer, Writer, python_of

_API = "/ajax-api/2.0/mlflow"
_EXPERIMENT = "0"
_MOST_RUNS = 50_000  # in one answer
_PAGE_POINTS = 320  # what its page asks for


class Mlflow(Peer):
    """Its store is the SQLite database that it has by default; its jobs for language models are off."""

    name = "MLflow"
    writers = (Writer("MLflow", "mlflow", "mlflow"),)
    query_note = "lr as a metric: its parameters are texts"

    def environment(self, folder: Path) -> dict[str, str]:
        return {
            "MLFLOW_DISABLE_TELEMETRY": "true",
            "MLFLOW_SERVER_ENABLE_JOB_EXECUTION": "false",
        }

    def server(self, folder: Path, port: int) -> list[str]:
        return [
            *(python_of("mlflow"), "-m", "mlflow", "server", "--workers", "1"),
            *("--backend-store-uri", f"sqlite:///{folder / 'mlflow.db'}"),
            *("--default-artifact-root", str(folder / "artifacts"), "--port", str(port)),
        ]

    def runs(self, client: httpx.Client, shape: Shape) -> list[str] | None:
        runs = [run["info"]["run_id"] for run in _search(client, max_results=_MOST_RUNS)]
        return runs if len(runs) == shape.runs else None

    def tags(self, client: httpx.Client, runs: list[str]) -> set[str] | None:
        answer = client.get(f"{_API}/runs/get", params={"run_id": runs[0]})
        metrics = answer.raise_for_status().json()["run"]["data"]["metrics"]
        return {metric["key"] for metric in metrics} - {"lr"}

    def curves(self, client: httpx.Client, runs: list[str], tag: str, shape: Shape) -> int | None:
        params = [("metric_key", tag), ("max_results", str(_PAGE_POINTS))]
        answer = client.get(
            f"{_API}/metrics/get-history-bulk-interval",
            params=[*params, *(("run_ids", run) for run in runs)],
        )
        points = answer.raise_for_status().json()["metrics"]
        ended = [point for point in points if point["step"] == shape.points - 1]
        return len(points) // len(runs) if len(ended) == len(runs) else None

    def best(self, client: httpx.Client) -> list[str] | None:
        order = [f"metrics.{LOSS} ASC"]
        found = _search(client, filter="metrics.lr > 0.5", order_by=order, max_results=PAGE)
        return [run["info"]["run_name"] for run in found]


def _search(client: httpx.Client, **asked: object) -> Any:
    answer = client.post(f"{_API}/runs/search", json={"experiment_ids": [_EXPERIMENT], **asked})
    return answer.raise_for_status().json().get("runs", [])
