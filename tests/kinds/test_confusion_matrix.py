"""Confusion matrices: scikit-learn's."""

import math
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import confusion_matrix as sklearn_confusion_matrix

from vdlite.errors import FormatError, PayloadError
from vdlite.kinds.confusion_matrix import ConfusionMatrix, confusion_matrix, decode
from vdlite.kinds.numbers.packing import pack


def made(*arguments: Any, **options: Any) -> ConfusionMatrix:
    return decode(confusion_matrix(*arguments, **options).encode()[0])


def test_numbers_are_counted_as_scikit_learn_does() -> None:
    random = np.random.default_rng(0)
    labels, predictions = random.integers(-2, 7, (2, 500))
    weights = random.random(500)
    got = made(labels, predictions)
    assert got.counts.tolist() == sklearn_confusion_matrix(labels, predictions).tolist()
    assert got.class_names == [str(number) for number in range(-2, 7)]
    assert got.accuracy == (labels == predictions).mean()
    weighted = made(labels, predictions, weights=weights)
    wanted = sklearn_confusion_matrix(labels, predictions, sample_weight=weights)
    np.testing.assert_allclose(weighted.counts, wanted)


def test_names_are_classes_too() -> None:
    labels, predictions = ["cat", "dog", "cat"], ["cat", "cat", "cow"]
    assert made(labels, predictions).counts.tolist() == [[1, 1, 0], [0, 0, 0], [1, 0, 0]]
    got = made(labels, predictions, class_names=["dog", "cat", "cow", "fox"])
    assert got.counts.tolist() == [[0, 1, 0, 0], [0, 1, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0]]


def test_a_class_that_does_not_occur_keeps_its_row_where_names_are_given() -> None:
    got = made([0, 2], [0, 0], class_names=["a", "b", "c"])
    assert got.counts.tolist() == [[1, 0, 0], [0, 0, 0], [1, 0, 0]]


def test_counts_can_be_given() -> None:
    got = made(matrix=[[5, 1], [0, 4]], class_names=["no", "yes"])
    assert (got.counts.tolist(), got.class_names) == ([[5, 1], [0, 4]], ["no", "yes"])
    assert made(matrix=[[1.5]]).counts.dtype == np.float64


def test_no_samples_are_data() -> None:
    got = made([], [])
    assert (got.counts.shape, got.class_names, math.isnan(got.accuracy)) == ((0, 0), [], True)


def test_the_summary_says_classes_samples_and_accuracy() -> None:
    _, summary = confusion_matrix([0, 1, 1], [0, 1, 0]).encode()
    assert summary == {"classes": 2, "total": 3, "accuracy": 2 / 3}


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((), {}, "got no samples"),
        (([0], [0]), {"matrix": [[1]]}, "both a matrix and samples"),
        (([0, 1], [0]), {}, "got 2 labels for 1 predictions"),
        (([0.5], [0]), {}, "labels: got fractions"),
        (([0], ["a"]), {}, "got names and numbers"),
        (([0], [3]), {"class_names": ["a", "b"]}, "got class 3, want 0 to 1"),
        ((["a"], ["z"]), {"class_names": ["a", "b"]}, "got class 'z'"),
        (([0], [0]), {"class_names": ["a", "a"]}, "a name twice"),
        (([0], [0]), {"class_names": "ab"}, "got other than text"),
        (([0], [0]), {"weights": [-1]}, "negative or infinite"),
        ((), {"matrix": [[1, 2]]}, "matrix of shape"),
        ((), {"matrix": [[-1]]}, "other than counts"),
        ((range(1001), range(1001)), {}, "got 1001 classes"),
    ],
)
def test_wrong_arguments_are_refused_at_the_call(
    arguments: Any, options: Any, message: str
) -> None:
    with pytest.raises(PayloadError, match=message):
        confusion_matrix(*arguments, **options)


@pytest.mark.parametrize(
    "payload", [b"", pack({}), pack({"counts": np.zeros((2, 3)), "class_names": ["a", "b"]})]
)
def test_bytes_that_are_no_matrix_are_refused(payload: bytes) -> None:
    with pytest.raises(FormatError, match="confusion_matrix payload"):
        decode(payload)
