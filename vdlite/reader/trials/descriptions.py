"""What describes a whole run: its lineage and its environment."""

from vdlite.errors import DriveError, FormatError
from vdlite.kinds.fields import Hparam
from vdlite.reader.run.run import Run

LINEAGE = "lineage"
DESCRIPTIONS = (LINEAGE, "environment")
"""Kinds whose records describe a whole run, and each of whose fields is a column."""


def described_fields(run: Run) -> tuple[dict[tuple[str, str], Hparam], list[str]]:
    """The fields of what describes the run, by kind and name, later records over earlier ones; and its metrics."""
    fields: dict[tuple[str, str], Hparam] = {}
    metrics: list[str] = []
    for kind in DESCRIPTIONS:
        records = [record for tag in run.tags(kind) for record in run.records(kind, tag)]
        for record in sorted(records, key=lambda record: record.walltime):
            try:
                payload = record.payload
            except DriveError:
                raise
            except (FormatError, OSError):
                continue
            fields |= {(kind, name): value for name, value in payload.fields.items()}
            metrics += payload.metrics if kind == LINEAGE else ()
    return fields, metrics
