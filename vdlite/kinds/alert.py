"""Alerts of a training: texts under a tag of their own, whose summary has title and level."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from vdlite.errors import PayloadError, shown
from vdlite.kinds.draft import Ready, taking
from vdlite.kinds.text import NAME as TEXT
from vdlite.kinds.text import text as text_draft

KIND_OF_ALERTS = TEXT
TAG = "alerts"

Level = Literal["info", "warn", "error"]
"""How urgent something is."""

LEVELS: tuple[Level, ...] = get_args(Level)
_MOST_TITLE = 200  # characters in the summary
_INT64 = 1 << 63


@dataclass(frozen=True, slots=True)
class AlertFacts:
    """An alert, as far as its summary has it."""

    level: Level
    step: int | None  # of the training; None: it was not said
    said: str  # title and the first of the text, in one line


def level_of(given: object) -> Level:
    """The level that a caller means, in either case. Raises PayloadError for another word."""
    for level in LEVELS:
        if isinstance(given, str) and given.lower() == level:
            return level
    raise PayloadError(f"level: got {shown(given)}, want {', '.join(map(repr, LEVELS))}")


@taking("alert")
def alert(title: object, text: object, level: object, step: int | None) -> Ready:
    """A draft of an alert. step: where the training is; None if that is not known.

    Raises PayloadError for a title or text that is none, and for another level.
    """
    for what, given in (("title", title), ("text", text)):
        if not isinstance(given, str):
            raise PayloadError(f"{what}: got {type(given).__name__} {shown(given)}, want a text")
    urgency = level_of(level)
    head = f"{urgency.upper()}: **{title}**"
    made = text_draft("\n\n".join(filter(None, [head, text])))  # type: ignore[list-item]  # a text by now
    payload, summary = made.encode()
    named = str(title).encode(errors="replace").decode()[:_MOST_TITLE]
    facts: dict[str, Any] = {**summary, "title": named, "level": urgency}
    return Ready(payload, facts if step is None else {**facts, "at": step})


def alert_facts(summary: Mapping[str, Any]) -> AlertFacts:
    """An alert by the summary of its text, which another tool may have written."""
    preview, given, step = (summary.get(name) for name in ("preview", "level", "at"))
    level: Level = next((each for each in LEVELS if each == given), "warn")
    is_step = isinstance(step, int) and not isinstance(step, bool) and -_INT64 <= step < _INT64
    title, _, text = preview.partition("\n\n") if isinstance(preview, str) else ("", "", "")
    words = title.replace("**", "").split()
    if words[:1] == [f"{level.upper()}:"]:  # which the level says
        del words[0]
    said = " ".join(words)
    if rest := " ".join(text.replace("**", "").split()):
        said += f"{':' if said[-1:].isalnum() else ''} {rest}"
    return AlertFacts(level, step if is_step else None, said.strip())
