"""What is looked at, and when."""

from __future__ import annotations

import os
from pathlib import Path

from vdlite import LogWriter
from vdlite.format.layout import LOG_SUFFIX
from vdlite.reader import Store
from vdlite.reader.files.files import LogFiles
from vdlite.reader.live.look_turns import (
    LIVELY_SECONDS,
    MOST_A_SECOND,
    ROUND_SECONDS,
    LookTurns,
)
from vdlite.reader.logdir.changed_folders import SEARCH_SECONDS, SEARCH_SHARE, FolderChanges
from vdlite.reader.run.run import Run

FILES = LogFiles([])


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_every_quiet_run_has_its_turn_within_a_round() -> None:
    clock = Clock()
    rounds = LookTurns(clock)
    runs = [Run(str(number), FILES) for number in range(100)]
    looked_at: list[str] = []
    for _ in range(10):
        clock.now += ROUND_SECONDS / 10
        turn = rounds.quiet(runs)
        assert len(turn) <= 11
        looked_at += [run.name for run in turn]
    assert set(looked_at) == {run.name for run in runs}


def test_thousands_of_quiet_runs_are_looked_at_so_many_a_second_and_all_of_them() -> None:
    clock = Clock()
    rounds = LookTurns(clock)
    runs = [Run(str(number), FILES) for number in range(8 * MOST_A_SECOND)]
    looked_at: list[str] = []
    for _ in range(80):
        clock.now += 0.1
        turn = rounds.quiet(runs)
        assert len(turn) <= MOST_A_SECOND / 10 + 1
        looked_at += [run.name for run in turn]
    assert set(looked_at) == {run.name for run in runs}


def test_a_run_that_grew_is_looked_at_each_time_until_it_has_been_quiet_for_a_minute() -> None:
    clock = Clock()
    rounds = LookTurns(clock)
    runs = [Run("a", FILES), Run("b", FILES)]
    rounds.grew(runs[:1])
    clock.now += LIVELY_SECONDS - 1
    assert rounds.lively() == runs[:1]
    assert rounds.quiet(runs) == runs[1:]
    clock.now += ROUND_SECONDS
    assert rounds.lively() == []
    assert set(rounds.quiet(runs)) == set(runs)


def test_after_a_long_pause_every_run_is_looked_at_once() -> None:
    clock = Clock()
    rounds = LookTurns(clock)
    runs = [Run(str(number), FILES) for number in range(7)]
    clock.now += 100 * ROUND_SECONDS
    assert sorted(run.name for run in rounds.quiet(runs)) == list("0123456")


def test_an_ended_run_that_goes_on_is_noticed_in_its_turn(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_scalar("loss", 1.0, 0)
        begun = Path(writer.file_name).read_bytes()
        writer.add_scalar("loss", 2.0, 1)
    (log,) = (tmp_path / "run").glob(f"*{LOG_SUFFIX}")
    whole = log.read_bytes()
    log.write_bytes(begun)
    store = Store([tmp_path])
    store.refresh()
    (run,) = store.runs()
    assert run.records == 1
    with log.open("ab") as file:
        file.write(whole[len(begun) :])
    while store.runs()[0].records == 1:
        store.refresh(discover=False, sparing=True)
    assert store.runs()[0].state == "ended"


def test_a_run_that_grew_and_then_went_is_not_looked_at_any_more(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "stays") as stays, LogWriter(tmp_path / "goes") as goes:
        stays.add_scalar("loss", 1.0, 0)
        goes.add_scalar("loss", 1.0, 0)
        store = Store([tmp_path])
        store.refresh()
    (tmp_path / "goes").rename(tmp_path / "came")
    store.refresh()
    for _ in range(3):
        store.refresh(discover=False, sparing=True)
    assert {run.name for run in store.runs()} == {"stays", "came"}


def old(*folders: Path) -> None:
    """As if nothing had happened to them for a while."""
    for folder in folders:
        os.utime(folder, (1e9, 1e9))


def test_folders_are_searched_again_when_one_has_changed(tmp_path: Path) -> None:
    clock = Clock()
    folders = FolderChanges(clock)
    inner = tmp_path / "empty" / "inner"
    inner.mkdir(parents=True)
    assert folders.may_have_changed()  # never searched

    def searched() -> None:
        everything = [tmp_path, *tmp_path.rglob("*")]
        folders.searched({each: each.stat().st_mtime_ns for each in everything})

    searched()
    assert folders.may_have_changed()  # too new: another change may have the same time
    old(inner, inner.parent, tmp_path)
    searched()
    assert not folders.may_have_changed()
    (inner / "new").mkdir()
    assert folders.may_have_changed()
    old(inner / "new", inner)
    searched()
    (inner / "new").rmdir()
    assert folders.may_have_changed()
    old(inner)
    searched()
    clock.now += SEARCH_SECONDS + 1
    assert folders.may_have_changed()
    folders.searched({inner: inner.stat().st_mtime_ns}, took=1.0)
    clock.now += 1 / SEARCH_SHARE - 1
    assert not folders.may_have_changed()
    clock.now += 2
    assert folders.may_have_changed()


def test_a_run_below_a_folder_that_can_not_be_looked_into_is_not_gone(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "sweep" / "run") as writer:
        writer.add_scalar("loss", 1.0, 0)
    store = Store([tmp_path])
    store.refresh()
    version = store.runs_version
    aside = tmp_path / "aside"
    (tmp_path / "sweep").rename(aside)
    (tmp_path / "sweep").symlink_to("sweep")  # a link to itself: no system looks into it
    store.refresh()
    assert [run.name for run in store.runs()] == ["aside/run", "sweep/run"]
    (tmp_path / "sweep").unlink()
    aside.rename(tmp_path / "sweep")
    store.refresh()
    assert [run.name for run in store.runs()] == ["sweep/run"]
    assert store.runs_version > version


def test_a_logdir_that_comes_later_is_found_beside_one_that_was_there(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    old(tmp_path / "there")
    store = Store([tmp_path / "there", tmp_path / "later"])
    store.refresh()
    assert store.may_have_changed()
    (tmp_path / "later").mkdir()
    old(tmp_path / "later")
    store.refresh()
    assert not store.may_have_changed()


def test_what_a_link_leads_out_to_is_gone_and_not_hidden(tmp_path: Path) -> None:
    logdir = tmp_path / "logs"
    with LogWriter(logdir / "run") as writer:
        writer.add_scalar("loss", 1.0, 0)
    store = Store([logdir])
    store.refresh()
    (logdir / "run").rename(tmp_path / "elsewhere")
    (logdir / "run").symlink_to(tmp_path / "elsewhere")
    store.refresh()
    assert store.runs() == ()
