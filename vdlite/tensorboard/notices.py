"""Remarks that are made once in a program, however often there is a reason."""

from vdlite.writer.notices import warn

_said: set[str] = set()


def warn_once(text: str, *details: object) -> None:
    """Log a warning of this text, unless it was logged before."""
    if text not in _said:
        _said.add(text)
        warn(text, *details)
