"""Logs that hold profiles."""

from pathlib import Path

from vdlite import LogWriter
from vdlite.kinds.profile import NAME, Recording, profile
from vdlite.writer.life.run_writer import recorder_of


def log(folder: Path, *recordings: Recording, tag: str = "profile", first_step: int = 0) -> None:
    """Logs recordings as steps of one tag."""
    with LogWriter(str(folder)) as writer:
        for step, recording in enumerate(recordings, first_step):
            recorder_of(writer).add(NAME, tag, profile(recording), step)
