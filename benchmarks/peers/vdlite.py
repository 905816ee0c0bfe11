"""vdlite."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import msgpack

from benchmarks import servers
from benchmarks.peers.data import LOSS, Shape
from benchmarks.peers.peer import PAGE, Peer, Writer


class Vdlite(Peer):
    """What all others stand beside; it keeps what it has read, in a folder beside the logs."""

    name = "vdlite"
    writers = (
        Writer("vdlite", "vdlite_rows", "vdlite"),
        Writer("vdlite, add_scalar", "vdlite_scalars", "vdlite"),
    )

    def environment(self, folder: Path) -> dict[str, str]:
        return {"VDLITE_CACHE": str(folder.with_name(folder.name + "-cache"))}

    def server(self, folder: Path, port: int) -> list[str]:
        return servers.vdlite(folder, port)

    def runs(self, client: httpx.Client, shape: Shape) -> list[str] | None:
        if not _json(client, "/api/status")["loading"]["done"]:
            return None
        runs = [run["id"] for run in _json(client, "/api/runs")["runs"]]
        return runs if len(runs) == shape.runs else None

    def tags(self, client: httpx.Client, runs: list[str]) -> set[str] | None:
        return set(_json(client, "/api/tags")["kinds"]["scalar"]["tags"])

    def curves(self, client: httpx.Client, runs: list[str], tag: str, shape: Shape) -> int | None:
        params = {"tag": tag, "pixels": 1000, "run": runs}
        answer = client.get(
            "/api/scalars", params=params, headers={"Accept": "application/msgpack"}
        )
        series = msgpack.unpackb(answer.raise_for_status().content)["series"]
        if [one["count"] for one in series] != [shape.points] * shape.runs:
            return None
        return max(len(one["step"]["data"]) // int(one["step"]["dtype"][1:]) for one in series)

    def best(self, client: httpx.Client) -> list[str] | None:
        question = {"question": "find_runs", "where": "lr > 0.5", "sort": LOSS, "limit": PAGE}
        answer = client.post("/api/questions", json=question).raise_for_status().json()
        return [run["run"] for run in answer["answer"]["runs"]]


def _json(client: httpx.Client, path: str) -> Any:
    return client.get(path, headers={"Accept": "*/*"}).raise_for_status().json()
