"""What people added to runs in the page, as the answers to questions count it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from vdlite.annotations import Sidecar
from vdlite.reader.logdir.logdirs import Logdir
from vdlite.reader.trials.run_summary import RunSummary


@dataclass(frozen=True, slots=True)
class Added:
    """What people added to one run."""

    name: str | None = None  # in place of what its training calls it
    labels: tuple[str, ...] | None = None  # in place of those that its training gave it
    note: str = ""
    archived: bool = False


NOTHING = Added()


def added_to(logdir: Logdir) -> Mapping[str, Added]:
    """What was added to the runs of a logdir, by their names; of an address nothing is known."""
    if logdir.address is not None:
        return {}
    sidecar = Sidecar(logdir.folder)
    sidecar.refresh()
    return {
        full: _added(fields)
        for name, fields in sidecar.runs.items()
        if (full := logdir.full_name(name)) is not None
    }


def with_added(summary: RunSummary, added: Added) -> RunSummary:
    """The row of a run with what people call it, and the labels that they gave it."""
    return replace(
        summary,
        display_name=added.name or summary.display_name,
        labels=summary.labels if added.labels is None else added.labels,
    )


def _added(fields: Mapping[str, Any]) -> Added:
    labels = fields.get("labels")
    return Added(
        name=fields.get("name"),
        labels=None if labels is None else tuple(labels),
        note=fields.get("note", ""),
        archived=fields.get("archived", False),
    )
