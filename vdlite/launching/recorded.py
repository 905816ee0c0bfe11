"""A command whose output is recorded, and what records it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from vdlite.launching.open_runs import OpenRuns
from vdlite.launching.pieces import Pieces
from vdlite.secrets import Secrets
from vdlite.writer.life.run_folder import new_run_folder

if TYPE_CHECKING:
    from vdlite.launching.recording import Recording

_RANKS = ("RANK", "SLURM_PROCID", "OMPI_COMM_WORLD_RANK", "PMI_RANK")


@dataclass(frozen=True, slots=True)
class Watched:
    """A command, and where what it prints is kept."""

    command: Sequence[str]
    environment: Mapping[str, str]
    folder: str | None  # of the run; None: of the run that the program opens


def recording_of(watched: Watched, pieces: Pieces, runs_file: Path) -> Recording:
    """What records the pieces of a command's output. runs_file: see `announcement.OPEN_RUNS`."""
    from vdlite.launching.recording import Recording  # with NumPy, for which no program waits

    return Recording(
        pieces,
        OpenRuns(runs_file),
        Secrets.of_environment(watched.environment),
        folder=watched.folder,
        new_folder=lambda: new_run_folder(name_of(watched.command), private=False),
        is_first=not any(watched.environment.get(name, "0") not in ("", "0") for name in _RANKS),
    )


def name_of(command: Sequence[str]) -> str:
    """The name of what is run, such as of the script or the module."""
    words = list(command)
    if Path(words[0]).stem.startswith("python"):
        scripts = [word for word in words[1:] if not word.startswith("-")]
        words = scripts if scripts and "-c" not in words else words
    return re.sub(r"[^A-Za-z0-9._-]+", "-", Path(words[0]).stem)[:40]
