"""trackio, a dictionary for each step, without what it looks at by itself; its folder is in TRACKIO_DIR."""

from pathlib import Path

import trackio

from benchmarks.peers.data import Run
from benchmarks.peers.writing import main

PROJECT = "benchmark"


def write(folder: Path, run: Run) -> None:
    """Log one run."""
    trackio.init(
        project=PROJECT,
        name=run.name,
        config={"lr": run.lr},
        auto_log_gpu=False,
        auto_log_cpu=False,
    )
    for step, row in enumerate(run.rows):
        trackio.log(dict(zip(run.tags, row, strict=True)), step=step)
    trackio.finish()


if __name__ == "__main__":
    main(write)
