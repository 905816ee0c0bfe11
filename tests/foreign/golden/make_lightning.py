"""Writes `lightning/metrics.csv` and `lightning/hparams.yaml` with Lightning itself: `pip install lightning`, version 2.6.6."""

import shutil
import tempfile
from pathlib import Path

from lightning.pytorch.loggers import CSVLogger


def write(folder: Path) -> None:
    """The same as `test_csv_tables.py` expects; what is logged at step 20 for the first time rewrites the table."""
    with tempfile.TemporaryDirectory() as root:
        logger = CSVLogger(root, flush_logs_every_n_steps=10)
        logger.log_hyperparams(
            {"lr": 0.1, "layers": [1, 2], "opt": {"name": "adam", "decay": None}}
        )
        for step in range(40):
            logger.log_metrics({"epoch": step // 20, "train_loss": 1 / (step + 1)}, step)
            if step % 20 == 19:
                logger.log_metrics({"epoch": step // 20, "val_loss": step / 8, "a,b": step}, step)
        logger.save()
        folder.mkdir(exist_ok=True)
        for name in ("metrics.csv", "hparams.yaml"):
            shutil.copy(Path(logger.log_dir) / name, folder)


if __name__ == "__main__":
    write(Path(__file__).parent / "lightning")
