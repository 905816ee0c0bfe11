"""TensorBoard, with its loader in Rust."""

from __future__ import annotations

import json
from pathlib import Path

import httpx

from benchmarks import servers
from benchmarks.peers.data import LOSS, Shape
from benchmarks.peers.peer import PAGE, Peer, Writer, python_of

_TAGS = "/data/plugin/scalars/tags"


class TensorBoard(Peer):
    """Its settings are the defaults; of a series it keeps 1000 points, drawn by chance, and the last one."""

    name = "TensorBoard"
    writers = (Writer("TensorBoard", "tensorboard", "tensorboardX"),)
    stand_in = Writer("event files by vdlite", "event_files", "vdlite")
    query_note = "by its HParams dashboard"

    def environment(self, folder: Path) -> dict[str, str]:
        return {}

    def server(self, folder: Path, port: int) -> list[str]:
        return servers.tensorboard(folder, port, 1000, python_of("tensorboard"))

    def runs(self, client: httpx.Client, shape: Shape) -> list[str] | None:
        tags = client.get(_TAGS).raise_for_status().json()
        is_complete = len(tags) == shape.runs and all(
            len(each) == shape.tags for each in tags.values()
        )
        return sorted(tags) if is_complete else None

    def tags(self, client: httpx.Client, runs: list[str]) -> set[str] | None:
        return set(client.get(_TAGS).raise_for_status().json()[runs[0]])

    def curves(self, client: httpx.Client, runs: list[str], tag: str, shape: Shape) -> int | None:
        counts = []
        for run in runs:
            answer = client.get("/data/plugin/scalars/scalars", params={"run": run, "tag": tag})
            points = answer.raise_for_status().json()
            if not points or points[-1][1] != shape.points - 1:
                return None
            counts.append(len(points))
        return max(counts)

    def best(self, client: httpx.Client) -> list[str] | None:
        """Asks its HParams dashboard."""
        lr = {"hparam": "lr", "filterInterval": {"minValue": 0.5, "maxValue": "Infinity"}}
        loss = {"metric": {"tag": LOSS, "group": ""}, "order": "ORDER_ASC"}
        asked = {
            "experimentName": "",
            "allowedStatuses": ["STATUS_UNKNOWN", "STATUS_SUCCESS", "STATUS_RUNNING"],
            "colParams": [lr, loss],
            "startIndex": 0,
            "sliceSize": PAGE,
        }
        answer = client.post("/data/plugin/hparams/session_groups", content=json.dumps(asked))
        return [each["name"] for each in answer.raise_for_status().json()["sessionGroups"]]
