"""Writes `wandb-environment` with W&B itself, offline: `pip install wandb`, version 0.31.0.

What says of the machine that it ran on is replaced.
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

_KEPT = {"header", "run", "environment", "files", "history", "exit"}


def write(folder: Path) -> None:
    """The same as `test_wandb_environment.py` expects."""
    with tempfile.TemporaryDirectory() as made:
        run = wandb.init(project="p", dir=made, config={"lr": 0.1})
        run.log({"loss": 0.5})
        run.finish(exit_code=1)
        (file,) = Path(made).rglob("*.wandb")
        log = replaced(file.read_bytes())
        requirements = (file.parent / "files" / "requirements.txt").read_text()
    (folder / "files").mkdir(parents=True, exist_ok=True)
    (folder / "run-golden.wandb").write_bytes(log)
    kept = sorted(
        line for line in requirements.splitlines() if line.startswith(("PyYAML", "wandb"))
    )
    (folder / "files" / "requirements.txt").write_text("\n".join(kept) + "\n")


def replaced(log: bytes) -> bytes:
    """A log that says of another machine."""
    records = []
    for data in unframed(log):
        record = wandb_internal_pb2.Record.FromString(data)
        if record.WhichOneof("record_type") not in _KEPT:
            continue
        record.ClearField("control")
        if record.HasField("run"):
            record.run.host = "host"
            record.run.ClearField("git")
            record.run.ClearField("telemetry")
        if record.HasField("environment"):
            facts = record.environment
            if facts.host:
                facts.host, facts.root, facts.os = "host", "/home/me", "Linux"
                facts.program, facts.executable = "/home/me/train.py", "/usr/bin/python3"
                facts.args.extend(["--lr", "0.1"])
                facts.git.remote_url, facts.git.commit = (
                    "https://example.org/me/it.git",
                    "ab" * 20,
                )
            if facts.HasField("memory"):
                facts.memory.total = 64 << 30
                facts.cpu.model = "A processor"
                facts.ClearField("disk")
                facts.gpu_type, facts.gpu_count, facts.cuda_version = "A card", 2, "12.8"
                for _ in range(2):
                    facts.gpu_nvidia.add(name="A card", memory_total=80 << 30)
        records.append(record.SerializeToString())
    return framed(records)


if __name__ == "__main__":
    write(Path(__file__).parent / "wandb-environment")
