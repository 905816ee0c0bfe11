"""Media, config, console and facts of runs of SwanLab, whose files lie beside the log."""

import shutil
from pathlib import Path

import pytest

from tests.foreign.event_files import message, number
from tests.foreign.test_swanlab import BEGIN, NAME, scalar
from tests.foreign.wandb_files import framed
from vdlite import LogReader
from vdlite.reader import Store

GOLDEN = Path(__file__).parent / "golden" / "swanlab-media"


def media(tag: str, kind: int, file: str = "", *, step: int = 0, inline: bytes = b"") -> bytes:
    item = message(1, message(1, file) + (message(5, inline) if inline else b""))
    time = message(4, number(1, 1_700_000_000))
    return message(
        14, message(1, tag) + number(2, step) + number(3, kind) + time + message(5, item)
    )


def printed(line: str) -> bytes:
    return message(16, message(1, line) + message(3, number(1, 1_700_000_000)))


def write(folder: Path, *records: bytes) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / NAME).write_bytes(framed(list(records), BEGIN))
    return folder


@pytest.fixture(scope="module")
def reader() -> LogReader:
    return LogReader(GOLDEN)


def test_pictures_are_there_with_captions_where_they_are_several(reader: LogReader) -> None:
    ones = reader.records(".", "image", "one")
    assert [record.step for record in ones] == [0, 1]
    assert [record.payload.pixels[0, 0].tolist() for record in ones] == [[5, 5, 5], [55, 55, 55]]
    assert ones[0].payload.pixels.shape == (4, 6, 3)
    many = reader.records(".", "image", "many")[1].payload
    assert many.labels == ("no 0", "no 1", "no 2")
    assert {100, 101, 102} <= set(many.pixels.ravel().tolist())


def test_sound_texts_and_tables_are_what_was_logged(reader: LogReader) -> None:
    (tone,) = reader.records(".", "audio", "tone")
    assert tone.payload.sample_rate == 8000
    assert tone.payload.samples[:, 0].tolist() == [100 * at for at in range(80)]
    (words,) = reader.records(".", "text", "words")
    assert (words.step, words.payload) == (1, "**said**\n\nhello")
    assert reader.records(".", "text", "several")[0].payload == "a\n\n**x**\n\nb"
    assert reader.records(".", "text", "table")[0].payload.splitlines() == [
        "| a | b |",
        "| --- | --- |",
        "| 1 | x\\|y |",
        "| 2.5 |  |",
    ]
    assert reader.damage == []


def test_the_config_is_the_trial(reader: LogReader) -> None:
    (trial,) = reader.trials()
    assert dict(trial.hparams) == {
        "late": 7,
        "lr": 0.1,
        "net/depth": 2,
        "net/sizes": "[8, 16]",
        "none": None,
        "text": "two\nlines: x",
    }


def test_facts_are_lineage_and_what_is_not_read_is_reported(reader: LogReader) -> None:
    first, second = (
        dict(each.payload.fields) for each in reader.records(".", "lineage", "lineage")
    )
    assert first.pop("id")
    assert first == {"project": "digits", "group": "g", "tags": "a, b"}
    assert second["runtime/command"] == "python train.py"
    store = Store([GOLDEN])
    while not store.done or store.held_up:
        store.refresh()
    (info,) = store.runs()
    assert info.left_out == {"charts": 1, "html": 1}
    assert (info.display_name, info.state, info.tools) == ("media", "ended", ("SwanLab",))


def test_a_run_that_has_ended_has_so_whenever_its_files_were_copied(tmp_path: Path) -> None:
    shutil.copytree(GOLDEN, tmp_path / "run", copy_function=shutil.copyfile)
    store = Store([tmp_path])
    while not store.done or store.held_up:
        store.refresh()
    (info,) = store.runs()
    (status,) = store.run(info.id).records("text", "status").records()
    assert (info.state, info.updated) == ("ended", status.walltime)


def test_the_console_is_one_text(reader: LogReader) -> None:
    (console,) = reader.records(".", "text", "console")
    lines = console.payload.splitlines()[1:-1]
    assert [line for line in lines if line.startswith("step")] == ["step 0", "step 1"]


def test_the_console_grows_and_that_of_a_killed_run_is_shown(tmp_path: Path) -> None:
    write(tmp_path, printed("one"), scalar("loss", 0, 0.5))
    reader = LogReader(tmp_path)
    (console,) = reader.records(".", "text", "console")
    assert console.payload.splitlines()[1:-1] == ["one"]
    write(tmp_path, printed("one"), scalar("loss", 0, 0.5), printed("two"), scalar("loss", 1, 0.5))
    reader.refresh()
    (console,) = reader.records(".", "text", "console")
    assert console.payload.splitlines()[1:-1] == ["one", "two"]


def test_a_config_that_is_rewritten_is_read_anew_and_one_alone_is_no_run(tmp_path: Path) -> None:
    write(tmp_path / "run", scalar("loss", 0, 0.5))
    config = tmp_path / "run" / "files" / "config.yaml"
    config.parent.mkdir()
    config.write_text("lr:\n  desc: ''\n  sort: 0\n  value: 0.5\n")
    (tmp_path / "other").mkdir()
    shutil.copy(config, tmp_path / "other")
    reader = LogReader(tmp_path)
    assert reader.runs == ["run"]
    assert [dict(trial.hparams) for trial in reader.trials()] == [{"lr": 0.5}]
    config.write_text("lr:\n  desc: ''\n  sort: 0\n  value: 0.25\n")
    reader.refresh()
    assert [dict(trial.hparams) for trial in reader.trials()] == [{"lr": 0.25}]
    alone = LogReader(tmp_path / "run" / NAME)
    assert [dict(trial.hparams) for trial in alone.trials()] == [{"lr": 0.25}]


def test_files_that_are_gone_are_reported(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / NAME, tmp_path)
    store = Store([tmp_path])
    while not store.done or store.held_up:
        store.refresh()
    (run,) = store.runs()
    files = {"image": 4, "audio": 1, "text": 2, "echarts": 2}
    gone = {f"{what}, whose file can't be read": count for what, count in files.items()}
    assert run.left_out == {**gone, "html": 1}
    assert store.damage() == ()


def test_a_picture_that_changed_behind_the_log_is_not_shown(tmp_path: Path) -> None:
    shutil.copytree(GOLDEN, tmp_path, dirs_exist_ok=True)
    record = LogReader(tmp_path).records(".", "image", "one")[0]
    pictures = sorted((tmp_path / "media/image").iterdir())
    for picture in pictures[1:]:
        shutil.copy(pictures[0], picture)
    shutil.copy(GOLDEN / "media/image/001-10f31663.png", pictures[0])
    with pytest.raises(Exception, match="is not what it was"):
        for picture in pictures:
            shutil.copy(GOLDEN / "media/image/001-10f31663.png", picture)
        _ = record.payload


@pytest.mark.parametrize("file", ["../../../secret.png", "/etc/passwd", "", "a\0b", "x\\y"])
def test_no_path_leads_out_of_the_folder(tmp_path: Path, file: str) -> None:
    source = next((GOLDEN / "media/image").iterdir())
    shutil.copy(source, tmp_path / "secret.png")
    write(tmp_path / "logs" / "run", media("image", 2, file), scalar("loss", 0, 0.5))
    reader = LogReader(tmp_path / "logs")
    assert reader.tags("run", "image") == []
    assert reader.tags("run") == ["loss"]


def test_a_value_that_the_log_itself_holds_needs_no_file(tmp_path: Path) -> None:
    write(
        tmp_path, media("words", 4, "x.txt", inline=b"inner"), media("console", 4, inline=b"mine")
    )
    reader = LogReader(tmp_path)
    assert reader.records(".", "text", "words")[0].payload == "inner"
    assert reader.records(".", "text", "console")[0].payload == "mine"


@pytest.mark.parametrize("content", [b"", b"no picture"])
def test_files_that_are_no_media_are_reported_and_cost_nothing_else(
    tmp_path: Path, content: bytes
) -> None:
    kinds = {2: "image", 3: "audio", 5: "video", 6: "echarts"}
    for kind, folder in kinds.items():
        (tmp_path / "media" / folder).mkdir(parents=True)
        (tmp_path / "media" / folder / "x").write_bytes(content)
        assert kind in kinds
    write(tmp_path, *(media(name, kind, "x") for kind, name in kinds.items()), scalar("a", 0, 1.0))
    store = Store([tmp_path])
    while not store.done or store.held_up:
        store.refresh()
    (run,) = store.runs()
    assert sum(run.left_out.values()) == len(kinds), run.left_out
    assert store.run(run.id).kinds() == ("scalar",)


def test_the_packages_are_those_of_the_environment(tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "requirements.txt").write_text("numpy==2.1.0\nPyYAML==6.0.3\n")
    write(tmp_path, message(20, message(2, "anywhere") + number(5, 3)))
    (record,) = LogReader(tmp_path).records(".", "environment", "environment")
    assert record.payload.packages == {"numpy": "2.1.0", "pyyaml": "6.0.3"}
    assert record.payload.fields == {"numpy": "2.1.0"}
