"""`LogReader.importance` and the route for it give the same numbers."""

from __future__ import annotations

import random
from pathlib import Path

from tests.server.conftest import TOKEN, client_of, wait_until_loaded
from vdlite import LogReader, LogWriter
from vdlite.reader.questions.plain import plain
from vdlite.server import serve


def test_a_script_and_the_page_get_the_same_numbers(tmp_path: Path) -> None:
    draw = random.Random(3)
    for place in range(20):
        with LogWriter(tmp_path / f"run-{place}") as writer:
            lr, width = draw.random(), draw.choice([16, 32])
            writer.add_hparams({"width": width, "lr": lr}, ["loss"])
            writer.add_scalar("loss", lr + width / 100, 0)
    with serve(tmp_path, port=0, token=TOKEN) as server, client_of(server) as client:
        wait_until_loaded(client)
        asked = {"metric": {"tag": "loss"}, "seed": 4}
        route = client.post("/api/importance", json=asked).json()
    found = LogReader(tmp_path).importance("loss", seed=4)
    for each in route["hparams"]:
        assert each.pop("group") == "hparams"
    assert plain(found.hparams) == route["hparams"]
    assert plain(found.pairs) == route["pairs"]
    assert (found.score, found.used, list(found.advice)) == (
        route["score"],
        route["used"],
        route["advice"],
    )
