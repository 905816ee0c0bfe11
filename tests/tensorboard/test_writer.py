"""What scripts rely on in a SummaryWriter."""

import json
import logging
import os
import pickle
import re
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.writer import programs
from vdlite import LogReader, PayloadError
from vdlite.kinds.layout import Chart, Layout
from vdlite.tensorboard import SummaryWriter, notices
from vdlite.tensorboardx import SummaryWriter as SummaryWriterX

KINDS = pytest.mark.parametrize("kind", [SummaryWriter, SummaryWriterX])


@pytest.fixture(autouse=True)
def _every_warning_is_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "_said", set())


def payload(folder: Path, kind: str, tag: str) -> Any:
    """That of the last record of a tag."""
    return LogReader(folder).records(".", kind, tag)[-1].payload


def steps(folder: Path, tag: str) -> list[int]:
    found: list[int] = LogReader(folder).scalars(".", tag).steps.tolist()
    return found


def values(folder: Path, tag: str) -> list[float]:
    found: list[float] = LogReader(folder).scalars(".", tag).values.tolist()
    return found


@KINDS
def test_a_writer_without_a_folder_makes_one_of_time_host_and_comment(
    kind: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    kind(comment="_lr").close()
    (folder,) = (tmp_path / "runs").iterdir()
    host = re.escape(socket.gethostname())
    assert re.fullmatch(rf"[A-Z][a-z]{{2}}\d\d_\d\d-\d\d-\d\d_{host}_lr", folder.name)


@KINDS
def test_a_folder_may_be_a_path(kind: Callable[..., Any], tmp_path: Path) -> None:
    with kind(tmp_path) as writer:
        writer.add_scalar("x", 1.0, 0)
    assert values(tmp_path, "x") == [1.0]


def test_a_folder_is_not_that_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    SummaryWriter("~").close()
    assert (tmp_path / "~").is_dir()


def test_a_folder_has_the_name_that_it_was_given(tmp_path: Path) -> None:
    writer = SummaryWriter(tmp_path)
    assert writer.get_logdir() == writer.log_dir == tmp_path
    assert writer.file_writer is not None
    assert writer.file_writer.get_logdir() == str(tmp_path)
    assert writer.all_writers == {str(tmp_path): writer.file_writer}
    writer.close()
    other = SummaryWriterX(log_dir=str(tmp_path))
    assert other.logdir == str(tmp_path)
    other.close()


@KINDS
def test_what_is_added_after_the_end_goes_on(kind: Callable[..., Any], tmp_path: Path) -> None:
    writer = kind(str(tmp_path))
    writer.add_scalar("x", 1.0, 0)
    writer.close()
    assert writer.file_writer is None
    assert writer.all_writers is None
    writer.flush()
    writer.close()
    writer.add_scalar("x", 2.0, 1)
    assert writer.file_writer is writer._get_file_writer()
    writer.add_text("t", "late")
    writer.close()
    assert values(tmp_path, "x") == [1.0, 2.0]
    assert payload(tmp_path, "text", "t") == "late"


def test_a_relative_folder_stays_where_it_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "other").mkdir()
    writer = SummaryWriter("run")
    writer.close()
    monkeypatch.chdir(tmp_path / "other")
    writer.add_scalar("x", 1.0, 0)
    writer.close()
    assert values(tmp_path / "run", "x") == [1.0]
    assert not (tmp_path / "other" / "run").exists()


def test_nothing_is_raised_where_no_new_file_can_be_made(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    run = tmp_path / "run"
    writer = SummaryWriter(run)
    writer.close()
    for file in run.iterdir():
        file.unlink()
    run.rmdir()
    run.write_text("in the way")
    with caplog.at_level(logging.WARNING, "vdlite"):
        writer.add_scalar("x", 1.0, 0)
        writer.add_scalar("x", 1.0, 1)
        writer.close()
    assert [record.message.partition(":")[0] for record in caplog.records] == [
        "vdlite can't log into the run any more"
    ]


@KINDS
def test_without_a_step_a_tag_goes_on_from_its_last_one(
    kind: Callable[..., Any], tmp_path: Path
) -> None:
    with kind(str(tmp_path)) as writer:
        writer.add_scalar("x", 1.0)
        writer.add_scalar("x", 2.0)
        writer.add_scalar("x", 3.0, 10)
        writer.add_scalar("x", 4.0)
    assert steps(tmp_path, "x") == [0, 1, 10, 11]


@KINDS
def test_steps_lose_their_fractions(kind: Callable[..., Any], tmp_path: Path) -> None:
    with kind(str(tmp_path)) as writer:
        for step in (0.5, np.float32(1.9), np.int64(3), np.array(5), True):
            writer.add_scalar(f"x/{step}", 1.0, step)
        writer.add_text("t", "text", 2.7)
    found = [steps(tmp_path, tag) for tag in LogReader(tmp_path).tags(".")]
    assert sorted(found) == [[0], [1], [1], [3], [5]]
    assert LogReader(tmp_path).records(".", "text", "t")[0].step == 2


def test_tags_that_a_log_can_not_hold_get_another_name(tmp_path: Path) -> None:
    long = "x" * 65_000
    with SummaryWriter(tmp_path) as writer:
        writer.add_scalar("", 1.0, 0)
        writer.add_scalar(long + "a", 1.0, 0)
        writer.add_scalar(long + "b", 1.0, 0)
    tags = LogReader(tmp_path).tags(".")
    assert len(tags) == 3
    assert "untitled" in tags


@pytest.mark.parametrize("value", [None, "text", [1.0], np.ones(2), object()])
def test_what_is_no_number_is_refused(value: Any, tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer, pytest.raises((TypeError, ValueError)):
        writer.add_scalar("x", value, 0)
    with SummaryWriter(tmp_path) as writer, pytest.raises(PayloadError, match="tag"):
        writer.add_scalar(5, 1.0, 0)  # type: ignore[arg-type]


def test_numbers_keep_all_their_digits(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_scalar("x", 0.1, 0, 5.5, True, True)
        writer.add_scalar("x", np.array([1e300]), 1)
    points = LogReader(tmp_path).scalars(".", "x")
    assert points.values.tolist() == [0.1, 1e300]
    assert points.walltimes[0] == 5.5


def test_several_scalars_are_tags_of_the_run(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_scalars("loss/all", {"train": 1.0, "test": 2.0}, 3)
        writer.add_scalars("loss/all", {}, 3)
    reader = LogReader(tmp_path)
    assert reader.runs == ["."]
    assert reader.tags(".") == ["loss/all/test", "loss/all/train"]
    assert steps(tmp_path, "loss/all/test") == [3]


def test_trials_are_part_of_the_run(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        for lr in (0.1, 0.2):
            given = {"lr": lr, "flag": True, "none": None}
            writer.add_hparams(given, {"hparam/acc": 10 * lr}, run_name=f"lr{lr}")
    trials = LogReader(tmp_path).trials(".")
    assert [trial.hparams["lr"] for trial in trials] == [0.1, 0.2]
    assert trials[0].hparams == {"lr": 0.1, "flag": True, "none": None, "run_name": "lr0.1"}
    assert trials[0].hparams["flag"] is True
    assert [trial.metrics["hparam/acc"].last for trial in trials] == [1.0, 2.0]
    assert steps(tmp_path, "hparam/acc") == [0, 1]


@KINDS
def test_hyperparameters_have_to_be_a_dictionary(kind: Callable[..., Any], tmp_path: Path) -> None:
    class Other(dict[str, float]):
        pass

    with kind(str(tmp_path)) as writer:
        for hparams, metrics in (([], {}), ({}, []), (Other(), {})):
            with pytest.raises(TypeError, match="should be dictionary"):
                writer.add_hparams(hparams, metrics)


def test_all_values_of_a_hyperparameter_have_to_be_of_its_type(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_hparams({"lr": 0.1}, {}, {"lr": [0.1, 0.2]})
        for domains in ({"lr": [1, "a"]}, {"other": [1]}, {"lr": 0.1}, [1]):
            with pytest.raises(TypeError):
                writer.add_hparams({"lr": 0.1}, {}, domains)  # type: ignore[arg-type]


def test_a_histogram_has_64_buckets_or_those_that_are_asked_for(tmp_path: Path) -> None:
    numbers = np.random.default_rng(0).normal(size=1000)
    with SummaryWriter(tmp_path) as writer:
        writer.add_histogram("usual", numbers, 0)
        writer.add_histogram("number", numbers, 0, 10)
        writer.add_histogram("rule", numbers, 0, "auto")
        writer.add_histogram("edges", numbers, 0, [-5.0, 0.0, 5.0])
        writer.add_histogram("tensorflow", numbers, 0, writer.default_bins)
        writer.add_histogram("most", numbers, 0, "auto", None, 5)
    buckets = {
        tag: len(payload(tmp_path, "histogram", tag).counts)
        for tag in LogReader(tmp_path).tags(".", "histogram")
    }
    rule = len(np.histogram_bin_edges(numbers, "auto")) - 1
    assert buckets == {
        "usual": 64,
        "number": 10,
        "rule": rule,
        "edges": 2,
        "tensorflow": 1548,
        "most": 5,
    }
    assert payload(tmp_path, "histogram", "edges").counts.tolist() == [
        np.count_nonzero(numbers < 0),
        np.count_nonzero(numbers >= 0),
    ]


def test_edges_may_be_equal_infinite_or_too_many(tmp_path: Path) -> None:
    numbers = np.array([-3.0, 0.5, 0.5, 7.0])
    with SummaryWriter(tmp_path) as writer:
        writer.add_histogram("equal", numbers, 0, [-5.0, 0.0, 0.0, 1.0, 9.0])
        writer.add_histogram("infinite", numbers, 0, [-np.inf, 0.0, 1.0, np.inf])
        writer.add_histogram("few", numbers, 0, [-5.0, -1.0, 0.0, 1.0, 9.0], None, 2)
        writer.add_histogram("many", numbers, 0, np.linspace(-5, 9, 100_000))
        with pytest.raises(ValueError, match="monotonically"):
            writer.add_histogram("falling", numbers, 0, [1.0, 0.0])
    found = {
        tag: payload(tmp_path, "histogram", tag)
        for tag in LogReader(tmp_path).tags(".", "histogram")
    }
    assert found["equal"].counts.tolist() == [1, 2, 1]
    assert found["infinite"].edges.tolist() == [-3, 0, 1, 7]
    assert found["infinite"].counts.tolist() == [1, 2, 1]
    assert found["few"].edges.tolist() == [-5, 0, 9]
    assert found["few"].counts.tolist() == [1, 3]
    assert found["many"].counts.sum() == 4


def test_a_histogram_of_nothing_is_told_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with SummaryWriter(tmp_path) as writer, caplog.at_level(logging.WARNING, "vdlite"):
        for step in range(3):
            writer.add_histogram("x", [], step)
    assert [record.message for record in caplog.records] == [
        "vdlite: a histogram of no values: 'x'"
    ]
    assert payload(tmp_path, "histogram", "x").count == 0


def test_a_histogram_may_be_counted_already(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_histogram_raw("x", 0.5, 3.5, 6, 12.0, 30.0, [1, 2, 3, 4], [1, 2, 0, 3], 7)
        with pytest.raises(ValueError, match="bucket_limits"):
            writer.add_histogram_raw("x", 0, 1, 1, 1, 1, [1, 2], [1])
    (record,) = LogReader(tmp_path).records(".", "histogram", "x")
    assert record.step == 7
    assert record.payload.edges.tolist() == [0.5, 1, 2, 3, 3.5]
    assert record.payload.counts.tolist() == [1, 2, 0, 3]
    assert (record.payload.count, record.payload.mean) == (6, 2)


def test_pictures_go_from_0_to_1_unless_they_are_bytes(tmp_path: Path) -> None:
    floats = np.array([[[0.0, 0.5, 1.0, 2.0, -1.0]]])
    whole = np.array([[0, 1, 0]])
    data = np.arange(5, dtype=np.uint8).reshape(1, 1, 5)
    with SummaryWriter(tmp_path) as writer:
        writer.add_image("floats", floats, 0)
        writer.add_image("whole", whole, 0, dataformats="HW")
        writer.add_image("bytes", data, 0)
        writer.add_image("turned", np.zeros((2, 3, 3)), 0, dataformats="HWC")
        writer.add_images("several", np.zeros((5, 3, 4, 4)), 0)
        with pytest.raises(ValueError, match="shape"):
            writer.add_image("flat", np.zeros(3), 0)
    pixels = {
        tag: payload(tmp_path, "image", tag).pixels
        for tag in LogReader(tmp_path).tags(".", "image")
    }
    assert pixels["floats"].reshape(-1).tolist() == [0, 128, 255, 255, 0]
    assert pixels["whole"].reshape(-1).tolist() == [0, 255, 0]
    assert pixels["bytes"].reshape(-1).tolist() == [0, 1, 2, 3, 4]
    assert pixels["turned"].shape == (2, 3, 3)
    assert payload(tmp_path, "image", "several").grid.count == 5
    assert floats.tolist() == [[[0.0, 0.5, 1.0, 2.0, -1.0]]]


@KINDS
def test_boxes_are_drawn_in_red(kind: Callable[..., Any], tmp_path: Path) -> None:
    picture = np.zeros((1, 40, 60))
    boxes = np.array([[5, 10, 50, 30]])
    with kind(str(tmp_path)) as writer:
        writer.add_image_with_boxes("x", picture, boxes, 0)
        writer.add_image_with_boxes("named", picture, boxes, 0, labels="cat")
        writer.add_image_with_boxes("half", picture, boxes, 0, rescale=0.5)
        with pytest.raises(TypeError):
            writer.add_image_with_boxes("x", picture, boxes, 0, thick=3)
    pixels = payload(tmp_path, "image", "x").pixels
    assert pixels.shape == (40, 60, 3)
    assert pixels[20, 5].tolist() == pixels[10, 30].tolist() == [255, 0, 0]
    assert pixels[20, 30].tolist() == [0, 0, 0]
    assert payload(tmp_path, "image", "half").pixels.shape == (20, 30, 3)
    named = payload(tmp_path, "image", "named").pixels
    assert (named != pixels).any()


def test_figures_are_closed_unless_they_are_needed(tmp_path: Path) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    pyplot = pytest.importorskip("matplotlib.pyplot")
    first, second, third = (pyplot.figure(figsize=(1, 1)) for _ in range(3))
    with SummaryWriter(tmp_path) as writer:
        writer.add_figure("x", first, 0, False)
        assert pyplot.fignum_exists(first.number)
        writer.add_figure("x", first, 1)
        writer.add_figure("several", [second, third], 0)
    assert not pyplot.get_fignums()
    assert payload(tmp_path, "image", "several").grid.count == 2


def test_videos_stand_side_by_side(tmp_path: Path) -> None:
    videos = np.zeros((3, 2, 1, 4, 5), np.uint8)
    for number in range(3):
        videos[number] = 50 * (number + 1)
    with SummaryWriter(tmp_path) as writer:
        writer.add_video("x", videos, 0, 8)
    with SummaryWriterX(str(tmp_path)) as writer:
        writer.add_video("turned", videos.transpose(1, 0, 3, 4, 2), 0, dataformats="TNHWC")
        with pytest.raises(ValueError, match="dataformats"):
            writer.add_video("x", videos, 0, dataformats="NTHW")
    frames = payload(tmp_path, "video", "x").frames()
    assert frames.shape == (2, 4, 20, 1)
    assert frames[1, 2, ::5, 0].tolist() == [50, 100, 150, 0]
    assert payload(tmp_path, "video", "turned").frames().tolist() == frames.tolist()


def test_sound_is_kept(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_audio("x", np.array([[0.0, 0.5, -0.5, 2.0]]), 0)
    sound = payload(tmp_path, "audio", "x")
    assert sound.sample_rate == 44100
    assert sound.samples.reshape(-1).tolist() == [0, 16384, -16384, 32767]


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


def test_what_is_no_model_does_not_end_a_training(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    class Model:
        def __repr__(self) -> str:
            raise RuntimeError("not even this")

    with SummaryWriter(tmp_path) as writer, caplog.at_level(logging.WARNING, "vdlite"):
        writer.add_graph("no file", np.ones(1), True, False)
        writer.add_graph(Model())
    assert "no file" in payload(tmp_path, "text", "model")
    assert len(caplog.records) == 3
    with SummaryWriter(tmp_path) as writer, pytest.raises((ValueError, OSError)):
        writer.add_onnx_graph(tmp_path / "none.onnx")


def test_a_purge_step_supersedes_what_was_logged_before(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        for step in range(6):
            writer.add_scalar("x", 0.0, step)
            writer.add_text("note", "old", step)
    with SummaryWriter(tmp_path, purge_step=3) as writer:
        writer.add_scalar("x", 1.0, 3)
    assert writer.purge_step is None
    assert values(tmp_path, "x") == [0, 0, 0, 1]
    reader = LogReader(tmp_path)
    assert [record.step for record in reader.records(".", "text", "note")] == [0, 1, 2]
    assert len(reader.scalars(".", "x", superseded=True)) == 7
    assert reader.kinds(".") == ["scalar", "text"]


def test_a_suffix_goes_to_the_end_of_the_name(tmp_path: Path) -> None:
    SummaryWriter(tmp_path, filename_suffix=".mine").close()
    assert [name.endswith(".mine.vdl") for name in os.listdir(tmp_path)] == [True]


def test_usual_steps_and_times_hold_within_a_block(tmp_path: Path) -> None:
    with SummaryWriterX(str(tmp_path)) as writer:
        with writer.use_metadata(global_step=10, walltime=5.5):
            writer.add_scalar("x", 1.0)
            writer.add_scalar("x", 2.0, 12)
            writer.add_text("t", "text")
            with pytest.raises(AssertionError), writer.use_metadata(global_step=1):
                pass
        writer.add_scalar("x", 3.0)
        with pytest.raises(AssertionError), writer.use_metadata():
            pass
    points = LogReader(tmp_path).scalars(".", "x")
    assert points.steps.tolist() == [10, 12, 13]
    assert points.walltimes[:2].tolist() == [5.5, 5.5]
    assert LogReader(tmp_path).records(".", "text", "t")[0].step == 10


def test_scalars_are_exported_as_json(tmp_path: Path) -> None:
    run = str(tmp_path / "run")
    with SummaryWriterX(run) as writer:
        writer.add_scalars("main", {"a": 1.0}, 3, 5.0)
        writer.export_scalars_to_json(tmp_path / "out.json")
        assert writer.scalar_dict == {}
    assert json.loads((tmp_path / "out.json").read_text()) == {f"{run}/main/a": [[5.0, 3, 1.0]]}


def test_a_writer_may_write_nothing(tmp_path: Path) -> None:
    with SummaryWriterX(str(tmp_path / "run"), write_to_disk=False) as writer:
        writer.add_scalar("x", 1.0, 0)
        writer.add_image("i", np.zeros((3, 2, 2)), 0)
    writer.add_scalar("x", 1.0, 0)
    assert not (tmp_path / "run").exists()


def test_what_leads_elsewhere_is_left_out_with_a_word(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "vdlite"):
        with SummaryWriterX(str(tmp_path), comet_config={"disabled": False}) as writer:
            writer.add_openvino_graph("model.xml")
        SummaryWriterX(str(tmp_path), comet_config={"disabled": True}).close()
    assert len(caplog.records) == 2


@KINDS
def test_a_writer_goes_to_other_processes(kind: Callable[..., Any], tmp_path: Path) -> None:
    with kind(str(tmp_path)) as writer:
        writer.add_scalar("x", 1.0, 0)
        with pickle.loads(pickle.dumps(writer)) as copy:
            copy.add_scalar("x", 2.0, 1)
            copy.file_writer.flush()
        if hasattr(os, "fork"):
            child = os.fork()
            if not child:
                writer.add_scalar("x", 3.0, 2)
                os._exit(0)
            os.waitpid(child, 0)
        writer.add_scalar("x", 4.0, 3)
    assert values(tmp_path, "x") == [1, 2, 3, 4]


def test_the_writer_loads_no_framework_and_no_pictures() -> None:
    program = "import sys; from vdlite.tensorboard import SummaryWriter; print(*sys.modules)"
    loaded = set(programs.run(program).split())
    heavy = {"torch", "tensorboard", "tensorboardX", "google.protobuf", "PIL", "matplotlib"}
    assert loaded & (heavy | {"vdlite.reader", "vdlite.server", "vdlite.graphs"}) == set()
