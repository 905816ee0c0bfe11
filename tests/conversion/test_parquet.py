"""Runs as Parquet files: what engines read is what a LogReader gives."""

from __future__ import annotations

import gc
import json
import os
import shutil
import subprocess
import sys
import weakref
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vdlite import LogReader, LogWriter
from vdlite.cli import main

dataset = pytest.importorskip("pyarrow.dataset")
parquet = pytest.importorskip("pyarrow.parquet")
duckdb = pytest.importorskip("duckdb")
polars = pytest.importorskip("polars")
pandas = pytest.importorskip("pandas")
pyarrow = pytest.importorskip("pyarrow")

from vdlite.conversion.parquet.export import ExportedRun, export_parquet  # noqa: E402
from vdlite.conversion.parquet.folder import ExportFolder  # noqa: E402

HIVE = dataset.partitioning(pyarrow.schema([("run", pyarrow.string())]), flavor="hive")
ODD = np.array([0x7FF8000000000001, 0xFFF8DEADBEEF0000, 0x8000000000000000], np.uint64).view(float)
EXTREMES = [-(2**63), -1, 0, 2**63 - 1]


def log(folder: Path, values: Any = (1.0, 2.0, 3.0), tag: str = "loss") -> None:
    with LogWriter(folder) as writer:
        writer.add_scalar_series(tag, values)


def export(*arguments: object) -> int:
    return main(["export", "--parquet", *map(str, arguments)])


def rows_in(out: Path, run: str | None = None) -> list[tuple[Any, ...]]:
    """The scalars of an export as Arrow reads them, values as their bits."""
    if not [*out.glob("scalars/*/*")]:
        return []
    table = dataset.dataset(out / "scalars", partitioning=HIVE).to_table()
    columns = [table[name].to_pylist() for name in ("run", "tag", "step", "walltime")]
    columns.append(table["value"].to_numpy().view(np.int64).tolist())
    columns.append(table["superseded"].to_pylist())
    return sorted(row for row in zip(*columns, strict=True) if run in (None, row[0]))


def rows_of(logdir: Path) -> list[tuple[Any, ...]]:
    """The same as a LogReader gives it."""
    reader = LogReader(logdir)
    rows: list[tuple[Any, ...]] = []
    for run in reader.runs:
        for tag in reader.tags(run):
            points = reader.scalars(run, tag, superseded=True)
            assert points.superseded is not None
            values = np.ascontiguousarray(points.values).view(np.int64)
            columns = (points.steps, points.walltimes, values, points.superseded)
            rows += [(run, tag, *row) for row in zip(*map(np.ndarray.tolist, columns), strict=True)]
    return sorted(rows)


def table(out: Path, name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = parquet.read_table(out / f"{name}.parquet").to_pylist()
    return rows


@pytest.fixture
def logdir(tmp_path: Path) -> Path:
    logs = tmp_path / "logs"
    with LogWriter(logs / "lr=0.1" / "seed=0", display_name="first") as writer:
        writer.add_hparams({"lr": 0.1, "name": "it's", "deep": True, "none": None}, ["loss"])
        writer.add_scalar_series("odd", [*ODD, np.inf, -np.inf])
        writer.add_scalar_series(
            "extreme", np.arange(4.0), EXTREMES, np.array([0.0, 1e9, 2e9, 1.5])
        )
        for step in (0, 1, 2, 1, 0):
            writer.add_scalar('say "loss"', step / 3, step)
        writer.add_text("note", "words", 3)
        writer.add_text("note", "other words", 3)
        writer.add_image("picture", np.zeros((4, 5, 3), np.uint8), 7)
    with LogWriter(logs / "no-scalars") as writer:
        writer.add_text("note", "words", 0)
    log(logs / "plain", np.arange(1000) / 7)
    return logs


def test_scalars_are_those_of_the_logs_bit_by_bit(logdir: Path, tmp_path: Path) -> None:
    assert export(logdir, tmp_path / "out") == 0
    want = rows_of(logdir)
    assert len(want) == 5 + 4 + 5 + 1000
    assert sum(row[-1] for row in want) == 2
    assert rows_in(tmp_path / "out") == want


def test_duckdb_polars_and_pandas_give_the_sums_of_the_logs(logdir: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert export(logdir, out) == 0
    reader = LogReader(logdir)
    want = {
        (run, tag): (len(points), float(points.values.sum()), int(points.steps[-1]))
        for run in reader.runs
        for tag in reader.tags(run)
        if tag != "odd"
        for points in [reader.scalars(run, tag)]
    }
    by_sql = duckdb.sql(
        "select run, tag, count(*), sum(value), max(step) "
        f"from read_parquet('{out}/scalars/*/*.parquet', hive_types={{'run': VARCHAR}}) "
        "where not superseded and tag != 'odd' group by all"
    ).fetchall()
    by_polars = (
        polars.scan_parquet(out / "scalars/**/*.parquet", hive_schema={"run": polars.String})
        .filter(~polars.col("superseded") & (polars.col("tag") != "odd"))
        .group_by("run", "tag")
        .agg(
            polars.len().cast(polars.Int64),
            polars.col("value").sum(),
            polars.col("step").max(),
        )
        .collect()
        .rows()
    )
    frame = pandas.read_parquet(out / "scalars", partitioning=HIVE)
    frame = frame[~frame["superseded"] & (frame["tag"] != "odd")]
    by_pandas = [
        (*names, len(group), group["value"].sum(), group["step"].max())
        for names, group in frame.groupby(["run", "tag"], observed=True)
    ]
    for rows in (by_sql, by_polars, by_pandas):
        assert {row[:2]: row[2:] for row in rows} == {
            names: (count, pytest.approx(total, rel=1e-12), last)
            for names, (count, total, last) in want.items()
        }


def test_the_tables_beside_say_what_there_is(logdir: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert export(logdir, out) == 0
    runs = {row["run"]: row for row in table(out, "runs")}
    assert list(runs) == ["lr=0.1/seed=0", "no-scalars", "plain"]
    summary = LogReader(logdir).summary("lr=0.1/seed=0")
    for name in ("state", "outcome", "started", "updated", "duration", "last_step", "records"):
        assert runs["lr=0.1/seed=0"][name] == getattr(summary, name)
    assert runs["lr=0.1/seed=0"]["display_name"] == "first"
    hparams = {row["name"]: (row["value"], row["number"]) for row in table(out, "hparams")}
    assert hparams == {
        "lr": ("0.1", 0.1),
        "name": ('"it\'s"', None),
        "deep": ("true", 1.0),
        "none": ("null", None),
    }
    tags = {(row["run"], row["tag"]): row for row in table(out, "tags")}
    loss = tags["plain", "loss"]
    assert [loss[name] for name in ("count", "first", "last", "min", "max")] == [
        1000, 0.0, 999 / 7, 0.0, 999 / 7,
    ]  # fmt: skip
    odd = tags["lr=0.1/seed=0", "odd"]
    assert (odd["nan_count"], odd["inf_count"], odd["min"], odd["max"]) == (2, 2, 0.0, 0.0)
    assert tags["lr=0.1/seed=0", 'say "loss"']["superseded"] == 2
    records = [row for row in table(out, "records") if row["run"] == "lr=0.1/seed=0"]
    notes = [row for row in records if row["kind"] == "text"]
    assert [row["superseded"] for row in notes] == [True, False]
    (picture,) = (row for row in records if row["kind"] == "image")
    assert json.loads(picture["summary"])["width"] == 5
    data = (logdir / picture["file"]).read_bytes()
    (record,) = LogReader(logdir).records("lr=0.1/seed=0", "image", "picture")
    assert data[picture["offset"] :][: picture["length"]] == record.raw()


def test_every_file_says_what_wrote_it(logdir: Path, tmp_path: Path) -> None:
    assert export(logdir, tmp_path / "out") == 0
    files = [*(tmp_path / "out").rglob("*.parquet")]
    assert len(files) == 4 + 3
    for file in files:
        metadata = parquet.read_schema(file).metadata
        assert metadata[b"vdlite.export"] == b"1"
        assert b"vdlite.version" in metadata


def test_columns_are_packed_and_groups_of_rows_hold_few_tags(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "logs") as writer:
        for tag in range(3):
            writer.add_scalar_series(f"tag{tag}", np.arange(70_000, dtype=np.float32) / 3)
        for tag in range(300):
            writer.add_scalar_series(f"small{tag}", np.arange(3))
    assert export(tmp_path / "logs", tmp_path / "out") == 0
    (file,) = tmp_path.glob("out/scalars/*/*.parquet")
    metadata = parquet.ParquetFile(file).metadata
    groups = [metadata.row_group(at) for at in range(metadata.num_row_groups)]
    assert [group.num_rows for group in groups] == [900, 70_000, 70_000, 70_000]
    tags = [(group.column(0).statistics.min, group.column(0).statistics.max) for group in groups]
    assert tags[1:] == [(f"tag{tag}", f"tag{tag}") for tag in range(3)]
    packed = {column["path_in_schema"]: column for column in groups[1].to_dict()["columns"]}
    assert "DELTA_BINARY_PACKED" in packed["step"]["encodings"]
    assert "BYTE_STREAM_SPLIT" in packed["walltime"]["encodings"]
    assert "BYTE_STREAM_SPLIT" in packed["value"]["encodings"]
    assert {column["compression"] for column in packed.values()} == {"ZSTD"}
    assert file.stat().st_size < 5 * 210_900


NAMES = [
    "a/b=c", "100%", "%41", '"q"', "it's", "日本語 😀", "x+y z", "007", "2024-01-01", "true", "None",
    "__HIVE_DEFAULT_PARTITION__"[:-1], "é", "e\u0301", "a:b|c<d>", "~", "#&;$", " lead", "1e5", "a,b", "{x}[y]*?",
    "/".join("n" * 60), "\u0628" * 120, "a\\b", "NULL",
]  # fmt: skip


def test_readers_of_hive_partitions_give_the_names_of_the_runs(tmp_path: Path) -> None:
    for name in NAMES:
        log(tmp_path / "logs" / name)
    out = tmp_path / "out"
    assert export(tmp_path / "logs", out) == 0
    names = sorted(NAMES)
    assert sorted({row[0] for row in rows_in(out)}) == names
    query = f"select distinct run from read_parquet('{out}/scalars/*/*.parquet', hive_types={{'run': VARCHAR}})"
    assert sorted(name for (name,) in duckdb.sql(query).fetchall()) == names
    scan = polars.scan_parquet(out / "scalars/**/*.parquet", hive_schema={"run": polars.String})
    assert sorted(scan.collect()["run"].unique()) == names
    frame = pandas.read_parquet(out / "scalars", partitioning=HIVE)
    assert sorted(frame["run"].unique()) == names


def test_a_name_that_no_folder_can_have_is_found_by_the_table_of_runs(tmp_path: Path) -> None:
    long = ["日本" * 40 + f"/{end}" for end in "ab"]
    for name in [*long, "__HIVE_DEFAULT_PARTITION__"]:
        log(tmp_path / "logs" / name)
    out = tmp_path / "out"
    assert export(tmp_path / "logs", out) == 0
    runs = {row["scalars_run"]: row["run"] for row in table(out, "runs")}
    assert {runs[row[0]] for row in rows_in(out)} == {*long, "__HIVE_DEFAULT_PARTITION__"}
    assert all(cut.startswith("日本") for cut in runs if runs[cut] in long)


@settings(max_examples=30)
@given(
    name=st.text(min_size=1, max_size=40).filter(
        lambda name: not set(name) & {"\0", "/"} and name not in {".", ".."} and name.strip()
    ),
    points=st.lists(
        st.tuples(st.integers(-(2**63), 2**63 - 1), st.floats(width=64)), min_size=1, max_size=6
    ),
)
def test_any_name_and_points_come_back(
    tmp_path_factory: pytest.TempPathFactory, name: str, points: list[tuple[int, float]]
) -> None:
    folder = tmp_path_factory.mktemp("export")
    try:
        with LogWriter(folder / "logs" / name) as writer:
            for step, value in points:
                writer.add_scalar(name, value, step)
    except (OSError, UnicodeError):
        return  # no drive has such a folder
    export_parquet(folder / "logs", folder / "out")
    assert rows_in(folder / "out") == rows_of(folder / "logs")


def stamps(out: Path) -> dict[str, int]:
    return {path.parent.name: path.stat().st_mtime_ns for path in out.glob("scalars/*/*.parquet")}


def test_a_second_export_writes_only_what_has_changed(
    logdir: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert export(logdir, out) == 0
    before, whole = stamps(out), (out / "runs.parquet").stat().st_mtime_ns
    capsys.readouterr()
    assert export(logdir, out) == 0
    assert capsys.readouterr().out == f"{out}: 0 runs written, 3 as before, 0 removed\n"
    assert (stamps(out), (out / "runs.parquet").stat().st_mtime_ns) == (before, whole)

    log(logdir / "plain", [5.0], "later")
    log(logdir / "new")
    shutil.rmtree(logdir / "lr=0.1")
    assert export(logdir, out) == 0
    said = capsys.readouterr().out.splitlines()
    assert said == [
        "new: 3 points",
        "plain: 1001 points",
        f"{out}: 2 runs written, 1 as before, 1 removed",
    ]
    after = stamps(out)
    assert after.keys() == {"run=new", "run=plain", "run=no-scalars"}
    assert after["run=no-scalars"] == before["run=no-scalars"]
    assert rows_in(out) == rows_of(logdir)
    for name in ("runs", "tags", "records"):
        assert {row["run"] for row in table(out, name)} <= {"new", "plain", "no-scalars"}
    assert len(table(out, "runs")) == 3
    assert [row["run"] for row in table(out, "records")] == ["no-scalars"]
    assert table(out, "hparams") == []


def test_only_runs_that_are_asked_for_are_exported(logdir: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert export(logdir, out, "--runs", "lr=*", "--runs", "plain") == 0
    assert stamps(out).keys() == {"run=lr%3D0.1%2Fseed%3D0", "run=plain"}
    assert export(logdir, out, "--runs", "plain") == 0
    assert stamps(out).keys() == {"run=plain"}
    assert [row["run"] for row in table(out, "runs")] == ["plain"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["LOGS", "LOGS/out"], "can't export into the folder of the logs, want another one: "),
        (["LOGS", "LOGS"], "can't export into the folder of the logs, want another one: "),
        (["LOGS", "OTHER"], "can't export: the folder is not empty, and holds no export: "),
        (["LOGS", "OTHER/file"], "can't export: not a folder: "),
        (["OTHER", "OUT"], "can't export: there are no logs: "),
        (["LOGS", "OUT", "--runs", "x*"], "can't export: no run is called x*: "),
        (["LOGS", "OUT", "--float64"], "--float64 is for event files"),
    ],
)
def test_what_can_not_be_exported_is_said_and_nothing_is_written(
    logdir: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], why: str
) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "file").touch()
    before = sorted(tmp_path.rglob("*"))
    places = {"LOGS": logdir, "OTHER": tmp_path / "other", "OUT": tmp_path / "out"}
    for word, place in places.items():
        arguments = [each.replace(word, str(place)) for each in arguments]
    assert export(*arguments) == 2
    assert capsys.readouterr().err.startswith(f"vdlite export: {why}")
    assert sorted(tmp_path.rglob("*")) == before


def test_two_exports_never_write_into_one_folder(
    logdir: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ExportFolder(tmp_path / "out").opened():
        assert export(logdir, tmp_path / "out") == 2
    assert "another export is at work there" in capsys.readouterr().err
    assert export(logdir, tmp_path / "out") == 0


def test_of_damaged_logs_the_rest_is_exported_and_the_damage_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log(tmp_path / "logs" / "good")
    log(tmp_path / "logs" / "bad", np.arange(2000.0))
    (file,) = (tmp_path / "logs" / "bad").glob("*.vdl")
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    for _ in range(2):  # of what stays as it was, too
        assert export(tmp_path / "logs", tmp_path / "out") == 1
        said = capsys.readouterr().out
        assert f"bad: can't be read: bad/{file.name}:" in said
        assert "checksum does not match" in said
        assert "good: can't" not in said
    found = rows_in(tmp_path / "out")
    assert found == rows_of(tmp_path / "logs")
    assert 1500 < len(found) < 2003
    damage = {row["run"]: row["damage"] for row in table(tmp_path / "out", "runs")}
    assert damage["good"] == []
    assert "checksum" in damage["bad"][0]


def test_hyperparameters_that_can_not_be_read_are_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with LogWriter(tmp_path / "logs" / "a") as writer:
        writer.add_hparams({"long": "x" * 100_000}, ["loss"])
        writer.add_scalar("loss", 1.0, 0)
    (media,) = (tmp_path / "logs" / "a").glob("*.vdm")
    data = bytearray(media.read_bytes())
    data[len(data) // 2] ^= 1
    media.write_bytes(data)
    assert export(tmp_path / "logs", tmp_path / "out") == 1
    assert "a: can't be read: hparams 'hparams' at step 0: " in capsys.readouterr().out
    assert table(tmp_path / "out", "hparams") == []
    assert rows_in(tmp_path / "out") == rows_of(tmp_path / "logs")


def test_an_export_that_is_killed_leaves_whole_files_and_is_made_good(
    logdir: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    program = (
        "import os, sys\n"
        "from vdlite.conversion.parquet import export\n"
        "def tell(run): os._exit(9)\n"
        "export.export_parquet(sys.argv[1], sys.argv[2], tell=tell)\n"
    )
    for written in (1, 1):
        ran = subprocess.run([sys.executable, "-c", program, str(logdir), str(out)], check=False)
        assert ran.returncode == 9
        assert len(stamps(out)) == written
        assert {row[0] for row in rows_in(out)} == {"lr=0.1/seed=0"}
        assert table(out, "runs") == []
    assert [path.name for path in (out / ".work").iterdir()] != ["lock"]
    assert export(logdir, out) == 0
    assert rows_in(out) == rows_of(logdir)
    assert [path.name for path in (out / ".work").iterdir()] == ["lock"]


def test_one_run_is_in_memory_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for run in range(3):
        log(tmp_path / "logs" / str(run))
    held: list[int] = []
    read = LogReader._load

    def load(reader: LogReader, run: Any) -> None:
        read(reader, run)
        held.append(sum(bool(each.kinds()) for each in reader._runs.values()))

    monkeypatch.setattr(LogReader, "_load", load)
    export_parquet(tmp_path / "logs", tmp_path / "out")
    assert held == [1, 1, 1]


def test_the_memory_of_a_run_is_free_when_it_is_written(tmp_path: Path) -> None:
    for run in range(3):
        log(tmp_path / "logs" / str(run))
    gone: list[weakref.ref[Any]] = []

    def tell(run: ExportedRun) -> None:
        assert [each() for each in gone] == [None] * len(gone)

    load = LogReader._load

    def loaded(reader: LogReader, run: Any) -> None:
        load(reader, run)
        gone.append(weakref.ref(run.scalars("loss").snapshot().values))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LogReader, "_load", loaded)
        gc.disable()  # which would hide that it is not needed
        try:
            export_parquet(tmp_path / "logs", tmp_path / "out", tell=tell)
        finally:
            gc.enable()
    assert len(gone) == 3


def test_without_pyarrow_it_says_what_is_needed(logdir: Path, tmp_path: Path) -> None:
    program = (
        "import sys\nsys.modules['pyarrow'] = None\n"
        "from vdlite.cli import main\nsys.exit(main(sys.argv[1:]))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program, "export", "--parquet", logdir, tmp_path / "out"],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ,
    )
    assert ran.returncode == 2
    assert ran.stderr == (
        "vdlite export: an export to Parquet needs pyarrow: pip install pyarrow\n"
    )
