"""Spikes: all that are planted are found, and none in curves that have none."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from vdlite.reader.questions.events.spikes import spikes

_RNG = np.random.default_rng(0)
_STEPS = np.arange(20_000)

CURVES: dict[str, NDArray[np.float64]] = {
    "noise": _RNG.normal(size=20_000),
    "a random walk": np.cumsum(_RNG.normal(size=20_000)),
    "a loss": 10 * np.exp(-_STEPS / 3000) + _RNG.normal(size=20_000) * 0.05,
    "a sharp beginning": 100 * np.exp(-_STEPS / 3),
    "a constant": np.full(20_000, 0.1),
    "a schedule": 0.1 * 0.5 ** (_STEPS // 777),
    "restarts": (_STEPS % 500) / 500,
    "waves": np.sin(_STEPS / 30),
    "hits and misses": (_RNG.random(20_000) < 0.9).astype(np.float64),
    "rare hits": (_RNG.random(20_000) < 0.03).astype(np.float64),
}


@pytest.mark.parametrize("name", CURVES)
def test_usual_curves_have_none(name: str) -> None:
    assert spikes(CURVES[name]) == []


@pytest.mark.parametrize("name", [name for name in CURVES if name != "rare hits"])
def test_each_planted_spike_is_found_and_no_other(name: str) -> None:
    values = CURVES[name].copy()
    planted = np.arange(250, 19_750, 390)
    up = np.arange(len(planted)) % 2 == 0
    values[planted] += np.where(up, 1, -1) * 20 * max(float(values.std()), 0.01)
    assert [each.at for each in spikes(values)] == planted.tolist()


def test_a_burst_is_one_spike_with_its_highest_point() -> None:
    values = _RNG.normal(size=1000)
    values[500:510] += [20, 30, 40, 50, 60, 50, 40, 30, 20, 15]
    (found,) = spikes(values)
    assert (found.at, found.points) == (504, 10)
    assert found.before == np.median(values[495:500])
    assert found.after == np.median(values[510:515])


def test_a_new_level_is_none() -> None:
    values = _RNG.normal(size=3000)
    values[1111:] += 100
    values[2000:2300] -= 50
    assert spikes(values) == []


@settings(max_examples=50, deadline=None)
@given(
    arrays(
        np.float64, st.integers(0, 700), elements=st.floats(allow_nan=False, allow_infinity=False)
    )
)
def test_any_finite_values_are_taken(values: NDArray[np.float64]) -> None:
    for each in spikes(values):
        assert 0 < each.at < len(values) - 1
        assert each.size > 8
