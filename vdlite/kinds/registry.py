"""Every kind, as the reader and the server treat it."""

from functools import cache
from importlib import import_module
from typing import Any

from vdlite.errors import FormatError, shown
from vdlite.kinds.draft import Arrays, Draft, Encoded, Settings, encode_ready, encoded, is_ready
from vdlite.kinds.kind import Kind, Summary

KINDS = (
    "scalar",
    "audio",
    "confusion_matrix",
    "console",
    "embeddings",
    "environment",
    "graph",
    "histogram",
    "hparams",
    "image",
    "landscape",
    "layout",
    "lineage",
    "mesh",
    "meta",
    "pr_curve",
    "profile",
    "roc_curve",
    "tensor",
    "text",
    "video",
)
"""The modules of this package that are kinds, each named as its kind."""


@cache
def _load(name: str) -> Kind | None:
    """A kind as its module declares it; None if this version does not know it.

    Loaded when a payload is asked for: a server starts in half the time without all of them.
    """
    if name not in KINDS:
        return None
    kind: Kind = import_module(f"vdlite.kinds.{name}").KIND
    return kind


def decode(kind: str, payload: bytes) -> Any:
    """The payload that the bytes stand for; the bytes themselves if this version does not know the kind.

    Raises FormatError if they are no payload of that kind.
    """
    known = _load(kind)
    return payload if known is None or known.decode is None else known.decode(payload)


def encode(kind: str, arrays: Arrays, settings: Settings) -> Encoded:
    """The payload and summary of a draft that another process left, and that anybody may have written.

    Raises FormatError if they are no draft of a kind that this version knows.
    """
    known = _load(kind)
    making = encode_ready if is_ready(settings) else known.encode if known is not None else None
    if making is None:
        raise FormatError(f"draft: got a {kind!r:.80}, want a kind that this version can make")
    try:
        return encoded(Draft(making, arrays, settings))
    except Exception as error:
        # Whatever NumPy, Pillow or ours say of arrays that nobody has checked.
        raise FormatError(f"draft of {kind!r:.80}: {shown(error, 200)}") from error


def media_type(kind: str, summary: Summary) -> str | None:
    """The MIME type of a payload's bytes; None if they are no file of their own."""
    known = _load(kind)
    if known is None or known.media_type is None:
        return None
    return known.media_type if isinstance(known.media_type, str) else known.media_type(summary)
