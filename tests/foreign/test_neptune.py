"""Exports of Neptune: values compared with what pyarrow itself reads of them."""

from __future__ import annotations

import math
import random
import shutil
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

from tests.foreign.neptune_files import PROJECT, SCHEMA, START, export, row  # noqa: E402
from vdlite import LogReader, LogWriter  # noqa: E402
from vdlite.cli import main  # noqa: E402
from vdlite.conversion.native import copy_runs  # noqa: E402
from vdlite.foreign.stores.places import open_store  # noqa: E402
from vdlite.reader import Store  # noqa: E402
from vdlite.reader.check import check  # noqa: E402
from vdlite.reader.files.files import LogFiles  # noqa: E402

MEDIA = Path(__file__).parent / "golden" / "swanlab-media" / "media"


def config(run: str) -> list[dict[str, Any]]:
    return [
        row(run, "sys/id", "string", f"DIG-{run[-1]}"),
        row(run, "sys/name", "string", f"experiment {run}"),
        row(run, "sys/creation_time", "datetime", START),
        row(run, "sys/ping_time", "datetime", START + timedelta(seconds=90)),
        row(run, "sys/description", "string", "a note"),
        row(run, "sys/tags", "string_set", ["a", "b"]),
        row(run, "sys/failed", "bool", run.endswith("2")),
        row(run, "params/lr", "float", 0.5),
        row(run, "params/layers", "int", 3),
        row(run, "params/name", "string", "adam"),
        row(run, "params/amp", "bool", True),
        row(run, "params/sizes", "string_set", ["8", "16"]),
    ]


def series(run: str, path: str, values: list[float], first: float = 0) -> list[dict[str, Any]]:
    return [
        row(run, path, "float_series", value, first + at, at) for at, value in enumerate(values)
    ]


def place(tmp_path: Path) -> Path:
    return tmp_path / "exports" / "data" / "team_digits-0123456789abcdef"


def loaded(logdir: Path) -> Store:
    store = Store([logdir])
    while True:
        store.refresh()
        if store.done:
            return store


def test_a_run_over_several_parts_is_what_was_written(tmp_path: Path) -> None:
    losses = [1 / (at + 1) for at in range(2500)] + [math.nan, math.inf, -math.inf]
    rows = config("RUN-1") + series("RUN-1", "train/loss", losses)
    rows += series("RUN-1", "monitoring/ab12/cpu", [5.0, 6.0])
    export(place(tmp_path), rows[:1300], rows[1300:], begin="RUN-1-ff_", rows=400)
    reader = LogReader(tmp_path)
    (run,) = reader.runs
    assert run.endswith("team_digits-0123456789abcdef/RUN-1-ff_part_0.parquet/RUN-1")
    assert reader.display_name(run) == f"{PROJECT}/experiment RUN-1"
    assert reader.times(run)[0] == START.timestamp()
    assert reader.tags(run) == ["system/ab12/cpu", "train/loss"]
    points = reader.scalars(run, "train/loss")
    assert points.steps.tolist() == list(range(len(losses)))
    np.testing.assert_array_equal(points.values, losses)
    assert points.walltimes[7] == START.timestamp() + 7
    (trial,) = reader.trials()
    assert dict(trial.hparams) == {
        "params/lr": 0.5,
        "params/layers": 3,
        "params/name": "adam",
        "params/amp": True,
        "params/sizes": "8, 16",
    }
    texts = {tag: reader.records(run, "text", tag)[0].payload for tag in reader.tags(run, "text")}
    assert (texts["notes"], texts["tags"]) == ("a note", "a, b")
    assert "| sys/id | DIG-1 |" in texts["sys"].splitlines()
    assert reader.damage == []


def test_all_points_equal_those_of_pyarrow(tmp_path: Path) -> None:
    rng = random.Random(3)
    rows = []
    for run in ("RUN-1", "RUN-2", "RUN-3"):
        for tag in ("a", "b/c"):
            rows += series(run, tag, [rng.uniform(-1e9, 1e9) for _ in range(700)], rng.randrange(9))
    rng.shuffle(rows)
    first = export(place(tmp_path), rows[:2000], rows[2000:], rows=300)
    table = pa.concat_tables(pq.read_table(path) for path in first.parent.iterdir())
    reader = LogReader(first)
    assert sorted(reader.runs) == [f"part_0.parquet/RUN-{number}" for number in (1, 2, 3)]
    for name in reader.runs:
        for tag in reader.tags(name):
            mine = [
                (float(each["step"]), each["timestamp"].timestamp(), each["float_value"])
                for each in table.to_pylist()
                if each["run_id"] == name.rpartition("/")[2] and each["attribute_path"] == tag
            ]
            points = reader.scalars(name, tag)
            found = zip(points.steps, points.walltimes, points.values, strict=True)
            assert list(found) == sorted(mine)


def test_several_runs_in_one_file_have_their_states(tmp_path: Path) -> None:
    rows = config("RUN-1") + config("RUN-2") + series("RUN-2", "loss", [0.5])
    export(place(tmp_path), rows + series("RUN-1", "loss", [0.25, 0.125]))
    store = loaded(tmp_path)
    infos = {info.name.rpartition("/")[2]: info for info in store.runs()}
    assert set(infos) == {"RUN-1", "RUN-2"}
    assert {info.state for info in infos.values()} == {"ended"}
    assert {info.tools for info in infos.values()} == {("Neptune",)}
    (status,) = store.run(infos["RUN-2"].id).records("text", "status").records()
    assert status.payload == "FAILED"
    assert infos["RUN-2"].outcome == "failed"
    assert store.run(infos["RUN-1"].id).scalars("loss").snapshot().values.tolist() == [0.25, 0.125]


@pytest.mark.parametrize(
    ("steps", "expected", "factor"),
    [
        ([0, 1, 2], [0, 1, 2], 1),
        ([0.5, 1, 1.5], [5, 10, 15], 10),
        ([0.25, 3], [25, 300], 100),
        ([0.000001, 2], [1, 2_000_000], 1_000_000),
        ([-1.5, 0], [-15, 0], 10),
        ([999_999_999_999.5, 1], [10, 9_999_999_999_995], 10),
    ],
)
def test_steps_with_parts_are_scaled_for_the_whole_run_and_reported(
    tmp_path: Path, steps: list[float], expected: list[int], factor: int
) -> None:
    rows = [row("R", "loss", "float_series", 0.5, step) for step in steps]
    rows += [row("R", "other", "float_series", 0.5, 7), row("S", "loss", "float_series", 0.5, 3)]
    reader = LogReader(export(tmp_path, rows))
    run = "part_0.parquet/R"
    assert reader.scalars(run, "loss").steps.tolist() == expected
    assert reader.scalars(run, "other").steps.tolist() == [7 * factor]
    assert reader.scalars("part_0.parquet/S", "loss").steps.tolist() == [3]
    if factor > 1:
        (note,) = reader.records(run, "text", "sys")
        assert f"| steps | Neptune's, times {factor} |" in note.payload


def test_texts_histograms_and_files_are_records(tmp_path: Path) -> None:
    picture = sorted((MEDIA / "image").iterdir())[0]
    files = tmp_path / "exports" / "files" / "team_digits-01"
    files.mkdir(parents=True)
    shutil.copy(picture, files / "x.png")
    shutil.copy(next((MEDIA / "audio").iterdir()), files / "tone.wav")
    (files / "config.yaml").write_text("lr: 1\n")
    (files / "model.pt").write_bytes(b"weights")
    (tmp_path / "secret.txt").write_text("secret")
    histogram = {"type": "COUNTING", "edges": [0.0, 0.5, 1.0], "values": [3.0, 4.0]}
    rows = [
        row("R", "words", "string_series", "hello", 4, 2),
        row("R", "words", "string_series", "world", 5, 3),
        row("R", "weights", "histogram_series", histogram, 1),
        row("R", "weights", "histogram_series", {**histogram, "values": [1.0]}, 2),
        row("R", "samples", "file_series", {"path": "team_digits-01/x.png"}, 3),
        row("R", "tone", "file", {"path": "team_digits-01/tone.wav"}),
        row("R", "config", "file", {"path": "team_digits-01/config.yaml"}),
        row("R", "model", "file", {"path": "team_digits-01/model.pt"}),
        row("R", "gone", "file", {"path": "team_digits-01/gone.png"}),
        row("R", "out", "file", {"path": "../../secret.txt"}),
        row("R", "root", "file", {"path": "/etc/passwd.txt"}),
        row("R", "loss", "float_series", 0.5, 1),
    ]
    export(place(tmp_path), rows, rows=5)
    reader = LogReader(tmp_path)
    (run,) = reader.runs
    words = reader.records(run, "text", "words")
    assert [(each.step, each.walltime - START.timestamp(), each.payload) for each in words] == [
        (4, 2, "hello"),
        (5, 3, "world"),
    ]
    (weights,) = reader.records(run, "histogram", "weights")
    assert weights.payload.counts.tolist() == [3, 4]
    assert weights.payload.edges.tolist() == [0, 0.5, 1]
    (samples,) = reader.records(run, "image", "samples")
    assert (samples.step, samples.payload.pixels.shape) == (3, (4, 6, 3))
    (tone,) = reader.records(run, "audio", "tone")
    assert tone.payload.samples[:, 0].tolist() == [100 * at for at in range(80)]
    assert "lr: 1" in reader.records(run, "text", "config")[0].payload
    assert set(reader.tags(run, "text")) == {"words", "config"}
    info = loaded(tmp_path).runs()[0]
    assert info.left_out == {
        "histogram_series, which can't be read": 1,
        "files that are neither pictures, sounds, videos nor texts": 1,
        "files that are not below the logdir, or can't be read": 1,
        "file, which can't be read": 2,
    }
    alone = LogReader(place(tmp_path))  # the files lie above it
    (run,) = alone.runs
    assert alone.tags(run, "image") == []


def test_import_names_the_runs_and_keeps_everything(tmp_path: Path) -> None:
    rows = config("RUN-1") + series("RUN-1", "loss", [0.5, 0.25]) + config("RUN-2")
    rows += [row("RUN-2", "words", "string_series", "hello", 4)]
    source = export(place(tmp_path), rows).parents[3]
    copy_runs(source, tmp_path / "native")
    reader = LogReader(tmp_path / "native")
    titles = {reader.display_name(run) for run in reader.runs}
    assert reader.runs == [f"exports/{PROJECT}/experiment RUN-{number}" for number in (1, 2)]
    assert titles == {f"{PROJECT}/experiment RUN-{number}" for number in (1, 2)}
    ones = next(run for run in reader.runs if reader.kinds(run).count("scalar"))
    assert reader.scalars(ones, "loss").values.tolist() == [0.5, 0.25]
    assert len(reader.trials()) == 2


def test_an_export_that_is_made_anew_is_read_anew(tmp_path: Path) -> None:
    first = export(tmp_path, series("R", "loss", [0.5]))
    reader = LogReader(first)
    assert reader.scalars("part_0.parquet/R", "loss").values.tolist() == [0.5]
    export(tmp_path, series("R", "loss", [0.5, 0.25]), series("R", "acc", [1.0]))
    reader.refresh()
    assert reader.scalars("part_0.parquet/R", "loss").values.tolist() == [0.5, 0.25]
    assert reader.tags("part_0.parquet/R") == ["acc", "loss"]


def without_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)


def test_without_pyarrow_the_file_is_reported_and_nothing_else_hurt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export(tmp_path / "data", series("R", "loss", [0.5]))
    with LogWriter(tmp_path / "own") as writer:
        writer.add_scalar("loss", 0.5, 0)
    without_pyarrow(monkeypatch)
    store = loaded(tmp_path)
    assert [run.name for run in store.runs()] == ["own"]
    (unreadable,) = store.unreadable()
    assert unreadable.path == "data/part_0.parquet"
    assert not unreadable.is_damaged
    assert "pip install pyarrow" in unreadable.reason


def test_without_pyarrow_an_export_is_not_called_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    export(tmp_path / "data", series("R", "loss", [0.5]))
    without_pyarrow(monkeypatch)
    assert main(["check", str(tmp_path)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said == [
        f"{tmp_path}/data/part_0.parquet: note: not read: reading Parquet needs pyarrow: pip install pyarrow",
        "0 runs, 0 files, 0 records: intact",
    ]


def test_without_pyarrow_a_reader_says_what_it_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    export(tmp_path / "data", series("R", "loss", [0.5]))
    without_pyarrow(monkeypatch)
    reader = LogReader(tmp_path)
    assert reader.runs == []
    reader.refresh()
    (warning,) = caplog.messages
    assert "pip install pyarrow" in warning
    assert "data/part_0.parquet" in warning
    assert [(item.path, "pyarrow" in item.reason) for item in reader.unreadable] == [
        ("data/part_0.parquet", True)
    ]
    assert reader.damage == []


def test_without_pyarrow_an_import_says_what_it_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    export(tmp_path / "old" / "data", series("R", "loss", [0.5]))
    without_pyarrow(monkeypatch)
    for command in ("import", "export --tensorboard"):
        assert main([*command.split(), str(tmp_path / "old"), str(tmp_path / "new")]) == 2
        said = capsys.readouterr().err
        assert "pip install pyarrow" in said
        assert "data/part_0.parquet" in said
    with LogWriter(tmp_path / "old" / "own") as writer:
        writer.add_scalar("loss", 0.5, 0)
    assert main(["import", str(tmp_path / "old"), str(tmp_path / "new")]) == 1
    assert LogReader(tmp_path / "new").runs == ["own"]


def test_an_export_that_is_damaged_is_reported_at_every_look(tmp_path: Path) -> None:
    path = export(tmp_path, series("R", "loss", [0.5]))
    path.write_bytes(path.read_bytes()[:-3])
    reader = LogReader(tmp_path)
    for _ in range(3):
        reader.refresh()
        assert [damage.file for damage in reader.damage] == ["part_0.parquet"]
    export(tmp_path, series("R", "loss", [0.5, 0.25]))
    reader.refresh()
    assert (reader.runs, reader.damage) == (["part_0.parquet/R"], [])


def test_rows_are_read_in_pieces_whatever_a_row_group_holds(tmp_path: Path) -> None:
    count = 200_000
    columns = {
        "run_id": pa.array(["R"] * count),
        "attribute_path": pa.array(["loss"] * count),
        "attribute_type": pa.array(["float_series"] * count),
        "step": pa.array(range(count)).cast(pa.float64()),
        "float_value": pa.array(np.arange(count) / 2),
    }
    path = tmp_path / "part_0.parquet"
    pq.write_table(pa.table(columns), path, row_group_size=count)
    store = open_store(path, LogFiles([tmp_path]))
    store.refresh()
    sizes, mark, is_all = [], None, False
    while not is_all:
        piece = store.next_points("R", mark)
        mark, is_all = piece.mark, piece.is_all
        sizes += [len(some.values) for some in piece.points]
    assert sum(sizes) == count
    assert max(sizes) <= 1 << 16
    points = LogReader(path).scalars("part_0.parquet/R", "loss")
    assert points.values.tolist() == (np.arange(count) / 2).tolist()


def test_other_tables_are_left_alone_and_pyarrow_is_loaded_for_such_files_only(
    tmp_path: Path,
) -> None:
    pq.write_table(pa.table({"x": [1, 2]}), tmp_path / "part_0.parquet")
    store = loaded(tmp_path)
    assert (store.runs(), store.unreadable(), store.foreign_logs) == ((), (), ())
    with LogWriter(tmp_path / "own") as writer:
        writer.add_scalar("loss", 0.5, 0)
    (tmp_path / "part_0.parquet").unlink()
    code = (
        "import sys; from vdlite import LogReader; r = LogReader(sys.argv[1]);"
        "r.scalars('own', 'loss'); sys.exit('pyarrow' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False).returncode == 0


@pytest.mark.parametrize("column", [each.name for each in SCHEMA])
@pytest.mark.parametrize(
    "other", [pa.int64(), pa.string(), pa.list_(pa.int8()), pa.struct([("x", pa.int8())]), None]
)
def test_columns_of_other_types_do_no_harm(tmp_path: Path, column: str, other: Any) -> None:
    rows = config("RUN-1") + series("RUN-1", "loss", [0.5] * 3)
    rows.append(row("RUN-1", "words", "string_series", "hello", 4))
    path = export(tmp_path, rows)
    table = pq.read_table(path)
    at = table.schema.get_field_index(column)
    odd = table.remove_column(at)
    if other is not None:
        values = {pa.int64(): 7, pa.string(): "x"}.get(
            other, [1] if "list" in str(other) else {"x": 1}
        )
        odd = odd.append_column(column, pa.array([values] * len(table), other))
    pq.write_table(odd, path)
    with LogWriter(tmp_path / "own") as writer:
        writer.add_scalar("loss", 0.5, 0)
    store = loaded(tmp_path)
    assert "own" in {run.name for run in store.runs()}


def test_any_bytes_do_no_harm(tmp_path: Path) -> None:
    rows = config("RUN-1") + series("RUN-1", "loss", [0.5] * 50)
    good = export(tmp_path / "good", rows, rows=20).read_bytes()
    rng = random.Random(5)
    with LogWriter(tmp_path / "logs" / "own") as writer:
        writer.add_scalar("loss", 0.5, 0)
    file = tmp_path / "logs" / "part_0.parquet"
    for at in range(120):
        data = bytearray(good)
        if at % 3 == 0:
            data = data[: rng.randrange(len(data))]
        for _ in range(1 + at % 4):
            if data:
                data[rng.randrange(len(data))] = rng.randrange(256)
        file.write_bytes(data)
        store = loaded(tmp_path / "logs")
        assert "own" in {run.name for run in store.runs()}
    check([tmp_path / "logs"])
