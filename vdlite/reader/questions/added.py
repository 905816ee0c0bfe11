"""What people added to runs in the page, as the answers to questions count it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from vdlite.annotations import Sidecar
from vdlite.kinds.hparams import Goal
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
    sidecar = _sidecar(logdir)
    if sidecar is None:
        return {}
    return {
        full: _added(fields)
        for name, fields in sidecar.runs.items()
        if (full := logdir.full_name(name)) is not None
    }


def baseline_of(logdir: Logdir) -> set[str]:
    """Names of the runs that others are compared with, whether they are there or gone."""
    sidecar = _sidecar(logdir)
    names = () if sidecar is None else sidecar.baseline
    return {full for name in names if (full := logdir.full_name(name)) is not None}


def directions_of(logdir: Logdir) -> dict[str, Goal]:
    """The way in which scalars are better, by tag, as far as somebody has said it."""
    sidecar = _sidecar(logdir)
    found: dict[str, Goal] = {}
    for tag, given in () if sidecar is None else sidecar.directions.items():
        goal = given.get("goal") if isinstance(given, dict) else None
        if goal in ("min", "max"):
            found[tag] = goal
    return found


def _sidecar(logdir: Logdir) -> Sidecar | None:
    """What lies beside the logs, as it is now; None for an address, where nothing does."""
    if logdir.address is not None:
        return None
    sidecar = Sidecar(logdir.folder)
    sidecar.refresh()
    return sidecar


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
