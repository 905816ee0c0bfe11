"""Nets of skorch."""

import pickle
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("skorch")

import numpy as np
import torch
from sklearn.model_selection import GridSearchCV
from skorch import NeuralNetRegressor
from skorch.callbacks import Callback, EarlyStopping

from tests.trainers.reading import Logged, outcome_after, runs
from vdlite.integrations.skorch import VdliteCallback

INPUTS = np.linspace(-1, 1, 40, dtype=np.float32)[:, None]


def net(*callbacks: Any) -> Any:
    return NeuralNetRegressor(
        torch.nn.Linear,
        module__in_features=1,
        module__out_features=1,
        max_epochs=2,
        lr=0.05,
        verbose=0,
        callbacks=list(callbacks),
    )


def test_a_training_is_one_run_with_its_trial_and_lineage(tmp_path: Path) -> None:
    made = net(VdliteCallback(tmp_path / "first", {"seed": 7})).fit(INPUTS, 2 * INPUTS)
    made.partial_fit(INPUTS, 2 * INPUTS)
    logged = Logged(tmp_path)
    assert logged.points("valid/loss") == list(enumerate(made.history[:, "valid_loss"], 1))
    assert logged.tags() == ["dur", "train/loss", "valid/loss"]  # and not what is a truth value
    ((values, metrics),) = logged.trials
    assert (values["lr"], values["module"], values["module__in_features"]) == (0.05, "Linear", 1)
    assert (values["seed"], metrics) == (7, ("valid/loss",))
    assert (logged.lineage["optimizer"], logged.lineage["loss"]) == ("SGD", "MSELoss")
    assert logged.progress == ("epochs", 4, 4)


def test_a_search_makes_a_run_for_each_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    search = GridSearchCV(net(VdliteCallback()), {"lr": [0.01, 0.1]}, cv=2, refit=False)
    search.fit(INPUTS, 2 * INPUTS)
    found = [Logged(tmp_path, run).trials[0][0]["lr"] for run in runs(tmp_path)]
    assert sorted(found) == [0.01, 0.01, 0.1, 0.1]


def test_a_net_that_was_logged_can_be_pickled(tmp_path: Path) -> None:
    made = net(VdliteCallback(tmp_path)).fit(INPUTS, 2 * INPUTS)
    copy = pickle.loads(pickle.dumps(made))
    assert np.array_equal(copy.predict(INPUTS), made.predict(INPUTS))


class CtrlC(Callback):
    """Somebody's, amid the first epoch."""

    def on_batch_end(self, net: Any, **_: Any) -> None:
        raise KeyboardInterrupt


def test_a_training_that_came_to_its_end_is_finished(tmp_path: Path) -> None:
    net(VdliteCallback(tmp_path)).fit(INPUTS, 2 * INPUTS)
    assert outcome_after(tmp_path) == "finished"


def test_a_training_that_stopped_early_is_finished(tmp_path: Path) -> None:
    stops = EarlyStopping(patience=1, threshold=1e9, threshold_mode="abs")
    net(stops, VdliteCallback(tmp_path)).set_params(max_epochs=9).fit(INPUTS, 2 * INPUTS)
    assert outcome_after(tmp_path) == "finished"


def test_a_training_that_ctrl_c_stopped_is_not_finished(tmp_path: Path) -> None:
    net(VdliteCallback(tmp_path), CtrlC()).fit(INPUTS, 2 * INPUTS)
    assert outcome_after(tmp_path) is None
