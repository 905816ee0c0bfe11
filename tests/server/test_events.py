"""Live push: what is logged arrives, in order, soon, and without holding anything up."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import httpx
import pytest

from vdlite import LogWriter
from vdlite.server import Server, serve
from vdlite.server.routes.service.status import StatusAnswer

from .conftest import TOKEN, client_of, events, grown, run_ids, wait_until_loaded


@contextmanager
def live(logdir: Path, **options: Any) -> Iterator[tuple[Server, httpx.Client]]:
    """A server that has read `logdir`, and a client of it."""
    with serve(logdir, port=0, token=TOKEN, **options) as server, client_of(server) as client:
        wait_until_loaded(client)
        yield server, client


def test_the_first_event_is_the_status(client: httpx.Client) -> None:
    with client.stream("GET", "api/events") as response:
        assert response.headers["content-type"] == "text/event-stream; charset=utf-8"
        assert response.headers["cache-control"] == "no-store"
        name, data = next(events(response))
    assert name == "status"
    assert StatusAnswer.model_validate(data, strict=True).loading.done


def test_a_logdir_that_goes_and_comes_back_is_announced(tmp_path: Path) -> None:
    logdir = tmp_path / "logs"
    LogWriter(logdir / "run").close()
    with live(logdir) as (_, client), client.stream("GET", "api/events") as response:
        stream = events(response)
        assert next(stream)[1]["lost_logdirs"] == []
        logdir.rename(tmp_path / "away")
        name, data = next(stream)
        assert (name, data["logdir_exists"]) == ("status", False)
        assert data["lost_logdirs"] == [{"logdir": str(logdir), "reason": None}]
        assert list(run_ids(client)) == ["run"]
        (tmp_path / "away").rename(logdir)
        name, data = next(stream)
        assert (name, data["logdir_exists"], data["lost_logdirs"]) == ("status", True, [])


def test_a_new_run_is_announced_before_it_grows(tmp_path: Path) -> None:
    with live(tmp_path) as (_, client), client.stream("GET", "api/events") as response:
        stream = events(response)
        next(stream)
        with LogWriter(tmp_path / "new") as writer:
            writer.add_scalar("loss", 0.5, 0)
            seen: dict[str, Any] = {}
            while "growth" not in seen:
                name, data = next(stream)
                seen[name] = data
        assert [name for name in seen if name != "status"] == ["runs", "tags", "growth"]
        (growth,) = seen["growth"]["growth"]
        assert growth["run"] == run_ids(client)["new"]


def test_growth_carries_each_series_newest_point(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer, live(tmp_path) as (_, client):
        with client.stream("GET", "api/events") as response:
            stream = events(response)
            next(stream)
            writer.add_scalar("loss", 0.5, 7, 123.25)
            growth = next(data for name, data in stream if grown(name, data))["growth"]
        run = run_ids(client)["run"]
    assert growth[0].pop("updated") >= 123.25
    assert growth == [
        {
            "run": run,
            "duration": None,  # one record, of long before its writer began
            "records": 1,
            "loading": False,
            "state": "live",
            "outcome": None,
            "diverged": 0,
            "last_step": 7,
            "progress": None,
            "energy_kwh": None,
            "gpu_hours": None,
            "series": [
                {
                    "kind": "scalar",
                    "tag": "loss",
                    "count": 1,
                    "step": 7,
                    "walltime": 123.25,
                    "value": 0.5,
                }
            ],
        }
    ]


def test_every_point_of_a_training_is_counted_in_order(tmp_path: Path) -> None:
    counts: list[int] = []
    with LogWriter(tmp_path / "run") as writer:
        writer.add_scalar("loss", 0.0, 0)
        with (
            live(tmp_path, reload_interval=0.01) as (_, client),
            client.stream("GET", "api/events") as response,
        ):
            stream = events(response)
            next(stream)
            for epoch in range(5):
                for step in range(40 * epoch + 1, 40 * epoch + 41):
                    writer.add_scalar("loss", 0.0, step)
                while not counts or counts[-1] < 40 * epoch + 41:
                    counts += [series["count"] for series in grown(*next(stream))]
    assert counts == sorted(counts)
    assert counts[-1] == 201
    assert len(counts) >= 5


def test_a_point_arrives_within_the_reload_interval_and_a_little(tmp_path: Path) -> None:
    delays, paces = [], []
    with LogWriter(tmp_path / "run") as writer:
        writer.add_scalar("loss", 0.0, 0)
        with live(tmp_path) as (_, client), client.stream("GET", "api/events") as response:
            stream = events(response)
            next(stream)
            for step in range(1, 16):
                logged = time.monotonic()
                writer.add_scalar("loss", 0.0, step)
                while step not in [series["step"] for series in grown(*next(stream))]:
                    pass
                delays.append(time.monotonic() - logged)
                asked = time.monotonic()
                client.get("api/status")
                paces.append(time.monotonic() - asked)
    # Half of them rather than nearly all, and less what any answer takes: the machine of a test may be
    # busy with something else.
    assert median(delays) < 0.3 + 2 * median(paces)


def test_many_grown_series_are_named_by_their_run_alone(tmp_path: Path) -> None:
    # All of them in one write: however slow the machine is, they are read together.
    with LogWriter(tmp_path / "run", flush_secs=1000) as writer:
        writer.add_scalar("tag", 0.0, 0)
        writer.flush()
        with live(tmp_path) as (_, client), client.stream("GET", "api/events") as response:
            stream = events(response)
            next(stream)
            for number in range(2000):
                writer.add_scalar(f"tag {number}", 0.0, 1)
            writer.flush()
            runs = []
            for name, data in stream:
                if name == "growth":
                    runs.append(data["growth"][0])
                    if runs[-1]["records"] == 2001:
                        break
    assert any(run["series"] is None for run in runs)
    assert all(run["series"] is None or len(run["series"]) <= 500 for run in runs)


def test_a_listener_that_leaves_is_forgotten(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer, live(tmp_path) as (server, client):
        for _ in range(3):
            with client.stream("GET", "api/events") as response:
                next(events(response))
        deadline = time.monotonic() + 60
        step = 0
        while server.listeners and time.monotonic() < deadline:
            writer.add_scalar("loss", 0.0, step)
            step += 1
            time.sleep(0.01)
        assert server.listeners == 0


def test_a_server_stops_at_once_with_listeners(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vdlite.server.thread._GRACE", 100)  # that it would wait for listeners
    with live(tmp_path) as (server, client), client.stream("GET", "api/events") as response:
        stream = events(response)
        next(stream)
        begun = time.monotonic()
        server.stop()
        assert time.monotonic() - begun < 50
        assert list(stream) == []


def test_reload_interval_0_reads_once(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_scalar("loss", 0.0, 0)
        with (
            live(tmp_path, reload_interval=0) as (server, client),
            client.stream("GET", "api/events") as response,
            live(tmp_path) as (_, other),
            other.stream("GET", "api/events") as live_response,
        ):
            stream = events(response)
            assert next(stream)[0] == "status"
            growth = (series for event in events(live_response) for series in grown(*event))
            for step in range(1, 4):  # so many passes of a server that goes on reading
                writer.add_scalar("loss", 0.0, step)
                while next(growth)["step"] < step:
                    pass
            assert client.get("api/runs").json()["runs"][0]["records"] == 1
            server.stop()
            assert [name for name, _ in stream if name != "status"] == []
