"""How the series of a live run stand is known without a look at all of them, and is what a look at all gives."""

from __future__ import annotations

import math
import random
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from vdlite import LogWriter, NotFoundError
from vdlite.cache.column_cache import ColumnCache
from vdlite.kinds.aside_tags import is_aside
from vdlite.reader.live.store import Store
from vdlite.reader.run.closed_scalars import ClosedScalars
from vdlite.reader.run.open_newest import OpenNewest
from vdlite.reader.run.run import Run
from vdlite.reader.series.restarts import FileKey, Restarts
from vdlite.reader.series.scalar_series import ScalarSeries
from vdlite.tensorboard import SummaryWriter


def read(store: Store) -> None:
    store.refresh()
    while not store.done:
        store.refresh(discover=False)


def newest_of_all(run: Run) -> tuple[int, int | None]:
    """The same by a look at each series."""
    ends = [end for tag, end in run.ends().items() if not is_aside(tag)]
    return (
        sum(not math.isfinite(value) for _, value in ends),
        max((step for step, _ in ends), default=None),
    )


@pytest.mark.parametrize("seed", range(4))
def test_it_is_what_a_look_at_all_series_gives(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    store = Store([tmp_path])
    writers: list[LogWriter | SummaryWriter] = [LogWriter(tmp_path / "run")]
    for _ in range(25):
        what = rng.randrange(10)
        if what == 0:
            writers.append(LogWriter(tmp_path / "run"))
        elif what == 1 and seed % 2:  # begins anew at a step
            writers.append(SummaryWriter(tmp_path / "run", purge_step=rng.randrange(30)))
        elif what == 2 and len(writers) > 1:
            gone = writers.pop(0)
            gone.close()
            next(iter(sorted((tmp_path / "run").glob("*.vdl")))).unlink()
        elif what == 3:
            tags = [f"row/{at}" for at in range(300)]
            with LogWriter(tmp_path / "run") as writer:
                writer.add_scalar_row(tags, [rng.random()] * 300, rng.randrange(40))
        else:
            for _ in range(rng.randrange(1, 20)):
                tag = rng.choice(["system/cpu", *(f"tag{at}" for at in range(9))])
                value = rng.choice([1.0, 2.0, math.nan, math.inf])
                writers[-1].add_scalar(tag, value, rng.randrange(60))
        if rng.random() < 0.8:
            read(store)
            for run in store.all_runs():
                if rng.random() < 0.3 and run.tags():
                    run.scalars(rng.choice(run.tags()))  # what is closed is opened
                assert (run.info.diverged, run.info.last_step) == newest_of_all(run)
    for left in writers:
        left.close()
    read(store)
    for run in store.all_runs():
        assert (run.info.diverged, run.info.last_step) == newest_of_all(run)


def test_series_that_have_not_grown_are_not_looked_at_again(tmp_path: Path) -> None:
    store = Store([tmp_path])
    with LogWriter(tmp_path / "run") as writer:
        for tag in range(2000):
            writer.add_scalar(f"tag{tag}", 1.0, 0)
        read(store)
        (info,) = store.runs()
        assert (info.diverged, info.last_step) == (0, 0)
        looked: list[ScalarSeries] = []

        of_series = vars(ScalarSeries)["end"]

        def end(series: ScalarSeries) -> Any:
            looked.append(series)
            return of_series.fget(series)

        with mock.patch.object(ScalarSeries, "end", property(end)):
            writer.add_scalar("tag7", math.nan, 5)
            read(store)
            (info,) = store.runs()
    assert (info.diverged, info.last_step) == (1, 5)
    (run,) = store.all_runs()
    assert {*looked} <= {run.scalars("tag7")}  # which is not open where what was kept says all


def test_what_is_opened_while_somebody_asks_counts_once(tmp_path: Path) -> None:
    tags = [f"row/{at}" for at in range(300)]
    with LogWriter(tmp_path / "run") as writer:
        writer.add_scalar_row(tags, [math.nan] * 300, 7)
    store = Store([tmp_path])
    read(store)
    (run,) = store.all_runs()
    asked = OpenNewest.of

    def of(newest: OpenNewest, opened: Any) -> Any:
        found = asked(newest, opened)
        run.scalars("row/5")  # as another thread does
        return found

    with mock.patch.object(OpenNewest, "of", of):
        assert run.newest() == (300, 7)
    assert run.newest() == (300, 7)


def test_what_is_asked_while_a_file_goes_is_no_answer_later(tmp_path: Path) -> None:
    logs: list[Path] = []
    for tag in ("loss", "accuracy"):
        with LogWriter(tmp_path / "run") as writer:
            writer.add_scalar(tag, math.nan, len(logs))
        (log,) = set((tmp_path / "run").glob("*.vdl")) - {*logs}
        logs.append(log)
    store = Store([tmp_path])
    read(store)
    (run,) = store.all_runs()
    assert run.tags() == ("accuracy", "loss")
    assert (run.info.diverged, run.info.last_step) == (2, 1)
    drop = Restarts.drop

    def ask_and_drop(restarts: Restarts, key: FileKey) -> None:
        assert run.tags()  # as another thread does
        assert run.info.files
        drop(restarts, key)

    logs[1].unlink()
    with mock.patch.object(Restarts, "drop", ask_and_drop):
        store.refresh()
    assert run.tags() == ("loss",)
    assert (run.info.diverged, run.info.last_step) == (1, 0)


def test_what_is_asked_while_an_open_series_is_given_what_was_kept_is_no_answer_later(
    tmp_path: Path,
) -> None:
    cache = ColumnCache(tmp_path / "cache", 10**9)
    for name, steps in (("run", 1000), ("other", 10)):
        with LogWriter(tmp_path / name) as writer:
            for step in range(steps):
                writer.add_scalar("loss", float(step), step)
    before = Store([tmp_path / "run"], cache=cache)
    read(before)
    before.keep(60)
    (small,) = (tmp_path / "other").glob("*.vdl")
    small.rename(tmp_path / "run" / "0.vdl")  # is read first
    store = Store([tmp_path / "run"], cache=cache)
    asked: list[Run] = []
    give = ClosedScalars.read

    def ask_and_read(closed: ClosedScalars, tag: str, start: int, stop: int) -> Any:
        (run,) = store.all_runs()
        asked.append(run)
        assert run.info.records  # as another thread does
        return give(closed, tag, start, stop)

    with mock.patch.object(ClosedScalars, "read", ask_and_read):
        read(store)
    (run,) = asked
    assert run.info.last_step == 999


def test_a_tag_that_goes_while_somebody_opens_it_does_not_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tags = [f"row/{at}" for at in range(300)]
    with LogWriter(tmp_path / "run") as writer:
        writer.add_scalar_row(tags, [1.0] * 300, 0)
    store = Store([tmp_path])
    read(store)
    (run,) = store.all_runs()

    def drop(tag: str) -> None:
        run._drop(Path(writer.file_name))

    monkeypatch.setattr(run, "_check_rows", drop)
    with pytest.raises(NotFoundError):
        run.scalars(tags[7])
    assert run.tags() == ()
