"""A trace file as the payload of a profile, in a process of its own: python -m vdlite.profiling TRACE PAYLOAD

Whatever the file does costs only this process. It says what went wrong in one line, with the exit status 1.
"""

import sys
from pathlib import Path

from vdlite.errors import VdliteError
from vdlite.kinds.profile.build import build
from vdlite.kinds.profile.payload import payload_pieces
from vdlite.profiling.recording.reading import recording_of


def convert(trace: Path, payload: Path) -> None:
    """Raises VdliteError for what is no trace, OSError where a file can't be read or written."""
    with payload.open("wb") as file:
        file.writelines(payload_pieces(build(recording_of(trace))))


def main() -> int:
    trace, payload = (Path(each) for each in sys.argv[1:])
    try:
        convert(trace, payload)
    except (VdliteError, OSError, MemoryError) as error:
        # Where it lies is nobody's business.
        told = str(error) or type(error).__name__
        print(told[:400].replace(f"{trace.parent}/", ""))  # noqa: T201  # the caller reads it
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
