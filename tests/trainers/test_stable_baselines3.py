"""Algorithms of stable-baselines3."""

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("stable_baselines3")

import numpy as np
import torch
from matplotlib.figure import Figure as Plot
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import (
    Figure,
    HParam,
    Image,
    KVWriter,
    Logger,
    Video,
)

from tests.trainers.reading import Logged, outcome_after
from vdlite.integrations.stable_baselines3 import VdliteCallback, VdliteWriter


def algorithm() -> Any:
    # By chance an episode is longer than the steps of a rollout, whose reward is then not logged.
    return PPO(
        "MlpPolicy", "CartPole-v1", n_steps=64, batch_size=32, n_epochs=1, seed=0, device="cpu"
    )


class Kept(KVWriter):
    """What is recorded, as any output gets it."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, dict[str, Any]]] = []

    def write(self, key_values: Any, key_excluded: Any, step: int = 0) -> None:
        self.rows.append((step, dict(key_values)))

    def close(self) -> None:
        pass


def test_a_training_is_one_run_with_its_trial_and_lineage(tmp_path: Path) -> None:
    kept = Kept()
    made = algorithm()
    made.set_logger(Logger(None, [kept]))
    made.learn(128, callback=VdliteCallback(tmp_path / "first", {"seed": 7}))

    logged = Logged(tmp_path)
    assert logged.points("train/loss") == [
        (step, float(row["train/loss"])) for step, row in kept.rows if "train/loss" in row
    ]
    assert logged.steps("rollout/ep_rew_mean") == [64, 128]
    assert "time/total_timesteps" not in logged.tags()  # which is not for TensorBoard either
    ((values, _),) = logged.trials
    assert (values["algorithm"], values["n_steps"], values["gamma"], values["seed"]) == (
        "PPO",
        64,
        0.99,
        7,
    )
    assert (logged.lineage["optimizer"], logged.lineage["environment"]) == ("Adam", "CartPole-v1")
    assert logged.progress == ("timesteps", 128, 128)


def test_a_training_that_came_to_its_end_is_finished(tmp_path: Path) -> None:
    algorithm().learn(64, callback=VdliteCallback(tmp_path))
    assert outcome_after(tmp_path) == "finished"


def test_learning_more_goes_on_in_the_run(tmp_path: Path) -> None:
    made, callback = algorithm(), VdliteCallback(tmp_path)
    made.learn(64, callback=callback)
    made.learn(64, callback=callback, reset_num_timesteps=False)
    logged = Logged(tmp_path)
    assert logged.steps("rollout/ep_rew_mean") == [64, 128]
    assert len(logged.trials) == 1


def test_everything_that_a_logger_takes_is_logged(tmp_path: Path) -> None:
    plot = Plot()
    plot.add_subplot().plot([1, 2])
    logger = Logger(None, [VdliteWriter(tmp_path)])
    logger.record("number", np.float32(0.5))
    logger.record("count", np.int64(3))
    logger.record("word", "fine")
    logger.record("values", np.arange(10.0))
    logger.record("image", Image(torch.zeros(3, 4, 6), "CHW"))
    logger.record("video", Video(torch.zeros(1, 2, 3, 4, 6, dtype=torch.uint8), 10))
    logger.record("figure", Figure(plot, close=True))
    logger.record("trial", HParam({"lr": 0.1}, {"score": 1.0}))
    logger.record("hidden", 1.0, exclude="vdlite")
    logger.dump(5)
    logger.close()
    logged = Logged(tmp_path)
    assert logged.points("number") == [(5, 0.5)]
    assert logged.tags() == ["count", "number", "score"]
    assert logged.tags("image") == ["figure", "image"]
    assert (logged.tags("video"), logged.tags("histogram")) == (["video"], ["values"])
    assert logged.payload("text", "word") == "fine"
    assert logged.trials == [({"lr": 0.1}, ("score",))]


def test_ctrl_c_in_the_middle_keeps_what_was_logged(tmp_path: Path) -> None:
    class Interrupts(BaseCallback):
        def _on_step(self) -> bool:
            if self.num_timesteps > 100:
                raise KeyboardInterrupt
            return True

    with pytest.raises(KeyboardInterrupt):
        algorithm().learn(256, callback=[VdliteCallback(tmp_path), Interrupts()])
    assert Logged(tmp_path).steps("rollout/ep_rew_mean") == [64]
