"""The Learner of fastai.

It asks for a torchvision that the other trainers can't be tested beside. In an environment of its own:

    pip install torch fastai pytest hypothesis vdlite && pytest tests/trainers/test_fastai.py
"""

import pickle
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastai.basics", exc_type=ImportError)

import torch
from fastai.basics import DataLoaders, Learner, mae

from tests.trainers.reading import Logged, outcome_after
from vdlite.integrations.fastai import VdliteCallback


def learner(**options: Any) -> Any:
    """A straight line, four batches an epoch."""
    inputs = torch.linspace(-1, 1, 64)[:, None]
    rows = list(zip(inputs, 2 * inputs, strict=True))
    loaders = DataLoaders.from_dsets(rows, rows[:16], bs=16, device="cpu")
    return Learner(
        loaders,
        torch.nn.Linear(1, 1),
        loss_func=torch.nn.MSELoss(),
        metrics=[mae],
        lr=0.1,
        **options,
    )


def test_a_training_is_one_run_with_its_trial_and_lineage(tmp_path: Path) -> None:
    learn = learner()
    learn.fit(2, cbs=VdliteCallback(tmp_path, hparams={"seed": 3}))

    logged = Logged(tmp_path)
    assert logged.steps("train/loss") == list(range(8))
    assert logged.steps("valid/loss") == [3, 7]
    recorded = [row[1] for row in learn.recorder.values]  # train_loss, valid_loss, mae
    assert [value for _, value in logged.points("valid/loss")] == pytest.approx(recorded)
    assert logged.steps("valid/mae") == logged.steps("epoch/train_loss") == [3, 7]
    assert {value for _, value in logged.points("train/learning_rate")} == {0.1}
    ((values, metrics),) = logged.trials
    assert values["learning_rate"] == pytest.approx(0.1)
    assert (values["epochs"], values["batch_size"], values["seed"]) == (2, 16, 3)
    assert values["optimizer"] == "Adam"
    assert metrics == ("valid/loss",)
    assert logged.lineage["network"] == "Linear"
    assert logged.tags("environment") == ["environment"]


def test_a_training_that_came_to_its_end_is_finished(tmp_path: Path) -> None:
    learner().fit(1, cbs=VdliteCallback(tmp_path))
    assert outcome_after(tmp_path) == "finished"


def test_a_second_fit_goes_on_in_the_run_also_of_another_program(tmp_path: Path) -> None:
    callback = VdliteCallback(tmp_path)
    learn = learner()
    learn.fit(1, cbs=callback)
    learn.fit(1, cbs=callback)
    assert callback.writer is not None
    callback.writer.close()
    learner().fit(1, cbs=VdliteCallback(tmp_path))
    logged = Logged(tmp_path)
    assert logged.steps("train/loss") == list(range(12))
    assert len(logged.trials) == 1


def test_predicting_and_looking_for_a_learning_rate_are_no_trainings(tmp_path: Path) -> None:
    learn = learner(cbs=VdliteCallback(tmp_path))
    learn.get_preds()
    assert not list(tmp_path.iterdir())
    learn.fit(1)
    learn.get_preds()
    assert Logged(tmp_path).steps("valid/loss") == [3]


def test_a_callback_is_pickled_with_its_learner_without_the_log(tmp_path: Path) -> None:
    callback = VdliteCallback(tmp_path)
    learner(cbs=callback).fit(1)
    assert pickle.loads(pickle.dumps(callback)).writer is None
