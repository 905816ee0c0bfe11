"""Queries for runs and trials: they find what the page's tables find.

`cases.json` is also what `webapp/src/lib/table/cases.test.ts` runs.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vdlite.errors import WhereError
from vdlite.reader.questions.where.columns import Lookup
from vdlite.reader.questions.where.evaluate import evaluate
from vdlite.reader.questions.where.parse import parse_query
from vdlite.reader.trials.column import MISSING, NUMBER, Column

SHARED = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))
CASES = SHARED["cases"]


def column(group: str, name: str, cells: list[Any]) -> Column:
    """A column of cells as the cases have them: `{"missing": true}`, `{"number": "NaN"}`, or a plain value."""
    values: list[Any] = []
    numbers, codes = np.full(len(cells), np.nan), np.full(len(cells), MISSING, np.int32)
    for row, cell in enumerate(cells):
        if isinstance(cell, dict) and "missing" in cell:
            continue
        number = float(cell["number"]) if isinstance(cell, dict) else cell
        if isinstance(number, (int, float)) and not isinstance(number, bool):
            numbers[row], codes[row] = number, NUMBER
            continue
        known = [type(each) is type(cell) and each == cell for each in values]
        codes[row] = known.index(True) if True in known else len(values)
        if True not in known:
            values.append(cell)
    return Column(group, name, numbers, codes, tuple(values))


def lookup(table: dict[str, Any]) -> Lookup:
    columns = tuple(column(*each) for each in table["columns"])
    metrics = {(tag, take): column("metrics", tag, cells) for tag, take, cells in table["metrics"]}
    return Lookup(columns, metrics, rows=5)


def query_of(given: str | dict[str, Any]) -> str:
    if isinstance(given, str):
        return given
    return given.get("before", "") + given["repeat"] * given["times"] + given["then"]


def rows_of(query: str, asked: Lookup) -> list[int]:
    expression = parse_query(query, lambda name: asked.column_of(name, None) is not None)
    if expression is None:
        return list(range(asked.rows))
    found: list[int] = np.flatnonzero(evaluate(expression, asked, query)).tolist()
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: query_of(case["query"])[:60])
def test_a_query_finds_what_it_finds_in_the_page(case: dict[str, Any]) -> None:
    query, asked = query_of(case["query"]), lookup(SHARED["tables"][case["table"]])
    if "rows" in case:
        assert rows_of(query, asked) == case["rows"]
        return
    with pytest.raises(WhereError) as caught:
        rows_of(query, asked)
    error = caught.value
    assert (error.problem, error.start, error.end) == (case["problem"], case["from"], case["to"])
    assert error.got == case.get("got", error.got)
