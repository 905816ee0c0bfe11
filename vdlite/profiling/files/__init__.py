"""Profiles in files of other programs."""

import os
from collections.abc import Callable

from vdlite.kinds.profile.recording import Recording


def read_file(
    path: "str | os.PathLike[str]", *, progress: Callable[[int], None] | None = None
) -> Recording:
    """The recording that a file holds, whatever has written it.

    progress: is told now and then how many bytes of the file were read.
    Raises FormatError for a file that holds no profile, OSError for one that can't be read.
    """
    from vdlite.profiling.files.chrome_trace import read_trace

    return read_trace(os.fspath(path), progress=progress)
