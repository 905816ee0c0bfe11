"""Protocol buffers, of whatever version of their library, are logged as what is in them."""

import io
import logging
import wave
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from vdlite import LogReader
from vdlite.errors import FormatError
from vdlite.tensorboard import FileWriter, SummaryWriter, notices

event_pb2 = pytest.importorskip("tensorboard.compat.proto.event_pb2")
summary_pb2 = pytest.importorskip("tensorboard.compat.proto.summary_pb2")
tensor_pb2 = pytest.importorskip("tensorboard.compat.proto.tensor_pb2")
shape_pb2 = pytest.importorskip("tensorboard.compat.proto.tensor_shape_pb2")


@pytest.fixture(autouse=True)
def _every_warning_is_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "_said", set())


class OnlyBytes:
    """A message of another library, which has nothing else in common with ours."""

    def __init__(self, message: Any) -> None:
        self._bytes = message.SerializeToString()

    def SerializeToString(self) -> bytes:  # noqa: N802
        data: bytes = self._bytes
        return data


def summary(*values: Any) -> Any:
    return OnlyBytes(summary_pb2.Summary(value=values))


def value(tag: str, plugin: str = "", **fields: Any) -> Any:
    data = summary_pb2.SummaryMetadata.PluginData(plugin_name=plugin)
    metadata = summary_pb2.SummaryMetadata(plugin_data=data) if plugin else None
    return summary_pb2.Summary.Value(tag=tag, metadata=metadata, **fields)


def tensor(dtype: str, shape: list[int], **values: Any) -> Any:
    dims = [shape_pb2.TensorShapeProto.Dim(size=size) for size in shape]
    sizes = shape_pb2.TensorShapeProto(dim=dims)
    return tensor_pb2.TensorProto(dtype=dtype, tensor_shape=sizes, **values)


def payload(folder: Path, kind: str, tag: str) -> Any:
    return LogReader(folder).records(".", kind, tag)[-1].payload


def test_a_summary_is_logged_at_its_step_and_time(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        assert writer.file_writer is not None
        writer.file_writer.add_summary(summary(value("x", simple_value=0.5)), np.int64(3), 7.5)
        writer._get_file_writer().add_summary(summary(value("x", simple_value=1.5)))
        writer.file_writer.add_summary(summary(value("x", simple_value=2.5)), 9)
    points = LogReader(tmp_path).scalars(".", "x")
    assert points.steps.tolist() == [3, 4, 9]
    assert points.values.tolist() == [0.5, 1.5, 2.5]
    assert points.walltimes[0] == 7.5


def test_an_event_is_logged_at_its_own_step_and_time(tmp_path: Path) -> None:
    inner = summary_pb2.Summary(value=[value("x", simple_value=0.5)])
    writer = FileWriter(tmp_path)
    writer.add_event(event_pb2.Event(step=4, wall_time=2.5, summary=inner))
    writer.add_event(event_pb2.Event(step=4, wall_time=2.5, summary=inner), 6, 3.5)
    writer.add_event(event_pb2.Event(summary=inner))
    writer.close()
    points = LogReader(tmp_path).scalars(".", "x")
    assert points.steps.tolist() == [4, 6, 7]
    assert points.walltimes[:2].tolist() == [2.5, 3.5]
    assert points.walltimes[2] > 1e9


def test_a_file_writer_goes_on_after_its_end(tmp_path: Path) -> None:
    writer = FileWriter(str(tmp_path), 10, 120, ".mine")
    assert writer.get_logdir() == str(tmp_path)
    writer.close()
    writer.close()
    writer.flush()
    writer.reopen()
    writer.add_summary(summary(value("x", simple_value=0.5)), 0)
    writer.close()
    assert LogReader(tmp_path).scalars(".", "x").values.tolist() == [0.5]
    assert len(list(tmp_path.glob("*.mine.vdl"))) == 2


def test_every_kind_of_value_finds_its_own(tmp_path: Path) -> None:
    png, wav = io.BytesIO(), io.BytesIO()
    Image.new("RGB", (3, 2), "red").save(png, "PNG")
    with wave.open(wav, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(np.array([1, -2, 3], "<i2").tobytes())
    counts = summary_pb2.HistogramProto(
        min=0, max=2, num=3, sum=3, sum_squares=5, bucket_limit=[1, 2], bucket=[1, 2]
    )
    picture = summary_pb2.Summary.Image(encoded_image_string=png.getvalue())
    sound = summary_pb2.Summary.Audio(encoded_audio_string=wav.getvalue())
    rows = [2, 1, 1, 0, 0, 1, 0, 1, 0.67, 1, 1, 0.5]
    many = tensor("DT_STRING", [4], string_val=[b"3", b"2", png.getvalue(), png.getvalue()])
    sounds = tensor("DT_STRING", [2, 2], string_val=[wav.getvalue(), b"", wav.getvalue(), b""])
    writer = FileWriter(tmp_path)
    writer.add_summary(
        summary(
            value("new", "scalars", tensor=tensor("DT_DOUBLE", [], double_val=[0.1])),
            value("histogram", histo=counts),
            value("image", image=picture),
            value("images", "images", tensor=many),
            value("audio", audio=sound),
            value("sounds", "audio", tensor=sounds),
            value("t/text_summary", "text", tensor=tensor("DT_STRING", [1], string_val=[b"hi"])),
            value("curve", "pr_curves", tensor=tensor("DT_FLOAT", [6, 2], float_val=rows)),
            value("tensor", "tensor", tensor=tensor("DT_INT64", [2], int64_val=[1, 2])),
            value("metadata only", "text"),
        ),
        1,
    )
    writer.close()
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "new").values.tolist() == [0.1]
    assert payload(tmp_path, "histogram", "histogram").counts.tolist() == [1, 2]
    assert payload(tmp_path, "image", "image").pixels[0, 0].tolist() == [255, 0, 0]
    assert payload(tmp_path, "image", "images").grid.count == 2
    assert payload(tmp_path, "audio", "audio").samples.reshape(-1).tolist() == [1, -2, 3]
    assert reader.tags(".", "audio") == ["audio", "sounds/0", "sounds/1"]
    assert payload(tmp_path, "text", "t") == "hi"
    assert payload(tmp_path, "pr_curve", "curve").tp.tolist() == [0, 1, 2]
    assert payload(tmp_path, "tensor", "tensor").values.tolist() == [1, 2]
    assert {record.step for record in reader.records(".", "tensor", "tensor")} == {1}


def test_moving_pictures_are_videos(tmp_path: Path) -> None:
    gif = io.BytesIO()
    frames = [Image.new("L", (4, 4), shade) for shade in (0, 100, 200)]
    frames[0].save(gif, "GIF", save_all=True, append_images=frames[1:], duration=250)
    writer = FileWriter(tmp_path)
    picture = summary_pb2.Summary.Image(encoded_image_string=gif.getvalue())
    writer.add_summary(summary(value("x", image=picture)), 0)
    writer.close()
    assert payload(tmp_path, "video", "x").data == gif.getvalue()


def test_trials_are_put_together_of_their_parts(tmp_path: Path) -> None:
    api = pytest.importorskip("tensorboard.plugins.hparams.api_pb2")
    data = pytest.importorskip("tensorboard.plugins.hparams.plugin_data_pb2")
    start = data.SessionStartInfo()
    start.hparams["lr"].number_value = 0.5
    metric = api.MetricInfo(name=api.MetricName(tag="acc"))
    parts = [
        data.HParamsPluginData(experiment=api.Experiment(metric_infos=[metric])),
        data.HParamsPluginData(session_start_info=start),
        data.HParamsPluginData(session_end_info=data.SessionEndInfo()),
    ]
    with SummaryWriter(tmp_path) as writer:
        for part in parts:
            plugin_data = summary_pb2.SummaryMetadata.PluginData(
                plugin_name="hparams", content=part.SerializeToString()
            )
            metadata = summary_pb2.SummaryMetadata(plugin_data=plugin_data)
            each = summary_pb2.Summary.Value(tag="_hparams_/x", metadata=metadata)
            writer._get_file_writer().add_summary(summary(each))
        writer.add_scalar("acc", 0.9, 0)
    (trial,) = LogReader(tmp_path).trials(".")
    assert trial.hparams == {"lr": 0.5}
    assert trial.metrics["acc"].last == 0.9


def test_a_mesh_is_put_together_of_its_parts(tmp_path: Path) -> None:
    metadata = pytest.importorskip("tensorboard.plugins.mesh.metadata")
    corners = [[0.0, 0, 0], [1, 0, 0], [0, 2, 0]]
    parts = {1: corners, 2: [[0, 1, 2]], 3: [[255.0, 0, 7]] * 3}

    def value_of(kind: int, *, bare: bool = False) -> Any:
        values = np.array(parts[kind])
        about = metadata.create_summary_metadata(
            "m", None, kind, metadata.get_components_bitmask(parts), [1, *values.shape]
        )
        return summary_pb2.Summary.Value(
            tag=metadata.get_instance_name("m", kind),
            tensor=tensor("DT_FLOAT", [1, *values.shape], float_val=values.ravel().tolist()),
            metadata=None if bare else about,
        )

    with SummaryWriter(tmp_path) as writer:
        writer.file_writer.add_summary(summary(*map(value_of, parts)), 3)
        # TensorFlow writes one after the other; from the second step on, some writers tell no metadata.
        for kind in parts:
            writer.file_writer.add_summary(summary(value_of(kind, bare=True)), 4)
    records = LogReader(tmp_path).records(".", "mesh", "m")
    assert [record.step for record in records] == [3, 4]
    for record in records:
        assert record.payload.vertices.tolist() == corners
        assert record.payload.faces.tolist() == [[0, 1, 2]]
        assert record.payload.colors.tolist() == [[255, 0, 7]] * 3


def test_damaged_bytes_are_a_value_error(tmp_path: Path) -> None:
    class Damaged:
        def SerializeToString(self) -> bytes:  # noqa: N802
            return b"\x0a\xff"

    writer = FileWriter(tmp_path)
    for add in (writer.add_summary, writer.add_event):
        with pytest.raises(FormatError):
            add(Damaged())
    bad = summary_pb2.Summary.Image(encoded_image_string=b"no picture")
    with pytest.raises(FormatError, match="image 'x'"):
        writer.add_summary(summary(value("x", image=bad)), 0)
    with pytest.raises(AttributeError):
        writer.add_summary("no message")  # type: ignore[arg-type]
    writer.close()


def test_what_can_not_be_shown_is_left_out_with_a_word(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    writer = FileWriter(tmp_path)
    mp3 = summary_pb2.Summary.Audio(encoded_audio_string=b"mp3")
    with caplog.at_level(logging.WARNING, "vdlite"):
        for _ in range(2):
            writer.add_summary(summary(value("x", audio=mp3)), 0)
            writer.add_event(event_pb2.Event(graph_def=b"graph"))
            writer.add_graph((None, None))
            writer.add_onnx_graph(None)
    writer.close()
    assert len(caplog.records) == 2
