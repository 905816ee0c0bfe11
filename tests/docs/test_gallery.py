"""The gallery draws from logs alone: made-up ones take no training."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from vdlite import LogWriter

ROOT = Path(__file__).parents[2]


def test_the_gallery_draws_each_figure_from_the_logs(tmp_path: Path) -> None:
    x = np.linspace(-1, 1, 9)
    bowl = 0.1 + x**2 + x[:, np.newaxis] ** 2
    for run in ("with shortcuts", "without shortcuts"):
        with LogWriter(tmp_path / "runs" / "landscape-shortcuts" / run) as writer:
            writer.add_landscape("landscape/result", (x, x, bowl), 1)
    path = {"step": [0, 1, 2], "x": [1.0, 0.5, 0.0], "y": [1.0, 0.0, 0.0], "true_loss": [2, 1, 0.1]}
    plane = {"x": x, "y": x, "z": bowl, "path": path, "directions": {"explained": [0.8, 0.1]}}
    with LogWriter(tmp_path / "runs" / "landscape-digits") as writer:
        writer.add_landscape("landscape/train", plane, 2)
    values = {"train/loss": 0.1 + x**2, "test/loss": 0.2 + x**2, "test/accuracy": np.exp(-(x**2))}
    with LogWriter(tmp_path / "runs" / "landscape-batch-sizes" / "line-0") as writer:
        writer.add_landscape("landscape/line", {"x": x, "y": None, "z": values}, 0)

    done = subprocess.run(
        [sys.executable, ROOT / "demos" / "landscape_gallery.py"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT), "MPLBACKEND": "Agg"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=800,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    for name in ("shortcuts", "trajectory", "batch-sizes"):
        assert (tmp_path / "gallery" / f"{name}.pdf").read_bytes().startswith(b"%PDF")
