"""SQL over runs, by DuckDB: over an export, or over the logs themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import pyarrow
import pyarrow.dataset

from vdlite.conversion.parquet.folder import ExportFolder, is_export, rows_of
from vdlite.conversion.parquet.rows import (
    Row,
    damage_of,
    hparam_rows,
    record_rows,
    run_row,
    tag_rows,
)
from vdlite.conversion.parquet.schemas import SCALARS, TABLES, batch_of
from vdlite.errors import QueryError
from vdlite.reader import LogReader, Run
from vdlite.reader.whole_runs import folder_of, forget, run_of

NAMES = ("scalars", *sorted(TABLES))
"""The tables that a statement finds."""

_AT_ONCE = 4096  # rows
_GLOB = set("*?[")  # have a meaning in paths that DuckDB is given
_COLUMNS = ("run", *SCALARS.names)
_CONFIG = {
    # Nothing of a network, and nothing of this program's own variables.
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    "python_enable_replacements": "false",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """The rows that a statement gives."""

    names: tuple[str, ...]  # of the columns, each once
    rows: Iterator[tuple[Any, ...]]
    damage: tuple[str, ...]  # what can't be read of the runs, a sentence for each


@contextmanager
def answer(
    source: str | Path,
    statement: str,
    *,
    memory_limit: str | None = None,
    follow_links: bool = False,
) -> Iterator[Answer]:
    """The answer to one SELECT over the runs, for a `with` block.

    source: an export, or logs, of which only what the statement names is read.
    memory_limit: the most that DuckDB takes for its work, such as "2GB"; None for its own limit.
    Nothing but `source` is read, and nothing is written. Raises QueryError for a statement that can't be answered,
    LogdirError if there are no such logs.
    """
    with closing(duckdb.connect(":memory:", config=_CONFIG)) as connection:
        try:
            _limit(connection, memory_limit)
            _check(connection, statement)
            if is_export(Path(source)):
                damage = _open_export(connection, Path(source))
            else:
                damage = _open_logs(
                    connection, LogReader(source, follow_links=follow_links), statement
                )
            connection.execute("set enable_external_access = false")
            connection.execute("set lock_configuration = true")
            connection.execute(statement)
            names = _each_once([column[0] for column in connection.description or ()])
            yield Answer(names, _rows(connection), damage)
        except duckdb.Error as error:
            raise QueryError(_said(error)) from error
        except pyarrow.ArrowException as error:
            raise QueryError(f"can't read the export: {str(error).splitlines()[0]}") from error


def _limit(connection: duckdb.DuckDBPyConnection, memory_limit: str | None) -> None:
    if memory_limit is not None:
        connection.execute(f"set memory_limit = {_text(memory_limit)}")
    connection.execute("set temp_directory = ''")


def _check(connection: duckdb.DuckDBPyConnection, statement: str) -> None:
    """Raise QueryError for anything but one SELECT: of the others some write files, even into an export."""
    found = connection.extract_statements(statement)
    if len(found) != 1 or found[0].type != duckdb.StatementType.SELECT:
        got = ", ".join(each.type.name for each in found) or "nothing"
        raise QueryError(f"got {got}, want one SELECT")


def _open_export(connection: duckdb.DuckDBPyConnection, path: Path) -> tuple[str, ...]:
    folder = ExportFolder(path.absolute())
    if not folder.is_current:
        raise QueryError(
            f"the export is damaged, or of another version of vdlite; export again: {path}"
        )
    runs = rows_of(folder.table("runs"), "run", "scalars_run", "damage")
    for name in TABLES:
        connection.register(name, pyarrow.dataset.dataset(folder.table(name)))
    if not runs:
        connection.register("scalars", _no_scalars())
        return ()
    if _GLOB & set(str(folder.path)):
        hive = pyarrow.dataset.partitioning(
            pyarrow.schema([("run", pyarrow.string())]), flavor="hive"
        )
        scalars = pyarrow.dataset.dataset(folder.path / "scalars", partitioning=hive)
        connection.register("every_scalar", scalars)
        files = "every_scalar"
    else:
        # Three to ten times as fast as a data set of Arrow.
        connection.execute(f"set allowed_directories = [{_text(str(folder.path))}]")
        parts = _text(str(folder.path / "scalars" / "*" / "*.parquet"))
        files = f"read_parquet({parts}, hive_partitioning = true, hive_types = {{'run': VARCHAR}})"
    if all(row["run"] == row["scalars_run"] for row in runs):
        chosen = f"select {', '.join(_COLUMNS)} from {files}"
    else:
        points = ", ".join(f"points.{name}" for name in SCALARS.names)
        chosen = (
            f"select runs.run, {points} from {files} points join runs on points.run = scalars_run"
        )
    connection.execute(f"create view scalars as {chosen}")
    return tuple(f"{row['run']}: {each}" for row in runs for each in row["damage"])


def _open_logs(
    connection: duckdb.DuckDBPyConnection, reader: LogReader, statement: str
) -> tuple[str, ...]:
    """Make tables of what the statement names, run by run; the others are there without rows."""
    words = statement.lower()
    named = {name for name in NAMES if name in words}
    rows: dict[str, list[pyarrow.RecordBatch]] = {name: [] for name in TABLES}
    logdir = str(folder_of(reader))
    damage: list[str] = []
    for name in reader.runs if named else ():
        run = run_of(reader, name)
        for table in named & TABLES.keys():
            found = filter(None, _rows_of_run(table, run, logdir))
            rows[table] += [batch_of(some, TABLES[table]) for some in found]
        damage += [f"{name}: {each}" for each in damage_of(run)]
        if "scalars" not in named:
            forget(reader, name)
    for name, batches in rows.items():
        connection.register(name, pyarrow.Table.from_batches(batches, TABLES[name]))
    is_read = "scalars" in named
    connection.register("scalars", reader.arrow(superseded=True) if is_read else _no_scalars())
    return tuple(damage)


def _rows_of_run(table: str, run: Run, logdir: str) -> Iterator[Sequence[Row]]:
    """The rows that a table has of a run, some at a time."""
    if table == "runs":
        yield [run_row(run, "")]
    elif table == "hparams":
        yield hparam_rows(run)
    elif table == "tags":
        yield tag_rows(run)
    else:
        yield from record_rows(run, logdir)


def _no_scalars() -> pyarrow.Table:
    return pyarrow.schema([("run", pyarrow.string()), *SCALARS]).empty_table()


def _rows(connection: duckdb.DuckDBPyConnection) -> Iterator[tuple[Any, ...]]:
    while some := connection.fetchmany(_AT_ONCE):
        yield from some


def _each_once(names: Sequence[str]) -> tuple[str, ...]:
    """The names, with a number behind one that was there before."""
    given: list[str] = []
    for name in names:
        number, wanted = 1, name
        while wanted in given:
            number += 1
            wanted = f"{name}_{number}"
        given.append(wanted)
    return tuple(given)


def _text(value: str) -> str:
    """The value as a text of SQL."""
    return "'" + value.replace("'", "''") + "'"


def _said(error: duckdb.Error) -> str:
    """The error in one line: without its kind, the statement, and what DuckDB has tables of its own for."""
    first, *rest = str(error).split("\n\n")[0].splitlines()
    what = first.partition(" Error: ")[2] or first
    if isinstance(error, duckdb.OutOfMemoryException):
        return f"the memory does not suffice: {what}"
    if what.startswith("Table with name"):
        return f"{what.rstrip('!')}; there are {', '.join(NAMES)}"
    hints = [line for line in rest if line.startswith(("Candidate", "Did you mean"))]
    return "; ".join([what.rstrip("!"), *hints])
