"""The table of trials against what was logged."""

import math
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest

from vdlite import LogWriter
from vdlite.kinds.numbers.packing import pack
from vdlite.reader import Store
from vdlite.reader.run.run_file import RunFile
from vdlite.reader.trials.column import MISSING, NUMBER, Column
from vdlite.reader.trials.columns import columns
from vdlite.reader.trials.metric_choice import MetricChoice
from vdlite.reader.trials.table import Table, Tables


def store_of(logdir: Path) -> Store:
    store = Store([logdir])
    while not (store.refresh() and store.done):
        pass
    return store


def cells(column: Column) -> list[Any]:
    """The values of a column; Ellipsis where it is missing."""
    found: list[Any] = []
    for number, code in zip(column.numbers.tolist(), column.codes.tolist(), strict=True):
        if code == NUMBER:
            found.append(number)
        else:
            found.append(... if code == MISSING else column.values[code])
    return found


def rows_by_name(store: Store, table: Table) -> list[tuple[str, int]]:
    names = {info.id: info.name for info in store.runs()}
    return [
        (names[table.runs[run]], number)
        for run, number in zip(table.run.tolist(), table.number.tolist(), strict=True)
    ]


def test_every_trial_and_every_run_without_one_is_a_row(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "sweep") as writer:
        writer.add_hparams({"lr": 0.1, "opt": "sgd"}, ["loss"], walltime=1000.0)
        writer.add_scalar("loss", 3.0, 0, 1001.0)
        writer.add_hparams({"lr": 0.2, "fast": True, "note": None}, ["loss"], walltime=1002.0)
        writer.add_scalar("loss", 1.0, 0, 1003.0)
    with LogWriter(tmp_path / "plain") as writer:
        writer.add_scalar("loss", 7.0, 5)
    store = store_of(tmp_path)
    table = Tables(store).table([MetricChoice("loss")])
    order = sorted(range(3), key=rows_by_name(store, table).__getitem__)
    assert [rows_by_name(store, table)[row] for row in order] == [
        ("plain", 0),
        ("sweep", 0),
        ("sweep", 1),
    ]
    by_name = {column.name: [cells(column)[row] for row in order] for column in table.columns}
    assert by_name == {
        "lr": [..., 0.1, 0.2],
        "opt": [..., "sgd", ...],
        "fast": [..., ..., True],
        "note": [..., ..., None],
    }
    (loss,) = table.metrics
    assert loss.values[order].tolist() == [7.0, 3.0, 1.0]
    assert loss.steps[order].tolist() == [5.0, 0.0, 0.0]
    assert table.walltime[order].tolist()[1:] == [1000.0, 1002.0]
    assert table.declared == ("loss",)


def test_metrics_of_most_trials_come_first_whichever_run_is_the_newest(tmp_path: Path) -> None:
    seen = []
    metrics = [["b", "a"], ["value"], ["value"], ["value/0"], ["value"], ["value/0"], ["a"]]
    for at, names in enumerate(metrics):
        with LogWriter(tmp_path / f"run{at}") as writer:
            writer.add_hparams({"x": at}, names, walltime=1000.0 + at)
        seen.append(Tables(store_of(tmp_path)).table().declared)
    assert [names[0] for names in seen] == ["b", "b", "value", "value", "value", "value", "value"]
    assert seen[-1] == ("value", "a", "value/0", "b")


def test_a_column_keeps_numbers_words_and_truths_apart() -> None:
    key = ("hparams", "x")
    values = [1, 1.0, True, "1", None, math.nan, math.inf, False, "1", 2**64, "True"]
    ((column,), _) = columns([{key: value} for value in values] + [{}])
    found = cells(column)
    assert math.isnan(found[5])
    expected = [1.0, 1.0, True, "1", None, math.inf, False, "1", 2.0**64, "True", ...]
    assert found[:5] + found[6:] == expected
    assert [type(value) for value in found[:5]] == [float, float, bool, str, type(None)]
    assert column.values == (True, "1", None, False, "True")


def test_each_choice_takes_its_number(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        for step, value in [(0, 5.0), (2, math.nan), (4, 1.0), (6, 3.0)]:
            writer.add_scalar("loss", value, step)
        for step, value in [(1, 0.2), (5, 0.9), (7, 0.4)]:
            writer.add_scalar("accuracy", value, step)
    choices = {
        MetricChoice("loss"): (3.0, 6.0),
        MetricChoice("loss", "min"): (1.0, 4.0),
        MetricChoice("loss", "max"): (5.0, 0.0),
        MetricChoice("loss", "mean"): (3.0, math.nan),
        MetricChoice("loss", "at", step=4): (1.0, 4.0),
        MetricChoice("loss", "at", step=3): None,
        MetricChoice("loss", "at", step=99): None,
        # Accuracy is best at step 5, before which loss was last logged at step 4.
        MetricChoice("loss", "best", by="accuracy", goal="max"): (1.0, 4.0),
        # ... and worst at step 1.
        MetricChoice("loss", "best", by="accuracy", goal="min"): (5.0, 0.0),
        MetricChoice("accuracy", "best", by="loss", goal="max"): None,
        MetricChoice("loss", "best", by="none"): None,
        MetricChoice("none"): None,
    }
    table = Tables(store_of(tmp_path)).table(list(choices))
    for column, expected in zip(table.metrics, choices.values(), strict=True):
        assert bool(column.given[0]) == (expected is not None), column.choice
        got = column.values[0], column.steps[0]
        np.testing.assert_equal(got, expected or (math.nan, math.nan))


def test_the_table_follows_what_is_logged(tmp_path: Path) -> None:
    choice = MetricChoice("loss", "min")
    with LogWriter(tmp_path / "a") as writer:
        writer.add_scalar("loss", 3.0, 0)
        store = store_of(tmp_path)
        tables = Tables(store)
        assert tables.table([choice]).metrics[0].values.tolist() == [3.0]
        writer.add_scalar("loss", 2.0, 1)
        writer.add_hparams({"lr": 0.1})
        store.refresh()
        table = tables.table([choice])
        assert table.metrics[0].values.tolist() == [2.0]
        assert [column.name for column in table.columns] == ["lr"]
        writer.add_scalar("loss", 9.0, 1)  # supersedes the smallest
        store.refresh()
        assert tables.table([choice]).metrics[0].values.tolist() == [3.0]
    with LogWriter(tmp_path / "b") as writer:
        writer.add_hparams({"lr": "high"})
    store.refresh()
    table = tables.table()
    assert sorted(map(str, cells(table.columns[0]))) == ["0.1", "high"]
    for file in (tmp_path / "b").iterdir():
        file.unlink()
    store.refresh()
    assert cells(tables.table().columns[0]) == [0.1]


def test_the_table_is_made_once_until_something_has_changed(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "a") as writer:
        writer.add_hparams({"lr": 0.1}, ["loss"])
        store = store_of(tmp_path)
        tables = Tables(store)
        table = tables.now()
        store.refresh()
        assert tables.now() is table
        writer.add_scalar("loss", 3.0, 0)
        store.refresh()
        assert tables.now() is not table


def test_a_run_that_loses_a_file_loses_its_trials_and_numbers(tmp_path: Path) -> None:
    first: set[Path] = set()
    for tag in ("loss", "accuracy"):
        first = set(tmp_path.glob("*.vdl"))
        with LogWriter(tmp_path) as writer:
            writer.add_hparams({tag: 0.1})
            writer.add_scalar(tag, 3.0, 0)
    choices = [MetricChoice("loss"), MetricChoice("accuracy")]
    store = store_of(tmp_path)
    tables = Tables(store)
    assert len(tables.table(choices).run) == 2
    (second,) = set(tmp_path.glob("*.vdl")) - first
    second.unlink()
    before = store.growth_version
    store.refresh()
    assert store.growth_version > before
    got, want = tables.table(choices), Tables(store_of(tmp_path)).table(choices)
    assert [column.name for column in got.columns] == [column.name for column in want.columns]
    assert [each.given.tolist() for each in got.metrics] == [[1], [0]]
    assert [each.given.tolist() for each in want.metrics] == [[1], [0]]
    assert tables.now().infos == store.runs()


def test_a_log_as_long_as_the_one_that_it_replaces_gives_its_own_numbers(tmp_path: Path) -> None:
    logs = []
    for value in (1.0, 2.0):
        with LogWriter(tmp_path / "made") as writer:
            writer.add_scalar("loss", value, 0, walltime=1000.0)
            writer.flush()
            (file,) = (tmp_path / "made").glob("*.vdl")
            logs.append(file.read_bytes())
        file.unlink()
    assert len(logs[0]) == len(logs[1])
    log = tmp_path / "run" / file.name
    log.parent.mkdir()
    log.write_bytes(logs[0])
    store = store_of(tmp_path)
    tables = Tables(store)
    assert tables.table([MetricChoice("loss")]).metrics[0].values.tolist() == [1.0]
    log.unlink()
    log.write_bytes(logs[1])
    store.refresh()
    assert tables.table([MetricChoice("loss")]).metrics[0].values.tolist() == [2.0]


def test_a_number_that_is_asked_for_while_a_run_is_read_is_not_kept(tmp_path: Path) -> None:
    choice = MetricChoice("loss")
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("loss", 2.0, 0)
    store = Store([tmp_path])
    tables = Tables(store)
    add = RunFile._add_groups

    def ask_and_add(file: RunFile, *points: Any) -> None:
        tables.table([choice])  # as another thread does, once they are counted
        add(file, *points)

    with mock.patch.object(RunFile, "_add_groups", ask_and_add):
        store.refresh()
    assert store.done
    assert tables.table([choice]).metrics[0].values.tolist() == [2.0]


def test_descriptions_of_a_run_are_columns_of_all_its_trials(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_hparams({"lr": 0.1})
        writer.add_hparams({"lr": 0.2})
        writer.add_lineage(loss="mse", epochs=3)
        writer.add_lineage(loss="mae")
    table = Tables(store_of(tmp_path)).table()
    found = {(column.group, column.name): cells(column) for column in table.columns}
    assert found == {
        ("hparams", "lr"): [0.1, 0.2],
        ("lineage", "loss"): ["mae", "mae"],
        ("lineage", "epochs"): [3.0, 3.0],
    }


def test_the_table_is_prepared_once_everything_is_read(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_hparams({"lr": 0.1}, ["loss"])
        writer.add_scalar("loss", 1.0, 0)
    store = Store([tmp_path])
    tables = Tables(store)
    tables.prepare()  # nothing is known yet
    while not (store.refresh() and store.done):
        pass
    tables.prepare()
    assert tables.table([MetricChoice("loss")]).metrics[0].values.tolist() == [1.0]


def test_strange_payloads_are_shown_as_text_and_hide_nothing(tmp_path: Path) -> None:
    deep: list[Any] = []
    for _ in range(400):
        deep = [deep]
    with LogWriter(tmp_path / "good") as writer:
        writer.add_hparams({"lr": 0.1})
    with LogWriter(tmp_path / "odd") as writer:
        strange = {"lr": [1, {"a": 2}], 3: b"bytes", b"x": deep, "3": 4, "long": ["y"] * 9999}
        writer.add_record("lineage", "lineage", pack({"fields": strange, "metrics": []}))
        writer.add_record("hparams", "hparams", pack({"hparams": strange, "metrics": [1, None]}))
        writer.add_record("environment", "environment", b"\xc1")
    table = Tables(store_of(tmp_path)).table()
    by_name = {(column.group, column.name): column for column in table.columns}
    assert sorted(map(str, cells(by_name["hparams", "lr"]))) == ["0.1", "[1, {'a': 2}]"]
    assert len(by_name) == len(table.columns)
    assert ("lineage", "3") in by_name
    assert all(len(str(cell)) <= 1000 for column in table.columns for cell in cells(column))


def test_a_long_text_is_its_beginning_and_what_distinguishes_it_from_others() -> None:
    key = ("hparams", "x")
    texts = ["y" * 1000, "y" * 1_000_000, "y" * 1_000_001]
    ((column,), _) = columns([{key: text} for text in texts])
    short, first, second = (str(value) for value in column.values)
    assert short == texts[0]
    assert first.startswith("y" * 900 + "… (1000000 characters, ")
    assert second.startswith("y" * 900 + "… (1000001 characters, ")


def test_of_too_many_columns_the_common_ones_are_kept_and_the_others_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("vdlite.reader.trials.columns._MOST_CELLS", 6)
    monkeypatch.setattr("vdlite.reader.trials.columns._FEWEST_COLUMNS", 1)
    rows = [{("hparams", name): 1} for name in "abc"]
    rows[2] |= {("hparams", "last"): 1}
    rows[0] |= {("hparams", "last"): 1}
    found, left_out = columns(rows)
    assert ([column.name for column in found], left_out) == (["a", "last"], 2)
    assert columns([])[1] == 0


def test_the_mean_of_the_largest_floats_is_no_infinity(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        for step in range(4):
            writer.add_scalar("loss", 1.5e308, step)
    table = Tables(store_of(tmp_path)).table([MetricChoice("loss", "mean")])
    assert table.metrics[0].values.tolist() == [1.5e308]


def test_goals_and_metrics_follow_trials_that_come_later(tmp_path: Path) -> None:
    store = store_of(tmp_path)
    tables = Tables(store)
    seen = []
    with LogWriter(tmp_path / "run") as writer:
        for goals in ({"value": "max"}, {"speed": "min"}):
            writer.add_hparams({"x": 1}, goals=goals)
            store.refresh()
            table = tables.table()
            assert (tables.table().declared, tables.table().goals) == (table.declared, table.goals)
            seen.append((table.declared, dict(table.goals)))
    assert seen == [
        (("value",), {"value": "max"}),
        (("value", "speed"), {"value": "max", "speed": "min"}),
    ]
