"""What the reader of a log has not thought of costs that log only."""

import logging
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NoReturn

import pytest

from tests.foreign.wandb_files import framed
from vdlite import LogReader, LogWriter
from vdlite.foreign.stores.optuna_tables import OptunaTables
from vdlite.foreign.wandb.decoder import RunDecoder
from vdlite.reader import Store

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
    (told,) = [each for each in reader.damage if each.file.endswith(".wandb")]
    assert told.reason == "reading it failed: TypeError: nobody has thought of this"


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
