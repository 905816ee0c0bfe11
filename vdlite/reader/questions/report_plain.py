"""A run at length as what JSON has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdlite.reader.questions.plain import fields_of

if TYPE_CHECKING:
    from vdlite.reader.questions.run_report import RunReport


def report_plain(found: RunReport) -> dict[str, object]:
    """The report with its facts beside the rest, without the last values, which each scalar says with the rest of it."""
    return {
        **fields_of(found.facts, "metrics"),
        "kinds": {kind: list(tags) for kind, tags in found.kinds.items()},
        "scalars": {each.tag: fields_of(each, "run", "tag", "buckets") for each in found.scalars},
        **fields_of(found, "facts", "kinds", "scalars"),
    }
