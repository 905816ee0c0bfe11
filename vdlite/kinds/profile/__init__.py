"""Profiles: where the time of training steps went."""

from vdlite.errors import FormatError, PayloadError
from vdlite.kinds.draft import Arrays, Draft, Encoded, Settings, taking
from vdlite.kinds.kind import Kind
from vdlite.kinds.profile.categories import CATEGORIES, PARTS, PHASES
from vdlite.kinds.profile.payload import decode
from vdlite.kinds.profile.recording import (
    Lane,
    Note,
    RawCollectives,
    RawEvents,
    RawKernels,
    RawMemory,
    Recording,
    put_together,
    taken_apart,
)
from vdlite.kinds.profile.types import NAME, Content, Events, Groups, Profile, Tables

__all__ = [
    "CATEGORIES",
    "NAME",
    "PARTS",
    "PHASES",
    "Content",
    "Events",
    "Groups",
    "Lane",
    "Note",
    "Profile",
    "RawCollectives",
    "RawEvents",
    "RawKernels",
    "RawMemory",
    "Recording",
    "Tables",
    "decode",
    "profile",
]


@taking(NAME)
def profile(recording: Recording) -> Draft:
    """A draft of a profile: what takes long of it is computed when it is encoded.

    Raises PayloadError for what is no recording.
    """
    if not isinstance(recording, Recording):
        raise PayloadError(f"{NAME}: got {type(recording).__name__}, want a Recording")
    arrays, rest = taken_apart(recording)
    return Draft(_encode, arrays, rest, is_slow=True)


def _encode(arrays: Arrays, settings: Settings) -> Encoded:
    from vdlite.kinds.profile.build import build
    from vdlite.kinds.profile.payload import payload
    from vdlite.kinds.profile.summary import summary

    try:
        recording = put_together(arrays, settings)
    except (PayloadError, KeyError, TypeError, ValueError) as error:
        raise FormatError(f"draft of a {NAME}: {error!r:.200}") from error
    built = build(recording)
    return payload(built), summary(built.tables)


KIND = Kind(NAME, decode, _encode)
