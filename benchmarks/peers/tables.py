"""Figures of peers as tables to read: one for each case, with a line for each tool.

python -m benchmarks peers --json FIGURES.json
python -m benchmarks.peers.tables FIGURES.json
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.table import Row


def tables(rows: Sequence[Row]) -> str:
    """The rows, whose texts begin with their case; below each table are its notes."""
    cases = dict.fromkeys(row.what.partition(": ")[0] for row in rows)
    return "\n\n".join(_table(case, rows) for case in cases)


def _table(case: str, rows: Sequence[Row]) -> str:
    columns: dict[str, None] = {}
    cells: dict[str, dict[str, str]] = {}
    notes: dict[str, dict[str, None]] = {}
    for row in rows:
        where, _, what = row.what.partition(": ")
        if where == case:
            columns[what] = None
            cells.setdefault(row.who, {})[what] = _figure(row)
            notes.setdefault(_tool(row.who), {}).update(dict.fromkeys(row.note.split("; ")))
    tools = list(notes)
    lines = sorted(cells, key=lambda who: (not who.startswith("("), tools.index(_tool(who))))
    said = {tool: "; ".join(filter(None, each)) for tool, each in notes.items()}
    return "\n".join(
        [
            f"### {case}\n",
            f"| who | {' | '.join(columns)} |",
            f"|---|{'---:|' * len(columns)}",
            *(
                f"| {who} | {' | '.join(cells[who].get(what, '') for what in columns)} |"
                for who in lines
            ),
            "",
            *(f"- {tool}: {text}." for tool, text in said.items() if text),
        ]
    ).rstrip()


def _tool(who: str) -> str:
    """The tool of a line such as `vdlite, again`."""
    return who.removesuffix(", again")


def _figure(row: Row) -> str:
    if row.value is None:
        return "-"
    return f"{row.value:,.0f} {row.unit}" if row.value >= 100 else f"{row.value:.3g} {row.unit}"


if __name__ == "__main__":
    print(tables([Row(**row) for row in json.loads(Path(sys.argv[1]).read_text())["rows"]]))
