"""Whatever a training computes may be NaN: no call raises for that in its loop."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vdlite import LogReader, LogWriter, PayloadError, watch

Call = Callable[[LogWriter, Any], object]

PICTURE = np.full((4, 4, 3), 0.5)
CORNERS = np.eye(3)

COMPUTED: dict[str, Call] = {
    "add_scalar value": lambda w, nan: w.add_scalar("x", nan),
    "add_scalar step": lambda w, nan: w.add_scalar("x", 1.0, nan),
    "add_scalar walltime": lambda w, nan: w.add_scalar("x", 1.0, 0, nan),
    "add_scalars value": lambda w, nan: w.add_scalars("x", {"a": nan}),
    "add_scalars step": lambda w, nan: w.add_scalars("x", {"a": 1.0}, nan),
    "add_scalars walltime": lambda w, nan: w.add_scalars("x", {"a": 1.0}, 0, nan),
    "add_scalar_series values": lambda w, nan: w.add_scalar_series("x", [nan, nan]),
    "add_scalar_series steps": lambda w, nan: w.add_scalar_series("x", [1.0, 2.0], [3, nan]),
    "add_scalar_series walltimes": lambda w, nan: w.add_scalar_series("x", [1.0], None, [nan]),
    "add_scalar_row values": lambda w, nan: w.add_scalar_row(("x", "y"), [nan, 1.0]),
    "add_scalar_row step": lambda w, nan: w.add_scalar_row(("x", "y"), [1.0, 2.0], nan),
    "add_scalar_row walltime": lambda w, nan: w.add_scalar_row(("x", "y"), [1.0, 2.0], 0, nan),
    "add_histogram values": lambda w, nan: w.add_histogram("x", [nan, 1.0]),
    "add_histogram step": lambda w, nan: w.add_histogram("x", [1.0], nan),
    "add_histogram walltime": lambda w, nan: w.add_histogram("x", [1.0], 0, nan),
    "add_histogram buckets": lambda w, nan: w.add_histogram("x", [1.0], buckets=[0.0, nan, nan]),
    "add_image img": lambda w, nan: w.add_image("x", PICTURE * nan),
    "add_image step": lambda w, nan: w.add_image("x", PICTURE, nan),
    "add_image walltime": lambda w, nan: w.add_image("x", PICTURE, 0, nan),
    "add_image value_range": lambda w, nan: w.add_image("x", PICTURE, value_range=(nan, nan)),
    "add_image_matrix imgs": lambda w, nan: w.add_image_matrix("x", [PICTURE * nan]),
    "add_image_matrix step": lambda w, nan: w.add_image_matrix("x", [PICTURE], nan),
    "add_image_matrix walltime": lambda w, nan: w.add_image_matrix("x", [PICTURE], walltime=nan),
    "add_image_matrix value_range": lambda w, nan: w.add_image_matrix(
        "x", [PICTURE], value_range=(0.0, nan)
    ),
    "add_image_matrix labels": lambda w, nan: w.add_image_matrix("x", [PICTURE], labels=[nan]),
    "add_video video": lambda w, nan: w.add_video("x", np.full((2, 4, 4, 3), nan)),
    "add_video step": lambda w, nan: w.add_video("x", np.ones((2, 4, 4, 3)), nan),
    "add_video walltime": lambda w, nan: w.add_video("x", np.ones((2, 4, 4, 3)), walltime=nan),
    "add_video value_range": lambda w, nan: w.add_video(
        "x", np.ones((2, 4, 4, 3)), value_range=(nan, 1.0)
    ),
    "add_audio audio_array": lambda w, nan: w.add_audio("x", [0.0, nan]),
    "add_audio step": lambda w, nan: w.add_audio("x", [0.0], nan),
    "add_audio walltime": lambda w, nan: w.add_audio("x", [0.0], walltime=nan),
    "add_tensor tensor": lambda w, nan: w.add_tensor("x", [nan]),
    "add_tensor step": lambda w, nan: w.add_tensor("x", [1.0], nan),
    "add_tensor walltime": lambda w, nan: w.add_tensor("x", [1.0], 0, nan),
    "add_text step": lambda w, nan: w.add_text("x", "text", nan),
    "add_text walltime": lambda w, nan: w.add_text("x", "text", 0, nan),
    "add_record step": lambda w, nan: w.add_record("own", "x", b"", nan),
    "add_record walltime": lambda w, nan: w.add_record("own", "x", b"", 0, nan),
    "add_record summary": lambda w, nan: w.add_record("own", "x", b"", summary={"a": nan}),
    "add_hparams hparams_dict": lambda w, nan: w.add_hparams({"x": nan}),
    "add_hparams metrics_list": lambda w, nan: w.add_hparams({"x": 1}, {"loss": nan}),
    "add_hparams walltime": lambda w, nan: w.add_hparams({"x": 1}, walltime=nan),
    "add_confusion_matrix labels": lambda w, nan: w.add_confusion_matrix("x", [0, nan], [0, 1]),
    "add_confusion_matrix predictions": lambda w, nan: w.add_confusion_matrix(
        "x", [0, 1], [0, nan]
    ),
    "add_confusion_matrix matrix": lambda w, nan: w.add_confusion_matrix("x", matrix=[[nan]]),
    "add_confusion_matrix weights": lambda w, nan: w.add_confusion_matrix(
        "x", ["cat", "dog"], ["cat", "cat"], weights=[1, nan]
    ),
    "add_confusion_matrix step": lambda w, nan: w.add_confusion_matrix("x", [0], [0], nan),
    "add_confusion_matrix walltime": lambda w, nan: w.add_confusion_matrix("x", [0], [0], 0, nan),
    "add_pr_curve labels": lambda w, nan: w.add_pr_curve("x", [0, nan], [0.5, 0.5]),
    "add_pr_curve predictions": lambda w, nan: w.add_pr_curve("x", [0, 1], [0.5, nan]),
    "add_pr_curve weights": lambda w, nan: w.add_pr_curve("x", [0, 1], [0, 1], weights=[1, nan]),
    "add_pr_curve step": lambda w, nan: w.add_pr_curve("x", [0, 1], [0, 1], nan),
    "add_pr_curve walltime": lambda w, nan: w.add_pr_curve("x", [0, 1], [0, 1], walltime=nan),
    "add_roc_curve labels": lambda w, nan: w.add_roc_curve("x", [0, nan], [0.5, 0.5]),
    "add_roc_curve predictions": lambda w, nan: w.add_roc_curve("x", [0, 1], [0.5, nan]),
    "add_roc_curve weights": lambda w, nan: w.add_roc_curve("x", [0, 1], [0, 1], weights=[1, nan]),
    "add_roc_curve step": lambda w, nan: w.add_roc_curve("x", [0, 1], [0, 1], nan),
    "add_roc_curve walltime": lambda w, nan: w.add_roc_curve("x", [0, 1], [0, 1], walltime=nan),
    "add_embeddings mat": lambda w, nan: w.add_embeddings("x", np.full((3, 2), nan)),
    "add_embeddings metadata": lambda w, nan: w.add_embeddings("x", CORNERS, [nan, 1, 2]),
    "add_embeddings step": lambda w, nan: w.add_embeddings("x", CORNERS, step=nan),
    "add_embeddings walltime": lambda w, nan: w.add_embeddings("x", CORNERS, walltime=nan),
    "add_mesh vertices": lambda w, nan: w.add_mesh("x", CORNERS * nan),
    "add_mesh faces": lambda w, nan: w.add_mesh("x", CORNERS, [[0, 1, 2], [0, 1, nan]]),
    "add_mesh colors": lambda w, nan: w.add_mesh("x", CORNERS, colors=CORNERS * nan),
    "add_mesh values": lambda w, nan: w.add_mesh("x", CORNERS, values=[0, 1, nan]),
    "add_mesh step": lambda w, nan: w.add_mesh("x", CORNERS, step=nan),
    "add_mesh walltime": lambda w, nan: w.add_mesh("x", CORNERS, walltime=nan),
    "add_custom_scalars walltime": lambda w, nan: w.add_custom_scalars({"a": {"b": ["x"]}}, nan),
    "add_meta step": lambda w, nan: w.add_meta("x", "name", nan),
    "add_meta walltime": lambda w, nan: w.add_meta("x", "name", 0, nan),
}

# What is a decision of whoever wrote the program, or no number. A NaN there is reported at the first call.
DECIDED = {
    "tag", "tags", "main_tag", "text_string", "payload", "kind", "dataformats", "class_names", "layout",
    "compress", "num_thresholds", "fps", "sample_rate", "look", "rows", "scale", "goals",
    "display_name", "metadata_header", "labels_meta", "thumbnails", "hot_vectors", "unknown",
    "tag_scalar_dict", "logarithmic", "replace", "extend",
}  # fmt: skip
APART = {  # of models, and of what was measured by others
    "add_data_graph", "add_environment", "add_figure", "add_graph", "add_landscape", "add_lineage",
    "add_memory_snapshot", "add_profile",
}  # fmt: skip


@pytest.mark.parametrize("nan", [math.nan, np.float32("nan"), np.array(math.nan)], ids=type)
@pytest.mark.parametrize("name", COMPUTED)
def test_nan_ends_no_loop(tmp_path: Path, name: str, nan: Any) -> None:
    with LogWriter(tmp_path) as writer:
        COMPUTED[name](writer, nan)
        writer.add_scalar("behind", 1.0, 0)
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "behind").values.tolist() == [1.0]
    assert reader.damage == []


def test_each_argument_of_each_call_is_tried_or_decided() -> None:
    tried: dict[str, set[str]] = {}
    for name in COMPUTED:
        method, argument = name.split()
        tried.setdefault(method, set()).add(argument)
    methods = {name for name in dir(LogWriter) if name.startswith("add_")} - APART
    assert methods == set(tried)
    for method in methods:
        given = set(inspect.signature(getattr(LogWriter, method)).parameters) - {"self"}
        numbers = given - DECIDED - {"value"} if method == "add_scalars" else given - DECIDED
        left = numbers - tried[method]
        assert left <= ({"labels"} if method == "add_embeddings" else set()), (method, left)


def test_a_step_that_is_nan_goes_on_from_the_last_one_and_is_reported_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("vdlite.writer.arguments.checks._warned_of_nan", set())
    nan = math.nan
    with LogWriter(tmp_path) as writer:
        for step in (5, nan, np.float32("nan"), 9):
            writer.add_scalar("a", 1.0, step)
            writer.add_text("b", "text", step)
            writer.add_scalars("c", {"d": 1.0}, step)
        writer.add_scalar_series("e", np.ones(6), [nan, nan, 7, nan, 20, nan])
        writer.add_scalar_series("f", np.ones(3), np.full(3, nan))
        writer.add_scalar_series("g", np.ones(3), np.array([4.0, nan, 9.0]))
        model = Model()
        watching = watch(model, writer, every=1)
        assert [watching.step(nan), watching.step(nan)] == [True, True]
    reader = LogReader(tmp_path)
    for tag in ("a", "c/d"):
        assert reader.scalars(".", tag).steps.tolist() == [5, 6, 7, 9]
    assert [record.step for record in reader.records(".", "text", "b")] == [5, 6, 7, 9]
    assert reader.scalars(".", "e").steps.tolist() == [5, 6, 7, 8, 20, 21]
    assert reader.scalars(".", "f").steps.tolist() == [0, 1, 2]
    assert reader.scalars(".", "g").steps.tolist() == [4, 5, 9]
    assert [each.getMessage() for each in caplog.records] == [
        "vdlite: got NaN for a step, which is taken as none: what is logged goes on from the last one"
    ]


class Model:
    """Of no framework, without parameters."""

    def named_parameters(self) -> list[tuple[str, Any]]:
        return []


def test_samples_and_faces_with_a_nan_are_left_out_and_reported(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_confusion_matrix(
            "c", [0, 1, math.nan, 1, 1], [0, 1, 1, math.nan, 0], weights=[2, 3, 1, 1, math.nan]
        )
        writer.add_mesh("m", CORNERS, [[0, 1, 2], [0, 1, math.nan], [2, 1, 0]])
    reader = LogReader(tmp_path)
    matrix = reader.records(".", "confusion_matrix", "c")[0]
    assert matrix.payload.counts.tolist() == [[2.0, 0.0], [0.0, 3.0]]
    assert matrix.payload.class_names == ["0", "1"]
    assert matrix.summary["left_out"] == 3
    mesh = reader.records(".", "mesh", "m")[0]
    assert mesh.payload.faces.tolist() == [[0, 1, 2], [2, 1, 0]]
    assert (mesh.summary["faces"], mesh.summary["nan"]) == (2, 1)
    assert {each.getMessage() for each in caplog.records} == {
        "vdlite: confusion_matrix 'c': 3 samples with a NaN are left out",
        "vdlite: mesh 'm': 1 faces with a NaN are left out",
    }


def test_a_range_with_a_nan_counts_as_not_given(tmp_path: Path) -> None:
    values = [0.0, 1.0, 2.0]
    with LogWriter(tmp_path) as writer:
        for step, buckets in enumerate(([0.0, math.nan], 64)):
            writer.add_histogram("h", values, step, buckets=buckets)
        writer.add_image("i", PICTURE, 0, value_range=(math.nan, 1.0))
        writer.add_image("i", PICTURE, 1)
    reader = LogReader(tmp_path)
    for kind, tag in (("histogram", "h"), ("image", "i")):
        first, second = (record.raw() for record in reader.records(".", kind, tag))
        assert first == second


def test_what_a_programmer_has_decided_wrongly_is_reported_at_the_call(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        for call in (
            lambda: writer.add_video("x", np.ones((2, 4, 4, 3)), fps=math.nan),
            lambda: writer.add_audio("x", [0.0], sample_rate=math.nan),  # type: ignore[arg-type]
            lambda: writer.add_image_matrix("x", [PICTURE], scale=math.nan),
            lambda: writer.add_confusion_matrix("x", [0], [0], weights=[-1.0]),
            lambda: writer.add_confusion_matrix("x", [0.5], [0]),
            lambda: writer.add_mesh("x", CORNERS, [[0, 1, 3.0]]),
        ):
            with pytest.raises(PayloadError):
                call()
