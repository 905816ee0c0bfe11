"""Logdirs that go while they are looked at, can't be read, and come back."""

from pathlib import Path
from shutil import rmtree

import pytest

from vdlite import LogReader, LogWriter
from vdlite.errors import DriveError
from vdlite.reader import Store
from vdlite.reader.run.run_id import run_id


def write(folder: Path) -> None:
    with LogWriter(folder) as writer:
        writer.add_scalar("loss", 1.0, 0)


def lost(store: Store) -> list[tuple[str, str | None]]:
    return [(each.logdir, each.reason) for each in store.lost_logdirs]


def test_one_that_is_gone_is_named_until_it_is_back(tmp_path: Path) -> None:
    one, other, never = (tmp_path / name for name in ("one", "other", "never"))
    write(one / "a")
    write(other / "b")
    store = Store([one, other, never])
    store.refresh()
    assert store.lost_logdirs == ()
    assert len(store.run(run_id("one/a")).scalars("loss")) == 1
    one.rename(tmp_path / "away")
    store.refresh()
    assert lost(store) == [(str(one), None)]
    assert store.logdir_exists
    # What was read of it stays.
    assert sorted(run.name for run in store.runs()) == ["one/a", "other/b"]
    assert store.run(run_id("one/a")).scalars("loss").snapshot().values.tolist() == [1.0]
    (tmp_path / "away").rename(one)
    store.refresh()
    assert store.lost_logdirs == ()
    assert sorted(run.name for run in store.runs()) == ["one/a", "other/b"]


def test_one_that_can_not_be_read_says_why_and_its_runs_stay(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    write(one / "a")
    write(other / "b")
    store = Store([one, other])
    store.refresh()
    one.rename(tmp_path / "away")
    one.symlink_to(one)  # no system looks into it
    store.refresh()
    assert lost(store) == [(str(one), "Too many levels of symbolic links")]
    assert sorted(run.name for run in store.runs()) == ["one/a", "other/b"]


def test_a_single_file_that_is_gone_is_named_and_its_runs_go(tmp_path: Path) -> None:
    write(tmp_path)
    (file,) = tmp_path.iterdir()
    store = Store([file])
    store.refresh()
    file.rename(tmp_path / "away")
    store.refresh()
    assert lost(store) == [(str(file), None)]
    assert store.runs() == ()


def test_files_count_until_a_search_says_that_they_are_gone(tmp_path: Path) -> None:
    write(tmp_path / "logs" / "a")
    store = Store([tmp_path / "logs"])
    store.refresh()
    (tmp_path / "logs" / "a").rename(tmp_path / "away")
    assert store.refresh(discover=False).growth == ()
    assert [run.records for run in store.runs()] == [1]
    store.refresh()
    assert store.runs() == ()


def test_others_in_its_place_are_read_from_their_beginning(tmp_path: Path) -> None:
    write(tmp_path / "logs" / "a")
    store = Store([tmp_path / "logs"])
    store.refresh()
    rmtree(tmp_path / "logs")
    store.refresh()
    assert [run.name for run in store.runs()] == ["a"]
    write(tmp_path / "logs" / "b")
    store.refresh()
    assert [run.name for run in store.runs()] == ["b"]


def test_a_reader_keeps_what_it_has_read_of_one_that_is_gone(tmp_path: Path) -> None:
    logdir = tmp_path / "logs"
    with LogWriter(logdir / "a") as writer:
        writer.add_scalar("loss", 1.0, 0)
        reader = LogReader(logdir)
        assert len(reader.scalars("a", "loss")) == 1
        logdir.rename(tmp_path / "away")
        reader.refresh()
        assert [(each.path, each.reason) for each in reader.unreadable] == [(".", "it is gone")]
        assert reader.runs == ["a"]
        assert len(reader.scalars("a", "loss")) == 1
        (tmp_path / "away").rename(logdir)
        writer.add_scalar("loss", 2.0, 1)
    reader.refresh()
    assert reader.unreadable == []
    assert len(reader.scalars("a", "loss")) == 2


def test_rows_of_one_that_is_gone_are_read_once_it_is_back(tmp_path: Path) -> None:
    logdir = tmp_path / "logs"
    tags = [f"row/{at}" for at in range(300)]
    with LogWriter(logdir) as writer:
        for step in range(3):
            writer.add_scalar_row(tags, [float(step)] * 300, step)
    store, reader = Store([logdir]), LogReader(logdir)
    store.refresh()
    assert reader.tags(".") == sorted(tags)
    logdir.rename(tmp_path / "away")
    store.refresh()
    (run,) = store.all_runs()
    with pytest.raises(DriveError, match="reached for the moment"):
        run.scalars("row/5")
    with pytest.raises(DriveError, match="reached for the moment"):
        reader.scalars(".", "row/5")
    (tmp_path / "away").rename(logdir)
    assert run.scalars("row/5").snapshot().values.tolist() == [0.0, 1.0, 2.0]
    assert reader.scalars(".", "row/5").values.tolist() == [0.0, 1.0, 2.0]
