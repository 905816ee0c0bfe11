"""A real server on a loopback port, over real logs written by the real writer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from vdlite import LogWriter
from vdlite.server import Server, app, serve
from vdlite.server.page import STATIC, PageFile, page_files

TOKEN = "a-token-for-tests"
BEARER = {"Authorization": f"Bearer {TOKEN}"}
MSGPACK = {"Accept": "application/msgpack"}


def write_logs(logdir: Path) -> None:
    """Two runs: `long/a` with 10000 points of one tag and 3 of another, `b` with odd values."""
    with LogWriter(logdir / "long" / "a") as writer:
        for step in range(10_000):
            writer.add_scalar("loss/train", float(step % 100), step, 1_000_000.0 + step)
        for step in range(3):
            writer.add_scalar("loss/test", float(step), step, 2_000_000.0 + step)
    with LogWriter(logdir / "b") as writer:
        for step, value in enumerate([1.5, float("nan"), float("inf"), float("-inf"), 0.25]):
            writer.add_scalar("loss/train", value, step, 3_000_000.0 + step)
        writer.add_scalar('odd, "tag"', 7.0, 5, 3_000_010.0)


def client_of(server: Server, **headers: str) -> httpx.Client:
    """A client that holds the token, whose base is the address of the page."""
    address = server.url.partition("?")[0]
    # Where nothing is encrypted, the certificates of this machine need not be read, which takes longer than most answers.
    encrypted = address.startswith("https:")
    return httpx.Client(base_url=address, headers=BEARER | headers, timeout=60, verify=encrypted)


def events(response: httpx.Response) -> Iterator[tuple[str, Any]]:
    """The events of an open stream, as (name, data)."""
    name = ""
    for line in response.iter_lines():
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))


def grown(name: str, data: Any) -> list[dict[str, Any]]:
    """The series that an event says have grown; it may also tell of a run's state alone."""
    if name != "growth":
        return []
    return [series for run in data["growth"] for series in run["series"] or []]


def wait_until_loaded(client: httpx.Client) -> None:
    with client.stream("GET", "api/events") as response:
        for name, data in events(response):
            if name == "status" and data["loading"]["done"]:
                return


def run_ids(client: httpx.Client) -> dict[str, str]:
    """The runs' ids by their names."""
    return {run["name"]: run["id"] for run in client.get("api/runs").json()["runs"]}


@pytest.fixture(autouse=True, scope="session")
def page_is_read_once() -> Iterator[None]:
    """All servers of this process give the same files of the built page, which are read and compressed once."""
    built: list[dict[str, PageFile]] = []

    def files(folder: Path) -> dict[str, PageFile]:
        if folder != STATIC:
            return page_files(folder)
        if not built:
            built.append(page_files(folder))
        return dict(built[0])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "page_files", files)
        yield


@pytest.fixture(scope="session")
def logdir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("logs")
    write_logs(folder)
    return folder


@pytest.fixture(scope="session")
def server(logdir: Path) -> Iterator[Server]:
    """A server that has read everything. Its logs don't change."""
    with serve(logdir, port=0, token=TOKEN) as server, client_of(server) as client:
        wait_until_loaded(client)
        yield server


@pytest.fixture(scope="session")
def client(server: Server) -> Iterator[httpx.Client]:
    with client_of(server) as client:
        yield client


@pytest.fixture(scope="session")
def ids(client: httpx.Client) -> dict[str, str]:
    return run_ids(client)
