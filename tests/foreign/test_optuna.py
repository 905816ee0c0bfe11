"""Optuna's studies: those of a database, and those of a journal."""

import json
import math
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from vdlite import LogReader
from vdlite.foreign.stores.optuna.optuna_words import setting_of
from vdlite.reader import Store
from vdlite.reader.files.files import LogFiles

GOLDEN = Path(__file__).parent / "golden" / "optuna"
FILES = {"database": "study.db", "journal": "journal.log"}


def read_by_optuna(kind: str) -> dict[str, Any]:
    """What Optuna itself reads, by study and number."""
    found: dict[str, Any] = json.loads((GOLDEN / f"{kind}.json").read_text())
    return found


def points(reader: LogReader, run: str, tag: str) -> list[list[float]]:
    if tag not in reader.tags(run):
        return []
    found = reader.scalars(run, tag)
    return [list(pair) for pair in zip(found.steps.tolist(), found.values.tolist(), strict=True)]


@pytest.mark.parametrize("kind", FILES)
def test_what_optuna_has_written_is_what_it_reads(kind: str, tmp_path: Path) -> None:
    shutil.copy(GOLDEN / FILES[kind], tmp_path)
    reader = LogReader(tmp_path)
    begun = {name: one for name, one in read_by_optuna(kind).items() if one["state"] != "WAITING"}
    assert reader.runs == sorted(f"{FILES[kind]}/{name}" for name in begun)
    params = {trial.run: dict(trial.hparams) for trial in reader.trials()}
    for name, want in begun.items():
        run = f"{FILES[kind]}/{name}"
        assert points(reader, run, "intermediate_value") == want["reported"]
        values = want["values"] or []
        tags = ["value"] if name.startswith("digits") else ["value/0", "value/1"]
        assert [points(reader, run, tag) for tag in tags[: len(values)]] == [
            [[0, value]] for value in values
        ]
        own = {key: one for key, one in params.get(run, {}).items() if "/" not in key}
        assert own == want["params"]
        status = [record.payload for record in reader.records(run, "text", "status")] if (
            "text" in reader.kinds(run)
        ) else []  # fmt: skip
        assert status == ([] if want["state"] == "RUNNING" else [want["state"]])


def test_a_trial_is_judged_by_its_studys_values() -> None:
    reader = LogReader(GOLDEN)
    trials = {trial.run: trial for trial in reader.trials()}
    best = trials["study.db/digits/0"]
    assert list(best.metrics) == ["value"]
    for file in FILES.values():
        # What a study notes of its trials is no hyperparameter.
        assert not any("host" in name for name in trials[f"{file}/digits/0"].hparams)
        (noted,) = reader.records(f"{file}/digits/0", "lineage", "lineage")
        assert noted.payload.fields == {"user/host": "node1"}
    assert list(trials["journal.log/two/goals/1"].metrics) == ["value/0", "value/1"]


@pytest.mark.parametrize("kind", FILES)
def test_the_directions_of_a_study_are_goals(kind: str) -> None:
    trials = {trial.run: trial.goals for trial in LogReader(GOLDEN).trials()}
    single, several = (trials[f"{FILES[kind]}/{name}"] for name in ("digits/0", "two/goals/1"))
    # What is reported in between is judged as the value is.
    assert single == {"value": "min", "intermediate_value": "min"}
    assert several == {"value/0": "min", "value/1": "max"}


@pytest.mark.parametrize("kind", FILES)
def test_what_a_study_searches_by_its_magnitude_is_known(kind: str) -> None:
    trials = {trial.run: trial.logarithmic for trial in LogReader(GOLDEN).trials()}
    assert trials[f"{FILES[kind]}/digits/0"] == ("lr",)
    assert trials[f"{FILES[kind]}/two/goals/1"] == ()


@pytest.mark.parametrize(
    ("name", "attributes", "want"),
    [
        ("FloatDistribution", {"low": 1, "high": 9, "log": True}, True),
        ("IntDistribution", {"low": 1, "high": 9, "log": False}, False),
        ("LogUniformDistribution", {"low": 1, "high": 9}, True),  # of Optuna 2 and before
        ("IntLogUniformDistribution", {"low": 1, "high": 9, "step": 1}, True),
        ("UniformDistribution", {"low": 1, "high": 9}, False),
        ("FloatDistribution", None, False),
    ],
)
def test_old_and_new_distributions_say_whether_it_is_their_magnitude(
    name: str, attributes: object, want: bool
) -> None:
    setting = setting_of(4, json.dumps({"name": name, "attributes": attributes}))
    assert (setting.is_logarithmic, setting.value) == (want, 4 if attributes else "4")


def test_names_that_a_study_has_for_its_values_are_their_tags(tmp_path: Path) -> None:
    for name in FILES.values():
        shutil.copy(GOLDEN / name, tmp_path)
    names = '["loss", "speed"]'
    with closing(sqlite3.connect(tmp_path / "study.db")) as database, database:
        database.execute(
            "CREATE TABLE study_system_attributes (study_system_attribute_id INTEGER PRIMARY KEY,"
            " study_id INTEGER, key VARCHAR(512), value_json TEXT)"
        )
        database.execute(
            "INSERT INTO study_system_attributes (study_id, key, value_json) SELECT study_id,"
            " 'study:metric_names', ? FROM studies",
            [names],
        )
    reader = LogReader(tmp_path)
    reader.tags("journal.log/two/goals/1")  # read before it has names
    line = {
        "op_code": 3,
        "worker_id": "a",
        "system_attr": {"study:metric_names": ["loss", "speed"]},
    }
    with (tmp_path / "journal.log").open("a") as file:
        for study in range(2):
            file.write(json.dumps(line | {"study_id": study}) + "\n")
    reader.refresh()
    for kind, name in FILES.items():
        run = f"{name}/two/goals/1"
        want = read_by_optuna(kind)["two/goals/1"]["values"]
        assert [points(reader, run, tag)[0][1] for tag in ("loss", "speed")] == want
        (trial,) = reader.trials(run)
        assert (list(trial.metrics), trial.goals) == (
            ["loss", "speed"],
            {"loss": "min", "speed": "max"},
        )
        # Two names are none for one value.
        assert list(reader.trials(f"{name}/digits/0")[0].metrics) == ["value"]


def test_trials_and_reports_that_come_later_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "study.db"
    shutil.copy(GOLDEN / "study.db", path)
    store = Store([tmp_path])
    store.refresh()
    before = {info.name for info in store.runs()}
    (study, waiting), *_ = _rows(
        path, "SELECT study_id, trial_id FROM trials WHERE state = 'WAITING'"
    )
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE trials SET state = 'RUNNING' WHERE trial_id = ?", [waiting])
    store.refresh()
    (new,) = {info.name for info in store.runs()} - before
    run = next(store.run(info.id) for info in store.runs() if info.name == new)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(
            "INSERT INTO trial_intermediate_values (trial_id, step, intermediate_value,"
            " intermediate_value_type) VALUES (?, 0, 0.5, 'FINITE'), (?, 1, NULL, 'NAN')",
            [waiting, waiting],
        )
        database.execute("UPDATE trials SET state = 'FAIL' WHERE trial_id = ?", [waiting])
    store.refresh(discover=False)
    values = run.scalars("intermediate_value").snapshot().values.tolist()
    assert values[0] == 0.5
    assert math.isnan(values[1])
    assert run.info.state == "ended"
    assert study is not None


def _rows(path: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute(query).fetchall()


def test_a_journal_is_read_as_it_grows(tmp_path: Path) -> None:
    whole = (GOLDEN / "journal.log").read_bytes()
    path = tmp_path / "optuna_journal.log"
    path.write_bytes(b"")
    reader = LogReader(tmp_path)
    for end in range(0, len(whole) + 1, 97):
        with path.open("ab") as file:
            file.write(whole[end : end + 97])
        reader.refresh()
        for run in reader.runs:
            reader.tags(run)
    reader.refresh()
    want = LogReader(GOLDEN)
    for run in reader.runs:
        golden = run.replace("optuna_journal.log", "journal.log")
        assert reader.tags(run) == want.tags(golden)
        for tag in reader.tags(run):
            assert points(reader, run, tag) == points(want, golden, tag)
    assert len(reader.runs) == len([run for run in want.runs if run.startswith("journal.log")])


def test_lines_that_can_not_have_been_cost_only_themselves(tmp_path: Path) -> None:
    good = (GOLDEN / "journal.log").read_text().splitlines()
    odd = [
        "{}", "[]", "no JSON", '{"op_code": 99, "worker_id": "w"}', '{"op_code": 4, "worker_id": "w", "study_id": 77}',
        '{"op_code": 7, "worker_id": "w", "trial_id": 0, "step": "x", "intermediate_value": 1}',
        '{"op_code": 8, "worker_id": "w", "trial_id": -99, "user_attr": 3}',
    ]  # fmt: skip
    (tmp_path / "journal.log").write_text("\n".join([*good[:10], *odd, *good[10:]]) + "\n")
    assert LogReader(tmp_path).runs == [
        run for run in LogReader(GOLDEN).runs if run.startswith("journal.log")
    ]


def test_logs_of_other_programs_that_are_called_journal_are_not_reported(tmp_path: Path) -> None:
    (tmp_path / "journal.log").write_text("Nov 23 02:00:00 host kernel: hello\n" * 10_000)
    (tmp_path / "journald.log").write_text('{"MESSAGE": "hello"}\n')
    store = Store([tmp_path])
    store.refresh()
    assert (store.runs(), store.unreadable(), store.foreign_logs) == ((), (), ())


def test_the_trials_of_a_journal_are_reported_without_reading_it_for_each(tmp_path: Path) -> None:
    number = 200
    create = {"op_code": 0, "worker_id": "w", "study_name": "s", "directions": [1]}
    lines = [json.dumps(create)]
    kind = {"name": "FloatDistribution", "attributes": {"low": 0.0, "high": 1.0, "log": False, "step": None}}  # fmt: skip
    for at in range(number):
        trial = {"worker_id": "w", "trial_id": at}
        begun = {"op_code": 4, "worker_id": "w", "study_id": 0}
        param = {"op_code": 5, "param_name": "lr", "param_value_internal": at / number}
        lines.append(json.dumps(begun | {"datetime_start": "2026-01-01T00:00:00.000000"}))
        lines.append(json.dumps(param | trial | {"distribution": json.dumps(kind)}))
    journal = tmp_path / "journal.log"
    journal.write_text("\n".join(lines) + "\n")
    files = CountedFiles([tmp_path])
    store = Store([tmp_path], files=files)
    while not store.done:
        store.refresh()
    files.read_bytes = 0
    records = [store.run(info.id).records("hparams", "hparams").records() for info in store.runs()]
    rates = [record.payload.hparams["lr"] for (record,) in records]
    assert sorted(rates) == [at / number for at in range(number)]
    assert files.read_bytes < 3 * journal.stat().st_size


class CountedFiles(LogFiles):
    """Counts what is read of them."""

    read_bytes = 0

    def read(self, path: Path, offset: int, length: int) -> bytes:
        found = super().read(path, offset, length)
        self.read_bytes += len(found)
        return found
