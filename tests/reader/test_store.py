"""Runs below a logdir: found, followed, merged, and never a trouble to each other."""

import os
import shutil
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from vdlite import LogWriter, NotFoundError
from vdlite.reader import Changes, Run, Store
from vdlite.reader.logdir.discovery import Hidden, Unreadable
from vdlite.reader.run.run_id import run_id
from vdlite.reader.series.thinning import thin


def loaded(*logdirs: Path) -> Store:
    store = Store(logdirs)
    finish(store)
    return store


def finish(store: Store) -> Changes:
    changes = store.refresh()
    while not store.progress.done:
        changes = store.refresh()
    return changes


def names(store: Store) -> set[str]:
    return {run.name for run in store.runs()}


def run_of(store: Store, name: str = ".") -> Run:
    return store.run(run_id(name))


def log(
    folder: Path, values: list[float], *, first_step: int = 0, tag: str = "x", texts: bool = False
) -> Path:
    with LogWriter(folder) as writer:
        for step, value in enumerate(values, first_step):
            writer.add_scalar(tag, value, step)
            if texts:
                writer.add_text(tag, f"{value}", step)
        return Path(writer.file_name)


def test_runs_are_found_at_any_depth(tmp_path: Path) -> None:
    log(tmp_path, [1.0])
    log(tmp_path / "a" / "b", [1.0])
    log(tmp_path / "a", [1.0])
    (tmp_path / "notes.txt").write_text("not a log")
    (tmp_path / "empty").mkdir()
    assert names(loaded(tmp_path)) == {".", "a", "a/b"}


def test_several_logdirs_name_their_runs(tmp_path: Path) -> None:
    log(tmp_path / "one" / "run", [1.0])
    log(tmp_path / "two" / "run", [2.0])
    assert names(loaded(tmp_path / "one", tmp_path / "two")) == {"one/run", "two/run"}


def test_a_loop_of_links_is_visited_once(tmp_path: Path) -> None:
    log(tmp_path / "run", [1.0])
    (tmp_path / "run" / "again").symlink_to(tmp_path)
    (tmp_path / "gone").symlink_to(tmp_path / "nowhere")
    assert len(loaded(tmp_path).runs()) == 1


def test_a_link_to_itself_hides_nothing_beside_it(tmp_path: Path) -> None:
    LogWriter(tmp_path / "run").close()
    for name in ("a.vdl", "folder"):
        (tmp_path / "run" / name).symlink_to(name)
    store = Store([tmp_path])
    store.refresh()
    assert [run.name for run in store.runs()] == ["run"]
    assert sorted(item.path for item in store.unreadable()) == ["run/a.vdl", "run/folder"]


def test_foreign_files_with_our_ending_are_reported_and_harm_nothing(tmp_path: Path) -> None:
    log(tmp_path / "good", [1.0, 2.0])
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "garbage.vdl").write_bytes(os.urandom(3000))
    (tmp_path / "bad" / "empty.vdl").write_bytes(b"")
    (tmp_path / "bad" / "folder.vdl").mkdir()
    (tmp_path / "bad" / "link.vdl").symlink_to(tmp_path / "nowhere")
    store = loaded(tmp_path)
    assert run_of(store, "good").scalars("x").snapshot().values.tolist() == [1.0, 2.0]
    assert {damage.file for _, damage in store.damage()} == {"bad/garbage.vdl"}


def test_a_log_of_a_later_version_is_not_guessed_at(tmp_path: Path) -> None:
    from vdlite.format import records

    later = records.record(0, 0, "vdlite", records.VERSION + 1, {})
    (tmp_path / "new.vdl").write_bytes(later)
    log(tmp_path / "old", [1.0])
    store = loaded(tmp_path)
    (unreadable,) = store.unreadable()
    assert unreadable.path == "new.vdl"
    assert "update vdlite" in unreadable.reason
    assert run_of(store, "old").tags() == ("x",)


def test_a_logdir_may_come_later(tmp_path: Path) -> None:
    store = Store([tmp_path / "later"])
    store.refresh()
    assert store.progress.done
    log(tmp_path / "later" / "run", [1.0])
    changes = finish(store)
    assert (changes.runs, changes.tags) == (True, True)
    assert names(store) == {"run"}


def test_nothing_is_done_while_runs_are_still_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_scalar("loss", 1.0, 0)
    store, seen = Store([tmp_path]), list[bool]()

    def slow(unreadable: Sequence[Unreadable]) -> Hidden:
        seen.append(store.progress.done)
        return Hidden(unreadable)

    monkeypatch.setattr("vdlite.reader.live.store.Hidden", slow)
    store.refresh()
    assert seen == [False]
    assert store.progress.done


def test_growth_is_reported_with_the_newest_point(tmp_path: Path) -> None:
    store = loaded(tmp_path)
    with LogWriter(tmp_path / "run") as writer:
        writer.add_scalar("a", 1.0, 5, 100.0)
        writer.add_scalar("a", 2.0, 6, 101.0)
        changes = finish(store)
        (growth,) = changes.growth
        (series,) = growth.series
        assert (series.tag, series.count, series.step) == ("a", 2, 6)
        assert (series.walltime, series.value) == (101.0, 2.0)
        assert growth.run.state == "live"
        assert store.refresh(discover=False).growth == ()
        writer.add_scalar("b", 3.0, 7)
        changes = store.refresh(discover=False)
        assert (changes.runs, changes.tags) == (False, True)
        assert [series.tag for series in changes.growth[0].series] == ["b"]
    (growth,) = store.refresh(discover=False).growth
    assert growth.run.state == "ended"
    assert not growth.series


def test_vanished_runs_and_files_go(tmp_path: Path) -> None:
    first = log(tmp_path / "run", [1.0, 2.0])
    log(tmp_path / "run", [3.0], first_step=2)
    log(tmp_path / "other", [1.0])
    store = loaded(tmp_path)
    version = run_of(store, "run").scalars("x").version
    shutil.rmtree(tmp_path / "other")
    first.unlink()
    changes = finish(store)
    assert changes.runs
    assert names(store) == {"run"}
    series = run_of(store, "run").scalars("x")
    assert series.snapshot().values.tolist() == [3.0]
    assert series.version > version
    with pytest.raises(NotFoundError, match="no run"):
        run_of(store, "other")


def test_a_file_that_was_replaced_is_read_anew(tmp_path: Path) -> None:
    path = log(tmp_path, [1.0, 2.0, 3.0])
    store = loaded(tmp_path)
    path.unlink()
    os.replace(log(tmp_path / "elsewhere", [9.0]), path)
    finish(store)
    assert run_of(store).scalars("x").snapshot().values.tolist() == [9.0]


@pytest.mark.parametrize("is_seen_to_be_gone", [False, True])
def test_a_longer_log_in_the_place_of_another_does_not_follow_what_was_given(
    tmp_path: Path, is_seen_to_be_gone: bool
) -> None:
    path = log(tmp_path / "logs" / "run", [1.0, 2.0, 3.0], texts=True)
    other = log(tmp_path / "elsewhere", [9.0, 8.0, 7.0, 6.0], texts=True)
    store = loaded(tmp_path / "logs")
    before = thin(run_of(store, "run").scalars("x"))
    texts = run_of(store, "run").records("text", "x").snapshot()[1]
    if is_seen_to_be_gone:
        shutil.rmtree(path.parent)
        finish(store)
        path.parent.mkdir()
    os.replace(other, path)
    finish(store)
    series = run_of(store, "run").scalars("x")
    after = thin(series, have=before.count, version=before.version)
    assert (after.append, after.value.tolist()) == (False, [9.0, 8.0, 7.0, 6.0])
    assert after.version > before.version
    assert run_of(store, "run").records("text", "x").snapshot()[1] > texts


def test_nothing_is_known_of_a_file_that_is_gone(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("x", 1.0, 0, walltime=2_000_000.0)
    with LogWriter(tmp_path) as later:
        later.add_scalar("x", float("nan"), 9, walltime=1_000_000.0)
    store = loaded(tmp_path)
    assert run_of(store).info.diverged == 1
    Path(later.file_name).unlink()
    finish(store)
    series = run_of(store).scalars("x")
    assert run_of(store).info.diverged == 0
    assert (series.end, series.newest) == ((0, 1.0), (0, 2_000_000.0, 1.0))
    assert series.origin == 2_000_000.0
    assert series.at_once().all_finite


def test_a_resumed_run_supersedes_repeated_steps_and_keeps_the_older_ones(tmp_path: Path) -> None:
    log(tmp_path, [0.0, 1.0, 2.0, 3.0, 4.0])
    log(tmp_path, [20.0, 30.0], first_step=2)
    series = run_of(loaded(tmp_path)).scalars("x")
    assert series.snapshot().steps.tolist() == [0, 1, 2, 3, 4]
    assert series.snapshot().values.tolist() == [0.0, 1.0, 20.0, 30.0, 4.0]
    points, superseded = series.all_points()
    assert points.values.tolist() == [0.0, 1.0, 2.0, 20.0, 3.0, 30.0, 4.0]
    assert superseded.tolist() == [False, False, True, False, True, False, False]


def test_the_later_file_wins_whatever_is_read_first(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as older:
        older.add_scalar("x", 1.0, 0)
        newer_path = log(tmp_path, [2.0])
        store = loaded(tmp_path)
        assert run_of(store).scalars("x").snapshot().values.tolist() == [2.0]
        older.add_scalar("x", 3.0, 0)
        finish(store)
    assert run_of(store).scalars("x").snapshot().values.tolist() == [2.0]
    assert newer_path.exists()


def test_files_are_ordered_by_when_they_were_made_not_by_their_names(tmp_path: Path) -> None:
    for name, value in (("z", 1.0), ("a", 2.0), ("a", 3.0)):
        with LogWriter(tmp_path, file_name=name) as writer:
            writer.add_scalar("x", value, 0)
            writer.add_record("blob", "x", str(value).encode(), 0)
    run = run_of(loaded(tmp_path))
    assert run.scalars("x").snapshot().values.tolist() == [3.0]
    assert [record.payload for record in run.records("blob", "x")] == [b"3.0"]
    assert [file.path.name for file in run.files] == ["z.vdl", "a.vdl", "a_0002.vdl"]


def test_a_tag_may_have_several_kinds(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("loss", 1.0, 0)
        writer.add_record("blob", "loss", b"payload", 0)
    run = run_of(loaded(tmp_path))
    assert run.kinds() == ("blob", "scalar")
    assert run.tags("blob") == run.tags("scalar") == ("loss",)
    assert [record.payload for record in run.records("blob", "loss")] == [b"payload"]


def test_opening_does_not_read_media(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        for step in range(20):
            writer.add_record("blob", "big", bytes(1_000_000), step)
    for media in tmp_path.glob("*.vdm"):
        media.unlink()
    run = run_of(loaded(tmp_path))
    assert [record.step for record in run.records("blob", "big")] == list(range(20))


def test_the_display_name_and_start_come_from_the_log(tmp_path: Path) -> None:
    before = time.time()
    LogWriter(tmp_path / "run", display_name="My run").close()
    (info,) = loaded(tmp_path).runs()
    assert info.display_name == "My run"
    assert info.started is not None
    assert before <= info.started <= time.time()
    assert (info.state, info.files, info.records) == ("ended", 1, 0)


def test_a_quiet_run_is_neither_live_nor_ended(tmp_path: Path) -> None:
    writer = LogWriter(tmp_path)
    writer.add_scalar("x", 1.0)
    assert loaded(tmp_path).runs()[0].state == "live"
    os.utime(writer.file_name, (time.time() - 60, time.time() - 60))
    assert loaded(tmp_path).runs()[0].state == "quiet"
    writer.close()


def test_a_thousand_small_runs_are_listed(tmp_path: Path) -> None:
    source = log(tmp_path / "run0000", [1.0, 2.0])
    for number in range(1, 1000):
        folder = tmp_path / f"run{number:04d}"
        folder.mkdir()
        shutil.copy(source, folder)
    store = loaded(tmp_path)
    assert len(store.runs()) == 1000
    assert len(store.tag_index("scalar")["x"]) == 1000
    assert store.progress.files_read == 1000


def test_a_reader_that_races_a_writer_never_sees_a_wrong_value(tmp_path: Path) -> None:
    """The value is a function of the step, so that any mixed-up byte shows."""
    count = 200_000
    writer = LogWriter(tmp_path)

    def work() -> None:
        for step in range(count):
            writer.add_scalar(f"x{step % 3}", step * 0.5, step, 1e9 + step)
        writer.close()

    thread = threading.Thread(target=work)
    thread.start()
    store = Store([tmp_path])
    seen = 0
    while seen < count:
        store.refresh()
        seen = 0
        for tag, runs in store.tag_index("scalar").items():
            points = store.run(runs[0]).scalars(tag).snapshot()
            assert np.array_equal(points.values, points.steps * 0.5)
            assert np.array_equal(points.walltimes, 1e9 + points.steps)
            assert np.array_equal(points.steps % 3, np.full(len(points), int(tag[1:])))
            seen += len(points)
        if not thread.is_alive():
            store.refresh()
    thread.join()
    assert store.damage() == ()
