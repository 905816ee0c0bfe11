"""What callers hand over by mistake, or in a strange form: refused at the call, or logged, and nothing else."""

import itertools
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgpack
import numpy as np
import pytest
from PIL import Image

from vdlite import LogdirError, LogReader, LogWriter, PayloadError, init
from vdlite.kinds.draft import MOST_SUMMARY_BYTES, Ready, encoded
from vdlite.kinds.histogram import Histogram, coarser

Add = Callable[[LogWriter, Any], None]

ADDS: dict[str, Add] = {
    "scalar": lambda writer, value: writer.add_scalar("x", value),
    "summary": lambda writer, value: writer.add_record("own", "x", b"", summary=value),
    "histogram": lambda writer, value: writer.add_histogram("x", value),
    "pr_curve": lambda writer, value: writer.add_pr_curve("x", [0, 1, 1], value),
    "labels": lambda writer, value: writer.add_confusion_matrix("x", value, value),
    "matrix": lambda writer, value: writer.add_confusion_matrix("x", matrix=[value]),
    "class_names": lambda writer, value: writer.add_confusion_matrix(
        "x", [0], [0], class_names=value
    ),
    "image": lambda writer, value: writer.add_image("x", value),
    "image_matrix": lambda writer, value: writer.add_image_matrix("x", value),
    "picture_labels": lambda writer, value: writer.add_image_matrix(
        "x", [np.ones((2, 2))], labels=value
    ),
    "value_range": lambda writer, value: writer.add_video(
        "x", np.ones((2, 2, 2)), value_range=value
    ),
    "figure": lambda writer, value: writer.add_figure("x", value),
    "embeddings": lambda writer, value: writer.add_embeddings("x", value),
    "metadata": lambda writer, value: writer.add_embeddings("x", np.ones((3, 2)), value),
    "thumbnails": lambda writer, value: writer.add_embeddings(
        "x", np.ones((3, 2)), thumbnails=value
    ),
    "vertices": lambda writer, value: writer.add_mesh("x", value),
    "faces": lambda writer, value: writer.add_mesh("x", np.eye(3), value),
    "colors": lambda writer, value: writer.add_mesh("x", np.eye(3), colors=value),
    "vertex_values": lambda writer, value: writer.add_mesh("x", np.eye(3), values=value),
    "look": lambda writer, value: writer.add_mesh("x", np.eye(3), look=value),
    "look_value": lambda writer, value: writer.add_mesh("x", np.eye(3), look={"up": value}),
    "audio": lambda writer, value: writer.add_audio("x", value),
    "sample_rate": lambda writer, value: writer.add_audio("x", [0.0], sample_rate=value),
    "video": lambda writer, value: writer.add_video("x", value),
    "tensor": lambda writer, value: writer.add_tensor("x", value),
    "hparams": lambda writer, value: writer.add_hparams({"x": value}),
    "layout": lambda writer, value: writer.add_custom_scalars(value),
    "layout_chart": lambda writer, value: writer.add_custom_scalars({"a": {"b": value}}),
    "step": lambda writer, value: writer.add_text("x", "", value),
    "walltime": lambda writer, value: writer.add_text("x", "", 0, value),
}


class Rude:
    """Raises what nobody expects from whatever is asked of it."""

    ndim = 3

    def _raise(self, *_: object, **__: object) -> Any:
        raise ZeroDivisionError("rude")

    __array__ = __len__ = __iter__ = __getitem__ = __float__ = __index__ = _raise
    __repr__ = __str__ = _raise


@pytest.mark.parametrize("name", ADDS)
def test_whatever_an_object_raises_is_a_payload_error_at_the_call(
    tmp_path: Path, name: str
) -> None:
    with LogWriter(tmp_path) as writer, pytest.raises(PayloadError):
        ADDS[name](writer, Rude())


@pytest.mark.parametrize(
    "name", ["histogram", "image", "tensor", "audio", "embeddings", "video", "vertices"]
)
def test_none_is_no_array(tmp_path: Path, name: str) -> None:
    with LogWriter(tmp_path) as writer, pytest.raises(PayloadError, match=r"got (None|no mat)"):
        ADDS[name](writer, None)


@pytest.mark.parametrize(
    "name", ["histogram", "image", "image_matrix", "tensor", "audio", "video", "vertices"]
)
def test_a_view_that_claims_to_be_larger_than_memory_is_refused_at_once(
    tmp_path: Path, name: str
) -> None:
    view = np.broadcast_to(np.int64(1), (1 << 20, 1 << 20, 3))
    with LogWriter(tmp_path) as writer, pytest.raises(PayloadError):
        ADDS[name](writer, view)


@pytest.mark.parametrize(
    "values",
    [
        np.full((4, 4, 3), 1e308),
        np.full((4, 4, 3), 5e-324),
        np.array([[[1e308, -1e308, np.nan]] * 4] * 4),
        np.full((4, 4, 3), np.inf),
        np.full((4, 4, 3), np.finfo(np.longdouble).max),
        np.full((4, 4, 3), 65504, np.float16),
    ],
)
def test_extreme_values_are_data_though_the_program_has_warnings_and_numpy_raise(
    tmp_path: Path, values: Any
) -> None:
    with (
        LogWriter(tmp_path) as writer,
        np.errstate(all="raise"),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("error")
        writer.add_histogram("x", values)
        writer.add_image("x", values)
        writer.add_tensor("x", values)
        writer.add_mesh("x", values.reshape(-1, 3), values=values.reshape(-1, 3)[:, 0])
        writer.add_audio("x", values.reshape(-1))
        writer.add_embeddings("x", values[0], thumbnails=values)
        writer.add_video("x", values)
        writer.add_pr_curve("x", np.ones(values.size), values)
    reader = LogReader(tmp_path)
    kinds = ["audio", "embeddings", "histogram", "image", "mesh", "pr_curve", "tensor", "video"]
    assert reader.kinds(".") == kinds
    for kind in kinds:
        assert reader.records(".", kind, "x")[0].payload is not None


def test_lone_surrogates_are_question_marks_everywhere(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_confusion_matrix("x", [0], [0], class_names=["\ud800a"])
        writer.add_embeddings("x", [[1.0]], ["\ud800b"], ["\ud800c"])
    reader = LogReader(tmp_path)
    assert reader.records(".", "confusion_matrix", "x")[0].payload.class_names == ["?a"]
    points = reader.records(".", "embeddings", "x")[0].payload
    assert (points.names, points.columns) == (("?c",), (("?b",),))


def test_a_foreign_byte_order_is_the_same_picture(tmp_path: Path) -> None:
    pixels = np.arange(16, dtype=">u2").reshape(4, 4) * 4000
    with LogWriter(tmp_path) as writer:
        writer.add_image("x", pixels)
    read = LogReader(tmp_path).records(".", "image", "x")[0].payload.pixels
    np.testing.assert_array_equal(read[:, :, 0], pixels)


def test_a_picture_of_more_pixels_than_can_be_read_again_is_refused(tmp_path: Path) -> None:
    view = np.broadcast_to(np.uint8(1), (13_400, 13_400))
    with LogWriter(tmp_path) as writer:
        with pytest.raises(PayloadError, match="178956970"):
            writer.add_image("x", view)
        with pytest.raises(PayloadError, match="178956970"):
            writer.add_image_matrix("x", [np.ones((300, 300))] * 4, scale=64)


def test_a_file_that_is_cut_short_is_refused_at_the_call(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    Image.new("RGB", (64, 64)).save(path)
    path.write_bytes(path.read_bytes()[:60])
    with LogWriter(tmp_path) as writer, Image.open(path) as picture, pytest.raises(PayloadError):
        writer.add_image("x", picture)


def test_counts_whose_sum_is_beyond_64_bits_have_the_right_total(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_confusion_matrix("x", matrix=np.full((2, 2), 1 << 62))
        writer.add_confusion_matrix("x", matrix=np.full((2, 2), (1 << 64) - 1, np.uint64))
    first, second = LogReader(tmp_path).records(".", "confusion_matrix", "x")
    assert (first.summary["total"], first.summary["accuracy"]) == (2.0**64, 0.5)
    assert second.summary["total"] == 2.0**66


@pytest.mark.parametrize("shape", [(0,), (0, 2), (2, 0)])
def test_no_samples_are_a_sound(tmp_path: Path, shape: tuple[int, ...]) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_audio("x", np.zeros(shape))
    samples = LogReader(tmp_path).records(".", "audio", "x")[0].payload.samples
    assert samples.shape == (0, 2 if len(shape) == 2 else 1)


def test_a_summary_that_does_not_fit_never_costs_the_record() -> None:
    summary = {
        "a": 1,
        "long": "x" * 5000,
        "odd": object(),
        "huge": 1 << 70,
        "bad": "\ud800",
        "z": 2,
    }
    payload, kept = encoded(Ready(b"kept", summary))
    assert (payload, kept) == (b"kept", {"a": 1, "z": 2})
    many = {str(number): "x" * 100 for number in range(100)}
    assert len(msgpack.packb(dict(encoded(Ready(b"", many))[1]))) <= MOST_SUMMARY_BYTES


def test_a_coarser_histogram_has_the_same_counts_between_its_edges() -> None:
    counts, edges = np.arange(10), np.arange(11.0)
    made = Histogram(counts, edges, 45, 0.0, 10.0, 5.0, 1.0, 0, 0, 0)
    coarse = coarser(made, 4)
    assert (coarse.counts.tolist(), coarse.edges.tolist()) == ([3, 12, 21, 9], [0, 3, 6, 9, 10])
    assert coarser(made, 10) is made


class OddText(str):
    """A text of a class whose own methods fail."""

    __slots__ = ()

    def _raise(self, *_: object, **__: object) -> Any:
        raise ZeroDivisionError("odd")

    __hash__ = __repr__ = encode = _raise


class OddNumber(float):
    def __float__(self) -> float:
        raise ZeroDivisionError("odd")


REFUSED: dict[str, Callable[[LogWriter], None]] = {
    "a tag that can't be looked up": lambda writer: writer.add_scalar(Rude(), 1.0),  # type: ignore[arg-type]
    "a writable tag": lambda writer: writer.add_scalar(memoryview(bytearray(1)), 1.0),  # type: ignore[arg-type]
    "a number that is none": lambda writer: writer.add_scalar("x", OddNumber(1.0)),
    "one of several": lambda writer: writer.add_scalars("x", {"a": OddNumber(1.0)}),
    "no mapping": lambda writer: writer.add_scalars("x", Rude()),  # type: ignore[arg-type]
    "numbers that raise": lambda writer: writer.add_scalar_series("x", [Rude(), 1.0]),
    "a row and a number": lambda writer: writer.add_scalar_series("x", [np.ones(3), np.array(1.0)]),
    "steps that raise": lambda writer: writer.add_scalar_series("x", [1.0], Rude()),
    "NaN as too few steps": lambda writer: writer.add_scalar_series("x", [1.0, 2.0], [float("nan")]),
    "walltimes that raise": lambda writer: writer.add_scalar_series("x", [1.0], None, Rude()),
    "bytes that are gone": lambda writer: writer.add_record("own", "x", released(), 0),
    "a field larger than memory": lambda writer: writer.add_landscape(
        "x",
        {"x": [0.0, 1.0], "y": None, "z": [0.0, 1.0],
         "settings": {"a": np.broadcast_to(np.float32(1), (1 << 20, 1 << 20))}},
    ),
    "names without end": lambda writer: writer.add_confusion_matrix(
        "x", [0], [0], class_names=itertools.cycle(["a"])  # type: ignore[arg-type]
    ),
    "labels without end": lambda writer: writer.add_image_matrix(
        "x", [np.ones((2, 2))], labels=itertools.repeat("a")
    ),
    "tags without end": lambda writer: writer.add_custom_scalars(
        {"a": {"b": itertools.repeat("c")}}  # type: ignore[dict-item]
    ),
    "marks without end": lambda writer: writer.add_landscape(
        "x", {"x": [0.0, 1.0], "y": None, "z": [0.0, 1.0], "marks": itertools.repeat(("a", 0.5))}
    ),
    "metrics without end": lambda writer: writer.add_hparams({}, itertools.repeat("x")),  # type: ignore[arg-type]
    "metrics of a lineage without end": lambda writer: writer.add_lineage(
        metrics=itertools.repeat("x")
    ),
    "labels of vectors without end": lambda writer: writer.add_embeddings(
        "x", np.ones((2, 2)), metadata=itertools.repeat("a")  # type: ignore[arg-type]
    ),
    "a kind that is none": lambda writer: writer.add_record(Rude(), "x", b"", 0),  # type: ignore[arg-type]
}  # fmt: skip


def released() -> Any:
    view = memoryview(b"abc")
    view.release()
    return view


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_refused_leaves_the_log_as_it_is(tmp_path: Path, what: str) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("y", 0.0, 0)
        with pytest.raises(PayloadError):
            REFUSED[what](writer)
        writer.add_scalar("y", 1.0, 1)
    assert LogReader(tmp_path).scalars(".", "y").values.tolist() == [0.0, 1.0]
    assert [path.suffix for path in tmp_path.iterdir()] == [".vdl"]  # it did not begin anew


def test_a_text_of_another_class_is_its_text(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar(OddText("a"), 1.0, 0)
        writer.add_scalars(OddText("b"), {"c": 1.0}, 0)
        writer.add_text(OddText("d"), "x", 0)
    reader = LogReader(tmp_path)
    assert (reader.tags("."), reader.tags(".", "text")) == (["a", "b/c"], ["d"])
    assert len(list(tmp_path.iterdir())) == 1


def test_notes_of_a_graph_that_are_one_text_are_one_note(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_graph({"nodes": [], "notes": "made by hand"})
    (record,) = LogReader(tmp_path).records(".", "graph", "model")
    assert [note.text for note in record.payload.note_list] == ["made by hand"]


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "a" * 5000])
def test_a_name_that_no_folder_can_have_is_a_logdir_error(tmp_path: Path, name: str) -> None:
    for make in (LogWriter, lambda folder: init(logdir=folder), lambda folder: init(dir=folder)):
        with pytest.raises(LogdirError, match="can't write logs"):
            make(f"{tmp_path}/{name}")  # type: ignore[operator]
    assert list(tmp_path.iterdir()) == []


def test_values_of_a_dictionary_that_raise_are_payload_errors(tmp_path: Path) -> None:
    class Nested:
        @property
        def shape(self) -> Any:
            raise RuntimeError("NestedTensorImpl doesn't support sizes")

    run = init(logdir=tmp_path)
    for value in (Nested(), released(), [Nested()]):
        with pytest.raises(PayloadError):
            run.log({"x": value})
    with pytest.raises(PayloadError, match="outcome: got"):
        run.finish(outcome=np.ones(3))  # type: ignore[arg-type]
    run.finish()
