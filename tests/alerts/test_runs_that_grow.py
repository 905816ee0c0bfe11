"""Watches over runs that grow, are resumed, are labelled, and end."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from tests.alerts.watching import read, watch_of
from vdlite import LogWriter
from vdlite.alerts.rule import USUAL, Rule
from vdlite.alerts.runs import RunsOfStore
from vdlite.alerts.watch import Watch
from vdlite.annotations import Edit, Sidecar
from vdlite.reader import Store

DAY = 86_400.0


class Watched:
    """A store and a watch over it."""

    def __init__(self, folder: Path, rules: Sequence[Rule], since: float | None = None) -> None:
        self.store: Store = read(folder)
        self.watch = Watch(RunsOfStore(self.store), rules, since=since)

    def look(self, now: float | None = None) -> list[tuple[str, str, int | None]]:
        """The events of all that has come: rule, run and step of each."""
        self.store.refresh()
        while not self.store.done:
            self.store.refresh()
        return [(each.rule, each.run, each.step) for each in self.watch.look(now=now)]


def updated(watched: Watched) -> float:
    (info,) = watched.store.runs()
    assert info.updated is not None
    return info.updated


def test_a_run_that_is_resumed_after_a_day_of_silence_is_not_stalled(tmp_path: Path) -> None:
    times = [1e9 + second for second in range(100)]
    with LogWriter(tmp_path / "a") as writer:
        writer.add_scalar_series("loss", np.ones(100), np.arange(100), times)
    watched = Watched(tmp_path, USUAL)
    assert watched.look() == []
    now = updated(watched) + DAY
    assert watched.look(now) == []  # it has ended
    writer = LogWriter(tmp_path / "a")
    writer.add_scalar_series("loss", np.ones(100), np.arange(100, 200), np.array(times) + DAY)
    assert watched.look(now) == []
    assert watched.look(now + 30) == []
    assert watch_of(tmp_path, USUAL).look() == []
    assert watched.look(now + 700) == [("stalled", "a", 199)]
    writer.close()


def test_a_killed_run_stalls_once_and_is_silent_when_it_goes_on(tmp_path: Path) -> None:
    first = LogWriter(tmp_path / "a")  # which never ends
    first.add_scalar_series("loss", np.ones(100))
    watched = Watched(tmp_path, USUAL)
    assert watched.look() == []
    now = updated(watched)
    assert watched.look(now + 3000) == [("stalled", "a", 99)]
    second = LogWriter(tmp_path / "a")
    second.add_scalar_series("loss", np.ones(50), np.arange(100, 150), np.arange(50) + now + DAY)
    assert watched.look(now + DAY) == []
    assert watched.look(now + DAY + 100) == []
    first.close()
    second.close()


def test_the_clocks_of_other_machines_do_not_matter_for_runs_that_are_seen_to_grow(
    tmp_path: Path,
) -> None:
    writer = LogWriter(tmp_path / "a")
    watched = Watched(tmp_path, USUAL)
    now = time.time()
    for step in range(20):  # on a clock that is years behind
        writer.add_scalar("loss", 1.0, step, walltime=1e9 + step)
        assert watched.look(now + step) == []
    assert watched.look(now + 610) == []
    assert watched.look(now + 620) == [("stalled", "a", 19)]
    writer.close()


def test_nan_and_recovery_are_one_event_each_time(tmp_path: Path) -> None:
    writer = LogWriter(tmp_path / "a")
    watched = Watched(tmp_path, USUAL)
    for step, value in enumerate([1, np.nan, np.nan, 1, 1, np.inf, 1]):
        writer.add_scalar("loss", value, step)
        found = watched.look()
        assert found == ([("non-finite", "a", step)] if step in (1, 5) else [])
    writer.close()


def test_a_constant_is_no_event_and_neither_is_its_seventh_digit(tmp_path: Path) -> None:
    values = np.ones(2000)
    values[1000:] += 1e-7
    with LogWriter(tmp_path / "a") as writer:
        writer.add_scalar_series("loss", values)
    rules = [*USUAL, Rule("rise", "diverging"), Rule("band", "diverging", against="others")]
    assert watch_of(tmp_path, rules).look() == []


def test_points_that_are_logged_anew_are_looked_at_and_no_event_comes_twice(tmp_path: Path) -> None:
    writer = LogWriter(tmp_path / "a")
    rule = Rule("high", "threshold", above=5.0)
    watched = Watched(tmp_path, [rule])
    for step in range(10):
        writer.add_scalar("loss", 9.0 if step == 3 else 1.0, step)
    assert watched.look() == [("high", "a", 3)]
    writer.add_scalar("loss", 9.0, 1)
    writer.add_scalar("loss", 9.0, 3)
    assert watched.look() == [("high", "a", 1)]
    writer.close()


def test_a_run_that_a_query_finds_later_is_looked_at_whole(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "runs" / "a") as writer:
        writer.add_scalar("loss", 1.0, 0)
        writer.add_scalar("loss", float("nan"), 1)
    rule = Rule("broken", "non-finite", where="labels == hero")
    watched = Watched(tmp_path / "runs", [rule])
    assert watched.look() == []
    Sidecar(tmp_path / "runs").append([Edit("run", "a", ["hero"], "labels")])
    assert watched.look(3e9) == [("broken", "a", 1)]
    Sidecar(tmp_path / "runs").append([Edit("run", "a", [], "labels")])
    assert watched.look(4e9) == []
    Sidecar(tmp_path / "runs").append([Edit("run", "a", ["hero"], "labels")])
    assert watched.look(5e9) == []


def test_a_query_of_what_no_run_has_yet_finds_none_and_is_a_problem(tmp_path: Path) -> None:
    writer = LogWriter(tmp_path / "a")
    writer.add_scalar("loss", float("nan"), 0)
    watched = Watched(tmp_path, [Rule("broken", "non-finite", where="lr < 1")])
    assert watched.look() == []
    assert "lr" in str(watched.watch.problems[0])
    writer.add_hparams({"lr": 0.1})
    assert watched.look(3e9) == [("broken", "a", 0)]
    assert watched.watch.problems == []
    writer.close()


def test_an_end_is_an_event_each_time_and_a_failure_only_where_it_was_one(tmp_path: Path) -> None:
    rules = [Rule("over", "ended", level="info"), Rule("bad", "failed", level="error")]
    watched = Watched(tmp_path, rules)
    with LogWriter(tmp_path / "a") as writer:
        writer.add_scalar("loss", 1.0, 7)
        assert watched.look() == []
    assert watched.look() == [("over", "a", 7)]
    with pytest.raises(ZeroDivisionError), LogWriter(tmp_path / "a") as writer:
        writer.add_scalar("loss", 1.0, 8)
        assert watched.look() == []
        raise ZeroDivisionError
    assert sorted(watched.look()) == [("bad", "a", 8), ("over", "a", 8)]
    assert watched.look() == []


def test_a_run_that_leaves_the_band_of_the_others_diverges(tmp_path: Path) -> None:
    steps = np.arange(1000)
    for run in range(8):
        values = np.exp(-steps / 300) + 0.3
        values *= 1 + 0.05 * np.random.default_rng(run).normal(size=1000)
        if run == 3:
            values[600:] *= 1.5
        with LogWriter(tmp_path / f"run{run}") as writer:
            writer.add_scalar_series("loss", values, steps)
    rule = Rule("apart", "diverging", against="others")
    (alert,) = watch_of(tmp_path, [rule]).look()
    assert (alert.run, alert.tag, alert.step) == ("run3", "loss", 600)
    assert (
        watch_of(tmp_path, [Rule("apart", "diverging", against="others", tags=("x",))]).look() == []
    )


def test_a_slow_run_is_an_event(tmp_path: Path) -> None:
    seconds = np.full(1000, 0.5)
    seconds[600:] = 2.0
    with LogWriter(tmp_path / "a") as writer:
        writer.add_scalar_series("loss", np.ones(1000), np.arange(1000), 1e9 + np.cumsum(seconds))
    (alert,) = watch_of(tmp_path, [Rule("slow", "slow")]).look()
    assert (alert.run, alert.tag, alert.step) == ("a", None, 610)
    assert alert.text == "a is 2 times as slow as usual, 0.5 s a step at step 610"
    (alert,) = watch_of(tmp_path, [Rule("slow", "slow", below=1.0)]).look()
    assert alert.text == "a is slower than 1 steps a second at step 610"


def test_runs_that_rest_are_looked_at_once_they_grow(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "a") as writer:
        writer.add_scalar("loss", float("nan"), 0)
    watched = Watched(tmp_path, USUAL, since=4e9)
    assert watched.look() == []
    assert watched.look() == []
    with LogWriter(tmp_path / "a") as writer:
        writer.add_scalar("loss", float("nan"), 5)
    assert watched.look() == [("non-finite", "a", 5)]


def test_a_training_that_hangs_while_its_machine_is_watched_is_stalled(tmp_path: Path) -> None:
    writer = LogWriter(tmp_path / "a")
    writer.add_scalar_series("loss", np.ones(100))
    watched = Watched(tmp_path, USUAL)
    assert watched.look() == []
    now = updated(watched)
    found = []
    for minute in range(15):
        for second in range(6):
            writer.add_scalar("system/cpu/percent", 3.0, 60 * minute + 10 * second)
        found += watched.look(now + 60 * minute)
    assert found == [("stalled", "a", 99)]
    writer.add_scalar("loss", 1.0, 100)
    assert watched.look(now + 1000) == []
    writer.close()
