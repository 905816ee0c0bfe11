"""A store whose reader can't be loaded."""

from collections.abc import Hashable, Mapping
from typing import Any, NoReturn

from vdlite.foreign.stores.facts import DatabaseError, Given, Piece, RunFacts


class UnreadStore:
    """See `facts.Store`: it says why."""

    tool = ""
    reports_end = False
    like = ""
    is_anothers = False
    size = 0

    def __init__(self, why: str) -> None:
        self._why = why

    def refresh(self) -> NoReturn:
        """Raises DatabaseError."""
        raise DatabaseError(self._why)

    def refresh_runs(self) -> NoReturn:
        """Raises DatabaseError."""
        raise DatabaseError(self._why)

    def runs(self) -> Mapping[str, RunFacts]:
        """There are none."""
        return {}

    def version(self, key: str) -> Hashable:
        """Raises DatabaseError: the run of a folder is there, though nothing is known of it."""
        raise DatabaseError(self._why)

    def given(self, key: str) -> Given:
        """Raises DatabaseError."""
        raise DatabaseError(self._why)

    def next_points(self, key: str, mark: Any) -> Piece:
        """Raises DatabaseError."""
        raise DatabaseError(self._why)
