"""Rows of very many scalars stay in the log until somebody asks: what is said of them is what was logged, whenever that is."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.cache.logs import log_of, read_all
from tests.format.log_bytes import LogBytes
from vdlite import LogReader, LogWriter
from vdlite.cache.column_cache import ColumnCache
from vdlite.errors import DriveError
from vdlite.format import rows
from vdlite.reader import Store
from vdlite.reader.files.files import LogFiles
from vdlite.reader.live.store import Store as LiveStore
from vdlite.reader.run import keeping
from vdlite.reader.run.run import Run
from vdlite.reader.series.columns import Columns

WIDE = 300
TAGS = tuple(f"norm/{i:03}" for i in range(WIDE))


def only(store: LiveStore) -> Run:
    """The only run of a store."""
    (info,) = store.runs()
    return store.run(info.id)


@pytest.fixture
def read_bytes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many bytes were read of rows, each time."""
    found: list[int] = []
    read = LogFiles.read_pieces

    def counted(self: LogFiles, path: Path, places: Sequence[int], length: int) -> Sequence[bytes]:
        found.append(len(places) * length)
        return read(self, path, places, length)

    monkeypatch.setattr(LogFiles, "read_pieces", counted)
    return found


def test_only_what_is_asked_for_is_read(tmp_path: Path, read_bytes: list[int]) -> None:
    values = np.random.default_rng(0).normal(size=(50, WIDE))
    with LogWriter(tmp_path / "run") as writer:
        for step, row in enumerate(values):
            writer.add_scalar_row(TAGS, row, 2 * step)
    store = Store([tmp_path])
    read_all(store)
    run = only(store)
    assert run.tags() == TAGS
    assert run.info.records == 50 * WIDE
    assert run.ends() == {tag: (98, values[-1, i]) for i, tag in enumerate(TAGS)}
    assert sum(read_bytes) <= 8 * WIDE  # the last row, where what was read before was kept
    read_bytes.clear()
    for i in (70, 71, 299):
        points = run.scalars(TAGS[i]).snapshot()
        assert np.array_equal(points.steps, np.arange(0, 100, 2))
        assert np.array_equal(points.values, values[:, i])
    # Those beside each other in one go.
    assert read_bytes == [50 * 64 * 8, 50 * (WIDE - 256) * 8]


def test_what_comes_later_is_added_to_what_is_open(tmp_path: Path) -> None:
    store = Store([tmp_path])
    with LogWriter(tmp_path / "run") as writer:
        for step in range(20):
            writer.add_scalar_row(TAGS, np.arange(WIDE) + step, step)
            writer.flush()
            store.refresh()
            read_all(store)
            points = only(store).scalars(TAGS[7]).snapshot()
            assert points.values.tolist() == [7 + earlier for earlier in range(step + 1)]
            late = only(store).scalars(TAGS[20 + step]).snapshot()
            assert late.values.tolist() == [20 + step + earlier for earlier in range(step + 1)]


def test_the_newest_says_what_has_diverged(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_scalar_row(TAGS, np.full(WIDE, np.nan), 0)
        last = np.arange(WIDE, dtype=float)
        last[[3, 5]] = np.nan, np.inf
        writer.add_scalar_row(TAGS, last, 9)
    store = Store([tmp_path])
    read_all(store)
    run = only(store)
    assert (run.info.diverged, run.info.last_step) == (2, 9)
    run.scalars(TAGS[3])
    run.scalars(TAGS[4])
    run.changes += 1
    assert (run.info.diverged, run.info.last_step) == (2, 9)


def test_a_log_that_was_changed_in_its_place_shows_only_what_was_logged(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        for step in range(30):
            writer.add_scalar_row(TAGS, np.arange(WIDE) + 1000 * step, step)
    store = Store([tmp_path])
    read_all(store)
    log = log_of(tmp_path / "run")
    data = bytearray(log.read_bytes())
    place = data.index(np.float64(11_042).tobytes())
    data[place : place + 8] = np.float64(0.5).tobytes()
    status = log.stat()
    with log.open("r+b") as file:
        file.write(data)
    os.utime(log, ns=(status.st_atime_ns, status.st_mtime_ns + 1))
    read_all(store)
    for i in (42, 43):
        points = only(store).scalars(TAGS[i]).snapshot()
        steps = [step for step in range(30) if step != 11]
        assert points.steps.tolist() == steps
        assert points.values.tolist() == [i + 1000 * step for step in steps]


def test_a_log_that_is_gone_gives_nothing_that_was_not_logged(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        for step in range(30):
            writer.add_scalar_row(TAGS, np.arange(WIDE) + 1000 * step, step)
    store = Store([tmp_path])
    read_all(store)
    run, log = only(store), log_of(tmp_path / "run")
    os.truncate(log, log.stat().st_size // 2)
    points = run.scalars(TAGS[9]).snapshot()
    assert 0 < len(points) < 30
    assert np.array_equal(points.values, 9 + 1000 * points.steps)
    other = log.with_name("other")
    other.write_bytes(bytes(log.stat().st_size))
    os.replace(other, log)
    assert not len(run.scalars(TAGS[100]).snapshot())
    log.unlink()
    with pytest.raises(DriveError):  # until a search says whether only it is gone
        run.scalars(TAGS[200])


def test_who_opens_a_series_while_it_grows_misses_nothing(tmp_path: Path) -> None:
    steps = 300
    done = threading.Event()
    found: dict[str, Columns] = {}
    with LogWriter(tmp_path / "run") as writer:
        writer.add_scalar_row(TAGS, np.zeros(WIDE), 0)
        writer.flush()
        store = Store([tmp_path])
        read_all(store)
        run = only(store)

        def ask() -> None:
            for tag in TAGS[::3]:
                run.scalars(tag)
            done.set()

        thread = threading.Thread(target=ask)
        thread.start()
        step = 1
        while step < steps or not done.is_set():
            writer.add_scalar_row(TAGS, np.full(WIDE, step), step)
            writer.flush()
            read_all(store)
            step += 1
        thread.join()
        for tag in TAGS:
            found[tag] = run.scalars(tag).all_points()[0]
    for points in found.values():
        assert points.steps.tolist() == list(range(step))
        assert points.values.tolist() == list(range(step))


def test_the_next_process_reads_them_where_they_lie(tmp_path: Path, read_bytes: list[int]) -> None:
    cache = ColumnCache(tmp_path / "cache", 1 << 30)
    folder = tmp_path / "logs" / "run"
    values = np.random.default_rng(0).normal(size=(50, WIDE))
    writer = LogWriter(folder)
    for step, row in enumerate(values[:40]):
        writer.add_scalar_row(TAGS, row, step)
        writer.add_scalar(TAGS[1], -1.0, step)
    writer.flush()
    store = Store([tmp_path / "logs"], cache=cache)
    read_all(store)
    only(store).scalars(TAGS[2])
    store.keep(60)
    for step, row in enumerate(values[40:], 40):
        writer.add_scalar_row(TAGS, row, step)
    writer.close()
    read_bytes.clear()
    again = Store([tmp_path / "logs"], cache=cache)
    read_all(again)
    run = only(again)
    assert run.tags() == TAGS
    assert run.ends() == {tag: (49, values[-1, i]) for i, tag in enumerate(TAGS)}
    assert sum(read_bytes) <= 8 * WIDE
    assert run.scalars(TAGS[0]).snapshot().values.tolist() == values[:, 0].tolist()
    assert run.scalars(TAGS[2]).snapshot().values.tolist() == values[:, 2].tolist()
    assert run.scalars(TAGS[1]).snapshot().values.tolist() == [-1.0] * 40 + values[40:, 1].tolist()
    assert len(run.scalars(TAGS[1])) == 90


_LISTS = ("abcd", "cd", "efghi", "ih", "jk", "bj")
_OPS = st.lists(
    st.one_of(
        st.tuples(st.just("row"), st.sampled_from(_LISTS), st.integers(-2, 6)),
        st.tuples(st.just("one"), st.sampled_from("abcdefghijk"), st.integers(-2, 6)),
        st.tuples(st.just("open"), st.sampled_from("abcdefghijk"), st.just(0)),
        st.tuples(st.sampled_from(["look", "keep", "again", "resume"]), st.just(""), st.just(0)),
        st.tuples(st.just("anew"), st.just(""), st.integers(0, 6)),
    ),
    max_size=40,
)


class _Model:
    """What was logged, as lists of points: of each file in order."""

    def __init__(self) -> None:
        self.files: list[dict[str, list[tuple[int, float]]]] = [{}]
        self.anew: list[int | None] = [None]

    def add(self, tag: str, step: int, value: float) -> None:
        self.files[-1].setdefault(tag, []).append((step, value))

    def points(self, tag: str) -> dict[int, float]:
        found: dict[int, float] = {}
        for points, anew in zip(self.files, self.anew, strict=True):
            if anew is not None:
                found = {step: value for step, value in found.items() if step < anew}
            found |= dict(points.get(tag, ()))
        return dict(sorted(found.items()))

    def end(self, tag: str) -> tuple[int, float] | None:
        if any(step is not None for step in self.anew):
            points = self.points(tag)
            return (max(points), points[max(points)]) if points else None
        logged = [point for points in self.files for point in points.get(tag, ())]
        return (max(step for step, _ in logged), logged[-1][1]) if logged else None


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(rows, "WIDE", 2)
    yield


@settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
@given(ops=_OPS)
@example(ops=[("one", "a", 0), ("again", "", 0), ("row", "abcd", 1), ("again", "", 0)])
@pytest.mark.usefixtures("narrow")
def test_rows_and_single_scalars_in_turns_are_what_was_logged(
    tmp_path_factory: pytest.TempPathFactory, ops: list[tuple[str, str, int]]
) -> None:
    folder = tmp_path_factory.mktemp("rows")
    cache = ColumnCache(folder / "cache", 1 << 30)
    model, value = _Model(), 0.0
    writer = LogWriter(folder / "logs" / "run")
    store = Store([folder / "logs"], cache=cache)

    def look() -> None:
        writer.flush()
        store.refresh()
        read_all(store)

    for what, tags, step in ops:
        if what == "row":
            values = np.arange(len(tags)) + value
            writer.add_scalar_row(tuple(tags), values, step)
            for tag, each in zip(tags, values.tolist(), strict=True):
                model.add(tag, step, each)
        elif what == "one":
            writer.add_scalar(tags, value, step)
            model.add(tags, step, value)
        elif what == "open":
            look()
            if store.runs() and tags in only(store).tags():
                only(store).scalars(tags).snapshot()
        elif what in ("resume", "anew"):
            writer.close()
            purge = step if what == "anew" else None
            writer = LogWriter(folder / "logs" / "run")
            if purge is not None:
                writer.add_record("purge", "purge_step", b"", purge)
            model.files.append({})
            model.anew.append(purge)
        else:
            look()
            if what != "look":
                store.keep(60)
            if what == "again":
                store = Store([folder / "logs"], cache=cache)
        value += 100
    writer.close()
    read_all(store)
    run = only(store)
    logged = {tag for points in model.files for tag in points}
    assert set(run.tags()) == logged
    ends = {tag: end for tag in sorted(logged) if (end := model.end(tag)) is not None}
    assert run.ends() == ends
    steps = [step for step, _ in ends.values()]
    assert run.info.last_step == (max(steps) if steps else None)
    for tag in logged:
        passed = run.points_once(tag)
        points = run.scalars(tag).snapshot()
        assert np.array_equal(passed.steps, points.steps)
        assert np.array_equal(passed.values, points.values)
        assert dict(
            zip(points.steps.tolist(), points.values.tolist(), strict=True)
        ) == model.points(tag)
    assert run.ends() == ends


def test_they_are_found_by_the_log_reader(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        for step in range(3):
            writer.add_scalar_row(TAGS, np.arange(WIDE) * step, step)
    reader = LogReader(tmp_path)
    assert reader.tags("run") == list(TAGS)
    assert reader.scalars("run", TAGS[100]).values.tolist() == [0, 100, 200]


def test_who_passes_over_all_of_them_holds_none(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        for step in range(3):
            writer.add_scalar_row(TAGS, np.arange(WIDE) * step, step)
    store = Store([tmp_path])
    read_all(store)
    run = only(store)
    passed = run.scalars(TAGS[0], hold=False)
    assert len(passed) == 3
    assert run.scalars(TAGS[0], hold=False) is not passed
    assert run.points_once(TAGS[9]).values.tolist() == [0, 9, 18]
    held = run.scalars(TAGS[0])
    assert run.scalars(TAGS[0], hold=False) is held
    assert [tag for tag in TAGS if run._series["scalar"][tag] is not None] == [TAGS[0]]


def test_a_series_that_is_logged_alone_as_well_has_diverged_once(tmp_path: Path) -> None:
    cache = ColumnCache(tmp_path / "cache", 1 << 30)
    with LogWriter(tmp_path / "logs" / "run") as writer:
        writer.add_scalar(TAGS[1], np.nan, 0)
        writer.add_scalar(TAGS[2], np.nan, 9)
        writer.add_scalar_row(TAGS, np.where(np.arange(WIDE) == 1, np.nan, 0.0), 1)
        writer.add_scalar(TAGS[3], np.nan, 2)
    for _ in range(3):
        store = Store([tmp_path / "logs"], cache=cache)
        read_all(store)
        assert only(store).newest() == (2, 9)  # of the tags 1 and 3
        store.keep(60)


def test_the_newest_leaves_out_rows_of_tags_that_do_not_count(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_scalar_row(TAGS, np.zeros(WIDE), 3)
        writer.add_scalar_row([f"system/{i}" for i in range(WIDE)], np.full(WIDE, np.nan), 999)
    store = Store([tmp_path])
    read_all(store)
    assert only(store).newest() == (0, 3)


def _log_of_rows(folder: Path, *, without: slice = slice(0, 0)) -> Path:
    """A log of 40 rows in blocks of a few, some of whose bytes are lost."""
    log = LogBytes(block_bytes=3 * 8 * WIDE)
    log.add_items(0, "vdlite", 2, {})
    for number, tag in enumerate(TAGS):
        log.add_items(1, number, "scalar", tag, {})
    log.add_items(9, 0, list(range(WIDE)))
    for step in range(40):
        log.add_row(0, step, 1.7e9 + step, (np.arange(WIDE) + 1000.0 * step).tobytes())
    log.seal()
    del log.data[without]
    folder.mkdir(parents=True)
    path = folder / "1.vdl"
    path.write_bytes(log.data)
    return path


def test_rows_behind_lost_bytes_stay_when_the_log_is_touched(tmp_path: Path) -> None:
    lost = slice(40_000, 40_011)
    path = _log_of_rows(tmp_path / "run", without=lost)
    store = Store([tmp_path])
    read_all(store)
    status = path.stat()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 1))
    read_all(store)
    points = only(store).scalars(TAGS[5]).snapshot()
    assert len(points) >= 38
    assert np.array_equal(points.values, 5 + 1000 * points.steps)


def test_a_log_that_was_cut_short_is_opened_before_it_is_looked_at_again(tmp_path: Path) -> None:
    path = _log_of_rows(tmp_path / "run")
    store = Store([tmp_path])
    read_all(store)
    os.truncate(path, path.stat().st_size // 2)
    read_all(store)
    points = only(store).scalars(TAGS[5]).snapshot()
    assert len(points) > 10
    assert np.array_equal(points.values, 5 + 1000 * points.steps)


def test_a_log_whose_rows_can_not_be_read_now_hides_no_other_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = ColumnCache(tmp_path / "cache", 1 << 30)
    monkeypatch.setattr(keeping, "LEAST_BYTES", 0)
    for name in ("good", "bad"):
        with LogWriter(tmp_path / "logs" / name) as writer:
            writer.add_scalar_row(TAGS, np.full(WIDE, np.nan), 3)
    store = Store([tmp_path / "logs"], cache=cache)
    read_all(store)
    store.keep(60)
    read = LogFiles.read_pieces

    def refused(self: LogFiles, path: Path, places: Sequence[int], length: int) -> Sequence[bytes]:
        if path.parent.name == "bad":
            raise PermissionError(13, "refused")
        return read(self, path, places, length)

    monkeypatch.setattr(LogFiles, "read_pieces", refused)
    again = Store([tmp_path / "logs"], cache=cache)
    read_all(again)
    found = {info.name: (info.diverged, info.last_step) for info in again.runs()}
    assert found == {"good": (WIDE, 3), "bad": (0, 3)}
    ends = {info.name: len(again.run(info.id).ends()) for info in again.runs()}
    assert ends == {"good": WIDE, "bad": 0}


def test_a_log_whose_rows_can_not_be_read_costs_no_other_log_of_its_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_scalar_row(TAGS, np.zeros(WIDE), 3)
    store = Store([tmp_path])
    read_all(store)
    with LogWriter(tmp_path / "run") as writer:
        writer.add_scalar(TAGS[0], 1.5, 4)
        writer.add_scalar(TAGS[0], 2.5, 5)
    with monkeypatch.context() as patched:
        patched.setattr(LogFiles, "read_pieces", _refused)
        store.refresh()
        read_all(store)
        read_all(store)  # the first one anew
    points = only(store).scalars(TAGS[0]).snapshot()
    assert (points.steps.tolist(), points.values.tolist()) == ([3, 4, 5], [0, 1.5, 2.5])
    assert not store.damage()


def _refused(*_: object) -> Sequence[bytes]:
    raise OSError(5, "refused")
