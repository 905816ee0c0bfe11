"""Histograms of a few steps, as the page draws them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgpack
import numpy as np
import pytest

from tests.server.conftest import MSGPACK, TOKEN, client_of, run_ids, wait_until_loaded
from vdlite import LogWriter
from vdlite.server import serve


def weights(step: int) -> np.ndarray[Any, Any]:
    return np.random.default_rng(step).normal(step, 1, 500)


@pytest.fixture(scope="module")
def histograms(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    logdir = tmp_path_factory.mktemp("histograms")
    with LogWriter(logdir / "a") as writer:
        for step in range(1000):
            writer.add_histogram("weights", weights(step), step, 1_000_000.0 + step, buckets=16)
        writer.add_histogram("few", [0.0, 3.0, 4.0, 8.0], 0, buckets=8)
        writer.add_histogram("growing", [1.0, 3.0, 9.0], 0, buckets=[0, 1, 2, 4, 8, 16])
        writer.add_histogram("odd", [], 0)
        writer.add_histogram("odd", [np.nan, np.inf, -np.inf, 2.0], 1, buckets=4)
    with serve(logdir, port=0, token=TOKEN) as server, client_of(server) as client:
        wait_until_loaded(client)
        yield client


def ask(client: httpx.Client, tag: str = "weights", **options: Any) -> Any:
    run = run_ids(client)["a"]
    body = {"series": [{"run": run, "tag": tag}], **options}
    return client.post("api/histograms", json=body).json()["series"][0]


def test_every_given_step_has_numpys_counts(histograms: httpx.Client) -> None:
    series = ask(histograms, steps=10)
    assert series["step"] == [0, 111, 222, 333, 444, 555, 666, 777, 888, 999]
    assert (series["count"], series["in_range"], series["damaged"]) == (1000, 1000, 0)
    for number, step in enumerate(series["step"]):
        begin, end = series["offset"][number : number + 2]
        counts = series["counts"][begin:end]
        edges = series["edges"][begin + number : end + number + 1]
        wanted, wanted_edges = np.histogram(weights(step), 16)
        assert counts == wanted.tolist()
        assert edges == wanted_edges.tolist()
        assert series["mean"][number] == pytest.approx(weights(step).mean())
        assert (series["values"][number], series["walltime"][number]) == (500, 1_000_000.0 + step)


def test_quantiles_are_within_a_bucket(histograms: httpx.Client) -> None:
    body = {"series": [{"run": run_ids(histograms)["a"], "tag": "weights"}], "steps": 5}
    answer = histograms.post("api/histograms", json=body).json()
    assert answer["shares"] == [0.05, 0.25, 0.5, 0.75, 0.95]
    series = answer["series"][0]
    lines = np.array(series["quantiles"]).reshape(5, 5)
    for step, line in zip(series["step"], lines, strict=True):
        width = np.ptp(weights(step)) / 16
        assert np.abs(line - np.quantile(weights(step), answer["shares"])).max() < width


def test_a_range_narrows_the_steps(histograms: httpx.Client) -> None:
    series = ask(histograms, steps=3, range=[100, 120])
    assert (series["step"], series["in_range"], series["count"]) == ([100, 110, 120], 21, 1000)
    assert ask(histograms, range=[5000, None])["step"] == []


def test_equal_buckets_fit_the_values_and_others_stay(histograms: httpx.Client) -> None:
    assert ask(histograms, "few", fit=True)["counts"] == [1, 1, 1, 1]
    growing = ask(histograms, "growing", fit=True)
    assert growing["edges"] == [0.0, 1.0, 2.0, 4.0, 8.0, 16.0]
    assert growing["counts"] == [0, 1, 1, 0, 1]


def test_what_is_not_finite_is_counted(histograms: httpx.Client) -> None:
    series = ask(histograms, "odd")
    assert series["step"] == [0, 1]
    assert series["values"] == [0, 1]
    assert series["min"] == ["NaN", 2.0]
    assert (series["nan"], series["posinf"], series["neginf"]) == ([0, 1], [0, 1], [0, 1])
    assert series["counts"] == [0, 0, 0, 1, 0]


def test_columns_are_raw_in_msgpack(histograms: httpx.Client) -> None:
    body = {"series": [{"run": run_ids(histograms)["a"], "tag": "weights"}], "steps": 2}
    answer = histograms.post("api/histograms", json=body, headers=MSGPACK)
    series = msgpack.unpackb(answer.content)["series"][0]
    assert series["counts"]["dtype"] == "i8"
    counts = np.frombuffer(series["counts"]["data"], "<i8")
    assert counts.tolist() == [
        *np.histogram(weights(0), 16)[0].tolist(),
        *np.histogram(weights(999), 16)[0].tolist(),
    ]


def test_series_that_don_t_exist_are_reported_in_their_place(histograms: httpx.Client) -> None:
    assert ask(histograms, "none")["error"] == "not_found"


def test_a_damaged_step_leaves_the_others(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "a") as writer:
        for step in range(3):
            writer.add_histogram("large", np.arange(1000.0), step, buckets=500)
    media = next((tmp_path / "a").glob("*.vdm"))
    raw = bytearray(media.read_bytes())
    raw[len(raw) // 2] ^= 0xFF
    media.write_bytes(raw)
    with serve(tmp_path, port=0, token=TOKEN) as server, client_of(server) as client:
        wait_until_loaded(client)
        series = ask(client, "large")
    assert (series["step"], series["damaged"]) == ([0, 2], 1)


@pytest.mark.parametrize(
    "options", [{"steps": 1}, {"steps": 1001}, {"range": [0]}, {"range": [0.5, None]}, {"x": 1}]
)
def test_wrong_requests_are_refused(histograms: httpx.Client, options: Any) -> None:
    answer = histograms.post("api/histograms", json={"series": [], **options})
    assert answer.status_code == 400


def test_more_than_100_series_are_too_many(histograms: httpx.Client) -> None:
    body = {"series": [{"run": "a", "tag": str(number)} for number in range(101)]}
    assert histograms.post("api/histograms", json=body).status_code == 413
