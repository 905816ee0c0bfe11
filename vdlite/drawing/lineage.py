"""What a run's own lineage says of its training, where the recorder was given nothing."""

from collections.abc import Collection
from pathlib import Path
from typing import Any

from vdlite.errors import VdliteError
from vdlite.kinds.lineage import NAME
from vdlite.reader import LogReader

_OF_LINEAGE = ("optimizer", "steps_per_epoch")


def known_by_lineage(run: Path, known: Collection[str]) -> dict[str, Any]:
    """Optimizer and steps per epoch of the run, as `add_lineage` has logged them; those that are not known already."""
    if all(name in known for name in _OF_LINEAGE):
        return {}
    fields: dict[str, Any] = {}
    try:
        for record in LogReader(run).records(".", NAME, NAME):
            fields.update(record.payload.fields)
    except (VdliteError, OSError):
        pass  # nothing, or nothing more that can be read
    optimizer, steps = fields.get("optimizer"), fields.get("steps_per_epoch")
    found: dict[str, Any] = {}
    if isinstance(optimizer, str) and optimizer:
        found["optimizer"] = optimizer
    if isinstance(steps, int) and not isinstance(steps, bool) and steps > 0:
        found["steps_per_epoch"] = steps
    return {name: value for name, value in found.items() if name not in known}
