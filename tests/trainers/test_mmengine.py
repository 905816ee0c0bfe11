"""The Runner of MMEngine. It asks for an OpenCV that needs libraries of a desktop, and is skipped where these are missing."""

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # torch's, of its own parts
    pytest.importorskip("mmengine.runner", exc_type=ImportError)

import torch
from mmengine.evaluator import BaseMetric
from mmengine.model import BaseModel
from mmengine.runner import Runner
from torch.utils.data import Dataset

import vdlite.integrations.mmengine  # noqa: F401  # what `custom_imports` does
from tests.trainers.reading import Logged, outcome_after


class Line(BaseModel):  # type: ignore[misc]
    """A straight line."""

    def __init__(self, fails_at: int | None) -> None:
        super().__init__()
        self.layer = torch.nn.Linear(1, 1)
        self.fails_at = fails_at
        self.calls = 0

    def forward(self, inputs: torch.Tensor, targets: torch.Tensor, mode: str) -> Any:
        found = self.layer(inputs)
        if mode == "loss":
            self.calls += 1
            if self.fails_at is not None and self.calls > self.fails_at:
                raise RuntimeError("broken on purpose")
            return {"loss": (found - targets).square().mean()}
        return found, targets


class Rows(Dataset[Any]):
    def __len__(self) -> int:
        return 8

    def __getitem__(self, index: int) -> tuple[torch.Tensor, torch.Tensor]:
        value = torch.tensor([index / 8])
        return value, 2 * value


class Distance(BaseMetric):  # type: ignore[misc]
    def process(self, data_batch: Any, data_samples: Any) -> None:
        found, targets = data_samples
        self.results.append(float((found - targets).abs().mean()))

    def compute_metrics(self, results: list[float]) -> dict[str, float]:
        return {"distance": sum(results) / len(results)}


def trained(folder: Path, *, fails_at: int | None = None) -> Any:
    """Four steps of two epochs; fails_at: the one before which an exception is raised."""
    loader = {
        "batch_size": 4,
        "sampler": {"type": "DefaultSampler", "shuffle": False},
        "collate_fn": {"type": "default_collate"},
    }
    settings = {
        "train_cfg": {"by_epoch": True, "max_epochs": 2},
        "optim_wrapper": {"optimizer": {"type": "SGD", "lr": 0.125}},
    }
    runner = Runner(
        model=Line(fails_at),
        work_dir=str(folder),
        train_dataloader={"dataset": Rows(), **loader},
        **settings,
        cfg=settings,
        val_dataloader={"dataset": Rows(), **loader},
        val_cfg={},
        val_evaluator={"type": Distance},
        default_hooks={"logger": {"type": "LoggerHook", "interval": 1}},
        visualizer={"type": "Visualizer", "vis_backends": [{"type": "VdliteVisBackend"}]},
        experiment_name=folder.name,
    )
    runner.train()
    return runner


def test_a_training_that_an_exception_ends_is_not_finished(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="broken on purpose"):
        trained(tmp_path, fails_at=2)
    assert outcome_after(tmp_path) is None
    assert Logged(tmp_path).steps("loss") == [1, 2]


def test_a_training_is_one_run_with_its_config(tmp_path: Path) -> None:
    runner = trained(tmp_path)
    runner.visualizer.add_image("first", np.zeros((2, 3, 3), np.uint8), step=1)
    runner.visualizer.close()

    logged = Logged(tmp_path)
    assert logged.outcome == "finished"
    assert logged.steps("loss") == [1, 2, 3, 4]
    assert logged.steps("distance") == [1, 2]  # the Runner counts epochs there
    assert {value for _, value in logged.points("lr")} == {0.125}
    ((values, _),) = logged.trials
    assert values["optim_wrapper/optimizer/lr"] == 0.125
    assert values["train_cfg/max_epochs"] == 2
    assert "optim_wrapper" in logged.payload("text", "config")
    assert logged.payload("image", "first").pixels.shape == (2, 3, 3)
    assert logged.tags("environment") == ["environment"]
