"""Counts of others become histograms and curves."""

import math

import numpy as np
import pytest

from vdlite.errors import PayloadError
from vdlite.kinds import histogram, pr_curve
from vdlite.kinds.counted import histogram_of_counts, pr_curve_of_rates


def floats(*values: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array(values, np.float64)


def test_a_histogram_has_the_counts_and_what_is_known_of_the_values() -> None:
    values = np.random.default_rng(0).normal(size=1000)
    counts, edges = np.histogram(values, 10)
    payload, summary = histogram_of_counts(
        counts.astype(np.float64),
        edges,
        count=1000.0,
        total=float(values.sum()),
        squares=float((values**2).sum()),
    )
    made = histogram.decode(payload)
    assert made.counts.tolist() == counts.tolist()
    assert made.edges.tolist() == edges.tolist()
    assert (made.count, made.min, made.max) == (1000, values.min(), values.max())
    assert made.mean == pytest.approx(values.mean())
    assert made.std == pytest.approx(values.std())
    assert summary["buckets"] == 10


def test_what_nobody_has_reported_is_not_known() -> None:
    made = histogram.decode(histogram_of_counts(floats(1, 2), floats(0, 1, 2))[0])
    assert made.count == 3
    assert math.isnan(made.mean)
    assert math.isnan(made.std)


def test_buckets_without_a_width_become_part_of_a_neighbor() -> None:
    made = histogram.decode(histogram_of_counts(floats(1, 2, 3, 4), floats(0, 1, 1, 2, 2))[0])
    assert made.edges.tolist() == [0, 1, 2]
    assert made.counts.tolist() == [1, 9]


def test_a_histogram_of_one_value_has_a_width() -> None:
    made = histogram.decode(histogram_of_counts(floats(5), floats(3, 3))[0])
    assert (made.edges.tolist(), made.counts.tolist()) == ([2.5, 3.5], [5])
    assert (made.min, made.max) == (3, 3)


@pytest.mark.parametrize(
    ("counts", "edges"),
    [
        (floats(1), floats(1)),
        (floats(), floats(1)),
        (floats(-1), floats(0, 1)),
        (floats(math.nan), floats(0, 1)),
        (floats(1e300), floats(0, 1)),
        (floats(1), floats(0, math.inf)),
    ],
)
def test_counts_that_are_none_are_refused(
    counts: "np.ndarray[tuple[int], np.dtype[np.float64]]",
    edges: "np.ndarray[tuple[int], np.dtype[np.float64]]",
) -> None:
    with pytest.raises(PayloadError):
        histogram_of_counts(counts, edges)


def test_a_curve_has_the_counts_by_falling_thresholds() -> None:
    payload, summary = pr_curve_of_rates(
        floats(2, 2, 1), floats(3, 1, 0), floats(0, 2, 3), floats(0, 0, 1)
    )
    made = pr_curve.decode(payload)
    assert made.threshold.tolist() == [math.inf, 1, 0.5, 0]
    assert made.tp.tolist() == [0, 1, 2, 2]
    assert made.fp.tolist() == [0, 0, 1, 3]
    assert (made.positives, made.negatives) == (2, 3)
    assert made.ap == pytest.approx(0.5 * 1 + 0.5 * 2 / 3)
    assert summary["points"] == 4


def test_rates_that_are_none_are_refused() -> None:
    with pytest.raises(PayloadError):
        pr_curve_of_rates(floats(), floats(), floats(), floats())
    with pytest.raises(PayloadError):
        pr_curve_of_rates(floats(-1), floats(0), floats(0), floats(0))
