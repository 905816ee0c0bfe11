"""Every kind, as the reader and the server treat it."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from vdlite.errors import FormatError, shown
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
from vdlite.kinds.draft import (
    Arrays,
    Draft,
    Encode,
    Encoded,
    Settings,
    encode_ready,
    encoded,
    is_ready,
)

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


KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in [
        Kind(scalar.NAME, None),
        Kind(audio.NAME, audio.decode, audio.encode, audio.MEDIA_TYPE),
        Kind(confusion_matrix.NAME, confusion_matrix.decode),
        Kind(embeddings.NAME, embeddings.decode, embeddings.encode),
        Kind(environment.NAME, environment.decode, environment.encode),
        Kind(histogram.NAME, histogram.decode, histogram.encode),
        Kind(hparams.NAME, hparams.decode),
        Kind(image.NAME, image.decode, image.encode, image.MEDIA_TYPE),
        Kind(landscape.NAME, landscape.decode),
        Kind(lineage.NAME, lineage.decode),
        Kind(meta.NAME, meta.decode),
        Kind(pr_curve.NAME, pr_curve.decode, pr_curve.encode),
        Kind(roc_curve.NAME, roc_curve.decode, roc_curve.encode),
        Kind(tensor.NAME, tensor.decode, tensor.encode),
        Kind(text.NAME, text.decode, media_type=text.MEDIA_TYPE),
        Kind(video.NAME, video.decode, video.encode, video.media_type),
    ]
}


def decode(kind: str, payload: bytes) -> Any:
    """The payload that the bytes stand for; the bytes themselves if this version does not know the kind.

    Raises FormatError if they are no payload of that kind.
    """
    known = KINDS.get(kind)
    return payload if known is None or known.decode is None else known.decode(payload)


def encode(kind: str, arrays: Arrays, settings: Settings) -> Encoded:
    """The payload and summary of a draft that another process left, and that anybody may have written.

    Raises FormatError if they are no draft of a kind that this version knows.
    """
    known = KINDS.get(kind)
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
    known = KINDS.get(kind)
    if known is None or known.media_type is None:
        return None
    return known.media_type if isinstance(known.media_type, str) else known.media_type(summary)
