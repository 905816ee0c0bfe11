"""Smoothed values are remembered, within bounds, and never mixed up."""

import numpy as np

from vdlite.reader.series.smoothing import smooth
from vdlite.reader.series.smoothing_cache import SmoothingCache

VALUES = np.arange(100.0)


def test_the_same_question_gets_the_same_array() -> None:
    cache = SmoothingCache()
    first = cache.smoothed(1, 0, VALUES, 0.5)
    assert cache.smoothed(1, 0, VALUES, 0.5) is first
    np.testing.assert_array_equal(first, smooth(VALUES, 0.5))


def test_another_series_version_length_or_weight_is_another_question() -> None:
    cache = SmoothingCache()
    cache.smoothed(1, 0, VALUES, 0.5)
    for series, version, values, weight in [
        (2, 0, VALUES + 1, 0.5),
        (1, 1, VALUES + 2, 0.5),
        (1, 0, VALUES[:50] + 3, 0.5),
        (1, 0, VALUES + 4, 0.9),
    ]:
        found = cache.smoothed(series, version, values, weight)
        np.testing.assert_array_equal(found, smooth(values, weight))


def test_what_was_not_used_for_long_goes_first() -> None:
    cache = SmoothingCache(limit=2 * VALUES.nbytes)
    first, second = (cache.smoothed(series, 0, VALUES, 0.5) for series in (1, 2))
    assert cache.smoothed(1, 0, VALUES, 0.5) is first
    cache.smoothed(3, 0, VALUES, 0.5)
    assert cache.smoothed(1, 0, VALUES, 0.5) is first
    assert cache.smoothed(2, 0, VALUES, 0.5) is not second


def test_what_is_too_large_is_not_kept() -> None:
    cache = SmoothingCache(limit=10)
    assert cache.smoothed(1, 0, VALUES, 0.5) is not cache.smoothed(1, 0, VALUES, 0.5)
