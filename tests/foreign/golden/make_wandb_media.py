"""Writes `wandb-media` with W&B itself, offline: `pip install wandb numpy pillow`, version 0.31.0.

    python -m tests.foreign.golden.make_wandb_media

The folder holds what a run's folder holds that is read: the log, and the files that it names.
"""

import shutil
import tempfile
from pathlib import Path

import numpy as np
import wandb

from tests.foreign.golden.make_wandb import without_machine

GOLDEN = Path(__file__).parent / "wandb-media"


def main() -> None:
    """The same as `test_wandb_media.py` expects."""
    with tempfile.TemporaryDirectory() as folder:
        settings = wandb.Settings(x_disable_stats=True, console="wrap")
        run = wandb.init(project="p", dir=folder, config={"lr": 0.1}, settings=settings)
        run.config["late"] = 3
        run.config.update({"net": {"depth": 2}})
        for step in range(2):
            print("step", step)
            gray = np.full((2, 3), 100 * step, np.uint8)
            run.log(
                {
                    "loss": 1 / (step + 1),
                    "one": wandb.Image(np.full((2, 3, 3), 50 * step + 5, np.uint8)),
                    "many": [wandb.Image(gray + each, caption=f"no {each}") for each in range(3)],
                    "table": wandb.Table(["a", "b"], [[1, "x|y"], [2.5, None]]),
                    "page": wandb.Html("<b>hi</b>"),
                }
            )
        run.config["after"] = "x"
        run.summary["best"] = 0.25
        run.finish()
        (log,) = Path(folder).rglob("*.wandb")
        shutil.rmtree(GOLDEN, ignore_errors=True)
        for found in sorted((log.parent / "files").rglob("*")):
            if found.is_file() and found.name != "requirements.txt":
                target = GOLDEN / found.relative_to(log.parent)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(found, target)
        (GOLDEN / "run-golden.wandb").write_bytes(without_machine(log.read_bytes()))


if __name__ == "__main__":
    main()
