"""What a log says of itself, and how much of it there is, as it is kept between processes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from vdlite.format.batch import Damage, Gap, Header
from vdlite.format.outcome import known_outcome

if TYPE_CHECKING:
    from vdlite.reader.run.run_file import RunFile


def facts_of_file(file: RunFile) -> dict[str, Any]:
    """The facts that `restore_facts` needs."""
    header = file.header
    return {
        "header": None if header is None else [header.version, dict(header.about)],
        "flags": [file.ended, file.has_scalars, file.is_dated_by_file],
        "times": [file.ended_at, file.first_walltime, file.last_walltime, file.last_point],
        "outcome": file.outcome,
        "damage": [[each.offset, each.bytes, each.reason] for each in file.damage],
        "gaps": [[each.missing, each.since, each.until] for each in file.gaps],
        "restart": file.restart,
        "counts": [file.records, file.misplaced],
    }


def restore_facts(file: RunFile, facts: Mapping[str, Any]) -> None:
    """Say of a file, of which nothing has been read, what was kept of it."""
    if facts["header"] is not None:
        file.header = Header(*facts["header"])
    file.ended, file.has_scalars, file.is_dated_by_file = facts["flags"]
    file.ended_at, file.first_walltime, file.last_walltime, file.last_point = facts["times"]
    file.outcome = known_outcome(facts["outcome"])
    file.damage = [Damage(*each) for each in facts["damage"]]
    file.gaps = [Gap(*each) for each in facts["gaps"]]
    file.restart = facts["restart"]
    file.records, file.misplaced = facts["counts"]
