"""Detectors: what was planted is found at its first point, and clean curves of four kinds of noise are silent."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from vdlite.alerts.detecting import beyond, not_finite, pauses, plateaus, spikes

Floats = NDArray[np.float64]
STEPS = 20_000


def noise(name: str) -> Floats:
    rng = np.random.default_rng(1)
    if name == "Student-t":
        return rng.standard_t(3, STEPS) * 0.05
    if name == "log-normal":
        return (np.exp(rng.normal(size=STEPS)) - 1.6) * 0.05
    if name == "uniform":
        return rng.uniform(-0.1, 0.1, STEPS)
    return rng.normal(size=STEPS) * 0.05


@pytest.mark.parametrize("name", ["normal", "Student-t", "log-normal", "uniform"])
def test_every_planted_rise_is_found_and_hardly_one_is_invented(name: str) -> None:
    clean = (2 * np.exp(-np.arange(STEPS) / 4000) + 0.3) * (1 + noise(name))
    assert len(spikes(clean)) <= 1
    planted = np.arange(1000, STEPS - 1000, 500)
    values = clean.copy()
    for at in planted:
        values[at : at + 20] *= 2
    found = np.array([start.at for start in spikes(values)])
    assert all(((found >= at) & (found < at + 20)).any() for at in planted)
    assert len(found) <= len(planted) + 1


def test_a_spike_goes_on_until_it_is_over_and_says_what_was_usual() -> None:
    values = np.ones(600) + np.random.default_rng(0).normal(size=600) * 0.01
    values[400:500] = 10
    (start,) = spikes(values)
    assert start.at == 402  # the third of five points that are above
    assert start.expected == pytest.approx(1.0, abs=0.01)


def test_no_baseline_no_spike() -> None:
    assert spikes(np.r_[np.full(100, 10.0), np.ones(104)]) == []
    assert spikes(np.r_[np.ones(300), np.full(50, 1.0000001)]) == []  # the seventh digit


def test_not_finite_is_said_at_each_start() -> None:
    values = np.array([1, np.nan, np.nan, 2, np.inf, 3, -np.inf])
    assert [start.at for start in not_finite(values)] == [1, 4, 6]


def test_a_threshold_has_a_way_back() -> None:
    values = np.array([1, 5, 4, 5, 2, 5, 5, 5, 0, 9], float)
    above = {"above": 3.0, "below": None}
    assert [each.at for each in beyond(values, **above, points=1, resolve=None)] == [1, 5, 9]
    assert [each.at for each in beyond(values, **above, points=1, resolve=1.0)] == [1, 9]
    assert [each.at for each in beyond(values, **above, points=3, resolve=None)] == [1, 5]
    assert [each.at for each in beyond(-values, above=None, below=-3, points=2, resolve=None)] == [
        1,
        5,
    ]


def test_a_threshold_is_not_crossed_by_what_is_no_number() -> None:
    values = np.array([5, np.nan, 5, 5], float)
    found = beyond(values, above=3.0, below=None, points=3, resolve=None)
    assert found == []


@settings(max_examples=100, deadline=None)
@given(
    arrays(np.float64, st.integers(0, 60), elements=st.floats(-10, 10) | st.just(np.nan)),
    st.integers(1, 5),
)
def test_a_plateau_is_as_long_as_it_is_counted(values: Floats, points: int) -> None:
    best, since, on, wanted = np.inf, 0, False, []
    for at, value in enumerate(values):
        if value < best - 0.5:
            best, since, on = value, at, False
        elif not on and at - since >= points:
            on = True
            wanted.append(at)
    found = plateaus(values, goal="min", delta=0.5, points=points)
    assert [each.at for each in found] == wanted
    assert plateaus(-values, goal="max", delta=0.5, points=points) == found


def test_pauses_are_longer_than_usual() -> None:
    times = np.arange(100.0)
    times[50:] += 700
    times[80:] += 65
    assert [each.at for each in pauses(times, seconds=600, times=10)] == [49]
    assert [each.at for each in pauses(times, seconds=60, times=10)] == [49, 79]
    assert pauses(times[:1], seconds=1, times=1) == []


def test_numbers_at_the_end_of_their_range_are_compared() -> None:
    values = np.full(500, 1e307)
    values[300:330] = 1.7e308
    (start,) = spikes(values)
    assert (start.at, start.expected) == (302, 1e307)
