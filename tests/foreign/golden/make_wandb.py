"""Writes `wandb/run-golden.wandb` and `wandb-metrics/run-golden.wandb` with W&B itself, offline: `pip install wandb`, version 0.31.0.

What says of the machine that it ran on is left out.
"""

import os
import sys
import tempfile
from pathlib import Path

os.environ |= {"WANDB_MODE": "offline", "WANDB_SILENT": "true", "WANDB_CONSOLE": "off"}
sys.path.insert(0, str(Path(__file__).parents[3]))

import wandb
from wandb.proto import wandb_internal_pb2

from tests.foreign.wandb_files import framed, unframed

_KEPT = {
    "header", "run", "history", "summary", "config", "metric", "alert", "exit", "stats", "output_raw",
}  # fmt: skip


def write(path: Path) -> None:
    """The same as `test_wandb.py` expects."""
    with tempfile.TemporaryDirectory() as folder:
        given = {
            "lr": 0.1,
            "batch": 32,
            "opt": {"name": "adam", "betas": [0.9, 0.99]},
            "flag": True,
        }
        run = wandb.init(project="p", name="my run", dir=folder, config=given, notes="a note")
        for step in range(200):
            values = {"train/loss": step / 8, "deep": {"a": {"b": -step}}}
            if step % 50 == 0:
                values |= {"odd": [float("nan"), float("inf"), 2**60, True][step // 50]}
            run.log(values)
        histogram = wandb.Histogram(np_histogram=([1, 0, 3], [0.0, 1.0, 2.0, 4.0]))
        run.log({"weights": histogram, "note": "**hello** ü", "table": wandb.Table(["a"], [[1]])})
        run.alert("Careful", "the loss rises")
        run.finish()
        (file,) = Path(folder).rglob("*.wandb")
        log = without_machine(file.read_bytes())
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(log)


def write_metrics(path: Path) -> None:
    """A run that defines how its metrics are summed up."""
    with tempfile.TemporaryDirectory() as folder:
        run = wandb.init(project="p", name="metrics", dir=folder, config={"lr": 0.1})
        run.define_metric("val/acc", summary="max")
        run.define_metric("val/loss", summary="min,last")
        run.define_metric("both", summary="min,max")
        run.define_metric("val/*", step_metric="epoch")
        for step in range(2):
            run.log({"val/acc": step / 2, "val/loss": 3.0 - step, "both": step, "epoch": step})
        run.finish()
        (file,) = Path(folder).rglob("*.wandb")
        log = without_machine(file.read_bytes())
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(log)


def without_machine(log: bytes) -> bytes:
    """A log without what says of the machine that it ran on."""
    records = []
    for data in unframed(log):
        record = wandb_internal_pb2.Record.FromString(data)
        if record.WhichOneof("record_type") in _KEPT:
            record.ClearField("control")
            if record.HasField("run"):
                record.run.host = "host"
                record.run.ClearField("telemetry")
            records.append(record.SerializeToString())
    return framed(records)


if __name__ == "__main__":
    write(Path(__file__).parent / "wandb" / "run-golden.wandb")
    write_metrics(Path(__file__).parent / "wandb-metrics" / "run-golden.wandb")
