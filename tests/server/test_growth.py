"""What an answer costs grows with what it holds, and not with the square of that: see `tests.work`."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

from tests.server.conftest import BEARER, TOKEN
from tests.work import Work, counted_work, growth
from vdlite import LogWriter
from vdlite.comparison import importance
from vdlite.reader import Store
from vdlite.server.app import create_app
from vdlite.server.live.watcher import Watcher
from vdlite.server.settings import Settings

SIZES = (40, 80, 160)


@pytest.fixture
def work() -> Iterator[Work]:
    with counted_work() as found:
        yield found


def tags(folder: Path, size: int) -> None:
    """Of two runs, that share half of them."""
    for run in range(2):
        with LogWriter(folder / f"run{run}") as writer:
            for tag in range(run * size // 2, size + run * size // 2):
                writer.add_scalar(f"layer{tag}/weight", tag, 0)
                writer.add_text(f"note{tag}", "a", 0)


def runs(folder: Path, size: int) -> None:
    for run in range(size):
        with LogWriter(folder / f"run{run}") as writer:
            writer.add_scalar("loss", run, 0)
            writer.add_hparams({"lr": run, "seed": run % 2}, ["loss"])


def records(folder: Path, size: int) -> None:
    with LogWriter(folder / "run0") as writer:
        for step in range(4 * size):
            writer.add_text("note0", f"text {step}", step)
            writer.add_histogram("weights", np.arange(9.0), step)


def trials(folder: Path, size: int) -> None:
    with LogWriter(folder / "run0") as writer:
        for trial in range(size):
            writer.add_hparams({"lr": trial}, ["loss"])
            writer.add_scalar("loss", trial, trial)


def columns(folder: Path, size: int) -> None:
    for run in range(4):
        with LogWriter(folder / f"run{run}") as writer:
            writer.add_hparams(
                {f"p{at}": run for at in range(size)}, [f"m{at}" for at in range(size)]
            )
            for at in range(size):
                writer.add_scalar(f"m{at}", run, 0)


def steps(folder: Path, size: int) -> None:
    with LogWriter(folder / "run0") as writer:
        for step in range(100 * size):
            writer.add_scalar("loss", step, step)


def cards(folder: Path, size: int) -> None:
    with LogWriter(folder / "run0") as writer:
        for tag in range(size):
            writer.add_scalar(f"tag{tag}", 0.0, 0)
        writer.add_custom_scalars(
            {"charts": {f"chart {at}": ["Multiline", [f"tag{at}"]] for at in range(min(size, 30))}}
        )


Asker = Callable[[httpx.AsyncClient, list[str]], Awaitable[httpx.Response]]


def series(ids: list[str], tag: str) -> list[dict[str, str]]:
    return [{"run": run, "tag": tag} for run in ids]


ASKED: dict[str, Asker] = {
    "status": lambda client, ids: client.get("/api/status"),
    "runs": lambda client, ids: client.get("/api/runs"),
    "tags": lambda client, ids: client.get("/api/tags"),
    "trials": lambda client, ids: client.get("/api/trials"),
    "table": lambda client, ids: client.post("/api/table", json={"metrics": [{"tag": "loss"}]}),
    "importance": lambda client, ids: client.post("/api/importance", json={"metric": {"tag": "loss"}}),
    "groups": lambda client, ids: client.post(
        "/api/groups", json={"tag": "loss", "groups": [ids], "band": "std"}
    ),
    "comparison": lambda client, ids: client.post(
        "/api/comparison",
        json={
            "metric": {"tag": "loss"},
            "a": [[run, 0] for run in ids[::2]],
            "b": [[run, 0] for run in ids[1::2]],
        },
    ),
    "layouts": lambda client, ids: client.get("/api/layouts"),
    "annotations": lambda client, ids: client.get("/api/annotations"),
    "damage": lambda client, ids: client.get("/api/damage"),
    "landscapes": lambda client, ids: client.get("/api/landscapes"),
    "files": lambda client, ids: client.get("/api/files", params={"run": ids[0]}),
    "scalars": lambda client, ids: client.post(
        "/api/scalars", json={"series": series(ids[:100], "loss"), "pixels": 500}
    ),
    "records": lambda client, ids: client.post(
        "/api/records", json={"kind": "text", "series": series(ids[:100], "note0")}
    ),
    "histograms": lambda client, ids: client.post(
        "/api/histograms", json={"kind": "histogram", "series": series(ids[:100], "weights")}
    ),
    "search": lambda client, ids: client.post(
        "/api/texts/search", json={"series": series(ids[:100], "note0"), "words": "text"}
    ),
}  # fmt: skip
"""What the page asks for, of everything that is there."""

GROWING = {each.__name__: each for each in (tags, runs, records, trials, columns, steps, cards)}


@contextmanager
def answering(logdir: Path) -> Iterator[Callable[[Asker], httpx.Response]]:
    """Asks an app in which nothing happens by itself."""
    store = Store([logdir])
    while not store.done:
        store.refresh()
    settings = Settings(host="127.0.0.1", token=TOKEN, api_only=True, reload_interval=0)
    app = create_app(store, Watcher(store, 0), settings)
    with asyncio.Runner() as runner:
        client = httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://127.0.0.1", headers=BEARER
        )

        async def asked(asker: Asker, ids: list[str]) -> httpx.Response:
            return await asker(client, ids)

        ids = [run["id"] for run in runner.run(asked(ASKED["runs"], [])).json()["runs"]]
        yield lambda asker: runner.run(asked(asker, ids))
        runner.run(client.aclose())


@pytest.mark.parametrize("what", GROWING)
def test_no_answer_takes_work_by_the_square(
    tmp_path: Path, work: Work, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importance, "_by_forest", uncounted(importance._by_forest))
    GROWING[what](tmp_path / "first", SIZES[0])
    with answering(tmp_path / "first") as ask:
        for name in ASKED:
            ask(ASKED[name])  # what is loaded when it is needed first, and kept
    done: dict[str, list[int]] = {name: [] for name in sorted(ASKED)}
    for size in SIZES:
        GROWING[what](tmp_path / str(size), size)
        with answering(tmp_path / str(size)) as ask:
            for name, counts in done.items():
                with work.counting():
                    answer = ask(ASKED[name])
                assert answer.status_code in (200, 422), (name, answer.text)
                counts.append(work.done)
    factors = {name: growth(*counts) for name, counts in done.items()}
    assert {name: done[name] for name, factor in factors.items() if factor >= 2.5} == {}


MISSING: dict[str, Callable[[int], Asker]] = {
    "pairs to export": lambda size: (
        lambda client, ids: client.get(
            "/api/export",
            params={
                "run": [f"r{at}" for at in range(size)],
                "tag": [f"t{at}" for at in range(size)],
            },
        )
    ),
    "too many pairs": lambda size: (
        lambda client, ids: client.get(
            "/api/records",
            params={"kind": "text", "run": ["r"] * (50 + size), "tag": ["t"] * (50 + size)},
        )
    ),
    "tags of a run": lambda size: (
        lambda client, ids: client.post(
            "/api/scalars",
            json={"series": [{"run": ids[0], "tag": f"t{at}"} for at in range(size)]},
        )
    ),
}
"""What is not there, by how much of it is asked for."""


@pytest.mark.parametrize("what", MISSING)
def test_what_is_not_there_takes_no_work_by_the_square(
    tmp_path: Path, work: Work, what: str
) -> None:
    counts = []
    for size in SIZES:
        tags(tmp_path / str(size), size)
        with answering(tmp_path / str(size)) as ask:
            ask(MISSING[what](1))
            with work.counting():
                ask(MISSING[what](size))
            counts.append(work.done)
    assert growth(*counts) < 2.5, counts


def uncounted(forest: Callable[..., Any]) -> Callable[..., Any]:
    """The same forest, which takes minutes where it is counted; what it is grown of is bounded by `importance.MOST`."""

    def grown(*arguments: Any) -> Any:
        trace, profile = sys.gettrace(), sys.getprofile()
        sys.settrace(None)
        sys.setprofile(None)
        try:
            return forest(*arguments)
        finally:
            sys.setprofile(profile)
            sys.settrace(trace)

    return grown
