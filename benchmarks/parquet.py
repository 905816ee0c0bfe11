"""Exports to Parquet: bytes a point, processor time and memory, and what SQL takes over them."""

import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import logs
from benchmarks.process import NotInstalled, run_json
from benchmarks.table import Row

_BEGIN = """
    import json, os, resource, sys, time
    source, target, os.environ["VDLITE_CACHE"] = sys.argv[1:4]
    from vdlite import LogReader
    def done():
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
        print(json.dumps([time.process_time() - begin, peak]))
"""
_READING = """
    begin = time.process_time()
    reader = LogReader(source)
    for run in reader.runs:
        reader.tags(run)
    done()
"""
_EXPORT = """
    from vdlite.conversion.parquet.export import export_parquet
    begin = time.process_time()
    export_parquet(source, target)
    done()
"""
_DEFAULTS = """
    import pathlib, pyarrow.parquet
    begin = time.process_time()
    reader = LogReader(source)
    pathlib.Path(target).mkdir()
    for number, run in enumerate(reader.runs):
        table = reader.arrow(run, superseded=True)
        pyarrow.parquet.write_table(table, f"{target}/{number}.parquet")
    done()
"""
_QUERY = """
    from vdlite.conversion.parquet.query import answer
    begin = time.process_time()
    with answer(source, target) as found:
        rows = list(found.rows)
    done()
"""
_STATEMENTS = {
    "SQL: count, sum and maximum of each of 100 series": "select run, tag, count(*), sum(value), max(value) "
    "from scalars where not superseded group by all",
    "SQL: the largest value of a tag in each run": "select run, max(value) from scalars "
    "where tag = 'group0/tag0' group by run",
}


def measure(*, quick: bool) -> list[Row]:
    """Medians of processes of their own; 10 runs with 10 tags of random walks, of 64 bits or rounded to 32."""
    try:
        return [*_rows(points=10_000 if quick else 100_000, times=3)]
    except NotInstalled as error:
        return [Row("export to Parquet", "vdlite", None, "", str(error))]


def _rows(*, points: int, times: int) -> Iterator[Row]:
    count = 100 * points
    named = {"values of 64 bits": np.float64, "values of 32 bits": np.float32}
    for what, precision in named.items():
        with logs.folder() as folder:
            source = folder / "logs"
            logs.write_runs(source, runs=10, tags=10, points=points, precision=precision)
            made: dict[str, list[tuple[float, float]]] = {}
            for program, who in (
                (_EXPORT, "vdlite export --parquet"),
                (_DEFAULTS, "pyarrow's defaults"),
            ):
                made[who] = [_run(program, source, folder / f"{who}{at}") for at in range(times)]
            yield Row(f"bytes a point, {what}", "(the log)", _bytes(source) / count, "B")
            for who in made:
                yield Row(f"bytes a point, {what}", who, _bytes(folder / f"{who}0") / count, "B")
            if precision is np.float32:
                continue
            made = {"(reading alone)": [_run(_READING, source) for _ in range(times)]} | made
            cache = folder / "cache"
            first, *rest = (
                _run(_EXPORT, source, folder / f"cached{at}", cache) for at in range(1 + times)
            )
            made["vdlite, and the cache is made"] = [first]
            made["vdlite, from the cache"] = rest
            for who, taken in made.items():
                seconds = statistics.median(each[0] for each in taken)
                note = f"{count / seconds / 1e6:.2g} million points a second"
                yield Row(f"{count / 1e6:g} M points into Parquet: CPU", who, seconds, "s", note)
            for who, taken in made.items():
                peak = statistics.median(each[1] for each in taken)
                yield Row("peak memory meanwhile", who, peak, "MB")
            export = folder / "vdlite export --parquet0"
            again = [_run(_EXPORT, source, export)[0] for _ in range(times)]
            yield Row(
                "the same again, nothing changed: CPU",
                "vdlite export --parquet",
                statistics.median(again),
                "s",
            )
            for asked, statement in _STATEMENTS.items():
                for who, *place in (
                    ("over the export", export, ""),
                    ("over the logs", source, ""),
                    ("over the logs, from the cache", source, cache),
                ):
                    seconds = [_run(_QUERY, place[0], statement, place[1])[0] for _ in range(times)]
                    yield Row(asked, who, statistics.median(seconds), "s")


def _run(program: str, source: Path, target: Any = "", cache: Any = "") -> tuple[float, float]:
    """Processor seconds and peak memory (MB). cache: its folder; empty for none."""
    seconds, peak = run_json(_BEGIN + program, source, target, cache)
    return seconds, peak


def _bytes(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
