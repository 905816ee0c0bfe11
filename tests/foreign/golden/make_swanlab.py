"""Writes `swanlab/run-golden.swanlab` with SwanLab itself, offline: `pip install swanlab`, version 0.10.3.

    PYTHONPATH=. python -m tests.foreign.golden.make_swanlab

What says of the machine that it ran on is left out.
"""

import math
import tempfile
from pathlib import Path

import swanlab
from swanlab.proto.swanlab.record.v1 import record_pb2

from tests.foreign.wandb_files import framed, unframed

_KEPT = {"start", "finish", "column", "scalar", "media"}


def write(path: Path) -> None:
    """The same as `test_swanlab.py` expects."""
    with tempfile.TemporaryDirectory() as folder:
        swanlab.init(
            project="digits", experiment_name="first", description="a note", mode="offline",
            config={"lr": 0.1}, logdir=folder,
        )  # fmt: skip
        for step in range(400):
            values = {"loss": 1 / (step + 1), "train/acc": step / 8}
            swanlab.log(values | ({"late": -(2.0**60)} if step % 50 == 7 else {}), step=step)
        swanlab.log({"words": swanlab.Text("hello")}, step=400)
        swanlab.log({"bad": math.nan}, step=400)
        swanlab.finish()
        (log,) = Path(folder).rglob("*.swanlab")
        data = log.read_bytes()
    kept = [
        record
        for record in unframed(data)
        if {field.name for field, _ in record_pb2.Record.FromString(record).ListFields()} & _KEPT
    ]
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(framed(kept, data[:7]))


if __name__ == "__main__":
    write(Path(__file__).parent / "swanlab" / "run-golden.swanlab")
