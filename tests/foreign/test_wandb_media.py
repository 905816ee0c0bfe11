"""Media, console, config and summary of offline runs of W&B, whose files lie beside the log."""

import shutil
from pathlib import Path

import pytest

from tests.foreign.event_files import message, number
from tests.foreign.test_wandb import history, item, log
from vdlite import LogReader
from vdlite.reader import Store

GOLDEN = Path(__file__).parent / "golden" / "wandb-media"


@pytest.fixture(scope="module")
def reader() -> LogReader:
    return LogReader(GOLDEN)


def test_pictures_are_there_with_captions_where_they_are_several(reader: LogReader) -> None:
    ones = reader.records(".", "image", "one")
    assert [record.step for record in ones] == [0, 1]
    assert [record.payload.pixels[0, 0].tolist() for record in ones] == [[5, 5, 5], [55, 55, 55]]
    many = reader.records(".", "image", "many")[1].payload
    assert many.labels == ("no 0", "no 1", "no 2")
    assert {100, 101, 102} <= set(many.pixels.ravel().tolist())


def test_a_table_is_a_text(reader: LogReader) -> None:
    assert reader.records(".", "text", "table")[0].payload.splitlines() == [
        "| a | b |",
        "| --- | --- |",
        "| 1 | x\\|y |",
        "| 2.5 |  |",
    ]


def test_the_console_of_a_run_that_ended_is_a_text(reader: LogReader) -> None:
    (console,) = reader.records(".", "text", "console")
    assert console.payload.splitlines()[1:-1] == ["step 0", "step 1", ""]


def test_what_is_set_before_the_first_step_is_the_trial_and_the_rest_the_lineage(
    reader: LogReader,
) -> None:
    (trial,) = reader.trials()
    assert dict(trial.hparams) == {"lr": 0.1, "late": 3, "net/depth": 2}
    lineage = [dict(each.payload.fields) for each in reader.records(".", "lineage", "lineage")]
    assert lineage == [{"project": "p"}, {"after": "x"}, {"metric/best": 0.25}]
    assert reader.damage == []


def test_files_that_are_gone_are_reported(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "run-golden.wandb", tmp_path)
    store = Store([tmp_path])
    while not store.done or store.held_up:
        store.refresh()
    (run,) = store.runs()
    gone = ("image-file", "images/separated", "table-file")
    unread = {f"{what}, whose file can't be read": 2 for what in gone}
    assert run.left_out == {**unread, "html-file": 2}
    (console,) = store.run(run.id).records("text", "console").records()
    assert console.payload.splitlines()[1:-1] == ["step 0", "step 1", ""]  # the log has it, too
    assert store.damage() == ()


def test_a_run_that_was_killed_shows_what_it_had_printed_and_summed_up(tmp_path: Path) -> None:
    def printed(text: str) -> bytes:
        return message(13, number(1, 1) + message(2, number(1, 1_700_000_000)) + message(3, text))

    records = [printed("step 0\n"), history(0, loss=1.0), printed("step "), printed("1\n")]
    log(tmp_path, *records, message(3, item("best", 0.5)), message(3, item("loss", 1.0)))
    reader = LogReader(tmp_path)
    (console,) = reader.records(".", "text", "console")
    assert console.payload.splitlines()[1:-1] == ["step 0", "step 1", ""]
    assert console.walltime == 1_700_000_000
    log(
        tmp_path, *records, message(3, item("best", 0.5)), message(3, item("loss", 1.0)),
        history(1, loss=0.5), printed("step 2\n"), message(3, item("next", 2)),
    )  # fmt: skip
    reader.refresh()
    (console,) = reader.records(".", "text", "console")
    assert console.payload.splitlines()[1:-1] == ["step 0", "step 1", "step 2", ""]
    (lineage,) = reader.records(".", "lineage", "lineage")
    assert dict(lineage.payload.fields) == {"metric/best": 0.5}  # the next one may be of a row
    assert len(reader.records(".", "text", "console", superseded=True)) == 2


def test_a_long_console_shows_its_end_and_can_be_asked_for(tmp_path: Path) -> None:
    lines = [message(13, message(3, f"line {at:07}\n")) for at in range(300_000)]
    log(tmp_path, *lines)
    (console,) = LogReader(tmp_path).records(".", "text", "console")
    shown = console.payload.splitlines()
    assert shown[-2:] == ["", "`" * 8]
    assert shown[-3] == "line 0299999"
    assert 1 << 17 < len(console.payload) < 1 << 19


def test_a_picture_that_changed_behind_the_log_is_not_shown(tmp_path: Path) -> None:
    shutil.copytree(GOLDEN, tmp_path, dirs_exist_ok=True)
    record = LogReader(tmp_path).records(".", "image", "one")[0]
    first, second = sorted((tmp_path / "files/media/images").glob("one_*"))
    shutil.copy(second, first)
    with pytest.raises(Exception, match="is not what it was"):
        _ = record.payload


@pytest.mark.parametrize("path", ["../../secret.png", "/etc/passwd", "", "a\0b", 7, None])
def test_no_path_leads_out_of_the_folder(tmp_path: Path, path: object) -> None:
    source = next((GOLDEN / "files/media/images").iterdir())
    shutil.copy(source, tmp_path / "secret.png")
    folder = tmp_path / "logs" / "run"
    folder.mkdir(parents=True)
    log(folder, history(0, image={"_type": "image-file", "path": path}))
    reader = LogReader(tmp_path / "logs")
    assert reader.tags("run", "image") == []
    assert reader.damage == []


def test_a_trial_is_reported_when_the_training_goes_on(tmp_path: Path) -> None:
    run = message(17, message(4, item("lr", 0.5)))
    path = log(tmp_path, run, message(5, item("later", 1)))
    reader = LogReader(tmp_path)
    assert reader.trials() == []
    log(tmp_path, run, message(5, item("later", 1)), history(0, loss=1.0))
    assert path.exists()
    reader.refresh()
    (trial,) = reader.trials()
    assert dict(trial.hparams) == {"lr": 0.5, "later": 1}
