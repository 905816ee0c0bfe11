"""Writes `vdlrecords.1700000000.log` with VisualDL itself: `pip install visualdl 'setuptools<81'`, version 2.5.3."""

import sys
from pathlib import Path

import numpy as np

np.float = float  # type: ignore[attr-defined]  # which VisualDL still asks for

from visualdl import LogWriter  # noqa: E402

TIME = 1_700_000_000_000  # milliseconds since 1970


def write(folder: str) -> None:
    """The same as `test_visualdl.py` expects."""
    labels = np.array([0, 1, 1, 0, 1])
    scores = np.array([0.1, 0.9, 0.4, 0.6, 0.8])
    pixels = np.arange(60, dtype=np.uint8).reshape(4, 5, 3)
    with LogWriter(folder, display_name="my run", file_name="vdlrecords.1700000000.log") as writer:
        for step in range(300):
            writer.add_scalar("train/loss", step / 8, step, walltime=TIME + 1000 * step)
            writer.add_scalar("lr", 0.1, step, walltime=TIME + 1000 * step)
        writer.add_scalars("both", {"a": 0, "b": -2.5}, 3, walltime=TIME)
        writer.add_histogram("weights", [0.0, 1.0, 1.0, 2.0], 4, walltime=TIME, buckets=2)
        writer.add_image("picture", pixels, 5, walltime=TIME)
        writer.add_text("note", "**hello** ü", 6, walltime=TIME)
        writer.add_audio("sound", np.array([0.0, 0.5, -0.5, 1.0]), 7, 8000, walltime=TIME)
        writer.add_embeddings(
            "points", [[1.0, 2.0], [3.0, 4.0]], [["x", "y"], ["1", "2"]], ["name", "n"]
        )
        writer.add_hparams({"lr": 0.1, "batch": 32, "opt": "sgd"}, ["train/loss"])
        writer.add_pr_curve("pr", labels, scores, 8, num_thresholds=5, walltime=TIME)
        writer.add_roc_curve("roc", labels, scores, 8, num_thresholds=5, walltime=TIME)


if __name__ == "__main__":
    write(sys.argv[1] if len(sys.argv) > 1 else str(Path(__file__).parent))
