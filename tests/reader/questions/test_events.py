"""Events: what was planted in runs is said, with its step and value, and nothing else is."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from vdlite import LogReader, LogWriter
from vdlite.errors import NotFoundError
from vdlite.reader.questions.events import of_runs
from vdlite.reader.questions.events.event import Event


def log(
    folder: Path, value: Callable[[int], float], steps: int = 400, *, tag: str = "loss"
) -> None:
    with LogWriter(folder) as writer:
        for step in range(steps):
            writer.add_scalar(tag, value(step), step, walltime=1e9 + step)


def noise(step: int) -> float:
    return math.sin(step * 12.9898) * 0.1 + 1


def planted(reader: LogReader, run: str | None = None) -> list[Event]:
    found = reader.events(run).events
    return [each for each in found if each.what not in ("started", "ended")]


def test_a_run_without_any_has_its_start_and_end(tmp_path: Path) -> None:
    log(tmp_path / "a", noise)
    found = LogReader(tmp_path).events("a")
    assert {each.what for each in found.events} == {"started", "ended"}
    assert (found.runs, found.scalars, found.left_out) == (1, 1, ())
    assert "finished" in next(each.text for each in found.events if each.what == "ended")


def test_a_spike_has_its_step_and_value(tmp_path: Path) -> None:
    log(tmp_path / "a", lambda step: 42.0 if step == 123 else noise(step))
    (spike,) = planted(LogReader(tmp_path))
    assert (spike.what, spike.run, spike.tag) == ("spike", "a", "loss")
    assert (spike.step, spike.value, spike.count, spike.walltime) == (123, 42.0, 1, 1e9 + 123)


def test_the_first_value_that_is_not_finite_is_said(tmp_path: Path) -> None:
    log(tmp_path / "a", lambda step: math.nan if step in (50, 70) else noise(step))
    log(tmp_path / "b", lambda step: -math.inf if step >= 300 else noise(step))
    first, second = sorted(planted(LogReader(tmp_path)), key=lambda each: each.run)
    assert (first.what, first.step, first.count) == ("not finite", 50, 2)
    assert "the last value is finite" in first.text
    assert (second.what, second.step, second.count, second.value) == (
        "not finite",
        300,
        100,
        -math.inf,
    )
    assert "no finite one comes after it" in second.text


def test_missing_steps_are_counted_also_of_a_scalar_of_every_tenth(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "a") as writer:
        for step in range(400):
            if not 100 <= step < 130:
                writer.add_scalar("loss", noise(step), step)
            if step % 10 == 0 and step != 200:
                writer.add_scalar("test", noise(step), step)
    first, second = planted(LogReader(tmp_path))
    assert (first.what, first.tag, first.step) == ("missing steps", "loss", 100)
    assert "steps 100 to 129 (30 missing)" in first.text
    assert (second.tag, second.step) == ("test", 200)
    assert "no step 200 (1 missing, of every 10th)" in second.text


def test_a_gradient_that_dies_is_said_and_a_learning_rate_that_falls_is_not(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "a") as writer:
        for step in range(400):
            writer.add_scalar("grad/1", noise(step) if step < 250 else 0.0, step)
            writer.add_scalar("lr", 0.1 * 0.99**step, step)
    (found,) = planted(LogReader(tmp_path))
    assert (found.what, found.tag, found.step, found.value) == ("vanished", "grad/1", 250, 0.0)


def test_a_long_wait_between_points_is_a_pause(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "a") as writer:
        for step in range(100):
            late = 3600 if step > 60 else 0
            writer.add_scalar("loss", noise(step), step, walltime=1e9 + step + late)
    (found,) = planted(LogReader(tmp_path))
    assert (found.what, found.step) == ("pause", 60)
    assert "3601 s" in found.text


def test_the_same_step_of_many_scalars_is_one_event(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "a") as writer:
        for step in range(100):
            for layer in range(30):
                broken = step == 80
                writer.add_scalar(f"grad/{layer}", math.nan if broken else noise(step), step)
    (found,) = planted(LogReader(tmp_path))
    assert (found.what, found.step, found.tags) == ("not finite", 80, 30)


def test_what_matters_most_stays_where_there_is_no_room(tmp_path: Path) -> None:
    spikes = set(range(50, 2000, 150))
    log(
        tmp_path / "a",
        lambda step: math.nan if step == 1999 else 100.0 + step if step in spikes else noise(step),
        2000,
    )
    reader = LogReader(tmp_path)
    found = reader.events("a", limit=3)
    assert {each.what for each in found.events} == {"not finite", "spike"}
    assert found.counts == {"not finite": 1, "spike": 3, "ended": 1, "started": 1}
    (missing,) = found.left_out
    assert (missing.what, missing.shown, missing.of) == ("events", 3, 6)
    # Of all scalars, the three largest of each; of those that are asked for, all.
    every = [each for each in reader.events("a", tags=["loss"]).events if each.what == "spike"]
    assert {each.step for each in every} == spikes
    assert {each.count for each in planted(reader) if each.what == "spike"} == {len(spikes)}


def test_only_what_came_later_is_asked_for(tmp_path: Path) -> None:
    log(tmp_path / "a", lambda step: 42.0 if step in (100, 300) else noise(step))
    found = LogReader(tmp_path).events("a", since=1e9 + 200).events
    assert [each.step for each in found if each.what == "spike"] == [300]


def test_damage_is_an_event(tmp_path: Path) -> None:
    log(tmp_path / "a", noise, 4000)
    (path,) = (tmp_path / "a").glob("*.vdl")
    content = bytearray(path.read_bytes())
    content[60_000:60_100] = bytes(100)
    path.write_bytes(content)
    found = planted(LogReader(tmp_path))
    assert "damaged" in {each.what for each in found}
    assert all(path.name in each.text for each in found if each.what == "damaged")


def test_a_resumed_run_says_where(tmp_path: Path) -> None:
    log(tmp_path / "a", noise, 100)
    with LogWriter(tmp_path / "a") as writer:
        for step in range(50, 200):
            writer.add_scalar("loss", noise(step), step, walltime=2e9 + step)
    found = LogReader(tmp_path).events("a").events
    assert [each.step for each in found if each.what == "resumed"] == [50]


def test_a_run_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    log(tmp_path / "a", noise)
    with pytest.raises(NotFoundError, match="no run 'b'"):
        LogReader(tmp_path).events("b")
    with pytest.raises(ValueError, match="limit: got 0, want at least 1"):
        LogReader(tmp_path).events(limit=0)


def test_no_planted_spike_is_missed_in_the_buckets_of_a_series(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    steps = set(rng.choice(100_000, 1000, replace=False).tolist())
    with LogWriter(tmp_path / "a") as writer:
        writer_steps = np.arange(100_000)
        values = rng.normal(size=100_000)
        values[list(steps)] = 1000.0 + np.array(list(steps))
        for step, value in zip(writer_steps.tolist(), values.tolist(), strict=True):
            writer.add_scalar("loss", value, step)
    found = LogReader(tmp_path).series("a", "loss")
    for bucket in found.buckets:
        inside = [step for step in steps if bucket.first_step <= step <= bucket.last_step]
        assert bucket.max == (1000.0 + max(inside) if inside else bucket.max)
        assert not inside or bucket.max == values[max(inside)]


def test_of_many_runs_the_ends_that_are_usual_are_left_out_first(tmp_path: Path) -> None:
    for run in range(20):
        log(
            tmp_path / f"{run:02}",
            lambda step, run=run: 42.0 if run == 7 and step == 99 else noise(step),
        )
    found = LogReader(tmp_path).events(limit=5)
    assert "spike" in {each.what for each in found.events}


def test_numbers_at_the_end_of_their_range_are_taken(tmp_path: Path) -> None:
    log(tmp_path / "a", lambda step: 1e308 if step % 2 else -1e308, 60)
    assert planted(LogReader(tmp_path)) == []


def test_of_too_many_scalars_those_are_looked_at_first_that_may_not_be_finite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(of_runs, "_MOST_SCALARS", 3)
    tags = tuple(f"norm/{i:03}" for i in range(300))
    with LogWriter(tmp_path / "run") as writer:
        for step in range(10):
            values = np.ones(300)
            values[250] = np.nan if step > 5 else 1
            writer.add_scalar_row(tags, values, step, walltime=1e9 + step)
    found = LogReader(tmp_path).events()
    assert [(each.tag, each.step) for each in found.events if each.tag is not None] == [
        ("norm/250", 6)
    ]
    assert found.scalars == 3
