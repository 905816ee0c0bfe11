"""What other tools call something is answered with what it is called here."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import vdlite
from vdlite import LogdirError, LogReader, LogWriter, PayloadError
from vdlite.writer.arguments.hints import with_hint


@pytest.fixture
def writer() -> LogWriter:
    return LogWriter(write_to_disk=False)


@pytest.mark.parametrize(
    ("call", "arguments", "named"),
    [
        ("add_scalar", {"value": 1.0, "global_step": 3}, "it is called 'step' here"),
        ("add_scalar", {"value": 1.0, "wlltime": 3}, "did you mean 'walltime'?"),
        ("add_scalar", {"scalar_value": 1.0}, "missing 1 required positional argument: 'value'"),
        ("add_scalars", {"main_tag": "a", "tag_scalars": {}}, "did you mean 'tag_scalar_dict'?"),
        ("add_histogram", {"values": [1.0], "bins": 3}, "it is called 'buckets' here"),
        (
            "add_mesh",
            {"vertices": [[0.0, 0.0, 0.0]], "config_dict": {}},
            "it is called 'look' here",
        ),
        ("add_image", {"img_tensor": [[1.0]]}, "it is called 'img' here"),
        ("add_audio", {"snd_tensor": [0.0]}, "it is called 'audio_array' here"),
        ("add_video", {"vid_tensor": [0.0]}, "it is called 'video' here"),
        ("add_hparams", {"hparam_dict": {}}, "it is called 'hparams_dict' here"),
        ("add_text", {"text": "x"}, "did you mean 'text_string'?"),
        ("add_tensor", {"tensor": [1.0], "zzz": 1}, "unexpected keyword argument 'zzz'"),
    ],
)
def test_an_argument_of_another_tool_is_recognized_by_its_name_here(
    writer: LogWriter, call: str, arguments: dict[str, Any], named: str
) -> None:
    tag = () if "main_tag" in arguments or call == "add_hparams" else ("tag",)
    with pytest.raises(TypeError) as raised:
        getattr(writer, call)(*tag, **arguments)
    assert f"LogWriter.{call}()" in str(raised.value)
    assert named in str(raised.value)


def test_the_constructor_is_named_by_its_public_name() -> None:
    with pytest.raises(TypeError) as raised:
        LogWriter(log_dir="runs")  # type: ignore[call-arg]
    assert str(raised.value) == (
        "LogWriter() got an unexpected keyword argument 'log_dir': it is called 'logdir' here"
    )


def test_a_method_of_another_tool_is_recognized_by_its_name_here(writer: LogWriter) -> None:
    with pytest.raises(AttributeError, match="here it is add_embeddings"):
        writer.add_embedding  # noqa: B018
    with pytest.raises(AttributeError, match=r"or vdlite\.tensorboard\.SummaryWriter"):
        vdlite.SummaryWriter  # noqa: B018
    assert not hasattr(writer, "nothing_of_the_kind")


def test_an_error_from_within_is_what_it_was() -> None:
    @with_hint
    def add(tag: str) -> None:
        len(1)  # type: ignore[arg-type]

    with pytest.raises(TypeError) as raised:
        add("a")
    assert str(raised.value) == "object of type 'int' has no len()"


def test_a_refused_number_is_reported_with_its_whole_tag(writer: LogWriter) -> None:
    with pytest.raises(PayloadError, match=r"^m/y: got NoneType None"):
        writer.add_scalars("m", {"x": 1.0, "y": None})  # type: ignore[dict-item]


def test_a_truth_value_is_no_step(writer: LogWriter) -> None:
    with pytest.raises(PayloadError, match="step: got bool True"):
        writer.add_scalar("loss", 1.0, True)


def test_values_given_with_the_metrics_of_a_trial_are_logged(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("loss", 2.0, 7)
        writer.add_hparams({"lr": 0.1}, {"hparam/acc": 0.9, "loss": 1.0})
        with pytest.raises(PayloadError, match=r"^loss: got"):
            writer.add_hparams({"lr": 0.2}, {"loss": None})  # type: ignore[dict-item]
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "hparam/acc").values.tolist() == [0.9]
    assert reader.scalars(".", "loss").steps.tolist() == [7, 8]
    assert [record.payload.metrics for record in reader.records(".", "hparams", "hparams")] == [
        ("hparam/acc", "loss")
    ]


@pytest.mark.parametrize("address", ["s3://bucket/runs", "gs://bucket", "https://host/runs"])
def test_logs_are_not_written_to_an_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(LogdirError, match="a folder of this machine") as raised:
        LogWriter(address)
    assert address in str(raised.value)
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_no_logdir(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for place in (tmp_path / "file", tmp_path / "file" / "run"):
        with pytest.raises(LogdirError) as raised:
            LogWriter(place)
        assert str(raised.value) == f"a logdir must be a folder, got a file: {tmp_path / 'file'}"


def test_the_home_of_the_user_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    with LogWriter("~/runs") as writer:
        writer.add_scalar("loss", 1.0)
    assert LogReader(tmp_path / "runs").runs == ["."]


def test_floats_beyond_the_range_of_a_picture_are_reported_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    picture = np.full((4, 4), 128.0)
    with caplog.at_level(logging.WARNING, logger="vdlite"), LogWriter(tmp_path) as writer:
        for step in range(3):
            writer.add_image("sample", picture, step)
        writer.add_image("good", picture, 0, value_range=(0, 255))
        writer.flush()
    [said] = caplog.records
    assert said.getMessage() == (
        "vdlite: image 'sample': 16 values lie beyond the range of floats and are clipped: "
        "value_range is another than 0 to 1"
    )


@pytest.mark.parametrize(
    ("call", "value", "message"),
    [
        ("add_image", np.zeros((3, 64, 64)), "shown: got shape (3, 64, 64) as HWC"),
        ("add_image_matrix", [np.zeros((3, 64, 64))], "shown: got shape (3, 64, 64) as HWC"),
        ("add_figure", 3, "shown: got int, want a figure of matplotlib"),
        ("add_histogram", "x", "shown: got an array of dtype"),
        ("add_text", 5, "shown: got int 5, want a string"),
        ("add_tensor", "x", "shown: got an array of dtype"),
        ("add_audio", "x", "shown: got an array of dtype"),
    ],
)
def test_an_error_begins_with_the_tag_as_that_of_a_scalar_does(
    writer: LogWriter, call: str, value: Any, message: str
) -> None:
    with pytest.raises(PayloadError) as caught:
        getattr(writer, call)("shown", value, 0)
    assert str(caught.value).startswith(message)


def test_an_error_of_the_tag_itself_does_not_begin_with_it(writer: LogWriter) -> None:
    with pytest.raises(PayloadError, match=r"^tag: got 5000 bytes"):
        writer.add_text("x" * 5000, "x")


@pytest.mark.parametrize("logdir", [5, b"runs", ["runs"]])
def test_a_logdir_that_is_no_path_is_refused_in_our_words(logdir: Any) -> None:
    with pytest.raises(PayloadError, match=r"logdir: got .*, want the path of a folder"):
        LogWriter(logdir)
