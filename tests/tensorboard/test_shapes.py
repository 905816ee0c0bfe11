"""What scripts rely on of points, curves, meshes, layouts and tensors of a SummaryWriter."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.tensorboard.written import payload
from vdlite import LogReader, PayloadError
from vdlite.kinds.layout import Chart, Layout
from vdlite.tensorboard import SummaryWriter


def test_points_come_with_rows_of_labels(tmp_path: Path) -> None:
    points = np.eye(2)
    pictures = np.ones((2, 3, 8, 8))
    with SummaryWriter(tmp_path) as writer:
        writer.add_embedding(points, ["a", "b"], pictures, 4, "plain")
        writer.add_embedding(points, [["a", 1], ["b", 2]], metadata_header=["x", "x"], tag="rows")
        with pytest.raises(AssertionError, match="labels"):
            writer.add_embedding(points, ["a"])
        with pytest.raises(AssertionError, match="header"):
            writer.add_embedding(points, [["a"], ["b"]], metadata_header=["x", "y"])
    plain, rows = (payload(tmp_path, "embeddings", tag) for tag in ("plain", "rows"))
    assert plain.columns == (("a", "b"),)
    assert plain.thumbnail_width == 8
    assert LogReader(tmp_path).records(".", "embeddings", "plain")[0].step == 4
    assert rows.names == ("x", "x_2")
    assert [list(column) for column in rows.columns] == [["a", "b"], [1, 2]]


def test_curves_are_exact_or_as_they_were_counted(tmp_path: Path) -> None:
    labels, scores = np.array([0, 1, 1, 0]), np.array([0.1, 0.4, 0.8, 0.6])
    with SummaryWriter(tmp_path) as writer:
        writer.add_pr_curve("exact", labels, scores, 0)
        writer.add_pr_curve("weighed", labels, scores, 0, weights=2.0)
        writer.add_pr_curve("soft", np.array([0.25, 1.0]), np.array([0.8, 0.3]), 0)
        with pytest.raises(PayloadError):
            writer.add_pr_curve("wrong", np.array([2, 0]), np.array([0.8, 0.3]), 0)
        counts = [[2, 2, 1], [2, 1, 0], [0, 1, 2], [0, 0, 1]]
        writer.add_pr_curve_raw("counted", *counts, [0.5, 0.67, 1], [1, 1, 0.5], 0)
    exact, weighed, counted = (
        payload(tmp_path, "pr_curve", tag) for tag in ("exact", "weighed", "counted")
    )
    assert exact.ap == pytest.approx(0.5 * 1 + 0.5 * 2 / 3)
    assert (exact.positives, weighed.positives) == (2, 4)
    soft = payload(tmp_path, "pr_curve", "soft")
    assert (soft.tp.tolist(), soft.fp.tolist()) == ([0, 0.25, 1.25], [0, 0.75, 0.75])
    assert counted.threshold.tolist() == [np.inf, 1, 0.5, 0]
    assert counted.tp.tolist() == [0, 1, 2, 2]


def test_meshes_are_meshes(tmp_path: Path) -> None:
    vertices = np.arange(9.0).reshape(1, 3, 3)
    faces = np.array([[[0, 1, 2]]])
    config = {
        "camera": {"cls": "OrthographicCamera", "fov": 75},
        "material": {"cls": "PointsMaterial", "size": 0.25, "opacity": 0.5},
        "lights": [{"cls": "AmbientLight"}],
    }
    with SummaryWriter(tmp_path) as writer:
        writer.add_mesh("m", vertices, None, faces, config, 3)
        writer.add_mesh("batch", np.concatenate([vertices, -vertices]), global_step=3)
    made = payload(tmp_path, "mesh", "m")
    assert made.vertices.tolist() == vertices[0].tolist()
    assert made.faces.tolist() == [[0, 1, 2]]
    assert made.look == {"projection": "orthographic", "fov": 75, "point_size": 0.25}
    assert payload(tmp_path, "mesh", "batch/1").vertices.tolist() == (-vertices[0]).tolist()
    (record,) = LogReader(tmp_path).records(".", "mesh", "m")
    assert record.step == 3


@pytest.mark.parametrize(
    ("colors", "kept"),
    [
        ([[255.0, 0, 7.4]] * 3, [255, 0, 7]),
        ([[0.5, 0, 1]] * 3, [128, 0, 255]),
        ([[1.0, 0, 1]] * 3, [1, 0, 1]),
        ([[300.0, -4, np.nan]] * 3, [255, 0, 0]),
        (np.full((3, 3), 200, np.uint8), [200] * 3),
    ],
)
def test_colors_of_meshes_go_to_255_unless_they_are_shares(
    tmp_path: Path, colors: Any, kept: list[int]
) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_mesh("m", np.eye(3), colors)
    assert payload(tmp_path, "mesh", "m").colors[0].tolist() == kept


def test_layouts_of_charts_are_kept(tmp_path: Path) -> None:
    layout = {
        "losses": {"both": ["Multiline", ["a", "b"]], "band": ["Margin", ["a", "low", "high"]]}
    }
    with SummaryWriter(tmp_path) as writer:
        writer.add_custom_scalars(layout)
    both = Chart("losses", "both", ("a", "b"))
    band = Chart("losses", "band", margins=(("a", "low", "high"),))
    assert last_charts(tmp_path) == (both, band)
    with SummaryWriter(tmp_path) as writer:
        writer.add_custom_scalars_multilinechart(["x", "y"], "c", "t")
        own = Chart("c", "t", ("x", "y"))
        assert last_charts(tmp_path) == (own,)
        writer.add_custom_scalars_marginchart(["x", "y", "z"])
        margin = Chart("default", "untitled", margins=(("x", "y", "z"),))
        assert last_charts(tmp_path) == (own, margin)  # each call adds one
        writer.add_custom_scalars({"losses": {"both": ["Multiline", ["a", "b"]]}})
        assert last_charts(tmp_path) == (both,)
        with pytest.raises(AssertionError):
            writer.add_custom_scalars_marginchart(["x", "y"])
        with pytest.raises(AssertionError):
            writer.add_custom_scalars({"c": {"t": ["Margin", ["x"]]}})


def last_charts(folder: Path) -> tuple[Chart, ...]:
    layout: Layout = LogReader(folder).records(".", "layout", "custom_scalars")[-1].payload
    return layout.charts


def test_tensors_are_whole(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_tensor("x", np.arange(6).reshape(2, 3), 1)
        writer.add_tensor("complex", np.array([1 + 2j]), 1)
    assert payload(tmp_path, "tensor", "x").values.tolist() == [[0, 1, 2], [3, 4, 5]]
    assert payload(tmp_path, "tensor", "complex").values.tolist() == [[1, 2]]
