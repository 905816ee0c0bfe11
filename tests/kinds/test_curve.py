"""Curves: exactly scikit-learn's, before and after points are left out."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from sklearn.metrics import (
    average_precision_score,
    precision_recall_curve,
    roc_auc_score,
)
from sklearn.metrics import (
    roc_curve as sklearn_roc_curve,
)

from vdlite.errors import FormatError, PayloadError
from vdlite.kinds import pr_curve, roc_curve
from vdlite.kinds.curve import Curve, falling_order
from vdlite.kinds.numbers.packing import pack


def pr(*arguments: Any, **options: Any) -> Curve:
    return pr_curve.decode(pr_curve.pr_curve(*arguments, **options).encode()[0])


def roc(*arguments: Any, **options: Any) -> Curve:
    return roc_curve.decode(roc_curve.roc_curve(*arguments, **options).encode()[0])


def samples(count: int, seed: int = 0, dtype: str = "f8") -> tuple[NDArray[Any], NDArray[Any]]:
    random = np.random.default_rng(seed)
    labels = random.random(count) < 0.3
    return labels, (random.normal(size=count) + labels).astype(dtype)


@st.composite
def some_samples(draw: st.DrawFn) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any] | None]:
    count = draw(st.integers(2, 60))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    labels = random.integers(0, 2, count)
    labels[:2] = 0, 1
    scores = random.normal(size=count) * draw(st.sampled_from([1e-30, 1.0, 1e30]))
    ties = draw(st.integers(1, 10))
    scores = scores[random.integers(0, max(1, count // ties), count)]
    weights = random.random(count) + 0.01 if draw(st.booleans()) else None
    return labels, scores.astype(draw(st.sampled_from(["f4", "f8"]))), weights


@settings(deadline=None, max_examples=200)
@given(some_samples())
def test_counts_and_areas_are_scikit_learns(
    drawn: tuple[NDArray[Any], NDArray[Any], NDArray[Any] | None],
) -> None:
    labels, scores, weights = drawn
    got = pr(labels, scores, num_thresholds=None, weights=weights)
    precision, recall, thresholds = precision_recall_curve(labels, scores, sample_weight=weights)
    # Theirs rises and ends with recall 0.
    assert got.threshold[1:].tolist() == thresholds[::-1].tolist()
    assert got.threshold[0] == math.inf
    np.testing.assert_allclose(got.precision, precision[::-1], rtol=1e-12)
    np.testing.assert_allclose(got.recall, recall[::-1], rtol=1e-12)
    assert got.ap == pytest.approx(
        average_precision_score(labels, scores, sample_weight=weights), rel=1e-9
    )
    got = roc(labels, scores, num_thresholds=None, weights=weights)
    fpr, tpr, thresholds = sklearn_roc_curve(
        labels, scores, sample_weight=weights, drop_intermediate=False
    )
    assert got.threshold.tolist() == thresholds.tolist()
    np.testing.assert_allclose(got.fpr, fpr, rtol=1e-12)
    np.testing.assert_allclose(got.tpr, tpr, rtol=1e-12)
    assert got.auc == pytest.approx(roc_auc_score(labels, scores, sample_weight=weights), rel=1e-9)


def test_the_counts_of_a_threshold_are_those_of_the_samples() -> None:
    labels, scores = samples(500)
    got = pr(labels, scores, num_thresholds=None)
    for i in (1, 17, 250, 499):
        called = scores >= got.threshold[i]
        assert got.tp[i] == (called & labels).sum()
        assert got.fp[i] == (called & ~labels).sum()
        assert got.fn[i] == (~called & labels).sum()
        assert got.tn[i] == (~called & ~labels).sum()


def test_a_perfect_classifier_reaches_the_corner() -> None:
    got = roc([1, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0.9, *[0.1] * 9])
    assert list(zip(got.fpr, got.tpr, strict=True)) == [(0, 0), (0, 1), (1, 1)]
    assert (got.ap, got.auc) == (1.0, 1.0)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("most", [100, 2000])
def test_what_is_left_out_does_not_change_the_drawing(dtype: str, most: int) -> None:
    labels, scores = samples(50_000, dtype=dtype)
    for make, axes in (
        (pr, lambda curve: (curve.recall, curve.precision)),
        (roc, lambda curve: (curve.fpr, curve.tpr)),
    ):
        whole = make(labels, scores, num_thresholds=None)
        thin = make(labels, scores, num_thresholds=most)
        assert len(thin.threshold) <= most < len(whole.threshold) == thin.points == whole.points
        assert (thin.ap, thin.auc) == (whole.ap, whole.auc)
        assert [thin.tp[0], thin.tp[-1], thin.fp[-1]] == [0, labels.sum(), (~labels).sum()]
        assert np.isin(thin.threshold, whole.threshold).all()
        place = np.searchsorted(-whole.threshold, -thin.threshold)
        assert thin.tp.tolist() == whole.tp[place].tolist()
        # Every point of the exact curve lies beside the kept one before it.
        kept = np.searchsorted(place, np.arange(len(whole.threshold)), "right") - 1
        for exact, drawn in zip(axes(whole), axes(thin), strict=True):
            assert np.abs(exact - drawn[kept]).max() < 8 / most


def test_best_points_are_kept() -> None:
    labels, scores = samples(30_000)
    whole, thin = pr(labels, scores, num_thresholds=None), pr(labels, scores)
    f1 = 2 * whole.tp / (whole.tp + whole.fp + whole.positives)
    assert whole.threshold[f1.argmax()] in thin.threshold
    assert whole.threshold[(whole.tpr - whole.fpr).argmax()] in thin.threshold


def test_few_thresholds_don_t_make_a_caricature() -> None:
    labels, scores = samples(5000)
    assert 50 < len(pr(labels, scores, num_thresholds=10).threshold) <= 100


def test_predictions_need_not_be_shares() -> None:
    got = roc([0, 1, 1, 0], [-5.0, math.inf, 700.0, -math.inf], num_thresholds=None)
    assert got.threshold.tolist() == [math.inf, math.inf, 700, -5, -math.inf]
    assert got.auc == 1.0


def test_zero_and_negative_zero_are_one_score() -> None:
    for dtype in ("f4", "f8"):
        got = pr([0, 1], np.array([0.0, -0.0], dtype), num_thresholds=None)
        assert got.tp.tolist() == [0, 1]


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_the_order_falls(dtype: str) -> None:
    scores = np.random.default_rng(0).normal(size=5000).astype(dtype)
    scores[:4] = [np.inf, -np.inf, 0, 1e-40]
    assert scores[falling_order(scores)].tolist() == sorted(scores.tolist(), reverse=True)


def test_samples_that_are_no_numbers_are_left_out_and_counted() -> None:
    got = pr(
        [1.0, math.nan, 0.0, 1.0, 0.0],
        [0.9, 0.5, math.nan, 0.8, 0.1],
        weights=[1, 1, 1, math.nan, 2],
        num_thresholds=None,
    )
    assert (got.nan, got.samples) == (3, 2)
    assert (got.tp.tolist(), got.fp.tolist()) == ([0, 1, 1], [0, 0, 2])


def test_curves_without_positives_negatives_or_samples_are_data() -> None:
    none = roc([], [])
    assert (none.threshold.tolist(), none.samples) == ([math.inf], 0)
    assert math.isnan(none.ap) and math.isnan(none.auc)
    negatives = pr([0, 0], [0.1, 0.2])
    assert math.isnan(negatives.ap) and np.isnan(negatives.recall).all()
    assert negatives.fp.tolist() == [0, 1, 2]
    positives = roc([True, True], [0.1, 0.2])
    assert (positives.ap, math.isnan(positives.auc)) == (1.0, True)


def test_the_summary_has_all_but_the_points() -> None:
    _, summary = roc_curve.roc_curve([0, 1, 1], [0.1, 0.7, 0.4]).encode()
    assert summary == {
        "positives": 2.0,
        "negatives": 1.0,
        "ap": 1.0,
        "auc": 1.0,
        "samples": 3,
        "nan": 0,
        "points": 4,
    }


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (([0, 1], [0.5]), {}, "pr_curve: got 2 labels for 1 predictions"),
        (
            ([[0, 1, 0], [1, 0, 1]], [[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]]),
            {},
            r"got labels of shape \(2, 3\) for predictions of shape \(3, 2\), want the same",
        ),
        (([0, 2], [0.5, 0.5]), {}, "pr_curve labels: got 2, want 0 and 1"),
        (([0.0, 0.5], [0.5, 0.5]), {}, "pr_curve labels: got 0.5"),
        (([0, 1], ["a", "b"]), {}, "pr_curve predictions: got"),
        (([0], [0.5]), {"weights": [1, 2]}, "got 2 weights for 1 predictions"),
        (([0], [0.5]), {"weights": [-1]}, "got a negative or infinite one"),
        (([0], [0.5]), {"num_thresholds": 0}, "num_thresholds: got 0"),
        (([0], [0.5]), {"num_thresholds": 2.5}, "num_thresholds: got float"),
    ],
)
def test_wrong_arguments_are_refused_at_the_call(
    arguments: Any, options: Any, message: str
) -> None:
    with pytest.raises(PayloadError, match=message):
        pr_curve.pr_curve(*arguments, **options)


@pytest.mark.parametrize(
    "payload", [b"", pack({}), pack(dict.fromkeys(Curve.__dataclass_fields__, 0))]
)
def test_bytes_that_are_no_curve_are_refused(payload: bytes) -> None:
    with pytest.raises(FormatError, match="roc_curve payload"):
        roc_curve.decode(payload)
