"""What is kept of whole runs: they rest, and say what their logs say."""

import os
import random
import shutil
import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.cache import logs
from tests.cache.logs import opened
from tests.drives import DriveAt
from tests.foreign.event_files import NAME, event, message, single
from vdlite import LogReader, LogWriter
from vdlite.cache import column_cache, kept_runs
from vdlite.cache.column_cache import ColumnCache
from vdlite.errors import DriveError
from vdlite.reader import Store, log_reader
from vdlite.reader.files.files import Files, LogFiles
from vdlite.reader.run.run import Run
from vdlite.reader.run.run_at_rest import RunAtRest
from vdlite.reader.trials import kept_trials
from vdlite.reader.trials import table as table_of_trials
from vdlite.reader.trials.metric_choice import Measure, MetricChoice
from vdlite.reader.trials.run_summary import run_summary
from vdlite.reader.trials.table import Table, Tables

GOLDEN = Path(__file__).parents[1] / "golden"
CHOICES = [
    MetricChoice("loss"),
    MetricChoice("loss", "min"),
    MetricChoice("jumps", "max"),
    MetricChoice("few/1", "last"),
]


@pytest.fixture
def logdir(tmp_path: Path) -> Path:
    """Runs of all kinds of records, of other tools, and such as may not be kept."""
    folder = tmp_path / "logs"
    for number in range(3):
        logs.write_run(folder / f"sweep/{number}", seed=number, steps=60)
    for golden in GOLDEN.iterdir():
        if golden.is_dir() and golden.name.startswith("kinds"):
            shutil.copytree(golden, folder / golden.name)
    with LogWriter(folder / "two trials") as writer:
        for trial in range(2):
            writer.add_hparams({"lr": trial}, ["loss"])
            writer.add_scalar("loss", trial, trial)
    with LogWriter(folder / "progress", display_name="A name") as writer:
        for step in writer.track(range(5)):
            writer.add_scalar("loss", np.inf if step == 4 else 1.0, step)
    (folder / "events").mkdir()
    events = event(walltime=1e9, more=message(3, "brain.Event:2"))
    for step in range(3):
        events += event(message(1, "loss") + single(2, step), step=step, walltime=1e9 + step)
    (folder / "events" / NAME).write_bytes(events)
    for name in ("hparams.yaml", "args.yaml"):  # of which one is not needed
        (folder / "events" / name).write_text("lr: 0.5")
    shutil.copytree(folder / "sweep/0", folder / "damaged")
    log = logs.log_of(folder / "damaged")
    log.write_bytes(log.read_bytes()[:-700] + b"nothing" + log.read_bytes()[-693:])
    # None of them grew just now.
    for path in folder.rglob("*.*"):
        if path.is_file():
            os.utime(path, ns=(10**18, 10**18))
    logs.let_age(folder)
    return folder


@pytest.fixture
def cache(tmp_path: Path) -> ColumnCache:
    return ColumnCache(tmp_path / "cache", 10**9)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the logs that are read."""
    names: list[str] = []
    for name in ("read", "read_into", "read_pieces"):
        call = getattr(LogFiles, name)

        def counted(self: LogFiles, path: Path, *rest: Any, call: Callable[..., Any] = call) -> Any:
            names.append(path.name)
            return call(self, path, *rest)

        monkeypatch.setattr(LogFiles, name, counted)
    return names


def keep(logdir: Path, cache: ColumnCache) -> None:
    """Read all, and keep it as a server does."""
    store = logs.read_and_keep(logdir, cache)
    Tables(store).keep(60)


def by_name(store: Store) -> dict[str, Run]:
    return {run.name: run for run in store.all_runs()}


def of_table(table: Table) -> list[Any]:
    arrays = [table.run, table.number, table.walltime]
    for column in table.columns:
        arrays += [column.numbers, column.codes]
    for metric in table.metrics:
        arrays += [metric.values, metric.steps, metric.given]
    rest = [
        (column.group, column.name, column.values, column.logarithmic) for column in table.columns
    ]
    return [
        table.runs,
        *(array.tobytes() for array in arrays),
        *rest,
        table.declared,
        dict(table.goals),
    ]


def asked(store: Store) -> dict[str, Any]:
    """What lists and tables ask."""
    found: dict[str, Any] = {"runs": store.runs(), "kinds": store.kinds, "progress": store.progress}
    for kind in store.kinds:
        found[kind] = store.tag_index(kind), store.tag_order(kind)
    found["losses"] = store.damage(), store.gaps(), store.unreadable()
    found["table"] = of_table(Tables(store).table(CHOICES))
    for name, run in by_name(store).items():
        # As text, since NaN is no equal of itself.
        found[f"run {name}"] = repr((run.ends(), run.extent, run.modified, run.folder, run.folders))
        found[f"tags of {name}"] = {
            kind: (run.tags(kind), run.tags_as_logged(kind)) for kind in run.kinds()
        }
        found[f"summary of {name}"] = repr(run_summary(run))
    return found


def test_lists_and_tables_are_those_of_the_logs(logdir: Path, cache: ColumnCache) -> None:
    keep(logdir, cache)
    store = opened(logdir, cache)
    resting = {name for name, run in by_name(store).items() if run.rests}
    assert {"sweep/0", "progress", "two trials", "events", "kinds10"} <= resting
    assert "damaged" not in resting
    assert asked(store) == asked(opened(logdir, None))


def test_no_log_is_read_for_lists_and_tables(
    logdir: Path, cache: ColumnCache, reads: list[str]
) -> None:
    # Of what is damaged, or has several trials, more has to be known.
    shutil.rmtree(logdir / "damaged")
    shutil.rmtree(logdir / "two trials")
    keep(logdir, cache)
    reads.clear()
    store = opened(logdir, cache)
    asked(store)
    assert [run.name for run in store.all_runs() if not run.rests] == []
    assert reads == []


def test_everything_else_is_that_of_the_logs(logdir: Path, cache: ColumnCache) -> None:
    keep(logdir, cache)
    store = opened(logdir, cache)
    versions = store.tags_version, [run.series_version for run in store.all_runs()]
    assert logs.said(store) == logs.facts(logdir, None)
    assert not any(run.rests for run in store.all_runs())
    # Nothing of it is news to a page.
    changes = store.refresh()
    assert not (changes.runs or changes.tags)
    assert (store.tags_version, [run.series_version for run in store.all_runs()]) == versions


PUBLIC = [
    name
    for name in dir(Run)
    if not name.startswith("_")
    and name
    not in (
        "rest",
        "rests",
        "is_kept",
        "part",
        "set_files",
        "look",
        "read",
        "keep",
        "changes",
        "sources",
    )
]


@pytest.mark.parametrize("name", PUBLIC)
def test_each_question_opens_a_run_where_it_has_to(
    tmp_path: Path, cache: ColumnCache, name: str
) -> None:
    logdir = tmp_path / "logs"
    logs.write_run(logdir / "run", steps=50)
    keep(logdir, cache)
    (resting,), (awake,) = opened(logdir, cache).all_runs(), opened(logdir, None).all_runs()
    assert resting.rests
    arguments: tuple[Any, ...] = {
        "scalars": ("loss",),
        "points_once": ("loss",),
        "records": ("text", "words"),
        "records_of": ("text",),
        "tags_as_logged": ("text",),
    }.get(name, ())
    assert _plain(resting, name, arguments) == _plain(awake, name, arguments)


def _plain(run: Run, name: str, arguments: tuple[Any, ...]) -> object:
    found = getattr(run, name)
    found = found(*arguments) if callable(found) else found
    if name == "scalars":
        found = found.snapshot()
    if name in ("scalars", "points_once"):
        return [column.tobytes() for column in (found.steps, found.walltimes, found.values)]
    if name == "records":
        return [record.raw() for record in found]
    if name == "records_of":
        return [record.raw() for series in found for record in series]
    if name == "files":
        return [(file.path, file.records) for file in found]
    if name == "losses":
        return [found.damage(), found.gaps(), found.failures()]
    if name == "unsure_version":
        return found[1:]
    return repr(found)


def _grow(logdir: Path) -> None:
    with open(logs.log_of(logdir / "sweep/0"), "ab") as file:
        file.write(b"\x94")


def _rewrite(logdir: Path) -> None:
    logs.overwrite(logs.log_of(logdir / "sweep/0"))


def _replace(logdir: Path) -> None:
    other = logs.log_of(logdir / "sweep/1")
    shutil.copy2(other, logs.log_of(logdir / "sweep/0"))


def _resume(logdir: Path) -> None:
    with LogWriter(logdir / "sweep/0") as writer:
        writer.add_scalar("loss", -100.0, 1000)
        writer.add_hparams({"lr": 0.5}, ["loss"])


def _lose(logdir: Path) -> None:
    logs.log_of(logdir / "sweep/0").unlink()


def _lose_all(logdir: Path) -> None:
    shutil.rmtree(logdir / "sweep/0")


def _exchange(logdir: Path) -> None:
    (logdir / "sweep/0").rename(logdir / "aside")
    (logdir / "sweep/1").rename(logdir / "sweep/0")
    (logdir / "aside").rename(logdir / "sweep/1")


def _link(logdir: Path) -> None:
    """A pipe in the place of a log."""
    log = logs.log_of(logdir / "sweep/0")
    log.unlink()
    os.mkfifo(log)


def _other_settings(logdir: Path) -> None:
    """Beside the log of another tool."""
    for name in ("hparams.yaml", "args.yaml"):
        (logdir / "events" / name).write_text("lr: 0.7")


CHANGES = [_other_settings, _grow, _rewrite, _replace, _resume, _lose, _lose_all, _exchange, _link]


@pytest.mark.parametrize("change", CHANGES)
def test_a_run_that_was_changed_between_two_processes_is_read(
    logdir: Path, cache: ColumnCache, change: Callable[[Path], None]
) -> None:
    keep(logdir, cache)
    change(logdir)
    assert logs.facts(logdir, cache) == logs.facts(logdir, None)


@pytest.mark.parametrize("is_open", [False, True])
@pytest.mark.parametrize("change", CHANGES)
def test_a_run_that_is_changed_while_it_rests_is_read(
    logdir: Path, cache: ColumnCache, change: Callable[[Path], None], is_open: bool
) -> None:
    keep(logdir, cache)
    store = opened(logdir, cache)
    run = by_name(store)["sweep/0"]
    assert run.rests
    change(logdir)
    if is_open:  # by who asks, before anybody has looked
        with suppress(DriveError):  # where nothing is left of it
            run.series_names()
    logs.read_all(store)
    logs.read_all(store)
    expected = opened(logdir, None)
    assert [each.name for each in store.runs()] == [each.name for each in expected.runs()]
    # A file that was overwritten in its middle while it is open is known by its beginning and end only.
    if change is not _rewrite:
        assert logs.said(store).keys() == logs.said(expected).keys()
        infos = {each.name: each.records for each in store.runs()}
        assert infos == {each.name: each.records for each in expected.runs()}


def test_a_run_that_rests_stays_as_it_was_while_its_logdir_is_gone(
    tmp_path: Path, cache: ColumnCache
) -> None:
    logs.write_run(tmp_path / "logs" / "run", steps=20)
    keep(tmp_path / "logs", cache)
    store = opened(tmp_path / "logs", cache)
    (run,) = store.all_runs()
    listed = run.info
    (tmp_path / "logs").rename(tmp_path / "away")
    logs.read_all(store)
    with pytest.raises(DriveError, match="can't be reached for the moment"):
        run.scalars("loss")
    assert (store.all_runs(), run.info, run.rests) == ([run], listed, True)
    (tmp_path / "away").rename(tmp_path / "logs")
    logs.read_all(store)
    assert len(run.scalars("loss")) == 70
    assert logs.said(store) == logs.facts(tmp_path / "logs", None)


def test_a_run_that_rests_says_why_its_log_can_not_be_read_any_more(
    tmp_path: Path, cache: ColumnCache
) -> None:
    with LogWriter(tmp_path / "logs" / "run") as writer:
        writer.add_scalar("loss", 1.0, 0)
    keep(tmp_path / "logs", cache)
    store = opened(tmp_path / "logs", cache)
    log = logs.log_of(tmp_path / "logs" / "run")
    log.unlink()
    log.symlink_to("/etc/hostname")  # which is not below the logdir
    store.refresh(discover=False)
    assert not store.all_runs()[0].rests
    (unreadable,) = store.unreadable()
    assert "link" in unreadable.reason


def test_what_comes_while_somebody_opens_a_run_is_reported(
    tmp_path: Path, cache: ColumnCache
) -> None:
    logs.write_run(tmp_path / "logs" / "run", steps=20)
    keep(tmp_path / "logs", cache)
    store = opened(tmp_path / "logs", cache)
    (run,) = store.all_runs()
    log = logs.log_of(tmp_path / "logs" / "run")
    with LogWriter(tmp_path / "logs" / "other") as writer:
        writer.add_scalar("new", 1.0, 0)
    log.write_bytes(log.read_bytes() + logs.log_of(tmp_path / "logs" / "other").read_bytes()[-90:])
    run.series_names()
    changes = store.refresh(discover=False)
    assert [growth.run.name for growth in changes.growth] == ["run"]


def test_what_comes_while_a_run_is_kept_is_not_lost(
    tmp_path: Path, cache: ColumnCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    logdir = tmp_path / "logs"
    with LogWriter(logdir / "run") as writer:
        writer.add_scalar("loss", 1.0, 0)
    store = opened(logdir, cache)
    numbers = kept_trials._numbers

    def and_more_comes(run: Run, metrics: Sequence[str]) -> dict[str, list[Measure | None]]:
        found = numbers(run, metrics)
        with LogWriter(logdir / "run") as writer:
            writer.add_scalar("loss", 5.0, 1)
        logs.read_all(store)
        return found

    with monkeypatch.context() as patched:
        patched.setattr(kept_trials, "_numbers", and_more_comes)
        Tables(store).keep(60)
    assert asked(opened(logdir, cache)) == asked(opened(logdir, None))


def test_who_asks_while_a_run_is_opened_never_finds_it_empty(
    tmp_path: Path, cache: ColumnCache
) -> None:
    for number in range(20):
        logs.write_run(tmp_path / "logs" / f"{number}", steps=30)
    keep(tmp_path / "logs", cache)
    runs = opened(tmp_path / "logs", cache).all_runs()
    together = threading.Barrier(4)
    wrong: list[object] = []

    def ask(seed: int) -> None:
        rng = random.Random(seed)
        for run in runs:
            together.wait()
            kinds, info, count = run.kinds(), run.info, len(run.scalars("loss"))
            if rng.random() < 0.5:
                kinds, count = run.kinds(), len(run.scalars("loss"))
            if len(kinds) != 4 or count != 80 or info.loading or len(run.tags()) != 102:
                wrong.append((kinds, info, count))

    threads = [threading.Thread(target=ask, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_run_that_is_opened_while_its_files_are_looked_at_stays_open(
    tmp_path: Path, cache: ColumnCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs.write_run(tmp_path / "logs" / "run", steps=20)
    keep(tmp_path / "logs", cache)
    (run,) = opened(tmp_path / "logs", cache).all_runs()
    assert run.rests
    look = RunAtRest.is_as_it_was

    def look_slowly(self: RunAtRest, files: Files) -> bool:
        is_same = look(self, files)
        run.series_names()
        return is_same

    monkeypatch.setattr(RunAtRest, "is_as_it_was", look_slowly)
    run.look()
    assert not run.rests


def test_a_drive_that_does_not_answer_costs_the_request_and_not_the_run(
    tmp_path: Path, cache: ColumnCache
) -> None:
    logdir = tmp_path / "logs"
    logs.write_run(logdir / "run", steps=30)
    keep(logdir, cache)
    drive = DriveAt(LogFiles([logdir]), logdir)
    store = Store([logdir], files=drive, patience=0.2, cache=cache)
    logs.read_all(store)
    (run,) = store.all_runs()
    assert run.rests
    with drive.hanging():
        with pytest.raises(DriveError):
            run.scalars("loss")
        assert run.info.records == opened(logdir, None).runs()[0].records
        assert run.tags() == opened(logdir, None).all_runs()[0].tags()
    assert len(run.scalars("loss")) == 80
    assert not run.rests


def test_a_run_whose_logdir_is_gone_rests_until_it_is_back(
    logdir: Path, cache: ColumnCache
) -> None:
    keep(logdir, cache)
    store = opened(logdir, cache)
    run = by_name(store)["sweep/0"]
    before = run.info, run.tags()
    logdir.rename(logdir.parent / "away")
    store.refresh()
    with pytest.raises(DriveError, match="reached for the moment"):
        run.scalars("loss")
    assert run.rests
    assert (run.info, run.tags()) == before
    (logdir.parent / "away").rename(logdir)
    store.refresh()
    assert len(run.scalars("loss")) == len(by_name(opened(logdir, None))["sweep/0"].scalars("loss"))
    assert (run.info, run.tags()) == before


def test_a_row_with_other_bytes_is_no_row(tmp_path: Path, cache: ColumnCache) -> None:
    logdir = tmp_path / "logs"
    logs.write_run(logdir / "run", steps=30)
    expected = repr(asked(opened(logdir, None))["runs"])
    keep(logdir, cache)
    path = cache.folder / f"catalogue-{column_cache.VERSION}.sqlite"
    rng = random.Random(0)
    rested = 0
    for column in ("head", "body", "checksum", "used", "folder"):
        for _ in range(20):
            with sqlite3.connect(path) as db:
                row = db.execute("SELECT * FROM runs").fetchall()
                if not row:
                    keep(logdir, cache)
                    continue
                value = dict(
                    zip(("folder", "used", "head", "body", "checksum"), row[0], strict=True)
                )[column]
                other: Any = rng.choice([None, "text", b"", 7, 1.5])
                if isinstance(value, bytes) and rng.random() < 0.7:
                    at = rng.randrange(len(value))
                    other = (
                        value[:at] + bytes([value[at] ^ 1 << rng.randrange(8)]) + value[at + 1 :]
                    )
                try:
                    db.execute(f"UPDATE runs SET {column} = ?", (other,))
                except sqlite3.IntegrityError:
                    continue
            db.close()
            store = opened(logdir, ColumnCache(cache.folder, 10**9))
            rested += store.all_runs()[0].rests
            assert repr(store.runs()) == expected
            assert len(store.all_runs()[0].scalars("loss")) == 80
            with sqlite3.connect(path) as db:
                db.execute("DELETE FROM runs")
            db.close()
            keep(logdir, ColumnCache(cache.folder, 10**9))
    assert rested < 45  # those of which only the time of their last use was changed


def test_what_another_version_kept_is_not_taken(
    logdir: Path, cache: ColumnCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(logdir, cache)
    monkeypatch.setattr(kept_runs, "__version__", "99.0")
    assert not any(run.rests for run in opened(logdir, cache).all_runs())


def test_those_that_were_used_last_are_kept(
    tmp_path: Path, cache: ColumnCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_runs, "_MOST_RUNS", 3)
    monkeypatch.setattr(kept_runs.time, "time", lambda: 1e9)
    for name in ("a", "b", "c"):
        logs.write_run(tmp_path / name / "run", steps=1)
        keep(tmp_path / name, cache)
    monkeypatch.setattr(kept_runs.time, "time", lambda: 2e9)
    assert opened(tmp_path / "a", cache).all_runs()[0].rests
    logs.write_run(tmp_path / "d" / "run", steps=1)
    keep(tmp_path / "d", cache)
    rests = [opened(tmp_path / name, cache).all_runs()[0].rests for name in "abcd"]
    assert (rests[0], rests[3], sum(rests)) == (True, True, 3)


def test_a_run_that_was_opened_is_kept_anew_only_if_it_has_changed(
    tmp_path: Path, cache: ColumnCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a", "b"):
        logs.write_run(tmp_path / "logs" / name, steps=20)
    keep(tmp_path / "logs", cache)
    store = opened(tmp_path / "logs", cache)
    for run in store.all_runs():
        run.series_names()
    kept: list[str] = []
    monkeypatch.setattr(table_of_trials, "at_rest", lambda run: kept.append(run.name))
    Tables(store).keep(60)
    assert kept == []
    with LogWriter(tmp_path / "logs" / "b") as writer:
        writer.add_scalar("loss", 1.0, 1000)
    logs.read_all(store)
    Tables(store).keep(60)
    assert kept == ["b"]


def test_rows_do_not_make_the_catalogue_larger_than_it_may_be(
    tmp_path: Path, cache: ColumnCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_runs, "_MOST_IN_ALL", 1 << 20)
    row = kept_runs.RestingRun({}, {}, {}, {"parts": "x" * 60_000})
    for at in range(100):
        cache.runs.put([(tmp_path / str(at), row)])
    kept = cache.runs.below([tmp_path])
    assert 5 < len(kept) < 20
    assert (cache.folder / f"catalogue-{column_cache.VERSION}.sqlite").stat().st_size < 3 << 20


def test_a_live_run_is_not_kept(tmp_path: Path, cache: ColumnCache) -> None:
    with LogWriter(tmp_path / "logs" / "run") as writer:
        writer.add_scalar("loss", 1.0, 0)
        keep(tmp_path / "logs", cache)
        assert not opened(tmp_path / "logs", cache).all_runs()[0].rests
    keep(tmp_path / "logs", cache)
    assert opened(tmp_path / "logs", cache).all_runs()[0].rests


def test_a_reader_of_many_runs_keeps_them_for_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reads: list[str]
) -> None:
    monkeypatch.setenv("VDLITE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(log_reader, "_MANY_RUNS", 4)
    for number in range(5):
        with LogWriter(tmp_path / "logs" / str(number)) as writer:
            writer.add_hparams({"lr": number / 10}, ["loss"])
            writer.add_scalar("loss", float(number), 0)
    query = "lr > 0.1 and min(loss) < 4"
    reader = LogReader(tmp_path / "logs")
    found = reader.find_runs(query, sort="loss")
    summaries = [reader.summary(run) for run in reader.runs]
    del reader
    reads.clear()
    again = LogReader(tmp_path / "logs")
    assert again.find_runs(query, sort="loss") == found
    assert [again.summary(run) for run in again.runs] == summaries
    assert again.state("1") == "ended"
    assert reads == []
    assert again.scalars("3", "loss").values.tolist() == [3.0]
