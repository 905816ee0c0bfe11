"""What works with NumPy, msgpack and Pillow alone, and what the rest says. `python tests/small_writer.py FOLDER`.

It runs in an environment of vdlite and these three packages, without pytest: see tests/pythons.py.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

import vdlite
import vdlite.packages

OTHERS = ("sklearn", "scipy", "fastapi", "uvicorn", "yaml", "shtab")


def log(folder: Path) -> None:
    """One record of each kind that takes arrays, and a run of `vdlite.init`."""
    rng = np.random.default_rng(0)
    pixels, labels = rng.random((9, 8, 8)), rng.integers(0, 2, 100)
    with vdlite.LogWriter(folder / "calls") as writer:
        writer.add_hparams({"lr": 0.1}, ["loss"])
        writer.add_scalar("loss", 1.0, 0)
        writer.add_histogram("histogram", pixels, 0)
        writer.add_tensor("tensor", pixels, 0)
        writer.add_image("image", pixels[0], 0, dataformats="HW")
        writer.add_image_matrix("matrix", pixels, 0)
        writer.add_video("video", rng.random((3, 8, 8, 3)), 0)
        writer.add_audio("audio", rng.uniform(-1, 1, 800), 0)
        writer.add_text("text", "words", 0)
        writer.add_mesh("mesh", rng.random((9, 3)), step=0)
        writer.add_pr_curve("pr", labels, rng.random(100), 0)
        writer.add_roc_curve("roc", labels, rng.random(100), 0)
        writer.add_confusion_matrix("confusion", labels, labels, step=0)
        writer.add_embeddings(
            "embeddings", rng.random((9, 4)), list("abcdefghi"), thumbnails=pixels
        )
        writer.add_environment()
    vdlite.init(dir=str(folder), name="init")
    vdlite.log({"loss": 0.5, "image": vdlite.Image(pixels[0])})
    vdlite.finish()


def said(*arguments: str) -> tuple[int, str]:
    """The exit status of a command, and all that it says."""
    command = [sys.executable, "-m", "vdlite", *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    return ran.returncode, ran.stdout + ran.stderr


def main() -> int:
    """0 if all is as it should be."""
    folder = Path(sys.argv[1]).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    os.chdir(folder)
    there = [name for name in OTHERS if vdlite.packages.is_there(name)]
    assert not there, f"not as empty as it should be: {there}"
    logs = folder / "logs"
    log(logs)

    reader = vdlite.LogReader(logs)
    kinds = {kind for run in reader.runs for kind in reader.kinds(run)}
    assert len(kinds) >= 14, kinds
    for run in reader.runs:
        for kind in reader.kinds(run):
            for tag in reader.tags(run, kind):
                assert (
                    reader.scalars(run, tag) if kind == "scalar" else reader.records(run, kind, tag)
                )
    status, text = said("check", str(logs))
    assert (status, text.rpartition(": ")[2]) == (0, "intact\n"), text
    for words in (
        ["export", "logs", "events"],
        ["import", "events", "again"],
        ["runs", "logs"],
        ["series", "logs", "calls", "loss"],
        ["ps"],
        ["plugins"],
        ["--version"],
    ):
        assert said(*words)[0] == 0, said(*words)
    for words, what in (
        (["--logdir", "logs"], "vdlite: the server needs "),
        (["demo"], "vdlite demo: the demo needs "),
        (["completion", "bash"], "vdlite completion: completion needs "),
    ):
        status, text = said(*words)
        assert status == 2, text
        assert text.startswith(what), text
        assert text.count("\n") == 1, text
        assert set(text.split("pip install ")[1].split()) == {
            "scikit-learn",
            "fastapi",
            "uvicorn",
            "pyyaml",
            "shtab",
        }
    print(f"{len(kinds)} kinds with NumPy, msgpack and Pillow alone")
    return 0


if __name__ == "__main__":
    sys.exit(main())
