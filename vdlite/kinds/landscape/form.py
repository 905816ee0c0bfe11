"""What a form is: how one field of a landscape is taken from a caller, packed, and read again."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

Held = TypeVar("Held")


@dataclass(frozen=True, slots=True)
class Grid:
    """The points of a landscape, which its other fields have to fit."""

    shape: tuple[int, ...]  # [Y, X], or [X] along one direction
    loss: str  # the name of the first metric

    @property
    def flat(self) -> bool:
        return len(self.shape) == 1


class Form(Protocol[Held]):
    """One field of a landscape on its three ways. What does not fit the others is an error on any of them."""

    def take(self, given: Any, grid: Grid) -> Held:
        """The field of what a caller gives, None for nothing: a private copy. Raises PayloadError."""

    def pack(self, held: Held) -> Mapping[str, Any]:
        """The field as it lies in a payload. None: the key is left out, if it is one of those added later.

        Names that a caller chooses are kept in lists: a map of arrays' names would be taken for an array.
        """

    def read(self, found: Mapping[str, Any], grid: Grid) -> Held:
        """The field of a payload. Raises ValueError, TypeError or KeyError if the bytes hold something else."""
