"""The name of a run."""

from vdlite.errors import FormatError, PayloadError
from vdlite.kinds.draft import Ready, taking
from vdlite.kinds.kind import Kind

NAME = "meta"

MAX_NAME_BYTES = 1024


@taking(NAME)
def meta(display_name: object) -> Ready:
    """A draft of a name for the run, shown instead of its folder's. Raises PayloadError if it is no short string."""
    if not isinstance(display_name, str):
        raise PayloadError(
            f"display_name: got {type(display_name).__name__} {display_name!r:.60}, want a string"
        )
    payload = display_name.encode(errors="replace")
    if len(payload) > MAX_NAME_BYTES:
        raise PayloadError(f"display_name: got {len(payload)} bytes, want at most {MAX_NAME_BYTES}")
    return Ready(payload, {"display_name": payload.decode()})


def decode(payload: bytes) -> str:
    """The name. Raises FormatError if the bytes are no UTF-8."""
    try:
        return payload.decode()
    except UnicodeDecodeError as error:
        raise FormatError(f"meta payload: {error}") from error


KIND = Kind(NAME, decode)
