"""Lightning's Trainer and Fabric."""

import logging
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("lightning")

import lightning
import numpy as np
import torch
from lightning.pytorch.loggers import CSVLogger

from tests.trainers.processes import in_two_processes
from tests.trainers.reading import Logged, runs
from vdlite.integrations.lightning import VdliteLogger


class Line(lightning.LightningModule):
    """A straight line."""

    def __init__(self, lr: float = 0.1, fails_at: int = -1) -> None:
        super().__init__()
        self.save_hyperparameters()
        self.layer = torch.nn.Linear(1, 1)
        self.example_input_array = torch.zeros(1, 1)

    def forward(self, inputs: torch.Tensor) -> Any:
        return self.layer(inputs)

    def _loss(self, batch: Any) -> torch.Tensor:
        inputs, targets = batch
        return torch.nn.functional.mse_loss(self(inputs), targets)

    def training_step(self, batch: Any, number: int) -> torch.Tensor:
        if self.global_step == self.hparams["fails_at"]:
            raise RuntimeError("broken on purpose")
        loss = self._loss(batch)
        self.log("train/loss", loss, on_step=True, on_epoch=True)
        return loss

    def validation_step(self, batch: Any, number: int) -> None:
        self.log("val/loss", self._loss(batch))

    def test_step(self, batch: Any, number: int) -> None:
        self.log("test/loss", self._loss(batch))

    def configure_optimizers(self) -> Any:
        return torch.optim.SGD(self.parameters(), self.hparams["lr"])


def data() -> Any:
    """Four batches."""
    inputs = torch.linspace(-1, 1, 16)[:, None]
    return torch.utils.data.DataLoader(torch.utils.data.TensorDataset(inputs, 2 * inputs), 4)


def trainer(logger: Any, **options: Any) -> lightning.Trainer:
    settings: dict[str, Any] = {"max_epochs": 2, "enable_checkpointing": False, **options}
    return lightning.Trainer(
        logger=logger,
        accelerator="cpu",
        devices=1,
        log_every_n_steps=1,
        enable_progress_bar=False,
        enable_model_summary=False,
        **settings,
    )


def test_a_training_is_one_run_with_its_trial_and_lineage(tmp_path: Path) -> None:
    trainer(VdliteLogger(tmp_path, "line", "first")).fit(Line(lr=0.05), data(), data())
    logged = Logged(tmp_path)
    assert logged.run == "line/first"
    assert logged.steps("train/loss_step") == list(range(8))
    assert logged.steps("train/loss_epoch") == logged.steps("val/loss") == [3, 7]
    assert logged.trials == [({"lr": 0.05, "fails_at": -1}, ())]
    assert (logged.lineage["network"], logged.lineage["parameters"]) == ("Line", 2)
    assert logged.lineage["epochs"] == 2
    assert logged.tags("environment") == ["environment"]
    assert logged.tags("graph") == []
    assert logged.progress == ("steps", 8, 8)


def test_an_epoch_that_comes_with_every_metric_of_a_step_is_logged_once(tmp_path: Path) -> None:
    trainer(VdliteLogger(tmp_path)).fit(Line(), data(), data())
    assert Logged(tmp_path).points("epoch") == [(step, float(step > 3)) for step in range(8)]


def test_fit_validate_and_test_are_one_run(tmp_path: Path) -> None:
    logger = VdliteLogger(tmp_path)
    made, model = trainer(logger), Line()
    made.fit(model, data(), data())
    made.validate(model, data(), verbose=False)
    made.test(model, data(), verbose=False)
    logged = Logged(tmp_path)
    assert logged.steps("test/loss") == [8]
    assert len(logged.trials) == 1


def test_another_logger_beside_gets_the_same(tmp_path: Path) -> None:
    trainer([VdliteLogger(tmp_path / "ours"), CSVLogger(tmp_path / "theirs")]).fit(Line(), data())
    (table,) = (tmp_path / "theirs").rglob("metrics.csv")
    rows = table.read_text("utf-8").splitlines()
    column = rows[0].split(",").index("train/loss_step")
    theirs = [float(row.split(",")[column]) for row in rows[1:] if row.split(",")[column]]
    ours = [value for _, value in Logged(tmp_path / "ours").points("train/loss_step")]
    assert ours == theirs


def test_a_failed_training_says_so_and_keeps_what_it_logged(tmp_path: Path) -> None:
    logger = VdliteLogger(tmp_path)
    with pytest.raises(RuntimeError, match="broken on purpose"):
        trainer(logger).fit(Line(fails_at=3), data())
    logger.experiment.close()
    logged = Logged(tmp_path)
    assert logged.outcome == "failed"
    assert logged.steps("train/loss_step") == [0, 1, 2]
    assert logged.lineage["status"] == "failed"


def test_how_a_training_ended_is_reported_with_the_end_of_its_log(tmp_path: Path) -> None:
    logger = VdliteLogger(tmp_path)
    trainer(logger).fit(Line(), data())
    assert Logged(tmp_path).outcome is None
    logger.experiment.close()
    assert Logged(tmp_path).outcome == "finished"


def test_ctrl_c_is_no_failure(tmp_path: Path) -> None:
    class Interrupted(Line):
        def on_train_epoch_end(self) -> None:
            raise KeyboardInterrupt

    logger = VdliteLogger(tmp_path)
    with pytest.raises((KeyboardInterrupt, SystemExit)):
        trainer(logger).fit(Interrupted(), data())
    logger.experiment.close()
    assert Logged(tmp_path).outcome == "killed"


def test_a_training_from_a_checkpoint_goes_on_in_its_version(tmp_path: Path) -> None:
    first = trainer(VdliteLogger(tmp_path, version=3), max_epochs=1, enable_checkpointing=True)
    first.fit(Line(), data(), data())
    (checkpoint,) = tmp_path.rglob("*.ckpt")
    assert checkpoint.is_relative_to(tmp_path / "version_3")
    trainer(VdliteLogger(tmp_path, version=3)).fit(Line(), data(), ckpt_path=checkpoint)
    logged = Logged(tmp_path)
    assert logged.steps("train/loss_step") == list(range(8))
    assert len(logged.trials) == 1
    assert logged.lineage["metric/best_checkpoint"] == str(checkpoint)


def test_the_graph_is_logged_where_it_is_asked_for(tmp_path: Path) -> None:
    trainer(VdliteLogger(tmp_path, log_graph=True), max_epochs=1).fit(Line(), data())
    assert Logged(tmp_path).payload("graph", "model").parameter_count == 2


def test_two_jobs_that_begin_together_are_two_runs(tmp_path: Path) -> None:
    loggers = [VdliteLogger(tmp_path), VdliteLogger(tmp_path)]
    for logger in loggers:
        logger.log_metrics({"loss": 0.5}, 0)
    assert len(runs(tmp_path)) == 2


def test_pictures_and_texts_are_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    logger = VdliteLogger(tmp_path, prefix="mine")
    logger.log_image("batch", torch.zeros(2, 3, 4, 6), 1, caption=["a", "b"])
    logger.log_image("one", [np.zeros((4, 6))], 1)
    logger.log_text("note", "fine", 1)
    with caplog.at_level(logging.WARNING, "vdlite"):
        logger.log_image("odd", [object()], 1)
    assert "odd" in caplog.text or "object" in caplog.text
    logger.finalize("success")
    logged = Logged(tmp_path)
    assert logged.tags("image") == ["mine/batch", "mine/one"]
    assert logged.payload("text", "mine/note") == "fine"


def test_fabric_logs_with_the_same_logger(tmp_path: Path) -> None:
    fabric = lightning.Fabric(accelerator="cpu", devices=1, loggers=VdliteLogger(tmp_path))
    for step in range(3):
        fabric.log_dict({"loss": torch.tensor(0.5), "accuracy": 0.25}, step=step)
    fabric.log("alone", 1.0)
    logged = Logged(tmp_path)
    assert logged.points("loss") == [(0, 0.5), (1, 0.5), (2, 0.5)]
    assert logged.points("alone") == [(0, 1.0)]


_TWO = """
import sys
import lightning
from tests.trainers.test_lightning import Line, data
from vdlite.integrations.lightning import VdliteLogger
trainer = lightning.Trainer(
    logger=VdliteLogger(sys.argv[1]), accelerator="cpu", devices=2, strategy="ddp", max_epochs=1,
    log_every_n_steps=1, enable_progress_bar=False, enable_model_summary=False,
)
trainer.fit(Line(), data())
"""


def test_two_processes_write_one_run(tmp_path: Path) -> None:
    in_two_processes(_TWO, tmp_path)
    assert Logged(tmp_path).steps("train/loss_step") == [0, 1]
    assert len(list(tmp_path.rglob("*.vdl"))) == 1
    assert {path.parents[1] for path in tmp_path.rglob("*.ckpt")} == {
        path.parent for path in tmp_path.rglob("*.vdl")
    }


def test_the_older_package_has_the_logger_as_its_own(tmp_path: Path) -> None:
    pytest.importorskip("pytorch_lightning")
    program = """
import sys
import pytorch_lightning
from vdlite.integrations.lightning import VdliteLogger
assert issubclass(VdliteLogger, pytorch_lightning.loggers.Logger)
assert "lightning.pytorch" not in sys.modules
"""
    import subprocess
    import sys

    subprocess.run([sys.executable, "-c", program], check=True)
