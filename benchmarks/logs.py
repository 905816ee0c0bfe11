"""Logs to read."""

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vdlite import LogWriter
from vdlite.conversion import event_files


@contextmanager
def folder() -> Iterator[Path]:
    """A folder that goes at the end."""
    with tempfile.TemporaryDirectory(prefix="vdlite-benchmark-") as name:
        yield Path(name)


def write_runs(
    logdir: Path, *, runs: int, tags: int, points: int, precision: type = np.float64
) -> None:
    """Runs of random walks; every tag of a run holds the same one. precision: that values are rounded to."""
    rng = np.random.default_rng(0)
    names = [f"group{tag % 3}/tag{tag}" for tag in range(tags)]
    for run in range(runs):
        values = rng.normal(size=points).cumsum().astype(precision).tolist()
        with LogWriter(logdir / f"run{run:04d}", flush_secs=5) as writer:
            for step, value in enumerate(values):
                for name in names:
                    writer.add_scalar(name, value, step)


def write_events(logdir: Path, *, runs: int, tags: int, points: int) -> None:
    """The same as TensorBoard event files, the tags of a step behind each other."""
    rng = np.random.default_rng(0)
    names = [f"group{tag % 3}/tag{tag}" for tag in range(tags)]
    for run in range(runs):
        values = rng.normal(size=points).cumsum()
        write_event_file(logdir / f"run{run:04d}", dict.fromkeys(names, values))


def write_event_file(folder: Path, series: Mapping[str, NDArray[np.float64]]) -> None:
    """A run of these tags, [N] values each, as a TensorBoard event file."""
    folder.mkdir(parents=True)
    points = len(next(iter(series.values())))
    with open(folder / "events.out.tfevents.1700000000.host", "wb") as file:
        file.write(event_files.begin(1.7e9))
        # Steps of one width: no byte, and then one byte for each seven bits.
        for low, high in ((0, 1), (1, 1 << 7), (1 << 7, 1 << 14), (1 << 14, 1 << 21)):
            steps = np.arange(low, min(high, points))
            if len(steps):
                rows = [
                    event_files.scalar_rows(name, steps, 1.7e9 + steps, values[steps], wide=False)
                    for name, values in series.items()
                ]
                file.write(np.concatenate(rows, axis=1).tobytes())
