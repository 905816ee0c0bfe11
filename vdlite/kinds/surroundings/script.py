"""The script that was started, where git does not know it: no commit and no difference has its text."""

from __future__ import annotations

from pathlib import Path

from vdlite.kinds.surroundings.code import is_tracked
from vdlite.kinds.surroundings.commands import Patience
from vdlite.kinds.surroundings.text_files import kept_text


def untracked_script(file: str, patience: Patience) -> str | None:
    """The text of a script; None if git knows it, it can't be read, or git does not say so in time."""
    path = Path(file)
    return kept_text(path) if is_tracked(path, patience) is False else None
