"""Facts that users add to the record of a landscape, beside its own."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping

from vdlite.errors import LandscapeError, shown
from vdlite.kinds.landscape import Plain

OF_ALL = frozenset(
    {
        *("loss", "model", "model_fingerprint", "fingerprint", "parameters"),
        *("mode", "version", "seconds"),
        "standard_error",
    }
)
"""What each record says of how it was computed."""

OF_TORCH = OF_ALL | {
    *(
        "samples",
        "sampling",
        "population",
        "batch_size",
        "batch_norm",
        "precision",
        "device",
        "training",
        "compiled",
        "frozen",
    )
}
"""What the record of a torch problem says."""


def check_facts(facts: Mapping[str, Plain], own: Collection[str] = OF_ALL) -> None:
    """Raises LandscapeError for facts that a record can't hold, or that would stand in the place of its `own`."""
    if not isinstance(facts, Mapping):
        raise LandscapeError(f"facts: got {shown(facts)}, want a mapping of names to values")
    for name, value in facts.items():
        if not isinstance(name, str) or name in own:
            raise LandscapeError(
                f"facts: got {shown(name)}, want a name that the record has not itself"
            )
        try:
            json.dumps(value)
            is_plain = not isinstance(value, Mapping)
        except (TypeError, ValueError):
            is_plain = False
        if not is_plain:
            raise LandscapeError(
                f"facts: {name}: got {shown(value)}, want a number, text, or a list of them"
            )
