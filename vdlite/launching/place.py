"""The folder in which the writers of a watched program say what they do."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from vdlite.writer.life.announcement import FIRST_TO_TELL, OPEN_RUNS


class Place:
    """A new folder, which whoever is the last to need it removes."""

    def __init__(self) -> None:
        """Make it. Raises OSError where no folder for temporary files has room."""
        self._folder = Path(tempfile.mkdtemp(prefix="vdlite-run-"))
        self._first = self._folder / "first"
        self.runs_file = self._folder / "runs"
        """Which runs are open, see `announcement.OPEN_RUNS`."""
        try:
            self._first.touch()
            self.runs_file.touch()
        except OSError:
            self.remove()
            raise

    def known_to(self, environment: Mapping[str, str]) -> dict[str, str]:
        """The environment of a program whose writers know the folder."""
        return {**environment, OPEN_RUNS: str(self.runs_file), FIRST_TO_TELL: str(self._first)}

    def remove(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
