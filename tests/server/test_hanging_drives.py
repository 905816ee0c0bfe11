"""A drive that does not answer costs the answers about its own runs; all others come as ever."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

from tests.drives import EVERYTHING, DriveAt
from tests.server.conftest import run_ids, wait_until_loaded
from vdlite import LogWriter
from vdlite.reader import Store
from vdlite.reader.files.files import LogFiles
from vdlite.server.connections.listening import listen
from vdlite.server.live.watcher import Watcher
from vdlite.server.settings import Settings
from vdlite.server.thread import ServerThread

PATIENCE = 1.0  # seconds
ROUTES: list[tuple[str, dict[str, Any]]] = [
    ("payload", {"kind": "image", "tag": "picture", "step": 0}),
    ("media", {"kind": "image", "tag": "picture", "step": 0}),
    ("tensor", {"tag": "tensor", "step": 0, "slice": "0,:"}),
    ("embeddings", {"tag": "points", "step": 0}),
    ("embeddings/neighbors", {"tag": "points", "step": 0, "point": 0}),
    ("landscape", {"tag": "surface"}),
]
"""Those that read what one run has in its files."""

SHARED = [
    "status",
    "runs",
    "tags",
    "damage",
    "trials",
    "annotations",
    "trash",
    "landscapes",
    "openapi.json",
]
"""Those about all runs, and about the server."""


def write_run(folder: Path) -> None:
    with LogWriter(folder) as writer:
        writer.add_scalar("loss", 0.5, 0)
        writer.add_image("picture", np.zeros((8, 8, 3), np.uint8), 0)
        writer.add_tensor("tensor", np.arange(12.0).reshape(3, 4), 0)
        writer.add_embeddings("points", np.eye(4), step=0)
        writer.add_text("words", "some words", 0)
        writer.add_histogram("weights", np.arange(10.0), 0)
        writer.add_hparams({"rate": 0.5}, ["loss"])
        x = np.linspace(-1, 1, 3)
        writer.add_landscape("surface", (x, x, np.zeros((3, 3))), 0)


@dataclass(frozen=True)
class Served:
    client: httpx.Client
    far: DriveAt
    store: Store
    near_id: str
    far_id: str

    def ask(self, route: str, run: str, more: dict[str, Any]) -> httpx.Response:
        return self.client.get(f"api/{route}", params={"run": run, **more})

    def until(self, so: Callable[[], bool]) -> None:
        while not so():
            pass

    def hanging(self) -> set[str]:
        runs = self.client.get("api/runs").json()["runs"]
        return {run["name"] for run in runs if run["hangs_since"] is not None}


@contextmanager
def serving(logdir: Path, patience: float = PATIENCE) -> Iterator[Served]:
    far = DriveAt(LogFiles([logdir]), logdir / "far")
    store = Store([logdir], files=far, patience=patience)
    settings = Settings(host="127.0.0.1", token=None, reload_interval=0.05)
    listener = listen("127.0.0.1", 0)
    watcher = Watcher(store, settings.reload_interval)
    watcher.start()
    port = listener.getsockname()[1]
    thread = ServerThread(store, watcher, settings, listener)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}/", timeout=60) as client:
            wait_until_loaded(client)
            while len(ids := run_ids(client)) < 2:  # on a busy machine, any drive may seem to hang
                pass
            yield Served(client, far, store, ids["near"], ids["far"])
    finally:
        thread.stop()
        watcher.stop()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    for name in ("near", "far"):
        write_run(tmp_path / name)
    with serving(tmp_path) as made:
        yield made


def test_what_one_run_has_is_refused_while_its_drive_hangs_and_not_of_others(
    served: Served,
) -> None:
    with served.far.hanging():
        served.until(lambda: served.hanging() == {"far"})
        for route, more in ROUTES:
            refused = served.ask(route, served.far_id, more)
            assert (route, refused.status_code) == (route, 503)
            error = refused.json()["error"]
            assert error["code"] == "hangs"
            assert error["message"].startswith("its drive does not answer since ")
            assert error["message"].endswith("far")
            assert (route, served.ask(route, served.near_id, more).status_code) == (route, 200)
        for route in SHARED:
            assert (route, served.client.get(f"api/{route}").status_code) == (route, 200)
    served.until(lambda: not served.hanging())
    for route, more in ROUTES:
        served.until(lambda: served.ask(route, served.far_id, more).status_code == 200)  # noqa: B023  # asked at once


def test_answers_about_several_runs_leave_out_what_hangs_and_have_it_later(served: Served) -> None:
    client = served.client
    both = [{"run": run, "tag": "words"} for run in (served.near_id, served.far_id)]
    search = {"series": both, "words": "some"}

    def found() -> set[str]:
        hits = client.post("api/texts/search", json=search).json()["hits"]
        return {hit["run"] for hit in hits}

    def drawn() -> list[int]:
        series = [{**one, "tag": "weights"} for one in both]
        asked = {"kind": "histogram", "series": series}
        return [
            len(one["step"]) for one in client.post("api/histograms", json=asked).json()["series"]
        ]

    def given() -> int:
        table = client.post("api/table", json={}).json()
        return sum(number == 0.5 for column in table["columns"] for number in column["numbers"])

    with served.far.hanging():
        served.until(lambda: served.hanging() == {"far"})
        assert found() == {served.near_id}
        assert drawn() == [1, 0]
        assert given() >= 1
    served.until(lambda: not served.hanging())
    served.until(lambda: found() == {served.near_id, served.far_id})
    served.until(lambda: drawn() == [1, 1])
    served.until(lambda: given() == 2)


def test_status_and_runs_are_reported_while_many_wait_for_a_drive_that_has_just_begun_to_hang(
    served: Served,
) -> None:
    def ask(_: int) -> int:
        return served.ask(*ROUTES[0][:1], served.far_id, ROUTES[0][1]).status_code

    with ThreadPoolExecutor(24) as pool, served.far.hanging():
        waiting = [pool.submit(ask, number) for number in range(24)]
        served.far.wait_until_somebody_waits()
        while not all(one.done() for one in waiting):
            assert served.client.get("api/status").status_code == 200
            assert served.client.get("api/runs").status_code == 200
        assert {one.result() for one in waiting} == {503}
        assert served.store.threads <= 2 * 7 + 9


@pytest.mark.parametrize(("route", "more"), ROUTES)
def test_whatever_is_asked_of_other_runs_is_answered_while_many_wait_for_a_drive(
    tmp_path: Path, route: str, more: dict[str, Any]
) -> None:
    for name in ("near", "far"):
        write_run(tmp_path / name)
    with (
        serving(tmp_path, patience=600) as served,  # they wait as long as it hangs
        ThreadPoolExecutor(24) as pool,
        served.far.hanging(frozenset({"read"})),
    ):
        waiting = [pool.submit(served.ask, route, served.far_id, more) for _ in range(24)]
        served.far.wait_until_somebody_waits()
        for other, of_it in ROUTES:
            assert (other, served.ask(other, served.near_id, of_it).status_code) == (other, 200)
        assert not any(one.done() for one in waiting)
    assert {one.result().status_code for one in waiting} == {200}


def test_a_server_that_reads_once_reads_what_hung_when_it_answers(tmp_path: Path) -> None:
    write_run(tmp_path / "near")
    write_run(tmp_path / "far")
    far = DriveAt(LogFiles([tmp_path]), tmp_path / "far")
    store = Store([tmp_path], files=far, patience=PATIENCE)
    watcher = Watcher(store, 0)
    with far.hanging(EVERYTHING):
        watcher.start()
        while not store.done or [run.name for run in store.runs()] != ["near"]:
            pass
    while len(store.runs()) < 2 or not store.done:
        pass
    watcher.stop()
