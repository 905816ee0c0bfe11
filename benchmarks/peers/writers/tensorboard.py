"""TensorBoard's event files, by tensorboardX, with the summaries of `add_hparams` in the run itself."""

from pathlib import Path

from tensorboardX import SummaryWriter
from tensorboardX.summary import hparams

from benchmarks.peers.data import LOSS, Run
from benchmarks.peers.writing import main


def write(folder: Path, run: Run) -> None:
    """Log one run."""
    with SummaryWriter(str(folder / run.name)) as writer:
        for summary in hparams({"lr": run.lr}, {LOSS: 0.0}):
            writer.file_writer.add_summary(summary)
        for step, row in enumerate(run.rows):
            for tag, value in zip(run.tags, row, strict=True):
                writer.add_scalar(tag, value, step)


if __name__ == "__main__":
    main(write)
