"""What a call would take on the disk."""

import tempfile
from collections.abc import Callable
from pathlib import Path

from vdlite.errors import PayloadError, shown
from vdlite.writer.log_writer import LogWriter


def estimate_bytes(log: Callable[[LogWriter], object], times: int = 1) -> int:
    """How many bytes the records take that `log` logs, `times` over.

        estimate_bytes(lambda writer: writer.add_tensor("activations", tensor), times=20)

    log: is called once, with a writer into a temporary folder. What the disk takes depends on the values where they
        are compressed, as pictures are.
    Raises whatever the calls raise, and PayloadError if `times` is no whole number, 0 or more.
    """
    if not isinstance(times, int) or times < 0:
        raise PayloadError(f"times: got {shown(times)}, want a whole number, 0 or more")
    return (_closed_bytes(log) - _closed_bytes(lambda writer: None)) * times


def _closed_bytes(log: Callable[[LogWriter], object]) -> int:
    """The size of a log that has been closed: until then, what is large lies in a spool as well."""
    with tempfile.TemporaryDirectory(prefix="vdlite-estimate-") as folder:
        with LogWriter(folder) as writer:
            log(writer)
        return sum(path.stat().st_size for path in Path(folder).iterdir())
