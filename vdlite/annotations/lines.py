"""One line of a sidecar: one edit as a JSON object."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Any, Literal, get_args

from vdlite.annotations.values import RUN_FIELDS, checked_key, checked_object

VERSION = 1
About = Literal["run", "threshold", "chart", "board", "direction"]


@dataclass(frozen=True, slots=True)
class Edit:
    """A field of a run, a threshold, a chart, a board or a direction is now this.

    Raises ValueError, whose text says what is wanted, if it can't be.
    """

    about: About
    name: str  # of the run, relative to the logdir; the tag; of the chart or board
    value: Any  # None: it is taken away
    field: str | None = None  # of a run

    def __post_init__(self) -> None:
        if self.about not in get_args(About):
            raise ValueError(f"one of {', '.join(get_args(About))}")
        if self.about == "run":
            if not isinstance(self.name, str) or self.field not in RUN_FIELDS:
                raise ValueError(f"a run's name, and one of {', '.join(RUN_FIELDS)}")
        else:
            checked_key(self.name)
        if self.value is not None:
            check = checked_object if self.field is None else RUN_FIELDS[self.field]
            object.__setattr__(self, "value", check(self.value))


def line(edit: Edit) -> bytes:
    """The line of an edit, with its end."""
    content: dict[str, Any] = {
        "v": VERSION,
        "walltime": time.time(),
        "about": edit.about,
        "name": edit.name,
    }
    if edit.field is not None:
        content["field"] = edit.field
    # In ASCII: names of folders may hold bytes that are no UTF-8, and come back as they were.
    return json.dumps(content | {"value": edit.value}, allow_nan=False).encode() + b"\n"


def edit_of(text: bytes) -> Edit | None:
    """The edit of a line; None for what is none, or of a kind that a newer version writes."""
    try:
        content = json.loads(text)
        if content["v"] != VERSION:
            return None
        field = content["field"] if content["about"] == "run" else None
        return Edit(content["about"], content["name"], content["value"], field)
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
