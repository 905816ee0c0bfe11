"""Rules over runs whose scalars mostly stay in the log: what is looked at is opened, and nothing else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.alerts.watching import read
from tests.cache.logs import read_all, read_and_keep
from vdlite import LogWriter
from vdlite.alerts.looks import scalars
from vdlite.alerts.rule import USUAL, Rule
from vdlite.alerts.runs import RunsOfStore
from vdlite.alerts.watch import Watch
from vdlite.cache.column_cache import ColumnCache
from vdlite.reader import Store
from vdlite.reader.live.store import Store as LiveStore
from vdlite.reader.run.run import Run

TAGS = tuple(f"layers.{i}/norm" for i in range(300))
NON_FINITE = tuple(rule for rule in USUAL if rule.what == "non-finite")


def log(folder: Path, steps: range = range(50), broken: tuple[int, ...] = (7, 30)) -> None:
    values = np.random.default_rng(0).normal(size=(steps.stop, len(TAGS)))
    values[40:, list(broken)] = np.nan
    with LogWriter(folder) as writer:
        for step in steps:
            writer.add_scalar_row(TAGS, values[step], step, walltime=1e9 + step)


def opened(store: LiveStore) -> list[str]:
    """The scalars of the only run that are held in memory."""
    (info,) = store.runs()
    run: Run = store.run(info.id)
    return [tag for tag, series in run._series["scalar"].items() if series is not None]


def test_a_layer_that_breaks_is_found_among_those_that_stay_in_the_log(tmp_path: Path) -> None:
    log(tmp_path / "run")
    store = read(tmp_path)
    found = list(Watch(RunsOfStore(store), NON_FINITE).look())
    assert {(each.tag, each.step) for each in found} == {(TAGS[7], 40), (TAGS[30], 40)}
    assert opened(store) == [TAGS[7], TAGS[30]]


def test_it_is_found_in_what_was_kept_and_in_what_comes(tmp_path: Path) -> None:
    cache = ColumnCache(tmp_path / "cache", 1 << 30)
    log(tmp_path / "logs" / "run")
    read_and_keep(tmp_path / "logs", cache)
    store = Store([tmp_path / "logs"], cache=cache)
    read_all(store)
    watch = Watch(RunsOfStore(store), NON_FINITE)
    assert {each.tag for each in watch.look()} == {TAGS[7], TAGS[30]}
    log(tmp_path / "logs" / "run", range(50, 60), broken=(7, 111))
    store.refresh()
    read_all(store)
    assert {each.tag for each in watch.look()} == {TAGS[7], TAGS[111]}


def test_whether_a_run_logs_is_seen_in_one_scalar(tmp_path: Path) -> None:
    log(tmp_path / "run", broken=())
    with LogWriter(tmp_path / "run") as writer:
        for step in range(99):
            writer.add_scalar("busy", step, step, walltime=1e9 + step)
    store = read(tmp_path)
    rules = [rule for rule in USUAL if rule.what == "stalled"]
    assert rules
    list(Watch(RunsOfStore(store), rules).look())
    assert opened(store) == ["busy"]


def test_a_rule_over_too_many_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(scalars, "MOST_SCALARS", 10)
    log(tmp_path / "run")
    store = read(tmp_path)
    rule = Rule("jumps", "spike", tags=("layers.*",))
    list(Watch(RunsOfStore(store), [rule]).look())
    assert len(opened(store)) == 10
    assert "the rule 'jumps' looks at 10 of 300 scalars" in caplog.text
