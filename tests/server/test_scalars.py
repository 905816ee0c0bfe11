from __future__ import annotations

import gzip
import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import msgpack
import numpy as np
import pytest

from vdlite import LogWriter
from vdlite.server import serve
from vdlite.server.routes.series.scalars import ScalarsAnswer

from .conftest import MSGPACK, TOKEN, client_of, events, grown, run_ids, wait_until_loaded


def ask(client: httpx.Client, series: list[dict[str, Any]], **more: Any) -> list[dict[str, Any]]:
    """The series of the answer to a POST, checked against what the API says of itself."""
    answer = client.post("api/scalars", json={"series": series} | more)
    assert answer.status_code == 200, answer.text
    ScalarsAnswer.model_validate(answer.json())
    got: list[dict[str, Any]] = answer.json()["series"]
    return got


def test_a_short_series_is_exact(client: httpx.Client, ids: dict[str, str]) -> None:
    (series,) = ask(client, [{"run": ids["long/a"], "tag": "loss/test"}])
    assert series["run"] == ids["long/a"]
    assert series["tag"] == "loss/test"
    assert series["exact"] is True
    assert series["append"] is False
    assert series["count"] == series["in_range"] == 3
    assert series["superseded"] == 0
    assert series["origin"] == 2_000_000.0
    assert series["step"] == [0, 1, 2]
    assert series["walltime"] == [2_000_000.0, 2_000_001.0, 2_000_002.0]
    assert series["value"] == [0.0, 1.0, 2.0]
    assert series["smoothed"] is None
    assert series["stats"]["max_step"] == 2
    assert series["stats"]["q05"] is None


def test_a_long_series_is_thinned_and_keeps_its_ends(
    client: httpx.Client, ids: dict[str, str]
) -> None:
    (series,) = ask(client, [{"run": ids["long/a"], "tag": "loss/train"}], pixels=20)
    assert series["exact"] is False
    assert series["count"] == 10_000
    assert len(series["step"]) <= 4 * 20
    assert series["step"][0] == 0
    assert series["step"][-1] == 9999
    assert (min(series["value"]), max(series["value"])) == (0.0, 99.0)


def test_what_json_can_not_write_has_a_name(client: httpx.Client, ids: dict[str, str]) -> None:
    (series,) = ask(client, [{"run": ids["b"], "tag": "loss/train"}])
    assert series["value"] == [1.5, "NaN", "Infinity", "-Infinity", 0.25]
    assert series["nonfinite"] == {
        "step": [1, 2, 3],
        "walltime": [3_000_001.0, 3_000_002.0, 3_000_003.0],
        "what": [0, 1, 2],
        "count": [1, 1, 1],
    }
    assert series["stats"]["min"] == 0.25
    assert series["stats"]["max"] == 1.5
    assert [series["stats"][sort] for sort in ("nan", "posinf", "neginf")] == [1, 1, 1]


def test_msgpack_columns_are_raw_and_little_endian(
    client: httpx.Client, ids: dict[str, str]
) -> None:
    # With a weight that nobody has asked for: answers are kept.
    body = {"series": [{"run": ids["b"], "tag": "loss/train"}], "smoothing": 0.456}
    answer = client.post("api/scalars", json=body, headers=MSGPACK)
    (series,) = msgpack.unpackb(answer.content)["series"]
    types = {name: series[name]["dtype"] for name in ("step", "walltime", "value", "smoothed")}
    assert types == {"step": "i8", "walltime": "f8", "value": "f8", "smoothed": "f8"}
    assert np.frombuffer(series["step"]["data"], "<i8").tolist() == [0, 1, 2, 3, 4]
    np.testing.assert_array_equal(
        np.frombuffer(series["value"]["data"], "<f8"), [1.5, np.nan, np.inf, -np.inf, 0.25]
    )
    nonfinite = {name: column["dtype"] for name, column in series["nonfinite"].items()}
    assert nonfinite == {"step": "i8", "walltime": "f8", "what": "u1", "count": "i4"}
    assert series["nonfinite"]["what"]["data"] == b"\x00\x01\x02"


def test_a_missing_pair_leaves_the_others_alone(client: httpx.Client, ids: dict[str, str]) -> None:
    wanted = [
        {"run": "nothing", "tag": "loss/train"},
        {"run": ids["b"], "tag": "../../etc/passwd"},
        {"run": ids["b"], "tag": 'odd, "tag"'},
    ]
    first, second, third = ask(client, wanted)
    assert first == wanted[0] | {"error": "not_found"}
    assert second == wanted[1] | {"error": "not_found"}
    assert third["value"] == [7.0]


def test_a_range_brings_its_neighbors(client: httpx.Client, ids: dict[str, str]) -> None:
    (series,) = ask(client, [{"run": ids["long/a"], "tag": "loss/train"}], range=[100, 104])
    assert series["step"] == [99, 100, 101, 102, 103, 104, 105]
    assert series["in_range"] == 5


def test_the_axis_gives_the_range_its_unit(client: httpx.Client, ids: dict[str, str]) -> None:
    one = [{"run": ids["long/a"], "tag": "loss/train"}]
    for axis, zero in [("relative", 0.0), ("wall", 1_000_000.0)]:
        (series,) = ask(client, one, axis=axis, range=[zero + 9998.5, None])
        assert series["step"] == [9998, 9999]


def test_quantiles_come_when_they_are_asked_for(client: httpx.Client, ids: dict[str, str]) -> None:
    one = [{"run": ids["long/a"], "tag": "loss/train"}]
    (series,) = ask(client, one, quantiles=True)
    assert 4 <= series["stats"]["q05"] <= 5
    assert 94 <= series["stats"]["q95"] <= 95


def test_a_baseline_is_taken_away_at_the_same_step(
    client: httpx.Client, ids: dict[str, str]
) -> None:
    wanted = [{"run": ids["long/a"], "tag": "loss/test", "have": 2, "version": 0}]
    (series,) = ask(client, wanted, baseline=[ids["long/a"], "gone"])
    assert (series["step"], series["value"]) == ([0, 1, 2], [0.0, 0.0, 0.0])
    assert series["append"] is False
    assert series["stats"]["last"] == 0.0
    (series,) = ask(client, wanted, baseline=["gone"])
    assert (series["step"], series["count"], series["stats"]["last"]) == ([], 0, None)


def test_get_answers_every_run_with_every_tag_that_exists(
    client: httpx.Client, ids: dict[str, str]
) -> None:
    query: list[tuple[str, str | int | float | None]] = [
        *(("run", run) for run in (ids["long/a"], ids["b"], "nothing")),
        *(("tag", tag) for tag in ("loss/test", 'odd, "tag"')),
    ]
    answer = client.get("api/scalars", params=query)
    pairs = [(series["run"], series["tag"]) for series in answer.json()["series"]]
    assert pairs == [(ids["long/a"], "loss/test"), (ids["b"], 'odd, "tag"')]


def test_get_takes_the_same_options(client: httpx.Client, ids: dict[str, str]) -> None:
    one = {"run": ids["long/a"], "tag": "loss/train"}
    options: dict[str, Any] = {"pixels": 7, "smoothing": 0.5, "axis": "relative", "quantiles": True}
    posted = ask(client, [one], range=[10, 5000], **options)
    got = client.get("api/scalars", params=one | options | {"from": 10, "to": 5000})
    assert got.json()["series"] == posted


def test_only_new_points_come_to_who_holds_the_others(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer, ExitStack() as stack:
        for step in range(5):
            writer.add_scalar("loss", step, step)
        server = stack.enter_context(serve(tmp_path, port=0, token=TOKEN, reload_interval=0.01))
        client = stack.enter_context(client_of(server))
        wait_until_loaded(client)
        run = run_ids(client)["."]
        (series,) = ask(client, [{"run": run, "tag": "loss"}])
        held = {"have": series["count"], "version": series["version"]}
        with client.stream("GET", "api/events") as stream:
            seen = events(stream)
            next(seen)
            writer.add_scalar("loss", 5.0, 5)
            next(event for event in seen if any(one["step"] == 5 for one in grown(*event)))
        (series,) = ask(client, [{"run": run, "tag": "loss"} | held])
        assert series["append"] is True
        assert series["count"] == 6
        assert series["step"][-1] == 5
        assert held["have"] + len(series["step"]) == 6


def test_a_long_json_answer_is_compressed_and_msgpack_is_not(
    client: httpx.Client, ids: dict[str, str]
) -> None:
    query: dict[str, str | int] = {"run": ids["long/a"], "tag": "loss/train", "pixels": 10_000}
    assert client.get("api/scalars", params=query).headers["content-encoding"] == "gzip"
    plain = client.get("api/scalars", params=query, headers={"Accept-Encoding": "gzip;q=0"})
    assert "content-encoding" not in plain.headers
    packed = client.get("api/scalars", params=query, headers=MSGPACK)
    assert "content-encoding" not in packed.headers
    assert len(gzip.compress(plain.content, 1)) < len(plain.content) / 3
    assert len(json.loads(plain.content)["series"][0]["step"]) == 10_000


def test_two_thousand_series_are_answered(client: httpx.Client, ids: dict[str, str]) -> None:
    wanted = [{"run": ids["b"], "tag": "loss/train"}] * 2000
    assert len(ask(client, wanted)) == 2000


@pytest.mark.parametrize("tag", ["", "/", "..", "loss", "loss/train/", "\x00", "😀", "x" * 10_000])
def test_odd_tags_are_just_not_found(client: httpx.Client, ids: dict[str, str], tag: str) -> None:
    (series,) = ask(client, [{"run": ids["b"], "tag": tag}])
    assert series["error"] == "not_found"


def test_a_package_that_is_not_installed_is_named(
    client: httpx.Client, ids: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    monkeypatch.setitem(sys.modules, "scipy.signal", None)
    body = {"series": [{"run": ids["b"], "tag": "loss/train"}], "smoothing": 0.5}
    answer = client.post("api/scalars", json=body)
    assert answer.status_code == 400
    assert answer.json()["error"] == {
        "code": "not_installed",
        "message": "smoothing needs scikit-learn: pip install scikit-learn, where vdlite runs",
    }
    assert client.post("api/scalars", json=body | {"smoothing": 0}).status_code == 200
