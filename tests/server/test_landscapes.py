"""Landscapes as the page gets them."""

from __future__ import annotations

import csv
import dataclasses
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgpack
import numpy as np
import pytest

from tests.docs.test_http_api_page import examples, fits, shape
from tests.server.conftest import MSGPACK, TOKEN, client_of, events, run_ids, wait_until_loaded
from vdlite import LogWriter
from vdlite.kinds.landscape import DirectionsRecord, Landscape, LandscapePart, Mark
from vdlite.kinds.landscape.record import to_plain
from vdlite.server import serve
from vdlite.server.answers.landscapes import DirectionsAnswer

X = np.linspace(-1, 1, 5)
Y = np.linspace(-2, 2, 3)
Z = X**2 + Y[:, np.newaxis] ** 2

FULL = {
    "x": X,
    "y": Y,
    "z": {"loss": Z, "accuracy": -Z},
    "center": {"loss": 0.0, "accuracy": np.nan},
    "paths": {"adam": {"step": [4], "x": [0.25], "y": [-1.0], "true_loss": [0.75]}},
    "path": {"step": [1, 9], "x": [1.0, 0.0], "y": [0.5, 0.0], "loss": [1.25, 0.0]},
    "marks": {"other": (1, 2)},
    "directions": {"kind": "pca", "explained": [0.5, 0.25]},
    "settings": {"mode": "train", "learning_rate": [0.1, 0.01]},
    "curvature": {"eigenvalues": [2, 1], "errors": [0, 0], "trace": 3, "trace_error": 0.5}
    | {"density": {"x": [0, 1], "y": [1, 2]}, "samples": 8},
    "id": "full",
}


def write(logdir: Path) -> None:
    with LogWriter(logdir / "a") as writer:
        writer.add_landscape("plane", FULL, 7, walltime=1e9)
        odd = np.where(Z > 4, np.nan, Z)
        odd[0, 0] = np.inf
        writer.add_landscape("plane", {**FULL, "z": odd, "id": "odd"}, 3, walltime=1e9)
        writer.add_landscape("line", (X, None, X**2), 0, walltime=1e9)
    with LogWriter(logdir / "b") as writer:
        nothing = np.zeros(Z.shape, np.bool_)
        marks = (Mark("m", 1.0, values={"loss": np.nan}),)
        whole = Landscape(X, Y, {"loss": Z}, nothing, id="k", marks=marks)
        writer.add_landscape("plane", whole, 0, walltime=1e9)
        for at in np.array_split(np.arange(10), 3):
            part = LandscapePart("k", at, {"loss": Z.reshape(-1)[at]})
            writer.add_landscape("plane", part, 0, walltime=1e9 + 1)
        writer.add_record("landscape", "plane", b"no part", 0, 1e9, {"id": "k", "part": True})
        writer.add_record("landscape", "nothing", b"no whole", 0, 1e9, {"id": "k"})
    with LogWriter(logdir / "c") as writer:
        at = np.arange(1300.0)
        comb = np.where(at % 2 == 1, 1000 - at / 2, 1000.0)
        writer.add_landscape("comb", (at, None, comb), 0, walltime=1e9)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    logdir = tmp_path_factory.mktemp("landscapes")
    write(logdir)
    with serve(logdir, port=0, token=TOKEN) as server, client_of(server) as client:
        wait_until_loaded(client)
        yield client


def ask(client: httpx.Client, run: str, tag: str, **query: Any) -> Any:
    answer = client.get("api/landscape", params={"run": run_ids(client)[run], "tag": tag, **query})
    assert answer.status_code == 200, answer.text
    return answer.json()


def file(client: httpx.Client, **query: Any) -> httpx.Response:
    return client.get("api/landscape/file", params={"run": run_ids(client)["a"], **query})


def test_the_list_says_every_landscape_of_the_runs_without_reading_it(
    client: httpx.Client,
) -> None:
    ids = run_ids(client)
    found = client.get("api/landscapes", params={"run": [ids["a"], "none", ids["b"]]}).json()
    listed = [
        (one["run"], one["tag"], one["step"], one["id"], one["done"], one["points"])
        for one in found["landscapes"]
    ]
    line = found["landscapes"][0]["id"]
    assert listed == [
        (ids["a"], "line", 0, line, 5, 5),
        (ids["a"], "plane", 7, "full", 15, 15),
        (ids["a"], "plane", 3, "odd", 15, 15),
        (ids["b"], "plane", 0, "k", 10, 15),
    ]
    assert found["landscapes"][1] == {
        "run": ids["a"],
        "tag": "plane",
        "step": 7,
        "walltime": 1e9,
        "id": "full",
        "x": {"min": -1, "max": 1, "number": 5},
        "y": {"min": -2, "max": 2, "number": 3},
        "metrics": ["loss", "accuracy"],
        "points": 15,
        "done": 15,
        "snapshots": 2,
        "curvature": True,
        "directions": FULL["directions"],
        "settings": FULL["settings"],
    }
    assert found["landscapes"][0]["y"] is None
    assert found["landscapes"][3]["walltime"] == 1e9 + 1


def test_without_runs_all_are_listed(client: httpx.Client) -> None:
    everything = client.get("api/landscapes").json()["landscapes"]
    assert {one["run"] for one in everything} == set(run_ids(client).values())
    gone = client.get("api/landscapes", params={"run": "none"})
    assert (gone.status_code, gone.json()["error"]["code"]) == (404, "not_found")


def test_a_landscape_comes_whole(client: httpx.Client) -> None:
    found = ask(client, "a", "plane")
    assert (found["step"], found["id"], found["damaged"]) == (7, "full", 0)
    assert (found["x"], found["y"]) == (X.tolist(), Y.tolist())
    assert found["metrics"] == ["loss", "accuracy"]
    assert found["values"] == [Z.reshape(-1).tolist(), (-Z).reshape(-1).tolist()]
    assert found["done"] == [1] * 15
    assert found["center"] == {"loss": 0, "accuracy": "NaN"}
    assert found["path"] == {
        **FULL["path"],  # type: ignore[dict-item]
        "true_loss": ["NaN", "NaN"],
        "residual": ["NaN", "NaN"],
    }
    assert found["paths"] == [
        {"name": "adam", "step": [4], "x": [0.25], "y": [-1], "loss": ["NaN"]}
        | {"true_loss": [0.75], "residual": ["NaN"]}
    ]
    assert found["marks"] == [{"name": "other", "x": 1, "y": 2, "values": {}}]
    unknown = {"critical_sharpness": None, "critical_error": None}
    assert found["curvature"] == {**FULL["curvature"], **unknown}  # type: ignore[dict-item]
    assert found["flatness"]["curvature_x"] == pytest.approx(2)
    assert found["flatness"]["area"] > 1
    (minimum,) = found["topology"].pop("minima")
    assert (minimum["x"], minimum["y"], minimum["depth"], minimum["joins"]) == (
        0,
        0,
        "Infinity",
        None,
    )
    assert found["topology"]["count"] == 1


def test_of_many_minima_the_deepest_come(client: httpx.Client) -> None:
    found = ask(client, "c", "comb")["topology"]
    assert (found["count"], found["shallow"], len(found["minima"])) == (644, 6, 256)
    assert [each["x"] for each in found["minima"][:3]] == [1299, 1297, 1295]
    assert all(each["joins"] < at for at, each in enumerate(found["minima"]) if at > 0)


def test_msgpack_brings_typed_columns(client: httpx.Client) -> None:
    query = {"run": run_ids(client)["a"], "tag": "plane", "step": 3}
    found = msgpack.unpackb(client.get("api/landscape", params=query, headers=MSGPACK).content)
    (column,) = found["values"]
    assert column["dtype"] == "f8"
    values = np.frombuffer(column["data"], "<f8").reshape(3, 5)
    assert values[0, 0] == np.inf
    np.testing.assert_array_equal(np.isnan(values), (Z > 4) & (values != np.inf))
    assert found["done"] == {"dtype": "u1", "data": bytes([1] * 15)}
    assert found["path"]["step"]["dtype"] == "i8"


def test_step_and_id_choose_another(client: httpx.Client) -> None:
    assert ask(client, "a", "plane", step=3)["id"] == "odd"
    assert ask(client, "a", "plane", id="odd")["step"] == 3
    line = ask(client, "a", "line")
    assert (line["y"], line["path"], line["curvature"]) == (None, None, None)
    assert line["flatness"]["curvature_y"] is None


@pytest.mark.parametrize("query", [{"step": 4}, {"id": "none"}, {"step": 3, "id": "full"}])
def test_what_is_not_there_is_not_found(client: httpx.Client, query: dict[str, Any]) -> None:
    query = {"run": run_ids(client)["a"], "tag": "plane", **query}
    assert client.get("api/landscape", params=query).status_code == 404


def test_a_damaged_part_hides_none_of_the_others(client: httpx.Client) -> None:
    found = ask(client, "b", "plane")
    assert found["damaged"] == 1
    assert found["done"] == [1] * 10 + [0] * 5
    assert found["values"][0] == Z.reshape(-1)[:10].tolist() + ["NaN"] * 5
    assert (found["flatness"], found["topology"]) == (None, None)
    assert found["marks"] == [{"name": "m", "x": 1, "y": 0, "values": {"loss": "NaN"}}]


def test_a_landscape_without_any_readable_whole_is_reported_as_damaged(
    client: httpx.Client,
) -> None:
    query = {"run": run_ids(client)["b"], "tag": "nothing"}
    answer = client.get("api/landscape", params=query)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "damaged")


def test_the_answer_describes_each_field_of_the_directions() -> None:
    known: dict[str, Any] = {
        field.name: () for field in dataclasses.fields(DirectionsRecord) if field.name != "extra"
    }
    on_disk = to_plain(DirectionsRecord(**known))
    assert set(DirectionsAnswer.model_fields) == set(on_disk)


def test_the_examples_of_the_docs_have_the_fields_of_the_answers(client: httpx.Client) -> None:
    (said,) = examples("GET /api/landscape")
    got = ask(client, "a", "plane")
    for fields in (said, got):  # callers name what is in these
        for name in ("center", "directions", "settings"):
            fields[name] = {}
        for mark in fields["marks"]:
            mark["values"] = {}
    assert fits(got, said), (shape(got), shape(said))
    (said,) = examples("GET /api/landscapes")
    (got,) = [
        one
        for one in client.get("api/landscapes").json()["landscapes"]
        if (one["tag"], one["step"]) == ("plane", 7)
    ]
    assert got.keys() == said["landscapes"][0].keys()
    assert got["x"].keys() == said["landscapes"][0]["x"].keys()


def test_a_growing_landscape_reaches_the_page(tmp_path: Path) -> None:
    nothing = np.zeros(Z.shape, np.bool_)
    with (
        LogWriter(tmp_path / "run") as writer,
        serve(tmp_path, port=0, token=TOKEN) as server,
        client_of(server) as client,
    ):
        writer.add_landscape("plane", Landscape(X, Y, {"loss": Z}, nothing, id="k"), 0)
        wait_until_loaded(client)
        with client.stream("GET", "api/events") as response:
            seen = events(response)
            counts = []
            for at in range(4):
                part = LandscapePart("k", np.array([at]), {"loss": np.array([float(at)])})
                writer.add_landscape("plane", part, 0)
                grown = next(
                    series
                    for name, data in seen
                    if name == "growth"
                    for growth in data["growth"]
                    for series in growth["series"]
                    if series["count"] == at + 2
                )
                assert (grown["kind"], grown["tag"], grown["step"]) == ("landscape", "plane", 0)
                found = ask(client, "run", "plane")
                counts.append(sum(found["done"]))
                assert found["values"][0][: at + 1] == [0, 1, 2, 3][: at + 1]
            assert counts == [1, 2, 3, 4]
        assert client.get("api/landscapes").json()["landscapes"][0]["done"] == 4


def test_a_table_holds_every_point(client: httpx.Client) -> None:
    answer = file(client, tag="plane", step=3, format="csv")
    assert answer.headers["content-disposition"] == 'attachment; filename="a-plane-3.csv"'
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert len(rows) == 15
    assert rows[0] == {"x": "-1.0", "y": "-2.0", "done": "1", "loss": "Infinity"}
    assert rows[7] == {"x": "0.0", "y": "0.0", "done": "1", "loss": "0.0"}


@pytest.mark.parametrize(
    ("kind", "suffix", "begin"),
    [
        ("npz", "npz", b"PK"),
        ("vtk", "vtp", b"<?xml"),
        ("obj", "obj", b"# vdlite: accuracy"),
        ("stl", "stl", b"vdlite"),
        ("hdf5", "h5", b"\x89HDF"),
    ],
)
def test_each_format_is_a_file_to_save(
    client: httpx.Client, kind: str, suffix: str, begin: bytes
) -> None:
    if kind == "hdf5":
        pytest.importorskip("h5py")
    answer = file(client, tag="plane", format=kind, metric="accuracy")
    assert answer.status_code == 200
    assert answer.content.startswith(begin)
    assert f'filename="a-plane-7.{suffix}"' in answer.headers["content-disposition"]


def test_only_formats_that_can_be_written_are_reported(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def formats() -> list[str]:
        names: list[str] = client.get("api/landscapes").json()["formats"]
        return names

    for known in (None, object()):
        monkeypatch.setattr("vdlite.landscape.files.find_spec", lambda _name, known=known: known)
        assert ("hdf5" in formats()) == (known is not None)
        assert formats()[:5] == ["npz", "csv", "vtk", "obj", "stl"]


def test_options_of_a_surface_are_heeded(client: httpx.Client) -> None:
    text = file(client, tag="plane", format="obj", zmax=1.5, log=True, interpolate=9).text
    heights = [float(line.split()[3]) for line in text.splitlines() if line.startswith("v ")]
    assert len(heights) == 81
    assert max(heights) == pytest.approx(np.log(1.6))


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ({"tag": "line", "format": "vtk"}, "along one direction"),
        ({"tag": "plane", "format": "obj", "metric": "none"}, "got 'none', want one of loss"),
        ({"tag": "plane", "format": "exe"}, "format: got 'exe'"),
        ({"tag": "plane", "format": "vtk", "interpolate": 100_000}, "interpolate: got '100000'"),
        ({"tag": "plane", "format": "vtk", "zmax": "nan"}, "zmax: got"),
    ],
)
def test_what_can_not_be_a_file_is_refused(
    client: httpx.Client, query: dict[str, Any], message: str
) -> None:
    answer = file(client, **query)
    assert answer.status_code == 400
    assert message in answer.json()["error"]["message"]
