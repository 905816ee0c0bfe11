"""Energy and GPU hours of runs, by what their machines logged."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdlite import LogReader, LogWriter
from vdlite.reader.run.system_use import SystemUse, gpu_tags, system_use
from vdlite.reader.series.columns import Columns


def log(writer: LogWriter, tag: str, values: list[float], *, at: float, every: float = 10) -> None:
    for place, value in enumerate(values):
        writer.add_scalar(tag, value, int(at + place * every), walltime=1e9 + at + place * every)


def used(folder: Path) -> tuple[float | None, float | None]:
    row = LogReader(folder).summary("run")
    return row.energy_kwh, row.gpu_hours


def test_a_run_without_gpus_says_nothing(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        log(writer, "system/cpu/percent", [1.0, 2.0], at=0)
    assert used(tmp_path) == (None, None)


def test_gpus_of_all_hosts_count_together(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        # 300 W for an hour, on each of three GPUs.
        joules = [300.0 * seconds for seconds in range(0, 3601, 10)]
        for gpu in ("gpu/0", "gpu/1", "host b/gpu/0"):
            log(writer, f"system/{gpu}/energy_joules", joules, at=0)
            log(writer, f"system/{gpu}/memory_used_bytes", [1.0] * len(joules), at=0)
        log(writer, "system/gpu/0/mig 1/memory_used_bytes", [1.0] * 10, at=0)
    energy, hours = used(tmp_path)
    assert energy == pytest.approx(0.9)
    assert hours == pytest.approx(3.0)


def test_a_run_that_was_resumed_counts_both_times_and_no_pause(tmp_path: Path) -> None:
    for begin in (0, 50_000):
        with LogWriter(tmp_path / "run") as writer:
            log(writer, "system/gpu/0/energy_joules", [0.0, 3.6e6, 7.2e6], at=begin)
    energy, hours = used(tmp_path)
    assert energy == pytest.approx(4.0)
    assert hours == pytest.approx(40 / 3600)


def test_a_gpu_that_says_nothing_of_its_energy_has_hours(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        log(writer, "system/gpu/0/memory_used_bytes", [1.0] * 361, at=0)
    assert used(tmp_path) == (None, pytest.approx(1.0))


def test_what_goes_on_is_counted_as_it_comes(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        log(writer, "system/gpu/0/energy_joules", [0.0, 3.6e6], at=0)
        reader = LogReader(tmp_path)
        assert reader.summary("run").energy_kwh == 1.0
        log(writer, "system/gpu/0/energy_joules", [7.2e6], at=20)
        reader.refresh()
        assert reader.summary("run").energy_kwh == 2.0


def test_runs_are_found_by_what_they_used_up(tmp_path: Path) -> None:
    for run, joules in (("run", 3.6e6), ("small", 1.0)):
        with LogWriter(tmp_path / run) as writer:
            log(writer, "system/gpu/0/energy_joules", [0.0, joules], at=0)
    found = LogReader(tmp_path).find_runs("energy_kwh > 0.5").runs
    assert [each.run for each in found] == ["run"]


@given(st.lists(st.lists(st.floats(0, 1e6), min_size=1, max_size=20), min_size=1, max_size=5))
def test_energy_is_that_of_all_watches(watches: list[list[float]]) -> None:
    """Each begins at zero, and takes so much from one look to the next."""
    counters = [np.cumsum([0.0, *watch]) for watch in watches]
    values = np.concatenate(counters)
    points = Columns(np.arange(len(values)), np.arange(len(values)) * 10.0, values)
    gpus = gpu_tags(["system/gpu/0/energy_joules", "system/gpu/x/energy_joules", "loss"])
    found = system_use(gpus, lambda _: points)
    assert found.energy_kwh == pytest.approx(sum(map(sum, watches)) / 3.6e6, abs=1e-9)
    assert system_use({}, lambda _: points) == SystemUse()
