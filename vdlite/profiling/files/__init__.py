"""Profiles in files of other programs."""

import os
from collections.abc import Callable
from pathlib import Path

from vdlite.kinds.profile.recording import Recording

_LOOK = 1 << 16


def read_file(
    path: "str | os.PathLike[str]", *, progress: Callable[[int], None] | None = None
) -> Recording:
    """The recording that a file holds, whatever has written it.

    progress: is given now and then how many bytes of the file were read.
    Raises FormatError for a file that holds no profile, OSError for one that can't be read.
    """
    from vdlite.profiling.files import chrome_trace, stacks
    from vdlite.profiling.files.stream import Stream

    stream = Stream(Path(path))
    begin = stream.read(_LOOK).lstrip(b"\xef\xbb\xbf \t\r\n")
    stream.close()
    if begin[:1] not in (b"{", b"["):
        return stacks.read_collapsed(Path(path), progress=progress)
    # Its schema, or the first keys of one that does not tell it.
    if b"speedscope" in begin or (b'"frames"' in begin and b'"shared"' in begin):
        return stacks.read_speedscope(Path(path))
    return chrome_trace.read_trace(path, progress=progress)
