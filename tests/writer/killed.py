"""A run whose writer was killed while a record was being made, and everything large behind that still waited."""

import signal
from pathlib import Path

from tests.writer import programs

_PROGRAM = """
    import os, signal, sys, threading
    from tests.writer import every_kind
    from tests.writer.test_spool import held_back
    from vdlite import LogWriter
    from vdlite.writer.life.run_writer import recorder_of

    writer = LogWriter(sys.argv[1])
    recorder_of(writer).add("own", "gate", held_back(threading.Event()), 0)
    for step in range(2):
        for call in every_kind.LARGE:
            every_kind.LARGE[call](writer, call, step)
        for call in every_kind.SMALL:
            every_kind.SMALL[call](writer, f"small/{call}", step)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def killed_run(folder: Path) -> Path:
    """The folder, with two records of every call of `every_kind`; of the large ones all are in the spool."""
    process = programs.start(_PROGRAM, folder)
    process.communicate(timeout=120)
    assert process.returncode == -signal.SIGKILL
    return folder


def spools(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.vds"))
