"""Aim, a call for each number, without what it looks at by itself."""

from pathlib import Path

import aim

from benchmarks.peers.data import Run
from benchmarks.peers.writing import main


def prepare(folder: Path) -> None:
    """Make an empty repository."""
    aim.Repo.from_path(str(folder), init=True)


def write(folder: Path, run: Run) -> None:
    """Log one run."""
    logged = aim.Run(
        repo=str(folder),
        system_tracking_interval=None,
        log_system_params=False,
        capture_terminal_logs=False,
    )
    logged.name = run.name
    logged["lr"] = run.lr
    for step, row in enumerate(run.rows):
        for tag, value in zip(run.tags, row, strict=True):
            logged.track(value, name=tag, step=step)
    logged.close()


if __name__ == "__main__":
    main(write, prepare)
