"""The command `vdlite query`: SQL over logs and over exports, and nothing else."""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vdlite import LogReader, LogWriter
from vdlite.cli import main

pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")

LONG = "日本" * 40 + "/it's"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with logs and their export."""
    folder = tmp_path_factory.mktemp("query")
    with LogWriter(folder / "logs" / "a=1" / "b", display_name="first") as writer:
        writer.add_hparams({"lr": 0.1, "name": "x"}, ["loss"])
        for step in (0, 1, 2, 1):
            writer.add_scalar("loss", 10.0 * step + 1 / 3, step)
        writer.add_scalar("odd", float("nan"), 0)
        writer.add_scalar("odd", float("inf"), 1)
        writer.add_text("note", "words", 3)
    with LogWriter(folder / "logs" / LONG) as writer:
        writer.add_scalar_series("loss", np.arange(1000.0))
    assert main(["export", "--parquet", str(folder / "logs"), str(folder / "exported")]) == 0
    weird = folder / "out [of] t*m'e?"
    shutil.copytree(folder / "exported", weird)
    return folder


PLACES = ["logs", "exported", "out [of] t*m'e?"]


def answer(capsys: pytest.CaptureFixture[str], place: Path, sql: str) -> Any:
    assert main(["query", str(place), sql, "--json"]) == 0
    return json.loads(capsys.readouterr().out, parse_constant=pytest.fail)


@pytest.mark.parametrize("place", PLACES)
def test_scalars_are_those_of_a_reader(
    made: Path, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = answer(capsys, made / place, "select * from scalars order by run, tag, step, walltime")
    reader = LogReader(made / "logs")
    want = []
    for run in sorted(reader.runs):
        for tag in reader.tags(run):
            points = reader.scalars(run, tag, superseded=True)
            assert points.superseded is not None
            columns = (points.steps, points.walltimes, points.values, points.superseded)
            want += [(run, tag, *row) for row in zip(*map(np.ndarray.tolist, columns), strict=True)]
    assert len(want) == 1006
    names = ["run", "tag", "step", "walltime", "value", "superseded"]
    assert [list(row) for row in found] == [names] * len(want)
    numbers = {"NaN": float("nan"), "Infinity": float("inf")}
    got = [tuple(numbers.get(value, value) for value in row.values()) for row in found]
    assert list(map(repr, got)) == list(map(repr, want))


@pytest.mark.parametrize("place", PLACES)
def test_the_tables_can_be_joined(
    made: Path, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    sql = (
        "select runs.display_name, hparams.number, max(scalars.value) as best, "
        'any_value(records.kind) as kind, any_value(records."offset") > 0 as there '
        "from runs join hparams using (run) join scalars using (run) join records using (run) "
        "where hparams.name = 'lr' and tag = 'loss' and records.kind = 'text' "
        "group by all"
    )
    sql = sql.replace("and tag", "and scalars.tag")
    assert answer(capsys, made / place, sql) == [
        {"display_name": "first", "number": 0.1, "best": 20 + 1 / 3, "kind": "text", "there": True}
    ]
    counts = answer(capsys, made / place, "select tag, count, superseded from tags order by all")
    assert counts[-1] == {"tag": "odd", "count": 2, "superseded": 0}
    assert {"tag": "loss", "count": 3, "superseded": 1} in counts


def test_only_what_is_named_is_read(
    made: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    read: list[str] = []
    load = LogReader._load
    monkeypatch.setattr(
        LogReader, "_load", lambda self, run: (read.append(run.name), load(self, run))
    )
    assert answer(capsys, made / "logs", "select 1 as one") == [{"one": 1}]
    tables = answer(capsys, made / "logs", "show tables")
    assert read == []
    names = ["hparams", "records", "runs", "scalars", "tags"]
    assert [row["name"] for row in tables] == names
    monkeypatch.setattr(LogReader, "arrow", pytest.fail)
    assert answer(capsys, made / "logs", "select count(*) as n from RUNS") == [{"n": 2}]
    assert len(read) == 2


VALUES = (
    "select 1 as a, 2 as a, 1.5 as decimal, date '2020-01-02' as day, [1, null] as list, {'x': 1} as struct, "
    "'\\x61'::blob as bytes, 2::hugeint ** 100 > 0 as big, interval 1 day as span, map {'k': 1.0} as map, "
    "null as nothing, true as truth, -'inf'::double as low, 'a\"b,c' as text"
)


def test_any_value_is_json_or_csv(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (row,) = answer(capsys, made / "exported", VALUES)
    assert row == {
        "a": 1, "a_2": 2, "decimal": 1.5, "day": "2020-01-02", "list": [1, None], "struct": {"x": 1},
        "bytes": "61", "big": True, "span": "1 day, 0:00:00", "map": {"k": 1.0}, "nothing": None, "truth": True,
        "low": "-Infinity", "text": 'a"b,c',
    }  # fmt: skip
    assert main(["query", str(made / "exported"), VALUES, "--csv"]) == 0
    names, values = csv.reader(io.StringIO(capsys.readouterr().out))
    assert names == list(row)
    assert values[:6] == ["1", "2", "1.5", "2020-01-02", "[1, null]", '{"x": 1}']
    assert values[-4:] == ["", "True", "-Infinity", 'a"b,c']
    assert answer(capsys, made / "exported", "select 1 from runs where false") == []


def test_people_get_a_table_with_the_first_rows(
    made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sql = "select tag, value from scalars where value > 990 order by value"
    assert main(["query", str(made / "exported"), sql, "--limit", "2"]) == 0
    said = capsys.readouterr()
    assert said.out.splitlines() == ["tag   value", "loss    991", "loss    992"]
    assert said.err == "the first 2 rows: --limit shows more\n"


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ("selec 1", 'syntax error at or near "selec"'),
        ("", "got nothing, want one SELECT"),
        ("select 1; select 2", "got SELECT, SELECT, want one SELECT"),
        ("select * from nope", "Table with name nope does not exist; there are scalars, hparams"),
        ("select rn from runs", 'Referenced column "rn" not found in FROM clause; Candidate'),
        ("select cast('x' as int)", "Could not convert string 'x' to INT32"),
    ],
)
@pytest.mark.parametrize("place", ["logs", "exported"])
def test_a_statement_that_can_not_be_answered_is_one_line(
    made: Path, place: str, sql: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["query", str(made / place), sql]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"vdlite query: {why}")
    assert len(said.err.splitlines()) == 1


def state_of(folder: Path) -> dict[Path, tuple[int, int]]:
    found = {path: path.stat() for path in folder.rglob("*")}
    return {path: (each.st_size, each.st_mtime_ns) for path, each in found.items()}


@pytest.mark.parametrize(
    "sql",
    [
        "copy (select 1) to '{out}/x.csv'",
        "explain analyze copy (select 1) to '{out}/x.csv'",
        "export database '{out}/x'",
        "create table x as select 1",
        "drop view scalars",
        "insert into runs select * from runs",
        "attach '{out}/x.db'",
        "set enable_external_access = true",
        "install httpfs",
        "load httpfs",
        "call pragma_version()",
        "checkpoint",
        "select * from query('copy (select 1) to ''{out}/x.csv''')",
        "select * from '/etc/passwd'",
        "select * from read_csv('/etc/passwd')",
        "select * from read_text('{out}/../secret')",
        "select * from read_blob('/proc/self/environ')",
        "select * from glob('/etc/*')",
        "select * from sniff_csv('/etc/passwd')",
        "select * from 'https://example.org/x.parquet'",
        "select * from read_parquet('s3://bucket/x.parquet')",
        "select getenv('HOME')",
        "from damage",
        "from statement",
    ],
)
@pytest.mark.parametrize("place", ["logs", "exported"])
def test_nothing_else_can_be_read_and_nothing_written(
    made: Path, place: str, sql: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (made / "secret").write_text("SECRET")
    before = state_of(made)
    assert main(["query", str(made / place), sql.format(out=made / place)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "SECRET" not in said.err
    assert state_of(made) == before


def test_memory_can_be_limited(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sql = "select count(*) from (select distinct hash(i) from range(3000000) t(i))"
    assert main(["query", str(made / "logs"), sql, "--memory-limit", "30MB"]) == 2
    assert capsys.readouterr().err.startswith("vdlite query: the memory does not suffice: ")
    assert main(["query", str(made / "logs"), "select 1", "--memory-limit", "lots"]) == 2
    assert main(["query", str(made / "logs"), "select 1", "--memory-limit", "1GB"]) == 0


def test_what_can_not_be_read_is_a_note(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with LogWriter(tmp_path / "logs" / "bad") as writer:
        writer.add_scalar_series("loss", np.arange(2000.0))
    (file,) = (tmp_path / "logs" / "bad").glob("*.vdl")
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    assert main(["export", "--parquet", str(tmp_path / "logs"), str(tmp_path / "out")]) == 1
    capsys.readouterr()
    count = len(LogReader(tmp_path / "logs").scalars("bad", "loss"))
    for place in ("logs", "out"):
        sql = "select count(*) as n from scalars"
        assert main(["query", str(tmp_path / place), sql, "--json"]) == 0
        said = capsys.readouterr()
        assert json.loads(said.out) == [{"n": count}]
        assert said.err.startswith(f"note: not read: bad: bad/{file.name}:")


def test_a_damaged_export_is_said(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    shutil.copytree(made / "exported", out)
    (out / "tags.parquet").write_bytes(b"PAR1 nothing")
    assert main(["query", str(out), "select 1"]) == 2
    assert "the export is damaged, or of another version of vdlite" in capsys.readouterr().err
    assert main(["export", "--parquet", str(made / "logs"), str(out)]) == 0
    assert main(["query", str(out), "select 1"]) == 0


def test_without_duckdb_it_says_what_is_needed(made: Path) -> None:
    program = (
        "import sys\nsys.modules['duckdb'] = None\n"
        "from vdlite.cli import main\nsys.exit(main(sys.argv[1:]))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program, "query", str(made / "logs"), "select 1"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 2
    assert ran.stderr == "vdlite query: a query needs duckdb: pip install duckdb\n"
