"""Alerts of a script: what somebody should read."""

from enum import Enum

from vdlite.errors import PayloadError, shown

TAG = "alerts"


class AlertLevel(Enum):
    """How urgent an alert is."""

    INFO = "INFO"
    WARN = "WARN"
    ERROR = "ERROR"


def alert_text(title: object, text: object, level: object) -> str:
    """The Markdown of an alert. Raises PayloadError for what is no text, and for another level."""
    for what, given in (("title", title), ("text", text)):
        if not isinstance(given, str):
            raise PayloadError(f"{what}: got {type(given).__name__} {shown(given)}, want a text")
    urgency = level.value if isinstance(level, AlertLevel) else level
    if urgency is not None and urgency not in AlertLevel.__members__:
        want = ", ".join(map(repr, AlertLevel.__members__))
        raise PayloadError(f"level: got {shown(level)}, want {want}")
    head = f"**{title}**" if urgency is None else f"{urgency}: **{title}**"
    return "\n\n".join(filter(None, [head, text]))  # type: ignore[list-item]  # a text by now
