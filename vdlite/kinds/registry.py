"""Every kind, as the reader and the server treat it."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from vdlite.kinds import (
    audio,
    confusion_matrix,
    embeddings,
    environment,
    histogram,
    hparams,
    image,
    landscape,
    lineage,
    meta,
    pr_curve,
    roc_curve,
    scalar,
    tensor,
    text,
    video,
)

Summary = Mapping[str, Any]


class Kind(NamedTuple):
    """How a kind's payload comes back."""

    name: str
    decode: Callable[[bytes], Any] | None
    """Turns a payload's bytes into the payload; None where the record itself holds the value."""
    media_type: str | Callable[[Summary], str] | None = None
    """The MIME type of a payload whose bytes are a file that a browser shows or plays."""


KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in [
        Kind(scalar.NAME, None),
        Kind(audio.NAME, audio.decode, audio.MEDIA_TYPE),
        Kind(confusion_matrix.NAME, confusion_matrix.decode),
        Kind(embeddings.NAME, embeddings.decode),
        Kind(environment.NAME, environment.decode),
        Kind(histogram.NAME, histogram.decode),
        Kind(hparams.NAME, hparams.decode),
        Kind(image.NAME, image.decode, image.MEDIA_TYPE),
        Kind(landscape.NAME, landscape.decode),
        Kind(lineage.NAME, lineage.decode),
        Kind(meta.NAME, meta.decode),
        Kind(pr_curve.NAME, pr_curve.decode),
        Kind(roc_curve.NAME, roc_curve.decode),
        Kind(tensor.NAME, tensor.decode),
        Kind(text.NAME, text.decode, text.MEDIA_TYPE),
        Kind(video.NAME, video.decode, video.media_type),
    ]
}


def decode(kind: str, payload: bytes) -> Any:
    """The payload that the bytes stand for; the bytes themselves if this version does not know the kind.

    Raises FormatError if they are no payload of that kind.
    """
    known = KINDS.get(kind)
    return payload if known is None or known.decode is None else known.decode(payload)


def media_type(kind: str, summary: Summary) -> str | None:
    """The MIME type of a payload's bytes; None if they are no file of their own."""
    known = KINDS.get(kind)
    if known is None or known.media_type is None:
        return None
    return known.media_type if isinstance(known.media_type, str) else known.media_type(summary)
