"""Columns of pyarrow's batches as arrays of NumPy."""

from importlib import import_module
from typing import Any

import numpy as np

MICRO = 10**6
"""Steps are decimals of six places."""
MOST_STEP = 1 << 62


def words_of(batch: Any, column: str) -> tuple[Any, list[str | None]]:
    """The column as numbers of words, -1 for none, and the words."""
    found = batch.column(column)
    if not hasattr(found, "indices"):
        found = found.dictionary_encode()
    codes = found.indices.fill_null(-1).to_numpy(zero_copy_only=False)
    return codes.astype(np.int64), found.dictionary.to_pylist()


def is_word(batch: Any, column: str, word: str) -> Any:
    """True for the rows that have that word."""
    codes, there = words_of(batch, column)
    return codes == (there.index(word) if word in there else -2)


def steps_of(batch: Any) -> tuple[Any, Any]:
    """Steps in millionths, and which rows have one."""
    if "step" not in batch.schema.names:
        return np.zeros(batch.num_rows, np.int64), np.zeros(batch.num_rows, bool)
    column = batch.column("step")
    is_there = column.is_valid().to_numpy(zero_copy_only=False)
    kind = str(column.type)
    if kind == "decimal128(18, 6)":
        # 18 digits lie in the lower half of 128 bits.
        halves = np.frombuffer(column.buffers()[1], np.int64)
        micro = halves[2 * column.offset : 2 * (column.offset + len(column)) : 2]
        return np.where(is_there, micro, 0), is_there
    numbers = column.cast("float64").fill_null(0).to_numpy(zero_copy_only=False) * MICRO
    fits = np.isfinite(numbers) & (np.abs(numbers) < MOST_STEP)
    return np.rint(np.where(fits, numbers, 0)).astype(np.int64), is_there & fits


def times_of(batch: Any) -> Any:
    """Seconds since 1970; 0 where none is given."""
    if "timestamp" not in batch.schema.names:
        return np.zeros(batch.num_rows)
    column = batch.column("timestamp")
    unit = {"s": 1.0, "ms": 1e3, "us": 1e6, "ns": 1e9}[column.type.unit]
    return column.cast("int64").fill_null(0).to_numpy(zero_copy_only=False) / unit


def numbers_of(batch: Any, column: str) -> tuple[Any, Any]:
    """The column's numbers, and which rows have one."""
    if column not in batch.schema.names:
        return np.zeros(batch.num_rows), np.zeros(batch.num_rows, bool)
    found = batch.column(column)
    values = found.fill_null(0).to_numpy(zero_copy_only=False)
    return values.astype(np.float64), found.is_valid().to_numpy(zero_copy_only=False)


def indices(rows: Any) -> Any:
    """Rows for `take`."""
    return import_module("pyarrow").array(rows)
