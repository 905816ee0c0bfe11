"""The words that a run is called by, and that say what it belongs to."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from vdlite.errors import PayloadError, shown


@dataclass(frozen=True, slots=True)
class Words:
    """What is not there is empty."""

    project: str = ""
    group: str = ""
    name: str = ""  # shown in place of the folder's
    entity: str = ""
    job_type: str = ""
    tags: tuple[str, ...] = ()
    notes: str = ""
    fork_from: str = ""  # another run, as a script names it
    resume_from: str = ""

    def but(self, **changed: Any) -> "Words":
        """These words, with others in place of some."""
        return replace(self, **changed)

    def fields(self) -> dict[str, str]:
        """Names and words that the lineage holds; folders and display name have the others."""
        fields = {
            "tags": ", ".join(self.tags),
            "job_type": self.job_type,
            "entity": self.entity,
            "fork_from": self.fork_from,
            "resume_from": self.resume_from,
        }
        return {name: text for name, text in fields.items() if text}


def word(given: object, what: str, want: str = "a word") -> str:
    """A word that a caller gives; empty for None. Raises PayloadError if it is no text."""
    if given is not None and not isinstance(given, str):
        raise PayloadError(f"{what}: got {type(given).__name__} {shown(given)}, want {want}")
    return given or ""


def tags_of(given: object) -> tuple[str, ...]:
    """The tags of a run. Raises PayloadError if these are no words."""
    words = [given] if isinstance(given, str) else [] if given is None else given
    if not isinstance(words, Sequence) or not all(isinstance(each, str) for each in words):
        raise PayloadError(f"tags: got {shown(given)}, want a list of words")
    return tuple(words)
