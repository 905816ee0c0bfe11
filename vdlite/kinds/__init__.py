"""What can be logged: one module per kind.

A kind's module says what its payload is, how a caller's values become one, and how it becomes bytes and comes back.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from vdlite.kinds import scalar


class Kind(NamedTuple):
    """How the reader treats a kind."""

    name: str
    decode: Callable[[bytes], Any] | None
    """Turns a payload's bytes into the payload; None where the record itself holds the value."""


KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in [
        Kind(scalar.NAME, None),
    ]
}


def decode(kind: str, payload: bytes) -> Any:
    """The payload that the bytes stand for; the bytes themselves if this version does not know the kind."""
    known = KINDS.get(kind)
    return payload if known is None or known.decode is None else known.decode(payload)
