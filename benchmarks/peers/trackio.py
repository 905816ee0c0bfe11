"""trackio."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx

from benchmarks.peers.data import LOSS, Shape
from benchmarks.peers.peer import PAGE, Peer, Writer, python_of

_PROJECT = "benchmark"

# `trackio query project` takes SQL over its tables: a row of `metrics` for each step, with all its numbers in JSON.
_BEST = f"""
    SELECT run_name FROM configs JOIN (
        SELECT run_id, json_extract(metrics, '$.{LOSS}') AS loss, MAX(step) FROM metrics GROUP BY run_id
    ) USING (run_id)
    WHERE json_extract(config, '$.lr') > 0.5 ORDER BY loss LIMIT {PAGE}
"""


class Trackio(Peer):
    """Its curves come as rows with all tags of a run, 3000 at most."""

    name = "trackio"
    writers = (Writer("trackio", "trackio", "trackio"),)
    query_note = "SQL, as of `trackio query`"

    def environment(self, folder: Path) -> dict[str, str]:
        return {"TRACKIO_DIR": str(folder), "HF_HUB_OFFLINE": "1"}

    def server(self, folder: Path, port: int) -> list[str]:
        start = f"import trackio; trackio.show(open_browser=False, share=False, server_port={port})"
        return [python_of("trackio"), "-c", start]

    def runs(self, client: httpx.Client, shape: Shape) -> list[str] | None:
        runs = [run["id"] for run in _ask(client, "get_runs_for_project")]
        return runs if len(runs) == shape.runs else None

    def tags(self, client: httpx.Client, runs: list[str]) -> set[str] | None:
        return set(_ask(client, "get_metrics_for_run", run_id=runs[0]))

    def curves(self, client: httpx.Client, runs: list[str], tag: str, shape: Shape) -> int | None:
        asked = [{"run_id": run} for run in runs]
        answer = _ask(client, "get_logs_batch", runs=asked, scalar_only=True)
        rows = [[row for row in run["logs"] if tag in row] for run in answer]
        if any(not each or each[-1]["step"] != shape.points - 1 for each in rows):
            return None
        return max(map(len, rows))

    def best(self, client: httpx.Client) -> list[str] | None:
        found = _ask(client, "query_project", query=_BEST)
        return [row["run_name"] for row in found["rows"]]


def _ask(client: httpx.Client, question: str, **arguments: object) -> Any:
    answer = client.post(f"/api/{question}", json={"project": _PROJECT, **arguments})
    return json.loads(answer.raise_for_status().content)["data"]
