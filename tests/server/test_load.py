"""A crowd in front of the server: `python -m benchmarks server_load` with fewer, for some seconds."""

from __future__ import annotations

import asyncio
from pathlib import Path

import numpy as np

from benchmarks.load import Crowd, Load, questions
from vdlite import LogWriter
from vdlite.server import serve

from .conftest import TOKEN, client_of, run_ids, wait_until_loaded

CROWD = Crowd(clients=6, leavers=2, streams=5, deaf=4, silent=60, slow=60, bodies=5)


def test_a_crowd_is_answered_without_a_failure(tmp_path: Path) -> None:
    tags = ["loss", "accuracy"]
    for run in ("a", "b"):
        with LogWriter(tmp_path / run) as writer:
            for step in range(500):
                for tag in tags:
                    writer.add_scalar(tag, 1 / (1 + step), step)
    with LogWriter(tmp_path / "pictures") as writer:
        writer.add_image("picture", np.zeros((300, 300, 3), np.uint8), 0)
        writer.add_image("huge", np.zeros((9000, 9000), np.uint8), 0)
    with serve(tmp_path, port=0, token=TOKEN) as server, client_of(server) as client:
        wait_until_loaded(client)
        ids = run_ids(client)
        asked = []
        for tag in ("huge", "picture"):  # what is refused comes early, however busy the machine
            asked += questions(
                [ids["a"], ids["b"]], tags, f"kind=image&run={ids['pictures']}&tag={tag}", 0
            )
        heard = asyncio.run(Load(server.port, asked, TOKEN).run(CROWD, seconds=3.0))
        assert client.get("api/status").json()["loading"]["done"]
    assert heard.failed == {}
    assert heard.status_failed == 0
    assert set(heard.answers) == {200, 413}
    assert heard.streams_open == CROWD.streams
