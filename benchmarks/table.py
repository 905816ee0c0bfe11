"""Figures, and a table of them."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Row:
    """One figure of one contender."""

    what: str
    who: str
    value: float | None  # None: it could not be measured, and `note` says why
    unit: str
    note: str = ""

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def markdown(rows: Sequence[Row]) -> str:
    """The rows as a table, those of one measurement together."""
    lines = ["| what | who | figure | note |", "|---|---|---:|---|"]
    before = None
    for row in rows:
        what = row.what if row.what != before else ""
        before = row.what
        figure = "-" if row.value is None else f"{row.value:.3g} {row.unit}"
        lines.append(f"| {what} | {row.who} | {figure} | {row.note} |")
    return "\n".join(lines)
