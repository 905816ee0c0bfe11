"""Names within names, as tags."""

from collections.abc import Iterator, Mapping
from typing import Any

from vdlite.errors import PayloadError, shown

_DEEPEST = 32


def flattened(data: object, prefix: str = "", depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Each value that is no mapping, with its names from outside in and `/` between them.

    Raises PayloadError for what is no mapping, and for one that holds itself.
    """
    if not isinstance(data, Mapping):
        raise PayloadError(f"got {type(data).__name__} {shown(data)}, want a mapping of names")
    if depth > _DEEPEST:
        raise PayloadError(f"{prefix:.80}: got mappings deeper than {_DEEPEST}")
    for name, value in data.items():
        path = f"{prefix}/{name}" if prefix else str(name)
        if isinstance(value, Mapping):
            yield from flattened(value, path, depth + 1)
        else:
            yield path, value
