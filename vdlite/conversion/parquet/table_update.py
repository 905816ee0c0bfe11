"""One of the tables of an export as it will be: rows of runs that stayed as they were, and new ones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pyarrow
import pyarrow.compute
import pyarrow.parquet

from vdlite.conversion.parquet.rows import Row
from vdlite.conversion.parquet.schemas import batch_of, writer

_GROUP = 1 << 16  # rows that a group has at least, but for the last


class TableUpdate:
    """Writes a table anew, in little memory however long it is."""

    def __init__(self, made: Path, schema: pyarrow.Schema) -> None:
        """made: a new file, which `close` makes whole."""
        self._schema = schema
        self._writer = writer(made, schema)
        self._batches: list[pyarrow.RecordBatch] = []
        self._count = 0

    def keep(self, earlier: Path, runs: Sequence[str]) -> None:
        """Take over the rows of these runs from the table as it is; nothing if there is none."""
        if not runs or not earlier.exists():
            return
        kept = pyarrow.array(runs, pyarrow.string())
        with pyarrow.parquet.ParquetFile(earlier) as file:
            for batch in file.iter_batches(batch_size=_GROUP):
                names = batch.column("run").cast(pyarrow.string())
                self._add(batch.filter(pyarrow.compute.is_in(names, value_set=kept)))

    def add(self, rows: Sequence[Row]) -> None:
        """Add rows; a column that one lacks is null there."""
        self._add(batch_of(rows, self._schema))

    def _add(self, batch: pyarrow.RecordBatch) -> None:
        if not batch.num_rows:
            return
        self._batches.append(batch)
        self._count += batch.num_rows
        if self._count >= _GROUP:
            self._flush()

    def _flush(self) -> None:
        if self._batches:
            table = pyarrow.Table.from_batches(self._batches).cast(self._schema)
            self._writer.write_table(table.unify_dictionaries(), row_group_size=2 * _GROUP)
        self._batches, self._count = [], 0

    def close(self) -> None:
        """Write what is left."""
        self._flush()
        self._writer.close()
