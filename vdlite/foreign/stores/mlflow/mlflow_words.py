"""The words of MLflow and their meaning, in folders and in databases alike."""

import json
from collections.abc import Mapping
from typing import Any

from vdlite.foreign.stores.facts import Given
from vdlite.format.outcome import Outcome

STATUSES: dict[str, Outcome] = {"FINISHED": "finished", "FAILED": "failed", "KILLED": "killed"}
"""Of runs that have ended, and our words for them."""

STATUS_NUMBERS = {3: "FINISHED", 4: "FAILED", 5: "KILLED"}
"""The same, as folders have them."""

NAME_TAG = "mlflow.runName"
_NOTE_TAG = "mlflow.note.content"
_OWN = "mlflow."  # what the names of MLflow's own tags begin with


def seconds(milliseconds: object) -> float | None:
    """Seconds since 1970; None of what is no time."""
    if isinstance(milliseconds, bool) or not isinstance(milliseconds, int | float):
        return None
    found = float(milliseconds) / 1e3 if abs(milliseconds) < 1e15 else 0.0
    return found if found > 0 else None


def given_of(params: Mapping[str, str], tags: Mapping[str, str]) -> Given:
    """Parameters are numbers where they read like one; tags of your own are reported as a text."""
    own = {name: text for name, text in tags.items() if not name.startswith(_OWN)}
    texts = {"notes": tags[_NOTE_TAG]} if tags.get(_NOTE_TAG) else {}
    if own:
        texts["tags"] = "\n".join(f"- {name}: {text}" for name, text in own.items())
    return Given({name: _value(text) for name, text in params.items()}, (), texts)


def _value(text: str) -> Any:
    """MLflow stores all parameters as text."""
    if text in ("True", "False", "None"):
        return {"True": True, "False": False, "None": None}[text]
    if len(text) < 40 and text[:1] in "-.0123456789":
        try:
            found = json.loads(text)
        except ValueError:
            return text
        if isinstance(found, float) or (isinstance(found, int) and abs(found) < 1 << 62):
            return found
    return text
