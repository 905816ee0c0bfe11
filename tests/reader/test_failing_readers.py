"""What the reader of a log has not thought of costs that log only."""

import logging
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NoReturn

import pytest

from tests.foreign.event_files import NAME
from tests.foreign.wandb_files import framed
from vdlite import LogReader, LogWriter
from vdlite.foreign.formats import _load
from vdlite.foreign.names import READ
from vdlite.foreign.stores.optuna.optuna_tables import OptunaTables
from vdlite.foreign.wandb.decoder import RunDecoder
from vdlite.reader import Store
from vdlite.reader.check import check

OPTUNA = Path(__file__).parents[1] / "foreign" / "golden" / "optuna" / "study.db"


def fail(*_: object) -> NoReturn:
    raise TypeError("nobody has thought of this")


def test_a_log_whose_reader_fails_hides_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with LogWriter(tmp_path / "good") as writer:
        writer.add_scalar("loss", 0.5, 7)
    log = tmp_path / "bad" / "run-bad.wandb"
    log.parent.mkdir()
    log.write_bytes(framed([b"\x08\x01"]))
    monkeypatch.setattr(RunDecoder, "take", fail)
    store = Store([tmp_path])
    with caplog.at_level(logging.ERROR):
        for _ in range(3):
            store.refresh()
            log.write_bytes(log.read_bytes() + b"\0" * 50)
    assert caplog.text.count("a log can't be read") == 1
    assert not any(info.loading for info in store.runs())
    reader = LogReader(tmp_path)
    assert reader.scalars("good", "loss").steps.tolist() == [7]
    (damage,) = [each for each in reader.damage if each.file.endswith(".wandb")]
    assert damage.reason == "reading it failed: TypeError: nobody has thought of this"


def test_a_database_whose_reader_fails_is_read_when_it_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "study.db"
    shutil.copy(OPTUNA, path)
    store = Store([tmp_path])
    with monkeypatch.context() as patch:
        patch.setattr(OptunaTables, "next_points", fail)
        store.refresh()
    assert all("nobody has thought" in each.reason for each in store.unreadable())
    assert store.unreadable()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(
            "INSERT INTO trial_intermediate_values (trial_id, step, intermediate_value,"
            " intermediate_value_type) SELECT trial_id, 99, 0.5, 'FINITE' FROM trials"
        )
    while not store.done or store.held_up or store.unreadable():
        store.refresh()
    run = next(store.run(info.id) for info in store.runs() if info.name.endswith("digits/0"))
    assert run.scalars("intermediate_value").snapshot().steps.tolist() == [0, 1, 2, 99]


@pytest.fixture
def anew() -> Iterator[None]:
    """Formats are loaded anew, before and afterwards."""
    _load.cache_clear()
    yield
    _load.cache_clear()


def log_of_everybody(logdir: Path) -> None:
    with LogWriter(logdir / "good") as writer:
        writer.add_scalar("loss", 0.5, 7)
    table = logdir / "table" / "metrics.csv"
    table.parent.mkdir()
    table.write_text("step,loss\n0,1.5\n")
    for name in ("run-a.wandb", "run-a.swanlab", NAME, "vdlrecords.1.log", "metrics.jsonl"):
        (logdir / "others" / name).mkdir(parents=True)
        (logdir / "others" / name / name).write_bytes(b"?" * 100)
    shutil.copy(OPTUNA, logdir / "study.db")
    (logdir / "journal.log").write_text("{}\n")


@pytest.mark.usefixtures("anew")
@pytest.mark.parametrize("module", sorted(READ))
def test_an_error_at_import_of_a_format_costs_that_format_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    log_of_everybody(tmp_path)
    name = {
        "tensorboard": NAME,
        "wandb": "run-a.wandb",
        "swanlab": "run-a.swanlab",
        "visualdl": "vdlrecords.1.log",
        "tables.csv_tables": "metrics.csv",
        "tables.json_lines": "metrics.jsonl",
        "tables.projector": "projector_config.pbtxt",
        "tables.trainer_state": "trainer_state.json",
    }[module]
    bad = tmp_path / "bad" / name
    bad.parent.mkdir()
    bad.write_text("step,loss\n0,1\n")
    monkeypatch.setitem(sys.modules, f"vdlite.foreign.{module}", None)  # importing it fails
    store = Store([tmp_path])
    for _ in range(3):
        store.refresh()
    assert store.done
    runs = {info.name: store.run(info.id) for info in store.runs()}
    assert runs["good"].scalars("loss").snapshot().values.tolist() == [0.5]
    if module != "tables.csv_tables":
        assert runs["table"].scalars("loss").snapshot().values.tolist() == [1.5]
    reasons = {each.path: each.reason for each in store.unreadable()}
    assert "its reader can't be loaded: ModuleNotFoundError" in reasons[f"bad/{name}"]
    assert not check([bad.parent]).intact


@pytest.mark.parametrize(
    ("name", "module"),
    [
        ("study.db", "sqlite.known_tools"),
        ("journal.log", "optuna.optuna_journal"),
        ("a_part_0.parquet", "neptune.neptune_export"),
    ],
)
def test_an_error_at_import_of_a_store_costs_such_stores_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, module: str
) -> None:
    log_of_everybody(tmp_path)
    (tmp_path / "a_part_0.parquet").write_bytes(b"PAR1")
    monkeypatch.setitem(sys.modules, f"vdlite.foreign.stores.{module}", None)
    store = Store([tmp_path])
    for _ in range(3):
        store.refresh()
    assert store.done
    runs = {info.name: store.run(info.id) for info in store.runs()}
    assert runs["good"].scalars("loss").snapshot().values.tolist() == [0.5]
    reasons = {each.path: each.reason for each in store.unreadable()}
    assert "its reader can't be loaded: ModuleNotFoundError" in reasons[name]
    assert not check([tmp_path]).intact
