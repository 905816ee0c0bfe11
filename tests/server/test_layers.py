"""Many scalars of one run: as cells, and which are unlike the others."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import httpx
import msgpack
import numpy as np
import pytest

from tests.server.conftest import MSGPACK, TOKEN, client_of, run_ids, wait_until_loaded
from vdlite import LogWriter, serve
from vdlite.server.routes.series.layers import LayersAnswer, LayerTags, OutliersAnswer


@pytest.fixture(scope="module")
def layers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    logdir = tmp_path_factory.mktemp("layers")
    tags = [f"norm/layers.{layer}" for layer in range(60)]
    rng = np.random.default_rng(1)
    with LogWriter(logdir / "a") as writer:
        for step in range(20):
            values = rng.normal(size=60)
            values[33] += 40.0
            values[7] = math.nan if step == 9 else values[7]
            writer.add_scalar_row(tags, values, step * 5)
        writer.add_scalar("loss", 1.0, 0)
    with LogWriter(logdir / "b") as writer:
        writer.add_scalar("other/x", 1.0, 0)
        writer.add_scalar("system/cpu/percent", 100.0, 0)
        writer.add_scalar("progress/epochs/left", 3.0, 0)
    with serve(logdir, port=0, token=TOKEN) as server, client_of(server) as client:
        wait_until_loaded(client)
        yield client


def _asked(client: httpx.Client, path: str, run: str = "a", **params: Any) -> Any:
    answer = client.get(f"api/{path}", params={"run": run_ids(client)[run], **params})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_it_gives_tags_by_steps(layers: httpx.Client) -> None:
    asked = _asked(layers, "layers", prefix="norm/", rows=30, columns=10)
    answer = LayersAnswer.model_validate(asked, strict=True)
    assert (answer.tags, answer.all_steps) == (60, 20)
    assert answer.row_tags == [f"norm/layers.{layer}" for layer in range(0, 60, 2)]
    assert answer.first_steps == list(range(0, 100, 10))
    assert answer.last_steps == list(range(5, 100, 10))
    assert len(answer.values) == len(answer.tag_places) == len(answer.steps) == 300
    at = answer.values.index("NaN")
    assert (answer.tag_places[at], answer.steps[at]) == (7, 45)
    row = answer.tag_places[16 * 10 : 17 * 10]
    assert row == [33] * 10


def test_cells_come_as_columns(layers: httpx.Client) -> None:
    params = {"run": run_ids(layers)["a"], "search": "/layers\\.[0-4]$/"}
    answer = msgpack.unpackb(layers.get("api/layers", params=params, headers=MSGPACK).content)
    assert answer["values"]["dtype"] == "f8"
    assert len(answer["values"]["data"]) == 8 * 5 * 20
    assert answer["tag_places"]["dtype"] == "i4"


def test_the_tags_of_cells_are_had_by_their_places(layers: httpx.Client) -> None:
    asked = _asked(layers, "layers/tags", prefix="norm/", at=[33, 0])
    assert LayerTags.model_validate(asked).tags == ["norm/layers.33", "norm/layers.0"]
    params = {"run": run_ids(layers)["a"], "prefix": "norm/", "at": 60}
    assert layers.get("api/layers/tags", params=params).status_code == 400


def test_outliers_come_with_their_names(layers: httpx.Client) -> None:
    asked = _asked(layers, "layers/outliers", prefix="norm/")
    answer = OutliersAnswer.model_validate(asked, strict=True)
    assert (answer.tags, answer.count, answer.is_log) == (60, 2, False)
    assert [(each.tag, each.why) for each in answer.outliers] == [
        ("norm/layers.7", "not_finite"),
        ("norm/layers.33", "all_along"),
    ]
    assert answer.outliers[0].first_not_finite == 45
    later = _asked(layers, "layers/outliers", prefix="norm/", **{"from": 50})
    assert [each["tag"] for each in later["outliers"]] == ["norm/layers.33"]


def test_only_the_tags_of_the_run_are_asked_for(layers: httpx.Client) -> None:
    assert _asked(layers, "layers", run="b")["row_tags"] == ["other/x"]
    assert _asked(layers, "layers", run="b", prefix="norm/")["tags"] == 0


def test_what_is_beside_the_training_is_there_when_it_is_asked_for(layers: httpx.Client) -> None:
    assert _asked(layers, "layers/outliers", run="b")["tags"] == 1
    assert _asked(layers, "layers/tags", run="b", at=[0])["tags"] == ["other/x"]
    assert _asked(layers, "layers", run="b", prefix="system/")["tags"] == 1
    assert _asked(layers, "layers", run="b", search="left")["tags"] == 1


def test_a_run_that_is_not_there_has_no_layers(layers: httpx.Client) -> None:
    assert layers.get("api/layers?run=none").status_code == 404


def test_steps_and_statistics_are_chosen(layers: httpx.Client) -> None:
    asked = _asked(layers, "layers", statistic="quantile", **{"from": 20, "to": 30}, prefix="norm/")
    assert asked["first_steps"] == [20, 25, 30]
    assert max(asked["values"]) == 59.5 / 60
    params = {"run": run_ids(layers)["a"], "statistic": "mean"}
    assert layers.get("api/layers", params=params).status_code == 400
