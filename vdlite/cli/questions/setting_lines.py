"""Settings in which runs differ, as lines for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from vdlite.cli.tables import cut, table

if TYPE_CHECKING:
    from vdlite.reader.questions.settings import Setting, Value


def setting_lines(settings: Sequence[Setting], equal: int) -> list[str]:
    """A line for each value of each setting. equal: how many settings the runs have alike."""
    rows = [
        (
            f"{each.group}:{each.name}" if place == 0 else "",
            "(missing)" if value.is_missing else cut(str(value.value)),
            _runs(value),
        )
        for each in settings
        for place, value in enumerate(each.values)
    ]
    lines = [f"equal settings: {equal}"] if equal else []
    return [*lines, "", table([("SETTING", "VALUE", "RUNS"), *rows])] if rows else lines


def _runs(value: Value) -> str:
    more = value.count - len(value.runs)
    return ", ".join(value.runs) + (f" and {more} more" if more > 0 else "")
