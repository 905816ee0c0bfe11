"""Detectors: what was planted is found at its first point, and clean curves of four kinds of noise are silent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from tests.alerts.feeding import Column, at_once, in_pieces
from vdlite.alerts.detectors.bests import Bests
from vdlite.alerts.detectors.beyond import Beyond
from vdlite.alerts.detectors.detector import Detector, Start
from vdlite.alerts.detectors.not_finite import NotFinite
from vdlite.alerts.detectors.pauses import Pauses
from vdlite.alerts.detectors.plateaus import Plateaus
from vdlite.alerts.detectors.slow_rise import SlowRise
from vdlite.alerts.detectors.slowness import Slowness
from vdlite.alerts.detectors.spikes import spikes as new_spikes

Floats = NDArray[np.float64]
STEPS = 20_000
NOISES = ["normal", "Student-t", "log-normal", "uniform"]


def spikes(values: Floats) -> list[Start]:
    return at_once(new_spikes(), values)


def beyond(values: Floats, **limits: Any) -> list[Start]:
    return at_once(Beyond(**limits), values)


def plateaus(values: Floats, *, goal: str, delta: float, points: int) -> list[Start]:
    return at_once(Plateaus(goal=goal, delta=delta, points=points), values)


def pauses(times: Floats, *, seconds: float, times_usual: float = 10) -> list[int]:
    points = Column(np.zeros(len(times)), times)
    return [each.at for each in Pauses(seconds=seconds, times=times_usual).feed(points)]


def noise(name: str) -> Floats:
    rng = np.random.default_rng(1)
    if name == "Student-t":
        return rng.standard_t(3, STEPS) * 0.05
    if name == "log-normal":
        return (np.exp(rng.normal(size=STEPS)) - 1.6) * 0.05
    if name == "uniform":
        return rng.uniform(-0.1, 0.1, STEPS)
    return rng.normal(size=STEPS) * 0.05


@pytest.mark.parametrize("name", NOISES)
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
    assert [start.at for start in at_once(NotFinite(), values)] == [1, 4, 6]


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
    assert pauses(times, seconds=600) == [49]
    assert pauses(times, seconds=60) == [49, 79]
    assert pauses(times[:1], seconds=1) == []


def test_values_that_come_every_hour_are_no_pauses_but_a_day_without_one_is() -> None:
    times = np.arange(20.0) * 3600
    times[15:] += 86400
    assert pauses(times, seconds=600) == [14]
    detector = Pauses(seconds=600, times=10)
    assert detector.limit() == 7200
    detector.feed(Column(times, times))
    assert detector.limit() == 36_000


def test_a_clock_that_goes_back_has_no_pause_before_it_has_caught_up() -> None:
    times = np.r_[np.arange(50.0), np.arange(50.0) - 5000, np.arange(50.0) + 50]
    assert pauses(times, seconds=600) == []


@pytest.mark.parametrize("name", NOISES)
def test_a_slow_rise_is_found_where_no_spike_is_and_noise_is_none(name: str) -> None:
    at = np.arange(STEPS)
    clean = (2 * np.exp(-at / 4000) + 0.3) * (1 + noise(name))
    rule = {"rise": 0.1, "points": 200}
    assert at_once(SlowRise(**rule), clean) == []
    rising = clean * np.where(at > 12_000, 1 + (at - 12_000) / 2000, 1)
    (start,) = at_once(SlowRise(**rule), rising)
    assert 12_000 < start.at < 14_000
    assert start.expected == pytest.approx(clean[11_800:12_000].mean(), rel=0.1)


def seconds_per_step(of: Floats) -> Column:
    return Column(np.zeros(len(of)), np.cumsum(of), np.arange(len(of)))


def test_a_run_is_slow_where_its_steps_take_long_but_not_for_a_restart() -> None:
    seconds = np.full(1000, 0.5) + np.random.default_rng(0).uniform(0, 0.2, 1000)
    seconds[500] = 900  # one long step
    seconds[700:760] *= 3
    (start,) = Slowness(times=2, below=None).feed(seconds_per_step(seconds))
    assert start.at == 710  # the eleventh of 21 that are long
    assert start.expected == pytest.approx(0.6, abs=0.03)
    (start,) = Slowness(times=2, below=1.0).feed(seconds_per_step(seconds))
    assert (start.at, start.expected) == (710, 1.0)
    assert Slowness(times=2, below=0.1).feed(seconds_per_step(seconds)) == []


EACH: dict[str, Callable[[], Detector]] = {
    "not finite": NotFinite,
    "spikes": new_spikes,
    "above": lambda: Beyond(above=1.5, below=None, points=2, resolve=0.5),
    "between": lambda: Beyond(above=1.5, below=-1.0, points=1, resolve=None),
    "bests": lambda: Bests(goal="max", delta=0.01, points=9, seconds=3),
    "plateaus": lambda: Plateaus(goal="max", delta=0.1, points=7),
    "pauses": lambda: Pauses(seconds=2, times=3),
    "slow": lambda: Slowness(times=1.5, below=None),
    "slower": lambda: Slowness(times=1.5, below=0.9),
    "slow rise": lambda: SlowRise(rise=0.05, points=20),
}


@pytest.mark.parametrize("name", EACH)
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 1 << 30), st.lists(st.integers(0, 700), max_size=8))
def test_pieces_give_what_the_whole_gives(name: str, seed: int, cuts: list[int]) -> None:
    rng = np.random.default_rng(seed)
    values = rng.normal(size=700)
    values[rng.integers(0, 700, 60)] *= 5
    values[rng.integers(0, 700, 5)] = np.nan
    values[450:480] += 3
    points = Column(values, np.cumsum(rng.exponential(size=700)), np.arange(700))
    whole = EACH[name]().feed(points)
    assert in_pieces(EACH[name](), points, cuts) == whole
    one_by_one = in_pieces(EACH[name](), points, range(700))
    assert one_by_one == whole


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.sampled_from([*map(float, range(8)), np.nan, np.inf]), max_size=60),
    st.integers(1, 5),
    st.integers(0, 8),
    st.sampled_from([0.0, 1.5]),
    st.lists(st.integers(0, 60), max_size=3),
)
def test_what_is_best_is_news_once_in_its_time(
    values: list[float], points: int, seconds: int, delta: float, cuts: list[int]
) -> None:
    """Against a loop over the points."""
    wanted: list[Start] = []
    best, place, known, rests_until, count = np.inf, 0, np.inf, -np.inf, 0
    for at, value in enumerate(values):
        if np.isfinite(value):
            count += 1
            if value < best:
                best, place = value, at
        if count < points or (count == points and np.isfinite(value)):
            known = best
        elif best < known - delta and at >= rests_until:
            wanted.append(Start(place, known))
            known, rests_until = best, at + seconds
    limits: Any = {"goal": "min", "delta": delta, "points": points, "seconds": seconds}
    assert at_once(Bests(**limits), np.array(values)) == wanted
    larger = at_once(Bests(**{**limits, "goal": "max"}), -np.array(values))
    assert larger == [Start(each.at, -(each.expected or 0.0)) for each in wanted]
    # A later writer goes on with what an earlier one had.
    edge = min([*cuts, len(values)])
    first = Bests(**limits)
    found = at_once(first, np.array(values[:edge]))
    later = Bests(**limits, after=first).feed(
        Column(np.array(values[edge:]), np.arange(edge, len(values)) * 1.0)
    )
    assert [*found, *(Start(each.at + edge, each.expected) for each in later)] == wanted


def test_a_falling_loss_is_best_once_in_its_time_and_not_at_each_step() -> None:
    found = at_once(
        Bests(goal="min", delta=0.0, points=20, seconds=100), 1 / (1 + np.arange(1000.0))
    )
    assert [each.at for each in found] == [20, 120, 220, 320, 420, 520, 620, 720, 820, 920]


def test_numbers_at_the_end_of_their_range_are_compared() -> None:
    values = np.full(500, 1e307)
    values[300:330] = 1.7e308
    (start,) = spikes(values)
    assert (start.at, start.expected) == (302, 1e307)
