"""The interface by which remote logdirs are reached, whatever holds them: list, look at one, read a range."""

import errno
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from vdlite.reader.files.files import PassingError


@dataclass(frozen=True, slots=True)
class Object:
    """A file of a remote logdir."""

    key: str  # its path below the logdir, with slashes
    size: int  # bytes
    changed: float  # seconds since 1970
    version: str  # differs if its bytes may


@dataclass(frozen=True, slots=True)
class Piece:
    """Bytes of an object, and what it was when they were read."""

    data: bytes
    object: Object


class Objects(Protocol):
    """The objects below one address. All raise OSError with a text that is shown; every thread may call them."""

    def list(self) -> Iterator[list[Object]]:
        """All objects, in pieces as they come, of up to a thousand each: one request a piece."""
        ...

    def look(self, key: str) -> Object:
        """The facts of one object. Raises FileNotFoundError."""
        ...

    def read(self, key: str, start: int, end: int) -> Piece:
        """The bytes from `start` up to, not including, `end`: one request.

        Raises FileNotFoundError, and ShorterError if the object ends before `start`.
        """
        ...


class ShorterError(PassingError):
    """An object ends before the bytes that were asked for."""

    def __init__(self) -> None:
        super().__init__(errno.ESTALE, "a shorter object has taken its place")


class DeniedError(PassingError):
    """The credentials do not open it, which others may."""


def odd_name() -> OSError:
    """The error for a place that holds an object whose name is no path."""
    return OSError(
        errno.EINVAL,
        "an object there has a name with an empty part, . or .., such as runs//a: rename it, or give a folder beside it",
    )
