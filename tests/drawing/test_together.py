"""The paths of several trainings on one plane."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.landscape.bowls import Bowl, symmetric
from vdlite import LandscapeRecorder, LogReader, LogWriter, compute_landscape
from vdlite.cli import main
from vdlite.errors import LandscapeError
from vdlite.landscape import ArrayProblem
from vdlite.snapshots.folder import folders

SHAPES = [(3, 4), (5,)]
MATRIX = symmetric(17, seed=3) @ symmetric(17, seed=3) + 0.1 * np.eye(17)


def callback() -> ArrayProblem:
    bowl = Bowl(MATRIX)
    return ArrayProblem([np.zeros(shape) for shape in SHAPES], bowl, gradient=bowl.gradient)


def train(run: Path, rate: float, momentum: float = 0.0) -> Path:
    """From the same start, twelve steps down the bowl."""
    bowl, rng = Bowl(MATRIX), np.random.default_rng(4)
    weights = [rng.normal(size=shape) for shape in SHAPES]
    speed = [np.zeros(shape) for shape in SHAPES]
    with LogWriter(run) as writer:
        recorder = LandscapeRecorder(writer, weights, size=7)
        for step in range(12):
            recorder.record(step)
            for array, pace, slope in zip(weights, speed, bowl.gradient(weights), strict=True):
                pace *= momentum
                pace += slope
                array -= rate * pace
    return run


def snapshots(run: Path) -> dict[int, Any]:
    (folder,) = folders(run)
    about = folder.read()
    return {one.step: folder.arrays(about, one) for one in about.snapshots}


def test_all_runs_have_their_path_with_their_own_losses(tmp_path: Path) -> None:
    plain = train(tmp_path / "plain", 0.02)
    fast = train(tmp_path / "fast", 0.02, momentum=0.8)
    (made,) = compute_landscape(plain, callback, with_runs=[fast])
    held = LogReader(plain).landscape(".", "landscape/train/with/fast", 11)
    assert held.paths.keys() == made.paths.keys() == {"fast"}
    bowl = Bowl(MATRIX)
    for run, path in ((plain, held.path), (fast, held.paths["fast"])):
        kept = snapshots(run)
        assert path is not None
        assert path.step.tolist() == list(range(12))
        np.testing.assert_allclose(path.true_loss, [bowl(kept[step]) for step in range(12)])
        # Snapshots lie where their difference from the last one of the first run is projected to.
        assert path.x.min() >= held.x[0] and path.x.max() <= held.x[-1]
        assert path.y is not None
        assert path.y.min() >= held.y[0] and path.y.max() <= held.y[-1]
    assert (held.path.x[-1], held.path.y[-1]) == (0, 0)
    # Both began at the same weights.
    other = held.paths["fast"]
    assert (other.x[0], other.y[0]) == pytest.approx((held.path.x[0], held.path.y[0]))
    assert other.residual[0] == pytest.approx(held.path.residual[0])


def test_the_plane_is_that_of_all_snapshots_together(tmp_path: Path) -> None:
    plain = train(tmp_path / "plain", 0.02)
    fast = train(tmp_path / "fast", 0.02, momentum=0.8)
    (made,) = compute_landscape(plain, callback, with_runs=[fast])
    rows = np.stack(
        [
            np.concatenate([array.reshape(-1) for array in arrays])
            for run in (plain, fast)
            for arrays in snapshots(run).values()
        ]
    )
    variances = np.linalg.svd(rows - rows.mean(axis=0), compute_uv=False) ** 2
    assert made.directions.explained == pytest.approx(variances[:2] / variances.sum())


def test_what_is_drawn_is_not_computed_again(tmp_path: Path) -> None:
    plain, fast = train(tmp_path / "plain", 0.02), train(tmp_path / "fast", 0.02, momentum=0.8)
    compute_landscape(plain, callback, with_runs=[fast])
    size = sum(file.stat().st_size for file in plain.rglob("*.vdl"))
    (again,) = compute_landscape(plain, callback, with_runs=[fast])
    assert sum(file.stat().st_size for file in plain.rglob("*.vdl")) == size
    assert again.paths.keys() == {"fast"}


def test_runs_of_one_name_are_numbered(tmp_path: Path) -> None:
    first = train(tmp_path / "a" / "run", 0.02)
    others = [train(tmp_path / name / "run", 0.01) for name in ("b", "c")]
    (made,) = compute_landscape(first, callback, with_runs=others)
    assert list(made.paths) == ["run", "run-2"]


def test_the_command_takes_several_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, rate in (("a", 0.02), ("b", 0.01), ("c", 0.005)):
        train(tmp_path / name, rate)
    entry = ["--entry", "tests.drawing.test_together:callback", "--workers", "1"]
    assert main(["landscape", "a", *entry, "--with", "b", "--with", "c"]) == 0
    assert LogReader("a").tags(".", "landscape") == ["landscape/train/with/b+c"]
    assert main(["landscape", "a", *entry, "--with", "none"]) == 2
    assert "with_runs: there is no such run: none" in capsys.readouterr().err


def test_another_model_or_no_snapshots_are_refused(tmp_path: Path) -> None:
    plain = train(tmp_path / "plain", 0.02)
    with LogWriter(tmp_path / "other") as writer:
        recorder = LandscapeRecorder(writer, [np.zeros(3)])
        for step in range(3):
            recorder.record(step)
    with pytest.raises(LandscapeError, match="snapshots are of another model"):
        compute_landscape(plain, callback, with_runs=[tmp_path / "other"])
    with pytest.raises(LandscapeError, match="with_runs: the run has no snapshots"):
        compute_landscape(tmp_path / "new", callback, with_runs=[plain])
