"""Logdirs that go while they are looked at, can't be read, and come back."""

from pathlib import Path

from vdlite import LogWriter
from vdlite.reader import Store
from vdlite.reader.logdir.lost_logdirs import LostLogdir


def write(folder: Path) -> None:
    with LogWriter(folder) as writer:
        writer.add_scalar("loss", 1.0, 0)


def test_one_that_is_gone_is_named_until_it_is_back(tmp_path: Path) -> None:
    one, other, never = (tmp_path / name for name in ("one", "other", "never"))
    write(one / "a")
    write(other / "b")
    store = Store([one, other, never])
    store.refresh()
    assert store.lost_logdirs == ()
    one.rename(tmp_path / "away")
    store.refresh()
    assert store.lost_logdirs == (LostLogdir(str(one), None),)
    assert store.logdir_exists
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
    (lost,) = store.lost_logdirs
    assert (lost.logdir, lost.reason) == (str(one), "Too many levels of symbolic links")
    assert sorted(run.name for run in store.runs()) == ["one/a", "other/b"]


def test_a_single_file_that_is_gone_is_named(tmp_path: Path) -> None:
    write(tmp_path)
    (file,) = tmp_path.iterdir()
    store = Store([file])
    store.refresh()
    file.rename(tmp_path / "away")
    store.refresh()
    assert store.lost_logdirs == (LostLogdir(str(file), None),)


def test_files_count_until_a_search_says_that_they_are_gone(tmp_path: Path) -> None:
    write(tmp_path / "logs" / "a")
    store = Store([tmp_path / "logs"])
    store.refresh()
    (tmp_path / "logs").rename(tmp_path / "away")
    assert store.refresh(discover=False).growth == ()
    assert [run.records for run in store.runs()] == [1]
    store.refresh()
    assert store.runs() == ()
