"""The command `vdlite curvature`."""

from pathlib import Path

import numpy as np
import pytest

from vdlite import LandscapeRecorder, LogReader, LogWriter
from vdlite.cli import main

ENTRY = """
import numpy as np
from vdlite.landscape import ArrayProblem

SCALES = np.array([3.0, 1.0])


def bowl():
    return ArrayProblem(
        [np.zeros(2)], lambda w: 0.5 * float(SCALES @ w[0] ** 2), gradient=lambda w: [SCALES * w[0]]
    )
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "curved_entry.py").write_text(ENTRY)
    weights = [np.array([1.0, 2.0])]
    with LogWriter(tmp_path / "run") as writer:
        recorder = LandscapeRecorder(writer, weights)
        for step in range(0, 30, 10):
            recorder.record(step)
            weights[0] *= 0.5
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path / "run"


def test_it_writes_series_and_gives_their_ends(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["curvature", str(run), "--entry", "curved_entry:bowl", "--no-density"]
    assert main([*arguments, "--learning-rate", "0.25"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == (
        "curvature: 3 snapshots, steps 0 to 20, top eigenvalue 3 to 3, "
        # 31 / 13 for the gradient (3, 2), within a hundredth.
        "critical sharpness 2.381 to 2.381, 2 / learning rate 8 to 8"
    )
    points = LogReader(run).scalars(".", "curvature/top_eigenvalue")
    assert points.steps.tolist() == [0, 10, 20]
    assert points.values == pytest.approx([3, 3, 3])


def test_a_run_that_is_not_there_is_refused(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["curvature", "nun", "--entry", "curved_entry:bowl"]) == 2
    assert "RUN: there is no run nun, want one of run" in capsys.readouterr().err
