"""A log with a damaged byte."""

from pathlib import Path

from vdlite import LogWriter

OFFSET = 100_000
"""Of the byte that is not as it was written."""


def damaged_log(folder: Path) -> Path:
    """The log file of a run of 5000 scalars, one byte of which is flipped."""
    with LogWriter(folder) as writer:
        for step in range(5000):
            writer.add_scalar("loss", step, step)
        path = Path(writer.file_name)
    content = bytearray(path.read_bytes())
    content[OFFSET] ^= 0xFF
    path.write_bytes(content)
    return path
