"""Logs of other tools that hold several runs, or name other files: each kind in a folder of its own."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.foreign import neptune_files

GOLDEN = Path(__file__).parents[1] / "foreign" / "golden"
_COPIED = (
    "mlflow",
    "mlflow-artifacts",
    "optuna",
    "swanlab",
    "swanlab-media",
    "trackio",
    "trackio-media",
    "wandb",
    "wandb-environment",
    "wandb-media",
    "wandb-metrics",
)
KINDS = (*_COPIED, "neptune", "projector")


def write(kind: str, folder: Path) -> None:
    """Logs of that kind, which rest."""
    if kind in _COPIED:
        shutil.copytree(GOLDEN / kind, folder, ignore=shutil.ignore_patterns("*.json"))
        for path in (GOLDEN / kind).rglob("*.json"):
            if path.parent != GOLDEN / kind:  # else it is what is expected of them
                shutil.copy2(path, folder / path.relative_to(GOLDEN / kind))
    elif kind == "neptune":
        rows = [
            neptune_files.row(run, "metrics/loss", "float_series", step / 4, step, step)
            for run in ("A-1", "A-2")
            for step in range(5)
        ]
        rows.append(neptune_files.row("A-1", "lr", "float", 0.5))
        name = {"path": "team/a.txt"}
        rows.append(neptune_files.row("A-1", "words", "file_series", name, 0, 0))
        neptune_files.export(folder / "data" / "team", rows[:6], rows[6:], begin="r_")
        (folder / "files" / "team").mkdir(parents=True)
        (folder / "files" / "team" / "a.txt").write_text("some words")
    else:
        folder.mkdir()
        (folder / "vectors.tsv").write_text("1.5\t2.5\n3.5\t4.5\n")
        (folder / "labels.tsv").write_text("a\nb\n")
        (folder / "projector_config.pbtxt").write_text(
            'embeddings { tensor_name: "net:00003" tensor_path: "vectors.tsv" metadata_path: "labels.tsv" }'
        )
    for path in folder.rglob("*"):
        if path.is_file():  # nothing of it was written just now, and then it did not end
            os.utime(path, ns=(10**18, 10**18))


@contextmanager
def as_before(path: Path) -> Iterator[None]:
    """For a `with` block that changes a file: its size has to be as before, and its times are set back."""
    before = path.stat()
    yield
    assert path.stat().st_size == before.st_size
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def alter(path: Path, statement: str) -> None:
    """Change a database, whose size and times stay."""
    with as_before(path), closing(sqlite3.connect(path)) as database, database:
        assert database.execute(statement).rowcount != 0


def exchange(path: Path, old: bytes, new: bytes) -> None:
    """Put another file of the same size and times, with other bytes, in a file's place."""
    data = path.read_bytes()
    assert len(old) == len(new)
    assert old in data
    with as_before(path):
        other = path.with_name("other")
        other.write_bytes(data.replace(old, new))
        other.rename(path)


def flip(path: Path) -> None:
    """Another byte in the middle of a file, whose size and times stay."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    with as_before(path), open(path, "r+b") as file:
        file.write(data)
