"""Results that are worked out of something that changes, and kept until it has."""

from collections.abc import Callable
from typing import Generic, TypeVar

_Made = TypeVar("_Made")


class LastKnown(Generic[_Made]):
    """One such thing. Any thread may ask; two that ask at the same moment may both work it out."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: tuple[int, _Made] | None = None  # as of how many changes

    def as_of(
        self,
        changes: int,
        make: Callable[[], _Made],
        *,
        is_stale: Callable[[_Made], bool] = lambda _: False,
    ) -> _Made:
        """The last result, if it was made as of so many changes; else it is made.

        changes: as many as there were before this was called: what changes meanwhile makes the next one work it out anew.
        is_stale: whether it has to be made anew all the same.
        """
        known = self._known
        if known is None or known[0] != changes or is_stale(known[1]):
            known = self._known = (changes, make())
        return known[1]
