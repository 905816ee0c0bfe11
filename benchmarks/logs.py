"""Logs to read."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from vdlite import LogWriter


@contextmanager
def folder() -> Iterator[Path]:
    """A folder that goes at the end."""
    with tempfile.TemporaryDirectory(prefix="vdlite-benchmark-") as name:
        yield Path(name)


def write_runs(logdir: Path, *, runs: int, tags: int, points: int) -> None:
    """Runs of random walks; every tag of a run holds the same one."""
    rng = np.random.default_rng(0)
    names = [f"group{tag % 3}/tag{tag}" for tag in range(tags)]
    for run in range(runs):
        values = rng.normal(size=points).cumsum().tolist()
        with LogWriter(logdir / f"run{run:04d}", flush_secs=5) as writer:
            for step, value in enumerate(values):
                for name in names:
                    writer.add_scalar(name, value, step)


def write_events(logdir: Path, *, runs: int, tags: int, points: int) -> None:
    """The same as TensorBoard event files, record by record. Raises ImportError without tensorboard."""
    from tensorboard.compat.proto.event_pb2 import Event
    from tensorboard.compat.proto.summary_pb2 import Summary
    from tensorboard.summary.writer.record_writer import RecordWriter

    rng = np.random.default_rng(0)
    names = [f"group{tag % 3}/tag{tag}" for tag in range(tags)]
    for run in range(runs):
        values = rng.normal(size=points).cumsum().tolist()
        path = logdir / f"run{run:04d}"
        path.mkdir(parents=True)
        with open(path / "events.out.tfevents.1700000000.host", "wb") as file:
            writer = RecordWriter(file)
            writer.write(Event(wall_time=1.7e9, file_version="brain.Event:2").SerializeToString())
            for step, value in enumerate(values):
                for name in names:
                    summary = Summary(value=[Summary.Value(tag=name, simple_value=value)])
                    event = Event(wall_time=1.7e9 + step, step=step, summary=summary)
                    writer.write(event.SerializeToString())
