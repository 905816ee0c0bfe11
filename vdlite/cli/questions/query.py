"""The command `vdlite query`: what does SQL say of the runs?"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Sequence
from decimal import Decimal
from itertools import islice
from typing import TYPE_CHECKING, Any

from vdlite.cli.parser import Parser
from vdlite.cli.questions.answers import add_common, note, number
from vdlite.cli.tables import table
from vdlite.cli.terminal import UsageError, said

if TYPE_CHECKING:
    from vdlite.conversion.parquet.query import Answer

_FEW = 100  # rows of the table for people


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite query`. Exit status 0: answered, 2: the statement or the logdir can't be used."""
    options = query_parser().parse_args(arguments)
    from vdlite.errors import VdliteError
    from vdlite.packages import needed

    if options.limit < 1:
        raise UsageError(f"--limit: got {options.limit}, want at least 1")
    with needed("a query"):
        from vdlite.conversion.parquet.query import answer
    try:
        with answer(
            options.logdir,
            options.statement,
            memory_limit=options.memory_limit,
            follow_links=options.follow_links,
        ) as found:
            for each in found.damage:
                note(f"not read: {each}")
            if options.json:
                _print_json(found)
            elif options.csv:
                _print_csv(found)
            else:
                _print_table(found, options.limit)
    except (VdliteError, OSError) as error:
        raise UsageError(said(error)) from error
    return 0


def _print_json(found: Answer) -> None:
    """An array with an object for each row, a line each."""
    start = "["
    for row in found.rows:
        values = dict(zip(found.names, map(_value, row), strict=True))
        print(start + json.dumps(values, allow_nan=False), end="")
        start = ",\n"
    print("[]" if start == "[" else "]")


def _print_csv(found: Answer) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(found.names)
    for row in found.rows:
        values = map(_value, row)
        writer.writerow(
            json.dumps(value) if isinstance(value, (list, dict)) else value for value in values
        )


def _print_table(found: Answer, limit: int) -> None:
    rows = list(islice(found.rows, limit + 1))
    shown = rows[:limit]
    numbers = [
        at
        for at in range(len(found.names))
        if any(isinstance(row[at], (int, float, Decimal)) for row in shown)
    ]
    print(table([found.names, *(tuple(map(_cell, row)) for row in shown)], numbers=numbers))
    if len(rows) > limit:
        print(f"the first {limit} rows: --limit shows more", file=sys.stderr)


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, (float, Decimal)):
        return number(float(value))
    value = _value(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _value(value: Any) -> Any:
    """A value of DuckDB as what JSON has: a number, text, list or object; others, such as times, are texts."""
    from vdlite.reader.questions.plain import plain

    if value is None or isinstance(value, (bool, int, float, str)):
        return plain(value)
    if isinstance(value, Decimal):
        return plain(float(value))
    if isinstance(value, dict):
        return {str(name): _value(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_value(each) for each in value]
    return value.hex() if isinstance(value, bytes) else str(value)


def query_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite query",
        description="Answer a SELECT over the tables scalars, runs, hparams, tags and records, by DuckDB.",
        epilog="Exit status: 0 if it is answered, 2 if the statement or the logdir can't be used.",
    )
    add_common(parser, fields=False)
    parser.add_argument(
        "statement",
        metavar="SQL",
        help="such as 'select run, max(value) from scalars group by run'",
    )
    parser.add_argument("--csv", action="store_true", help="as CSV")
    parser.add_argument(
        "--limit",
        type=int,
        default=_FEW,
        metavar="N",
        help=f"rows of the table (default: {_FEW}); JSON and CSV have all",
    )
    parser.add_argument(
        "--memory-limit",
        metavar="SIZE",
        help="the most memory that DuckDB takes for its work, such as 2GB (default: 80 %% of this machine's)",
    )
    return parser
