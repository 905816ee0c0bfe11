"""Runs as event files, as TensorBoard reads them."""

import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from PIL import Image

from vdlite import LogReader, LogWriter
from vdlite.cli import main

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    accumulators = pytest.importorskip(
        "tensorboard.backend.event_processing.event_accumulator", exc_type=ImportError
    )
    from tensorboard.plugins.hparams import plugin_data_pb2
    from tensorboard.util import tensor_util

STEPS = [-3, 0, 1, 127, 128, 16383, 16384, 1 << 40]


def exported(folder: Path, *options: str) -> Any:
    target = folder.parent / ("exported" + "".join(options))
    assert main(["export", "--tensorboard", *options, str(folder), str(target)]) == 0
    accumulator = accumulators.EventAccumulator(
        str(target), size_guidance=dict.fromkeys(accumulators.DEFAULT_SIZE_GUIDANCE, 0)
    )
    return accumulator.Reload()


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return tmp_path / "run"


@pytest.mark.parametrize("options", [(), ("--float64",)])
def test_scalars_have_steps_times_and_values(run: Path, options: tuple[str, ...]) -> None:
    values = np.array([0.1, -1e300, np.nan, np.inf, 0.0, 1 / 3, 5e-324, 2.0])
    times = 1.7e9 + np.arange(8) / 3
    with LogWriter(run) as writer:
        writer.add_scalar_series("loss/train", values, STEPS, times)
        writer.add_scalar("one", 0.5, 7)
    read = exported(run, *options)
    if options:
        found = read.Tensors("loss/train")
        got = [tensor_util.make_ndarray(event.tensor_proto).item() for event in found]
        want = values
    else:
        found = read.Scalars("loss/train")
        got = [event.value for event in found]
        with np.errstate(over="ignore"):
            want = values.astype(np.float32).astype(np.float64)
    assert [event.step for event in found] == STEPS
    assert [event.wall_time for event in found] == times.tolist()
    assert_array_equal(got, want)


def test_what_was_exported_is_read_here_with_all_bits(run: Path) -> None:
    with LogWriter(run) as writer:
        writer.add_scalar_series("x", np.linspace(0, 1, 1000) ** 3, np.arange(1000))
    target = run.parent / "back"
    assert main(["export", "--tensorboard", "--float64", str(run), str(target)]) == 0
    reader = LogReader(target)
    assert reader.damage == []
    assert_array_equal(reader.scalars(".", "x").values, np.linspace(0, 1, 1000) ** 3)


def test_pictures_texts_and_histograms_are_those_of_the_run(run: Path) -> None:
    rng = np.random.default_rng(2)
    pixels, values = rng.integers(0, 256, (5, 6, 3), np.uint8), rng.normal(size=500)
    with LogWriter(run) as writer:
        writer.add_image("im", pixels, 1)
        writer.add_text("note", "**ü**", 2)
        writer.add_histogram("h", values, 3)
        writer.add_audio("au", np.zeros(100, np.int16), 4, 8000)
        writer.add_tensor("t", np.arange(6.0).reshape(2, 3), 5)
    read = exported(run)
    (picture,) = read.Images("im")
    with Image.open(__import__("io").BytesIO(picture.encoded_image_string)) as opened:
        assert_array_equal(np.asarray(opened), pixels)
    assert (picture.width, picture.height, picture.step) == (6, 5, 1)
    (note,) = read.Tensors("note")
    assert tensor_util.make_ndarray(note.tensor_proto).tolist() == ["**ü**".encode()]
    (event,) = read.Histograms("h")
    made = event.histogram_value
    assert (made.num, made.min, made.max) == (500, values.min(), values.max())
    assert made.sum == pytest.approx(values.sum())
    counts, edges = np.histogram(values, 64)
    assert_array_equal(made.bucket, [0, *counts])
    assert_allclose(made.bucket_limit, edges)
    (sound,) = read.Audio("au")
    assert (sound.sample_rate, sound.length_frames) == (8000, 100)
    (tensor,) = read.Tensors("t")
    assert_array_equal(tensor_util.make_ndarray(tensor.tensor_proto), np.arange(6).reshape(2, 3))


def test_a_curve_has_the_counts_at_the_thresholds_of_tensorboard(run: Path) -> None:
    rng = np.random.default_rng(4)
    labels, scores = rng.integers(0, 2, 300), rng.random(300)
    with LogWriter(run) as writer:
        writer.add_pr_curve("pr", labels, scores, 1)
    (curve,) = exported(run).Tensors("pr")
    rows = tensor_util.make_ndarray(curve.tensor_proto)
    thresholds = np.linspace(0, 1, 127)
    called = scores[None, :] >= thresholds[:, None]
    assert_array_equal(rows[0], (called & (labels == 1)).sum(axis=1))
    assert_array_equal(rows[1], (called & (labels == 0)).sum(axis=1))
    assert_array_equal(rows[3], (~called & (labels == 1)).sum(axis=1))


def test_a_mesh_is_one_of_the_mesh_plugin(run: Path) -> None:
    vertices = np.array([[0, 0, 0.5], [1, 0, np.nan], [0, 1e30, 0]], np.float32)
    colors = np.array([[255, 0, 1, 9], [2, 3, 4, 9], [5, 6, 7, 9]], np.uint8)
    look = {"fov": 60.0, "point_size": 0.25, "projection": "perspective"}
    with LogWriter(run) as writer:
        writer.add_mesh("a/m", vertices, [[2, 1, 0]], colors, look=look, step=7)
        writer.add_mesh("cloud", vertices, step=7)
    read = exported(run)
    from tensorboard.plugins.mesh import metadata
    from tensorboard.plugins.mesh.plugin_data_pb2 import MeshPluginData

    want = {"VERTEX": vertices, "FACE": np.array([[2, 1, 0]], np.int32), "COLOR": colors[:, :3]}
    for suffix, values in want.items():
        tag = f"a/m_{suffix}"
        plugin_data = read.SummaryMetadata(tag).plugin_data
        assert plugin_data.plugin_name == metadata.PLUGIN_NAME
        part = metadata.parse_plugin_metadata(plugin_data.content)
        assert (part.name, part.version) == ("a/m", metadata.get_current_version())
        assert metadata.get_instance_name(part.name, part.content_type) == tag
        assert part.components == metadata.get_components_bitmask(
            [MeshPluginData.VERTEX, MeshPluginData.FACE, MeshPluginData.COLOR]
        )
        assert list(part.shape) == [1, *values.shape]
        assert json.loads(part.json_config)["camera"] == {"cls": "PerspectiveCamera", "fov": 60}
        (event,) = read.Tensors(tag)
        made = tensor_util.make_ndarray(event.tensor_proto)
        assert (event.step, made.dtype) == (7, values.dtype)
        assert_array_equal(made[0], values)
    cloud = metadata.parse_plugin_metadata(read.SummaryMetadata("cloud_VERTEX").plugin_data.content)
    assert cloud.components == metadata.get_components_bitmask([MeshPluginData.VERTEX])


def test_the_mesh_plugin_itself_serves_what_was_exported(run: Path) -> None:
    corners = np.eye(3, dtype=np.float32)
    with LogWriter(run) as writer:
        for step in range(3):
            writer.add_mesh("m", corners * step, [[0, 1, 2]], corners, step=step)
    exported(run)
    from tensorboard.backend.event_processing import data_provider, plugin_event_multiplexer

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from tensorboard.plugins import base_plugin
        from tensorboard.plugins.mesh import mesh_plugin
    from werkzeug import test as werkzeug_test
    from werkzeug import wrappers

    multiplexer = plugin_event_multiplexer.EventMultiplexer()
    multiplexer.AddRunsFromDirectory(str(run.parent / "exported"))
    multiplexer.Reload()
    provider = data_provider.MultiplexerDataProvider(multiplexer, str(run.parent))
    plugin = mesh_plugin.MeshPlugin(base_plugin.TBContext(data_provider=provider))
    apps = plugin.get_plugin_apps()

    def get(name: str, query: str = "") -> bytes:
        environ = werkzeug_test.EnvironBuilder(f"/{name}", query_string=query).get_environ()
        found: bytes = wrappers.Response.from_app(apps[f"/{name}"], environ).get_data()
        return found

    assert json.loads(get("tags")) == {".": {"m": {"samples": 1}}}
    assert {each["step"] for each in json.loads(get("meshes", "run=.&tag=m"))} == {0, 1, 2}
    vertices = get("data", "run=.&tag=m&content_type=VERTEX&step=2")
    assert_array_equal(np.frombuffer(vertices, np.float32).reshape(3, 3), corners * 2)
    colors = get("data", "run=.&tag=m&content_type=COLOR&step=2")
    assert_array_equal(np.frombuffer(colors, np.uint8).reshape(3, 3), corners * 255)


def test_a_trial_is_one_of_the_hparams_plugin(run: Path) -> None:
    with LogWriter(run) as writer:
        writer.add_hparams({"lr": 0.1, "flag": True, "opt": "adam"}, ["acc"])
    read = exported(run)
    content = read.SummaryMetadata("_hparams_/session_start_info").plugin_data.content
    hparams = plugin_data_pb2.HParamsPluginData.FromString(content).session_start_info.hparams
    assert hparams["lr"].number_value == 0.1
    assert hparams["flag"].bool_value is True
    assert hparams["opt"].string_value == "adam"
    content = read.SummaryMetadata("_hparams_/experiment").plugin_data.content
    experiment = plugin_data_pb2.HParamsPluginData.FromString(content).experiment
    assert [metric.name.tag for metric in experiment.metric_infos] == ["acc"]


def test_a_trial_that_was_replaced_is_exported_as_it_was_known_last(run: Path) -> None:
    for parameters in (6, 7):  # and is gone on with
        with LogWriter(run) as writer:
            writer.add_hparams({"lr": 0.1})
            writer.add_hparams({"lr": 0.1, "parameters": parameters}, ["loss"], replace=True)
    content = exported(run).SummaryMetadata("_hparams_/session_start_info").plugin_data.content
    hparams = plugin_data_pb2.HParamsPluginData.FromString(content).session_start_info.hparams
    assert {name: setting.number_value for name, setting in hparams.items()} == {
        "lr": 0.1,
        "parameters": 7.0,
    }
    (trial,) = LogReader(run.parent / "exported").trials()
    assert (trial.hparams, list(trial.metrics)) == ({"lr": 0.1, "parameters": 7.0}, ["loss"])


def test_what_tensorboard_has_no_page_for_is_reported(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with LogWriter(run) as writer:
        writer.add_roc_curve("r", [0, 1], [0.1, 0.9])
        writer.add_scalar("x", 1.0)
    exported(run)
    assert capsys.readouterr().out == ".: 1 records; left out: 1 of roc_curve\n"


def test_what_tensorboard_has_no_place_for_in_meshes_is_reported(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corners = np.eye(3)
    with LogWriter(run) as writer:
        for step in range(2):
            writer.add_mesh("a", corners, values=[1, 2, 3], step=step)
            sheer = np.concatenate([corners, corners[:, :1] / 2], axis=1)
            writer.add_mesh("b", corners, colors=sheer, look={"up": "z"}, step=step)
        opaque = np.concatenate([corners, np.ones((3, 1))], axis=1)
        writer.add_mesh("c", corners, colors=opaque, look={"fov": 20}, step=0)
        writer.add_mesh("d", corners + 5e6 + 1e-4, step=0)
    read = exported(run)
    assert capsys.readouterr().out == (
        ".: 6 records; left out: 2 of mesh (values), 2 of mesh (opacity), "
        "2 of mesh (upward axis), 1 of mesh (digits beyond float32)\n"
    )
    (event,) = read.Tensors("d_VERTEX")
    assert tensor_util.make_ndarray(event.tensor_proto).dtype == np.float32


def test_event_files_are_never_added_to(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with LogWriter(run) as writer:
        writer.add_scalar("x", 1.0)
    exported(run)
    assert main(["export", "--tensorboard", str(run), str(run.parent / "exported")]) == 2
    assert "there are event files already" in capsys.readouterr().err
