"""Scripts in the shape of W&B's examples for Keras and Lightning, with other imports."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import vdlite as wandb
from vdlite import LogReader


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    wandb.finish()
    yield tmp_path
    wandb.finish()


def test_a_script_with_keras_runs(folder: Path) -> None:
    keras = pytest.importorskip("keras")
    from vdlite.integrations.keras import VdliteCallback  # WandbMetricsLogger

    class PredictionsLogger(keras.callbacks.Callback):  # type: ignore[misc,name-defined]
        """Logs a table of predictions at the end of an epoch, as W&B's examples do."""

        def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
            table = wandb.Table(columns=["epoch", "image", "guess"])
            table.add_data(epoch, wandb.Image(np.zeros((4, 4, 1), np.float32)), 0.5)
            wandb.log({"predictions": table, **{f"own/{name}": logs[name] for name in logs}})

    run = wandb.init(
        project="keras-intro",
        name="first",
        config={"layer_1": 4, "activation_1": "relu", "optimizer": "sgd", "epoch": 2},
    )
    config = wandb.config
    model = keras.Sequential(
        [keras.Input((1,)), keras.layers.Dense(config.layer_1, activation=config.activation_1)]
    )
    model.compile(optimizer=config.optimizer, loss="mse")
    inputs = np.linspace(-1, 1, 16, dtype=np.float32)[:, None]
    history = model.fit(
        inputs,
        2 * inputs,
        epochs=config.epoch,
        batch_size=8,
        verbose=0,
        callbacks=[VdliteCallback(run.dir), PredictionsLogger()],
    )
    wandb.finish()
    reader = LogReader(folder / "runs")
    assert reader.runs == ["keras-intro/first"]
    losses = reader.scalars(reader.runs[0], "train/loss")
    assert losses.values.tolist() == pytest.approx(history.history["loss"])
    assert reader.scalars(reader.runs[0], "own/loss").steps.tolist() == [0, 1]
    assert len(reader.records(reader.runs[0], "text", "predictions")) == 2


def test_a_script_with_lightning_runs(folder: Path) -> None:
    lightning = pytest.importorskip("lightning")
    import torch

    from vdlite.integrations.lightning import VdliteLogger  # WandbLogger

    class Line(lightning.LightningModule):  # type: ignore[misc,name-defined]
        def __init__(self, lr: float) -> None:
            super().__init__()
            self.save_hyperparameters()
            self.layer = torch.nn.Linear(1, 1)

        def training_step(self, batch: Any, number: int) -> Any:
            loss = (self.layer(batch[0]) - batch[1]).square().mean()
            self.log("train/loss", loss)
            return loss

        def validation_step(self, batch: Any, number: int) -> None:
            self.log("val/loss", (self.layer(batch[0]) - batch[1]).square().mean())

        def on_validation_epoch_end(self) -> None:
            if wandb.run is not None:
                wandb.log({"samples": [wandb.Image(torch.zeros(1, 4, 4), caption="0")] * 2})

        def configure_optimizers(self) -> Any:
            return torch.optim.SGD(self.parameters(), self.hparams["lr"])

    inputs = torch.linspace(-1, 1, 16)[:, None]
    loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(inputs, 2 * inputs), 4)
    run = wandb.init(project="lightning", id="first")
    logger = VdliteLogger("runs", "lightning", run.id)
    options = {"accelerator": "cpu", "log_every_n_steps": 1, "num_sanity_val_steps": 0}
    quiet = {"enable_progress_bar": False, "enable_model_summary": False}
    trainer = lightning.Trainer(logger=logger, max_epochs=2, **options, **quiet)
    trainer.fit(Line(0.1), loader, loader)
    wandb.finish()
    reader = LogReader(folder / "runs")
    assert reader.runs == ["lightning/first"]
    assert len(reader.scalars(reader.runs[0], "train/loss")) == 8
    assert reader.trials(reader.runs[0])[0].hparams == {"lr": 0.1}
    assert len(reader.records(reader.runs[0], "image", "samples")) == 2
