"""What lies beside other tools' logs is the trial of the run."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.foreign import event_files
from tests.foreign.test_csv_tables import table
from vdlite import LogReader, LogWriter
from vdlite.foreign.settings.yaml_settings import parse
from vdlite.reader import Store

GOLDEN = Path(__file__).parent / "golden" / "lightning"
TABLE = "step,loss\n1,0.5\n"


def given(reader: LogReader) -> list[dict[str, Any]]:
    return [dict(trial.hparams) for trial in reader.trials()]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("hparams.yaml", "lr: 0.1\nmodel: resnet\n"),
        ("args.yaml", "lr: 0.1\nmodel: resnet\n"),
        ("config.json", '{"lr": 0.1, "model": "resnet"}'),
    ],
)
def test_settings_beside_a_log_are_its_trial(tmp_path: Path, name: str, text: str) -> None:
    table(tmp_path, TABLE)
    (tmp_path / name).write_text(text)
    assert given(LogReader(tmp_path)) == [{"lr": 0.1, "model": "resnet"}]
    store = Store([tmp_path])
    while not store.done or store.held_up:
        store.refresh()
    (run,) = store.runs()
    assert (run.tools, run.left_out, run.damaged) == (("CSV",), {}, 0)


def test_alone_or_beside_a_log_of_ours_they_are_nothing(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "hparams.yaml").write_text("lr: 0.1\n")
    (tmp_path / "checkpoint-5").mkdir()
    table(tmp_path / "checkpoint-5", '{"log_history": []}', "trainer_state.json")
    (tmp_path / "checkpoint-5" / "config.json").write_text('{"lr": 0.1}')
    with LogWriter(tmp_path / "b") as writer:
        writer.add_scalar("loss", 0.5)
    (tmp_path / "b" / "config.json").write_text('{"lr": 0.1}')
    reader = LogReader(tmp_path)
    assert reader.runs == [".", "b"]
    assert given(reader) == []


def test_the_first_of_several_counts(tmp_path: Path) -> None:
    table(tmp_path, TABLE)
    (tmp_path / "config.json").write_text('{"from": "config"}')
    reader = LogReader(tmp_path)
    assert given(reader) == [{"from": "config"}]
    (tmp_path / "args.yaml").write_text("from: args\n")
    reader.refresh()
    assert given(reader) == [{"from": "args"}]
    (tmp_path / "args.yaml").unlink()
    reader.refresh()
    reader.refresh()
    assert given(reader) == [{"from": "config"}]


def test_a_trial_of_the_log_itself_counts_alone(tmp_path: Path) -> None:
    def entry(name: str, value: float) -> bytes:  # of a map: key, and a google.protobuf.Value
        return event_files.message(
            1,
            event_files.message(1, name) + event_files.message(2, event_files.double(2, value)),
        )

    start = event_files.plugin("hparams", event_files.message(3, entry("lr", 0.5)))
    event = event_files.event(event_files.message(1, "_hparams_/session_start_info") + start)
    path = event_files.log(tmp_path, event_files.event(event_files.scalar("loss", 1.0), step=1))
    (tmp_path / "hparams.yaml").write_text("lr: 0.1\n")
    reader = LogReader(tmp_path)
    assert given(reader) == [{"lr": 0.1}]
    with path.open("ab") as file:
        file.write(event)
    reader.refresh()
    assert given(reader) == [{"lr": 0.5}]
    reader.refresh()
    assert given(reader) == [{"lr": 0.5}]
    assert given(LogReader(tmp_path)) == [{"lr": 0.5}]


def test_settings_that_are_written_anew_or_torn_are_read_anew(tmp_path: Path) -> None:
    table(tmp_path, TABLE)
    path = tmp_path / "config.json"
    path.write_text('{"lr": 0.1, "mod')
    reader = LogReader(tmp_path)
    assert given(reader) == []
    path.write_text('{"lr": 0.1, "model": {"layers": [1, 2], "name": "a"}}')
    reader.refresh()
    assert given(reader) == [{"lr": 0.1, "model/layers": "[1, 2]", "model/name": "a"}]
    path.write_text('{"lr": 0.2, "model": {"layers": [1, 2], "name": "a"}}')
    reader.refresh()
    assert given(reader) == [{"lr": 0.2, "model/layers": "[1, 2]", "model/name": "a"}]


def test_settings_that_are_too_large_are_left_alone(tmp_path: Path) -> None:
    table(tmp_path, TABLE)
    (tmp_path / "config.json").write_text(json.dumps({"a": "x" * (9 << 20)}))
    store = Store([tmp_path])
    store.refresh()
    while not store.done or store.held_up:
        store.refresh()
    (run,) = store.runs()
    read = store.run(run.id).changes
    for _ in range(3):
        store.refresh()
    assert store.run(run.id).changes == read  # once


def test_what_lightning_has_written_is_read_whole() -> None:
    assert parse((GOLDEN / "hparams.yaml").read_bytes()).values == {
        "layers": [1, 2],
        "lr": 0.1,
        "opt": {"decay": None, "name": "adam"},
    }


def test_a_file_that_is_broken_is_named_with_its_reason_until_it_is_mended(tmp_path: Path) -> None:
    for name in ("a", "b"):
        table(tmp_path / name, TABLE)
    (tmp_path / "a" / "hparams.yaml").write_text("lr: 0.1\nb: 'no end\n")
    (tmp_path / "b" / "config.json").write_text('{"lr": 0.1, "mod')
    store = Store([tmp_path])

    def left_out() -> dict[str, Mapping[str, int]]:
        store.refresh()
        while not store.done or store.held_up:
            store.refresh()
        return {run.name: run.left_out for run in store.runs()}

    assert left_out() == {
        "a": {"settings: line 3: found unexpected end of stream": 1},
        "b": {"settings: Unterminated string starting at: line 1 column 13 (char 12)": 1},
    }
    reader = LogReader(tmp_path)
    assert reader.runs == ["a", "b"]
    assert given(reader) == [{"lr": 0.1}]
    (tmp_path / "a" / "hparams.yaml").write_text("lr: 0.1\nb: 'an end'\n")
    (tmp_path / "b" / "config.json").write_text('{"lr": 0.5}')
    assert left_out() == {"a": {}, "b": {}}


def test_any_bytes_do_no_harm(tmp_path: Path) -> None:
    import random

    rng = random.Random(7)
    for at in range(60):
        table(tmp_path / str(at), TABLE)
        data = bytes(rng.choice(b"ab:  \n\n-'\"#[{&*0.1e\xff\x00") for _ in range(200))
        (tmp_path / str(at) / "hparams.yaml").write_bytes(data)
    for name, text in (
        ("large", json.dumps({"a": "x" * (2 << 20)})),
        ("deep", '{"a":' * 100_000),
        ("odd", json.dumps({"": 1, "n": 10**30, "x": [1], "\ud800": "\ud800"})),
    ):
        table(tmp_path / name, TABLE)
        (tmp_path / name / "config.json").write_text(text)
    reader = LogReader(tmp_path)
    assert len(reader.runs) == 63
    assert len(reader.trials()) >= 5
