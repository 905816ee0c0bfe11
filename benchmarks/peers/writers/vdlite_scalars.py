"""vdlite, a call for each number."""

from pathlib import Path

from benchmarks.peers.data import LOSS, Run
from benchmarks.peers.writing import main
from vdlite import LogWriter


def write(folder: Path, run: Run) -> None:
    """Log one run."""
    with LogWriter(folder / run.name) as writer:
        writer.add_hparams({"lr": run.lr}, [LOSS])
        for step, row in enumerate(run.rows):
            for tag, value in zip(run.tags, row, strict=True):
                writer.add_scalar(tag, value, step)


if __name__ == "__main__":
    main(write)
