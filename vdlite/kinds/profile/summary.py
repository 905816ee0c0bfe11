"""The facts of a profile that are known without reading it."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from vdlite.kinds.profile.types import Tables


def summary(tables: Tables) -> Mapping[str, Any]:
    lengths = tables.steps[:, 1] - tables.steps[:, 0]
    return {
        "source": str(tables.facts.get("source", ""))[:80],
        "rank": tables.facts.get("rank", 0),
        "events": tables.events,
        "steps": len(lengths),
        "step_ns": int(np.median(lengths)) if len(lengths) else 0,
        "devices": len(tables.devices),
        "notes": len(tables.notes),
        "errors": sum(note.level == "error" for note in tables.notes),
    }
