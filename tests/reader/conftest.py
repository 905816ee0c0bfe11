"""Logs for tests of drives."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from vdlite import LogWriter


@pytest.fixture
def writers(tmp_path: Path) -> Iterator[dict[str, LogWriter]]:
    """Of a run on the logdir's own drive, and of two on another."""
    names = ("near", "far/a", "far/b")
    made = {name: LogWriter(tmp_path / name) for name in names}
    for writer in made.values():
        writer.add_scalar("x", 0.5, 0)
        writer.add_record("own", "y", b"payload", 0)
    yield made
    for writer in made.values():
        writer.close()
