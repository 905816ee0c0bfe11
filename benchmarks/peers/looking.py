"""How soon the server of a tool has what is asked of it, and the memory that it takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import httpx
import psutil

from benchmarks import servers
from benchmarks.peers.data import Shape
from benchmarks.peers.peer import Peer
from benchmarks.process import run_json

T = TypeVar("T")

RUNS, TAGS, CURVES, QUERY, MEMORY = (
    "start until all runs are listed",
    "start until all tags are listed",
    "start until a tag's curves are served",
    "query: lr > 0.5, by loss, the first 50",
    "peak memory",
)
"""What is measured, in the order of the table."""

_READ = """
    import json, sys, time
    from pathlib import Path
    start = time.perf_counter()
    for path in Path(sys.argv[1]).rglob("*"):
        if path.is_file():
            path.read_bytes()
    print(json.dumps(time.perf_counter() - start))
"""


@dataclass(frozen=True)
class Asked:
    """What is asked, and the right answers."""

    shape: Shape  # of the runs
    curves: str | None  # a tag
    tags: set[str] | None
    best: list[str] | None  # names of runs


@dataclass
class Look:
    """One start of a server."""

    figures: dict[str, float] = field(default_factory=dict)  # seconds; the memory in MB
    points: int = 0  # of each curve
    problem: str = ""  # why there are no more figures


def look(peer: Peer, folder: Path, asked: Asked, *, patience: float, settling: float = 0) -> Look:
    """Start a server, ask it one question after the other, and let it go on until it rests, for some seconds at most.

    patience: seconds that each answer is waited for.
    """
    seen = Look()
    port = servers.free_port()
    command = peer.server(folder, port)
    with (
        servers.serving(command, port, peer.environment(folder)) as running,
        httpx.Client(base_url=running.url, timeout=patience) as client,
    ):

        def until(
            ask: Callable[[], T | None], what: str, since: float, right: T | None = None
        ) -> T:
            answer = answer_of(ask, running, patience, right)
            seen.figures[what] = time.perf_counter() - since
            return answer

        begun = running.started
        try:
            runs = until(lambda: peer.runs(client, asked.shape), RUNS, begun)
            if asked.tags is not None:
                until(lambda: peer.tags(client, runs), TAGS, begun, asked.tags)
            if (tag := asked.curves) is not None:
                curves = until(lambda: peer.curves(client, runs, tag, asked.shape), CURVES, begun)
                seen.points = curves
            if asked.best is not None:
                until(lambda: peer.best(client), QUERY, time.perf_counter(), asked.best)
            _rest(running, settling)
        except (TimeoutError, ValueError) as error:
            seen.problem = str(error)
        seen.figures[MEMORY] = running.peak[0]
    return seen


def answer_of(
    ask: Callable[[], T | None], running: servers.Running, patience: float, right: T | None = None
) -> T:
    """Ask until the answer is complete, and right if that is known; a server is asked at most half of the time.

    Raises TimeoutError after so many seconds, and ValueError if the server has ended.
    """
    begun, last = time.perf_counter(), "no answer"
    while (before := time.perf_counter()) - begun < patience:
        try:
            answer = ask()
            if answer is not None and right in (None, answer):
                return answer
            last = "its answer is not complete" if answer is None else "its answer is wrong"
        except httpx.HTTPError as error:
            last = str(error).partition("\n")[0]
        if running.process.poll() is not None:
            raise ValueError(f"its server ended with {running.process.returncode}")
        time.sleep(max(0.01, time.perf_counter() - before))
    raise TimeoutError(f"not within {patience:g} s: {last}")


def _rest(running: servers.Running, most: float) -> None:
    """Return when the server with its children takes less than a tenth of a core, or after so many seconds."""
    ends = time.perf_counter() + most
    while time.perf_counter() < ends:
        before = _cpu(running)
        time.sleep(1)
        if _cpu(running) - before < 0.1:
            return


def _cpu(running: servers.Running) -> float:
    process = psutil.Process(running.process.pid)
    times = [one.cpu_times() for one in (process, *process.children(recursive=True))]
    return sum(each.user + each.system for each in times)


def read_seconds(folder: Path) -> float:
    """Seconds to read the bytes of all files, which nobody can undercut who has to look at them."""
    seconds: float = run_json(_READ, folder)
    return seconds
