"""Parts of a file: what players ask for when somebody seeks."""

from __future__ import annotations

import re
from collections.abc import Mapping

from fastapi import Request, Response

_RANGE = re.compile(r"bytes=(\d{0,19})-(\d{0,19})")


def ranged(
    request: Request, content: bytes, media_type: str, headers: Mapping[str, str]
) -> Response:
    """All of `content`, or the one part that a Range header (RFC 9110, section 14) asks for.

    What is no single range of bytes is ignored, as the standard allows; one behind the end gets 416.
    """
    own = dict(headers) | {"Accept-Ranges": "bytes"}
    match = _RANGE.fullmatch(request.headers.get("range", "").replace(" ", ""))
    if match is None or match.groups() == ("", ""):
        return Response(content, headers=own, media_type=media_type)
    first, last = match.groups()
    size = len(content)
    if first == "":  # the last so many bytes
        start, end = max(0, size - int(last)), size - 1
    else:
        start, end = int(first), min(int(last), size - 1) if last else size - 1
    if start > end:
        return Response(status_code=416, headers=own | {"Content-Range": f"bytes */{size}"})
    own["Content-Range"] = f"bytes {start}-{end}/{size}"
    return Response(content[start : end + 1], 206, own, media_type)
