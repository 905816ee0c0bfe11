"""Embeddings: from a caller's points to a payload and back."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from PIL import Image

from vdlite import LogReader, LogWriter
from vdlite.errors import FormatError, PayloadError
from vdlite.kinds.embeddings import Embeddings, decode, embeddings

GRID = np.arange(12, dtype=np.float32).reshape(4, 3)


def stored(*args: Any, **kwargs: Any) -> Embeddings:
    return decode(embeddings(*args, **kwargs).encode()[0])


def summary_of(*args: Any, **kwargs: Any) -> dict[str, Any]:
    return embeddings(*args, **kwargs).encode()[1]


@given(
    arrays.arrays(
        np.float32,
        st.tuples(st.integers(0, 6), st.integers(0, 6)),
        elements=st.floats(width=32, allow_nan=True, allow_infinity=True),
    )
)
def test_every_float32_comes_back_as_it_was(vectors: np.ndarray[Any, Any]) -> None:
    np.testing.assert_array_equal(stored(vectors).vectors, vectors)
    summary = summary_of(vectors)
    assert (summary["points"], summary["dimensions"]) == vectors.shape
    assert summary["nan"] == np.isnan(vectors).sum()
    assert summary["left_out"] == (~np.isfinite(vectors).all(axis=1)).sum()


def test_float64_becomes_float32_unless_that_would_lose_what_distinguishes_the_points() -> None:
    assert stored(np.random.default_rng(0).normal(size=(50, 3))).vectors.dtype == np.float32
    far = 1e9 + np.arange(6.0).reshape(3, 2)
    assert stored(far).vectors.tolist() == far.tolist()
    huge = np.array([[1e300, 0], [2e300, 1]])
    assert stored(huge).vectors.tolist() == huge.tolist()


def test_a_constant_dimension_does_not_ask_for_float64() -> None:
    assert stored(np.array([[0.1, 1.0], [0.1, 2.0]])).vectors.dtype == np.float32


def test_a_list_of_vectors_is_a_matrix_and_so_is_an_empty_list() -> None:
    assert stored([np.ones(3), [1, 2, 3]]).vectors.tolist() == [[1, 1, 1], [1, 2, 3]]
    assert stored([]).vectors.shape == (0, 0)


@pytest.mark.parametrize(
    ("mat", "words"),
    [
        (None, "got no mat, want N vectors of length D"),
        (np.zeros(3), r"got mat of shape \(3,\), want N vectors"),
        (np.zeros((2, 2, 2)), r"got mat of shape \(2, 2, 2\)"),
        ([[1, 2], [3]], "embeddings: got rows of different lengths"),
        ([["a", "b"]], "want real numbers"),
    ],
)
def test_what_is_no_matrix_is_refused(mat: Any, words: str) -> None:
    with pytest.raises(PayloadError, match=words):
        embeddings(mat)


# -- metadata


def test_one_column_is_called_label_and_several_are_counted() -> None:
    assert stored(GRID, list("abcd")).names == ("label",)
    assert stored(GRID, [list("abcd"), [1, 2, 3, 4]]).names == ("label_0", "label_1")
    assert stored(GRID, [list("abcd")], ["name"]).names == ("name",)


def test_numbers_stay_numbers_and_the_rest_is_text() -> None:
    columns = [[1, 2, 3, 4], [1, 2.5, None, 4], ["a", 1, None, True], [2**60 + 1, 0.5, 1, 2]]
    whole, parts, mixed, large = stored(GRID, columns).columns
    assert isinstance(whole, np.ndarray) and whole.dtype == np.int64
    np.testing.assert_array_equal(parts, [1, 2.5, np.nan, 4])
    assert mixed == ("a", "1", "", "True")
    assert large == (str(2**60 + 1), "0.5", "1", "2")  # a float would have lost digits


def test_columns_and_rows_are_recognized_by_their_lengths() -> None:
    by_row = [["a", 1], ["b", 2], ["c", 3], ["d", 4]]
    names, numbers = stored(GRID, by_row, ["name", "number"]).columns
    assert names == ("a", "b", "c", "d")
    assert list(numbers) == [1, 2, 3, 4]
    square = stored(np.zeros((2, 1)), [["a", "b"], ["c", "d"]]).columns
    assert square == (("a", "b"), ("c", "d"))


def test_labels_may_be_arrays() -> None:
    (labels,) = stored(GRID, np.array([3, 1, 2, 0], np.uint8)).columns
    assert list(labels) == [3, 1, 2, 0]
    assert stored(GRID, np.array(list("abcd"))).columns == (("a", "b", "c", "d"),)
    assert len(stored(GRID, np.zeros((2, 4))).columns) == 2
    assert len(stored(GRID, np.zeros((4, 2))).columns) == 2


@pytest.mark.parametrize(
    ("metadata", "header", "words"),
    [
        (list("abc"), None, "got 3 labels, want 4"),
        ([list("abc"), list("abcd")], None, "got 2 lists of 3 or 4 labels, want columns of 4"),
        (list("abcd"), ["a", "b"], "got 2 names in metadata_header, want 1"),
        ([list("abcd"), list("abcd")], ["a", "a"], "want each name once"),
        (None, ["a"], "got metadata_header without metadata"),
        ("abcd", None, "want a list of labels"),
        (7, None, "want a list of labels"),
        (np.zeros((3, 5)), None, r"got metadata of shape \(3, 5\)"),
    ],
)
def test_metadata_that_does_not_fit_is_refused(metadata: Any, header: Any, words: str) -> None:
    with pytest.raises(PayloadError, match=words):
        embeddings(GRID, metadata, header)


@given(st.lists(st.one_of(st.none(), st.integers(), st.floats(), st.text(), st.booleans())))
def test_whatever_labels_there_are_there_is_one_for_each_point(labels: list[Any]) -> None:
    found = stored(np.zeros((len(labels), 1)), labels)
    assert [len(column) for column in found.columns] == [len(labels)]


def test_the_summary_stays_small_with_many_columns_of_long_names() -> None:
    import msgpack

    names = [f"{i}{'数' * 300}" for i in range(200)]
    summary = summary_of(GRID, [[1, 2, 3, 4]] * 200, names)
    assert summary["columns_in_all"] == 200
    assert len(msgpack.packb(summary)) <= 4096


# -- thumbnails


def sheet(found: Embeddings) -> np.ndarray[Any, Any]:
    return np.asarray(Image.open(io.BytesIO(found.thumbnails)))


def test_thumbnails_lie_in_reading_order_in_a_square_of_cells() -> None:
    images = np.stack([np.full((5, 7), 10 * i, np.uint8) for i in range(4)])
    found = stored(GRID, thumbnails=images)
    cell = (found.thumbnail_width, found.thumbnail_height, found.thumbnails_across)
    assert cell == (7, 5, 2)
    assert sheet(found)[::5, ::7].tolist() == [[0, 10], [20, 30]]


def test_floats_from_0_to_1_become_black_to_white_and_others_are_spread() -> None:
    ramp = [np.full((1, 1), value) for value in (0, 0.5, 0.5, 0.5)]
    assert sheet(stored(GRID, thumbnails=ramp)).tolist() == [[0, 128], [128, 128]]
    wide = [np.full((1, 1), value) for value in (-1.0, 1, 0, 3)]
    assert sheet(stored(GRID, thumbnails=wide)).tolist() == [[0, 128], [64, 255]]


def test_large_thumbnails_are_shrunk_to_64_pixels_keeping_their_shape() -> None:
    colors = np.zeros((4, 3, 300, 600), np.uint8)  # channels first
    colors[:, 0] = 200
    found = stored(GRID, thumbnails=colors)
    assert (found.thumbnail_width, found.thumbnail_height) == (64, 32)
    assert sheet(found)[0, 0].tolist() == [200, 0, 0]


@pytest.mark.parametrize(
    ("images", "words"),
    [
        (np.zeros((3, 2, 2)), "got 3 thumbnails, want 4"),
        (np.zeros((4, 2)), r"got a thumbnail of shape \(2,\)"),
        (np.zeros((4, 2, 2, 5)), r"got a thumbnail of shape \(2, 2, 5\)"),
        (np.zeros((4, 0, 2)), "want pixels"),
        (3, "want 4 images"),
    ],
)
def test_thumbnails_that_do_not_fit_are_refused(images: Any, words: str) -> None:
    with pytest.raises(PayloadError, match=words):
        embeddings(GRID, thumbnails=images)


# -- the writer


def test_the_tutorials_nine_images_come_back(tmp_path: Path) -> None:
    images = [np.random.default_rng(i).random((28, 28, 1), np.float32) for i in range(9)]
    before = [image.copy() for image in images]
    names = [f"image_{i}" for i in range(9)]
    with LogWriter(tmp_path) as writer:
        writer.add_embeddings(
            "input_image_embeddings", mat=[img.reshape(-1) for img in images], metadata=names
        )
    (record,) = LogReader(tmp_path).records(".", "embeddings", "input_image_embeddings")
    assert record.summary["dimensions"] == 784
    assert record.payload.columns == (tuple(names),)
    np.testing.assert_array_equal(record.payload.vectors, np.reshape(before, (9, 784)))


def test_each_call_is_a_step_of_its_own_unless_one_is_given(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_embeddings("points", GRID)
        writer.add_embeddings("points", GRID, step=10)
        writer.add_embeddings("points", GRID, walltime=5.0)
    records = list(LogReader(tmp_path).records(".", "embeddings", "points"))
    assert [record.step for record in records] == [0, 10, 11]
    assert records[2].walltime == 5.0


def test_the_old_names_of_arguments_are_understood_but_not_both(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_embeddings("old", hot_vectors=GRID, labels=list("abcd"), labels_meta=["name"])
        with pytest.raises(PayloadError, match="got mat and hot_vectors"):
            writer.add_embeddings("old", GRID, hot_vectors=GRID)
    (record,) = LogReader(tmp_path).records(".", "embeddings", "old")
    assert (record.payload.names, record.payload.columns) == (("name",), (("a", "b", "c", "d"),))


@pytest.mark.parametrize("payload", [b"", b"\x80", b"\x01", b"\x81\xa7vectors\x01"])
def test_bytes_that_are_no_embeddings_are_refused(payload: bytes) -> None:
    with pytest.raises(FormatError):
        decode(payload)
