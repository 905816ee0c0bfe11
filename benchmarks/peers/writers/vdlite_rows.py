"""vdlite, a row of numbers for each step."""

from pathlib import Path

from benchmarks.peers.data import LOSS, Run
from benchmarks.peers.writing import main
from vdlite import LogWriter


def write(folder: Path, run: Run) -> None:
    """Log one run."""
    tags = tuple(run.tags)
    with LogWriter(folder / run.name) as writer:
        writer.add_hparams({"lr": run.lr}, [LOSS])
        for step, row in enumerate(run.rows):
            writer.add_scalar_row(tags, row, step)


if __name__ == "__main__":
    main(write)
