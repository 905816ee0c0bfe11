"""How many bytes of payloads a writer may log: in all, and of single tags."""

from __future__ import annotations

from vdlite.errors import PayloadError, shown
from vdlite.writer.notices import warn


def check_budget(budget: object) -> int | None:
    """The bytes; None for any number. Raises PayloadError for anything else."""
    if budget is None:
        return None
    if not isinstance(budget, int) or isinstance(budget, bool) or budget < 0:
        raise PayloadError(f"budget: got {shown(budget)}, want a number of bytes, or None")
    return budget


class Budget:
    """Counts what is logged. What would go beyond is refused, and that is said once of each tag.

    Changed only by the call whose turn it is; a look whether something is used up may be a little old.
    """

    def __init__(self, total: int | None) -> None:
        self._total = total
        self._of_tags: dict[str, int] = {}
        self._used: dict[str, int] = {}  # by tag
        self._used_in_all = 0
        self._full: set[str] = set()

    def limit_tag(self, tag: str, budget: int) -> None:
        """Let a tag have that many bytes, of all kinds together."""
        self._of_tags[tag] = budget

    def admits(self, tag: str, size: int) -> bool:
        """True if a payload of that size may be logged; it is counted then."""
        used = self._used.get(tag, 0)
        of_tag = self._of_tags.get(tag)
        if of_tag is not None and used + size > of_tag:
            return self._refuse(tag, of_tag, f"of tag {tag!r:.200}")
        if self._total is not None and self._used_in_all + size > self._total:
            return self._refuse(tag, self._total, "of this writer")
        self._used[tag] = used + size
        self._used_in_all += size
        return True

    def is_used_up(self, tag: str) -> bool:
        """True if a payload of this tag was refused before: nothing more of it need be made."""
        return tag in self._full

    def _refuse(self, tag: str, budget: int, whose: str) -> bool:
        if tag not in self._full:
            self._full.add(tag)
            text = "vdlite: the budget %s, %s bytes, is used up: what is logged of tag %r from now on is left out, and counted"
            warn(text, whose, budget, tag)
        return False
