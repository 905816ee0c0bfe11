"""The process that makes a layout, as whoever starts it and the machine see it."""

import sys
from pathlib import Path

import numpy as np
import pytest

from vdlite.projection.process import LayoutError, LayoutProcess

POINTS = np.zeros((4, 2), np.float32)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
@pytest.mark.parametrize(("set_by_user", "policy"), [(None, "passive"), ("active", "active")])
def test_threads_that_wait_sleep_unless_the_user_says_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, set_by_user: str | None, policy: str
) -> None:
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\necho "$OMP_WAIT_POLICY $HOME" > {tmp_path}/seen\n')
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    monkeypatch.setenv("HOME", "/home/whoever")
    monkeypatch.delenv("OMP_WAIT_POLICY", raising=False)
    if set_by_user is not None:
        monkeypatch.setenv("OMP_WAIT_POLICY", set_by_user)

    with pytest.raises(LayoutError, match="the process ended"):
        list(LayoutProcess().start("tsne", {}, POINTS, None))

    assert (tmp_path / "seen").read_text() == f"{policy} /home/whoever\n"
