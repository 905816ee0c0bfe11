"""Exports of Neptune as its exporter writes them: its schema, its layout, with pyarrow and without any of our code."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

SCHEMA = pa.schema(
    [
        ("project_id", pa.string()),
        ("run_id", pa.string()),
        ("attribute_path", pa.string()),
        ("attribute_type", pa.string()),
        ("step", pa.decimal128(18, 6)),
        ("timestamp", pa.timestamp("ms", tz="UTC")),
        ("int_value", pa.int64()),
        ("float_value", pa.float64()),
        ("string_value", pa.string()),
        ("bool_value", pa.bool_()),
        ("datetime_value", pa.timestamp("ms", tz="UTC")),
        ("string_set_value", pa.list_(pa.string())),
        ("file_value", pa.struct([("path", pa.string())])),
        (
            "histogram_value",
            pa.struct(
                [
                    ("type", pa.string()),
                    ("edges", pa.list_(pa.float64())),
                    ("values", pa.list_(pa.float64())),
                ]
            ),
        ),
    ]
)
START = datetime(2025, 1, 1, tzinfo=UTC)
PROJECT = "team/digits"


def row(
    run: str, path: str, kind: str, value: Any, step: Any = None, at: float = 0
) -> dict[str, Any]:
    """A value of an attribute; at: seconds after the beginning."""
    column = {
        "float_series": "float_value",
        "string_series": "string_value",
        "histogram_series": "histogram_value",
        "file_series": "file_value",
    }.get(kind, f"{kind}_value")
    time = None if step is None else datetime.fromtimestamp(START.timestamp() + at, UTC)
    return {
        "project_id": PROJECT,
        "run_id": run,
        "attribute_path": path,
        "attribute_type": kind,
        "step": None if step is None else Decimal(str(step)),
        "timestamp": time,
        column: value,
    }


def export(folder: Path, *parts: list[dict[str, Any]], begin: str = "", rows: int = 1000) -> Path:
    """The first of these parts; rows: of a row group."""
    folder.mkdir(parents=True, exist_ok=True)
    for at, part in enumerate(parts):
        table = pa.Table.from_pylist(part, SCHEMA)
        with pq.ParquetWriter(
            folder / f"{begin}part_{at}.parquet", SCHEMA, compression="snappy"
        ) as file:
            for batch in table.to_batches(rows):
                file.write_batch(batch)
    return folder / f"{begin}part_0.parquet"
