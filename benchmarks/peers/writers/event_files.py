"""TensorBoard's event files, a column at once by vdlite: what tensorboardX writes, without learning rates."""

from pathlib import Path

import numpy as np

from benchmarks import logs
from benchmarks.peers.data import Run
from benchmarks.peers.writing import main


def write(folder: Path, run: Run) -> None:
    """Write one run."""
    columns = np.array(run.rows).T
    logs.write_event_file(folder / run.name, dict(zip(run.tags, columns, strict=True)))


if __name__ == "__main__":
    main(write)
