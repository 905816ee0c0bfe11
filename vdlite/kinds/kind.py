"""What every kind's module says of itself."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from vdlite.kinds.draft import Encode

Summary = Mapping[str, Any]


class Kind(NamedTuple):
    """How a kind's payload comes back."""

    name: str
    decode: Callable[[bytes], Any] | None
    """Turns a payload's bytes into the payload; None where the record itself holds the value."""
    encode: Encode | None = None
    """Makes a payload of a draft; None where a draft is the payload, or there is none."""
    media_type: str | Callable[[Summary], str] | None = None
    """The MIME type of a payload whose bytes are a file that a browser shows or plays."""
