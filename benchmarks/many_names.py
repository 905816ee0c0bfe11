"""A run of very many scalars: how soon a page has what it shows first, finds tags, and draws a branch of them."""

from __future__ import annotations

import statistics
import time
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlencode

import httpx
import numpy as np
import psutil

from benchmarks import logs, servers
from benchmarks.table import Row
from vdlite import LogWriter

ROUNDS = 5
_PATIENCE = 120.0  # seconds that the other tool is waited for
_MSGPACK = {"Accept": "application/msgpack"}


def names(count: int) -> list[str]:
    """Tags as of a mixture of experts."""
    matrices = ("w1", "w2", "w3", "router")
    return [
        f"grad_norm/layers.{at // 2000}/experts.{at // 4 % 500}/{matrices[at % 4]}"
        for at in range(count)
    ]


def write(folder: Path, tags: list[str], steps: int) -> None:
    """One run of these tags, and a loss."""
    rng = np.random.default_rng(0)
    with LogWriter(folder / "run") as writer:
        for step in range(steps):
            writer.add_scalar_row(tags, rng.lognormal(size=len(tags)), step)
            writer.add_scalar("loss", 1 / (1 + step), step)


def _median(client: httpx.Client, path: str, params: Mapping[str, str | int] = {}) -> float:
    """Seconds of an answer."""
    taken = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        client.get(f"api/{path}?{urlencode(params)}").raise_for_status()
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken)


def _of_vdlite(folder: Path, count: int, steps: int) -> list[Row]:
    port = servers.free_port()
    with servers.serving(servers.vdlite(folder, port), port) as running:
        running.wait_for(
            "/api/status",
            lambda response: response.is_success and response.json()["loading"]["done"],
        )
        read = time.perf_counter() - running.started
        memory = psutil.Process(running.process.pid).memory_info().rss / 1e6
        with httpx.Client(base_url=running.url, headers=_MSGPACK, timeout=180) as client:
            first = client.get("api/tags?most=20000")
            run = client.get("api/tags?most=20000", headers={"Accept": "*/*"}).json()["runs"][0]
            branch = {"run": run, "prefix": "grad_norm/layers.1/"}
            figures = [
                Row("start of the process until all is read", "vdlite", read, "s"),
                Row("memory of the server then", "vdlite", memory, "MB"),
                Row("tags that a page is sent", "vdlite", len(first.content) / 1e6, "MB"),
                Row("the same, time", "vdlite", _median(client, "tags", {"most": 20_000}), "s"),
            ]
            for what, path, params in (
                ("children of a branch", "tags/children", {"prefix": "grad_norm/"}),
                ("search, two words", "tags/search", {"search": "layers.1/ experts.203"}),
                ("search, /regex/ with a word", "tags/search", {"search": r"/layers\.1/.*w1$/"}),
                ("search, /regex/ without one", "tags/search", {"search": r"/\d+[37]/"}),
                (f"2000 tags by {steps} steps", "layers", branch),
                ("those unlike the others among them", "layers/outliers", branch),
            ):
                figures.append(Row(what, "vdlite", _median(client, path, params), "s"))
    return [Row(f"{count:,} tags: {row.what}", *_rest(row)) for row in figures]


def _rest(row: Row) -> tuple[str, float | None, str, str]:
    return row.who, row.value, row.unit, row.note


def _of_tensorboard(tags: list[str], steps: int) -> list[Row]:
    """The list of tags that its page is sent, of the same scalars; as far as that takes no longer than two minutes."""
    what = f"{len(tags):,} tags: tags that a page is sent"
    try:
        from tensorboard.compat.proto import event_pb2, summary_pb2
        from tensorboard.summary.writer.event_file_writer import EventFileWriter
    except ImportError:
        return [Row(what, "TensorBoard", None, "", "not installed")]
    with logs.folder() as folder:
        writer = EventFileWriter(str(folder / "run"))
        for step in range(steps):
            for tag in tags:
                value = summary_pb2.Summary.Value(tag=tag, simple_value=float(step))
                summary = summary_pb2.Summary(value=[value])
                writer.add_event(event_pb2.Event(wall_time=1.0, step=step, summary=summary))
        writer.close()
        port = servers.free_port()
        with servers.serving(servers.tensorboard(folder, port, 1000), port) as running:
            try:
                answer = running.wait_for(
                    "/data/plugin/scalars/tags",
                    lambda response: (
                        response.is_success and sum(map(len, response.json().values())) == len(tags)
                    ),
                    timeout=_PATIENCE,
                )
            except TimeoutError:
                return [Row(what, "TensorBoard", None, "", f"not within {_PATIENCE:.0f} s")]
            read = time.perf_counter() - running.started
            return [
                Row(what, "TensorBoard", len(answer.content) / 1e6, "MB"),
                Row("start of the process until they are all there", "TensorBoard", read, "s"),
                Row("memory of the server then", "TensorBoard", running.peak[0], "MB", "peak"),
            ]


def measure(*, quick: bool) -> list[Row]:
    """The same of 100,000 tags by 50 steps, and of a million by 10; beside TensorBoard of 100,000 by 3."""
    scale = 20 if quick else 1
    rows = []
    for count, steps in ((100_000 // scale, 50), (1_000_000 // scale, 10)):
        with logs.folder() as folder:
            write(folder, names(count), steps)
            servers.warm_page_cache(folder)
            rows += _of_vdlite(folder, count, steps)
    return [*rows, *_of_tensorboard(names(100_000 // scale), 3)]
