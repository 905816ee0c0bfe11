"""Payloads of every kind that were ever written are read as what they were written to say."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.golden import kinds as golden
from vdlite import LogReader
from vdlite.kinds.layout import Chart
from vdlite.kinds.registry import KINDS

LOGS = sorted(
    (Path(__file__).parents[1] / "golden").glob("kinds*/"),
    key=lambda path: int(path.name.removeprefix("kinds")),
)


@pytest.fixture(params=LOGS, ids=lambda path: path.name)
def payloads(request: pytest.FixtureRequest) -> dict[str, Any]:
    """By kind and tag."""
    reader = LogReader(request.param)
    assert reader.damage == []
    found = {}
    for kind in reader.kinds("."):
        for tag in reader.tags(".", kind):
            (record,) = reader.records(".", kind, tag)
            assert record.walltime == golden.WALLTIME
            found[f"{kind} {tag}"] = record.payload
    return found


def test_the_newest_log_has_one_of_each_kind() -> None:
    assert set(LogReader(LOGS[-1]).kinds(".")) == set(KINDS) - {"scalar"}


def test_pictures_are_what_was_logged(payloads: dict[str, Any]) -> None:
    np.testing.assert_array_equal(payloads["image gray"].pixels[:, :, 0], golden.GRAY)
    matrix = payloads["image matrix"]
    np.testing.assert_array_equal(matrix.cell(0), golden.COLOUR)
    np.testing.assert_array_equal(matrix.cell(1)[:, :3, 0], golden.GRAY)
    assert matrix.labels == ("colour", "灰")
    np.testing.assert_array_equal(payloads["video video"].frames()[..., 0], golden.FRAMES)


def test_arrays_are_what_was_logged(payloads: dict[str, Any]) -> None:
    np.testing.assert_array_equal(payloads["tensor tensor"].values, golden.TENSOR)
    np.testing.assert_array_equal(payloads["embeddings points"].vectors, golden.VECTORS)
    np.testing.assert_array_equal(payloads["audio audio"].samples, golden.SAMPLES)
    assert payloads["audio audio"].sample_rate == 8000


def test_counts_are_what_was_logged(payloads: dict[str, Any]) -> None:
    histogram = payloads["histogram histogram"]
    assert histogram.counts.tolist() == [1, 3, 1]
    assert histogram.edges.tolist() == [0, 2, 5, 10]
    assert (histogram.count, histogram.mean, histogram.nan, histogram.posinf) == (5, 3.6, 1, 1)
    matrix = payloads["confusion_matrix matrix"]
    assert matrix.counts.tolist() == [[1, 0, 0], [0, 1, 1], [0, 0, 1]]
    assert list(matrix.class_names) == ["a", "b", "c"]


def test_curves_are_what_was_logged(payloads: dict[str, Any]) -> None:
    # By hand: at 0.9, 0.8 precision is 1; at 0.4 it is 3 of 4. One of six pairs is a tie.
    assert payloads["pr_curve curve"].ap == pytest.approx(2 / 3 + 0.75 / 3)
    assert payloads["roc_curve curve"].auc == pytest.approx(5.5 / 6)


def test_words_are_what_was_logged(payloads: dict[str, Any]) -> None:
    assert payloads["text text"] == "# 标题\n*text*"
    assert payloads["meta meta_data_tag"] == "golden"
    trial = payloads["hparams hparams"]
    assert trial.hparams == {"lr": 0.5, "opt": "adam", "on": True, "none": None}
    assert trial.metrics == ("loss",)


def test_goals_are_what_was_logged() -> None:
    (record,) = LogReader(LOGS[-1]).records(".", "hparams", "hparams")
    assert record.payload.goals == {"loss": "min", "精度": "max"}


def test_layouts_are_what_was_logged() -> None:
    (record,) = LogReader(LOGS[-1]).records(".", "layout", "custom_scalars")
    assert record.payload.charts == (
        Chart("损失", "both", ("loss.*", "a")),
        Chart("损失", "band", margins=(("a", "low", "high"),)),
    )


def test_descriptions_are_what_was_logged() -> None:
    reader = LogReader(LOGS[-1])
    (record,) = reader.records(".", "lineage", "lineage")
    assert record.payload.fields == {"loss": "mse", "epochs": 3, "remark": "灰"}
    assert record.payload.metrics == ("loss",)
    (record,) = reader.records(".", "environment", "environment")
    for name, value in golden.ENVIRONMENT.items():
        assert getattr(record.payload, name) == value


def test_graphs_are_what_was_logged() -> None:
    graph = LogReader(LOGS[-1]).graph(".")
    assert graph.types == ["input", "aten.addmm.default", "aten.t.default"]
    assert graph.names == ["x", "y", "t"]
    assert graph.scopes == ["", "first.linear", ""]
    assert graph.phases == ["forward", "forward", "backward"]
    assert graph.shapes == [[("batch", 4)], [(2, 3)], []]
    assert graph.edges.tolist() == [[0, 1], [0, 1], [1, 2]]
    assert graph.edge_columns.kind.tolist() == [0, 0, 1]
    assert graph.attributes[1] == {"beta": 1, "alpha": [0.5, "灰"]}
    assert graph.files[1] == ("net.py", 7)
    assert (graph.total_flops, graph.nodes.seconds[1]) == (24.0, 0.25)
    assert graph.about == {"mode": "train", "sizes": [1, 2.5, None]}
    assert (graph.parameter_count, graph.notes) == (12, ["as it was"])
    assert graph.scope_tree().name == "灰"


def test_consoles_are_what_was_logged() -> None:
    reader = LogReader(LOGS[-1])
    (record,) = reader.records(".", "console", "console")
    assert record.payload.text == ("step 1", "\x1b[31m灰\x1b[0m")
    assert record.payload.walltimes.tolist() == [golden.WALLTIME, golden.WALLTIME + 1.5]
    assert record.payload.streams.tolist() == [1, 2]
    assert record.summary == {
        "first": 3,
        "lines": 2,
        "left_out": 7,
        "ended": {"code": 1, "last_words": "no"},
    }
    assert reader.console(".") == "step 1\n灰\n"


def test_landscapes_are_what_was_logged() -> None:
    reader = LogReader(LOGS[-1])
    found = reader.landscape(".", "plane")
    heights = golden.HEIGHTS.copy()
    heights[1, 2] = np.nan  # not done
    np.testing.assert_array_equal(found.values["loss"], heights)
    np.testing.assert_array_equal(found.values["精度"], heights / 2)
    assert found.metrics == ("loss", "精度")
    assert (found.x.tolist(), found.y.tolist()) == ([-1, 0, 2], [0, 0.5])
    assert found.done.tolist() == golden.LANDSCAPE["done"]
    for name, column in golden.PATH.items():
        np.testing.assert_array_equal(getattr(found.path, name), column)
    (mark,) = found.marks
    assert (mark.name, mark.x, mark.y) == ("other 灰", 1, 0.5)
    for name in ("center", "directions", "settings", "id"):
        assert getattr(found, name) == golden.LANDSCAPE[name]
    for name in ("eigenvalues", "errors"):
        assert found.curvature[name].tolist() == golden.CURVATURE[name]
    assert {name: found.curvature[name] for name in ("trace", "trace_error", "samples")} == {
        "trace": 9,
        "trace_error": 0.5,
        "samples": 64,
    }
    assert found.curvature["density"]["y"].tolist() == golden.CURVATURE["density"]["y"]
    line = reader.landscape(".", "line")
    assert (line.y, line.path.y, line.path.x.tolist()) == (None, None, [0.5])
    (record,) = reader.records(".", "landscape", "part")
    assert (record.payload.id, record.payload.at.tolist()) == ("golden", [5, 0])
    np.testing.assert_array_equal(record.payload.values["loss"], [np.nan, 7.5])


def test_meshes_are_what_was_logged() -> None:
    reader = LogReader(LOGS[-1])
    (record,) = reader.records(".", "mesh", "mesh")
    for name in ("vertices", "faces", "colors", "values"):
        found = getattr(record.payload, name)
        np.testing.assert_array_equal(found, np.array(golden.MESH[name], found.dtype))
    assert record.payload.look == golden.MESH["look"]
    (record,) = reader.records(".", "mesh", "cloud")
    assert (record.payload.faces, record.payload.colors, record.payload.values) == (None,) * 3
    (record,) = reader.records(".", "mesh", "far")
    assert record.payload.vertices.tolist() == golden.FAR_VERTICES


def test_profiles_are_what_was_logged(payloads: dict[str, Any]) -> None:
    profile = payloads.get("profile profile")
    if profile is None:  # the first logs were made before there were any
        return
    assert profile.tables.steps.tolist() == [[0, 1000]]
    assert profile.tables.parts.tolist() == [[250, 40, 0, 0, 10, 60, 170, 470]]
    names = [profile.content.strings[at] for at in profile.content.events.name.tolist()]
    assert names[4:7] == ["aten::linear", "aten::mm", "cudaLaunchKernel"]
    assert profile.content.events.launched_by.max() == 9


def test_the_script_makes_what_the_newest_log_holds(tmp_path: Path) -> None:
    golden.make(tmp_path)
    made, kept = LogReader(tmp_path), LogReader(LOGS[-1])
    assert made.kinds(".") == kept.kinds(".")
    assert all(made.tags(".", kind) == kept.tags(".", kind) for kind in kept.kinds("."))
    assert b"\xa4host\xa7example" in (tmp_path / "1.vdl").read_bytes()
    assert f"kinds{golden.NUMBER}" == LOGS[-1].name
