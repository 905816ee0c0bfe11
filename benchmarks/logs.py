"""Logs to read."""

import io
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite import LogWriter
from vdlite.foreign.crc32c import Varying


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
    """The same as TensorBoard event files. Raises ImportError without tensorboard.

    The first event of each tag is made by TensorBoard, and the others from it by columns: its own writer would take
    a minute a million.
    """
    rng = np.random.default_rng(0)
    names = [f"group{tag % 3}/tag{tag}" for tag in range(tags)]
    for run in range(runs):
        values = rng.normal(size=points).cumsum()
        path = logdir / f"run{run:04d}"
        path.mkdir(parents=True)
        with open(path / "events.out.tfevents.1700000000.host", "wb") as file:
            file.write(_event_begin())
            # Steps of one width: no byte, and then one byte for each seven bits.
            for low, high in ((0, 1), (1, 1 << 7), (1 << 7, 1 << 14), (1 << 14, 1 << 21)):
                steps = np.arange(low, min(high, points))
                if len(steps):
                    rows = [_event_rows(name, steps, values[steps]) for name in names]
                    file.write(np.concatenate(rows, axis=1).tobytes())


def _event_begin() -> bytes:
    from tensorboard.compat.proto.event_pb2 import Event
    from tensorboard.summary.writer.record_writer import RecordWriter

    file = io.BytesIO()
    begin = Event(wall_time=1.7e9, file_version="brain.Event:2")
    RecordWriter(file).write(begin.SerializeToString())
    return file.getvalue()


def _event_rows(
    name: str, steps: NDArray[np.int64], values: NDArray[np.float64]
) -> NDArray[np.uint8]:
    """Events of a scalar in their frames, [N, bytes]."""
    from tensorboard.compat.proto.event_pb2 import Event
    from tensorboard.compat.proto.summary_pb2 import Summary
    from tensorboard.summary.writer.record_writer import RecordWriter

    file = io.BytesIO()
    summary = Summary(value=[Summary.Value(tag=name, simple_value=1.5)])
    first = Event(wall_time=1.7e9, step=int(steps[0]), summary=summary)
    RecordWriter(file).write(first.SerializeToString())
    template = file.getvalue()
    rows = np.tile(np.frombuffer(template, np.uint8), (len(steps), 1))
    rows[:, 13:21] = _bytes_of(1.7e9 + steps, "<f8")
    width = 0 if steps[0] == 0 else 1 if steps[0] < 1 << 7 else 2 if steps[0] < 1 << 14 else 3
    for place in range(width):
        more = 0x80 if place < width - 1 else 0
        rows[:, 22 + place] = steps >> 7 * place & 0x7F | more
    rows[:, -8:-4] = _bytes_of(values, "<f4")
    runs = ((1, 9), (10, 10 + width), (len(template) - 20, len(template) - 16))
    columns = tuple(np.ascontiguousarray(rows[:, 12 + begin : 12 + end]) for begin, end in runs)
    kept = [each for each in zip(runs, columns, strict=True) if each[0][0] < each[0][1]]
    crcs = Varying(template[12:-4], tuple(run for run, _ in kept)).of(tuple(c for _, c in kept))
    masked = (crcs >> np.uint32(15) | crcs << np.uint32(17)) + np.uint32(0xA282EAD8)
    rows[:, -4:] = _bytes_of(masked, "<u4")
    return rows


def _bytes_of(column: NDArray[Any], dtype: str) -> NDArray[np.uint8]:
    return column.astype(dtype).view(np.uint8).reshape(len(column), -1)
