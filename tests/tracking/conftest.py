"""A run for tests of what it is given."""

from pathlib import Path

import pytest

import vdlite


@pytest.fixture
def run(tmp_path: Path) -> vdlite.Run:
    return vdlite.init(logdir=tmp_path / "run")
