"""Parquet files that say more than their size allows."""

import tracemalloc
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from vdlite.reader import Store
from vdlite.reader.check import check


def test_a_file_of_millions_of_equal_rows_is_reported_and_not_read(tmp_path: Path) -> None:
    rows = 6_000_000
    columns = {"run_id": "run", "attribute_path": "loss", "attribute_type": "float_series"}
    table = {
        name: pa.DictionaryArray.from_arrays(pa.repeat(pa.scalar(0, pa.int8()), rows), [word])
        for name, word in columns.items()
    }
    table["step"] = pa.repeat(pa.scalar(1.0), rows)
    table["float_value"] = pa.repeat(pa.scalar(0.5), rows)
    path = tmp_path / "logs" / "equal_part_0.parquet"
    path.parent.mkdir()
    pq.write_table(pa.table(table), path)
    assert 4 * path.stat().st_size + 1_000_000 < rows
    store = Store([path.parent])
    tracemalloc.start()
    for _ in range(3):
        store.refresh()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 8 << 20
    (unreadable,) = store.unreadable()
    assert "6000000 rows in" in unreadable.reason
    assert not check([path.parent]).intact
