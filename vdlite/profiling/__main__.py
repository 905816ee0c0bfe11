"""A trace file as the payload of a profile, in a process of its own: python -m vdlite.profiling TRACE PAYLOAD MOST

MOST is how many bytes the file may have when it is decompressed. Whatever the file does costs only this process, which
lets others go first. It says what went wrong in one line, with the exit status 1.
"""

import os
import sys
from pathlib import Path

from vdlite.errors import FormatError, VdliteError
from vdlite.kinds.profile.build import build
from vdlite.kinds.profile.payload import payload_pieces
from vdlite.profiling.files.stream import Stream
from vdlite.profiling.recording.reading import recording_of

_LOOK = 1 << 20


def convert(trace: Path, payload: Path, most: int) -> None:
    """Raises VdliteError for what is no trace, OSError where a file can't be read or written."""
    _check_size(trace, most)
    with payload.open("wb") as file:
        file.writelines(payload_pieces(build(recording_of(trace))))


def _check_size(trace: Path, most: int) -> None:
    """Before anything is made of it: decompressing alone takes little of the time."""
    stream = Stream(trace)
    try:
        size = 0
        while stream.is_compressed and (more := stream.read(_LOOK)):
            size += len(more)
            if size > most:
                raise FormatError(f"it has more than {most} bytes when it is decompressed")
    finally:
        stream.close()


def main() -> int:
    trace, payload = (Path(each) for each in sys.argv[1:3])
    if hasattr(os, "nice"):
        os.nice(10)
    try:
        convert(trace, payload, int(sys.argv[3]))
    except (VdliteError, OSError, MemoryError) as error:
        # Where it lies is nobody's business.
        problem = str(error) or type(error).__name__
        print(problem[:400].replace(f"{trace.parent}/", ""))  # noqa: T201  # the caller reads it
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
