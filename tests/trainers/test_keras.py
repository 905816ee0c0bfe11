"""Keras, with torch as its backend: its own callback for TensorBoard needs TensorFlow there."""

import logging
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("keras")

import keras
import numpy as np

from tests.trainers.reading import Logged, outcome_after, runs
from vdlite.integrations.keras import VdliteCallback

INPUTS = np.linspace(-1, 1, 32, dtype=np.float32)[:, None]


def model() -> Any:
    made = keras.Sequential([keras.Input((1,)), keras.layers.Dense(1)], name="line")
    made.compile(keras.optimizers.SGD(0.05, momentum=0.5), "mse", metrics=["mae"])
    return made


def fit(made: Any, callback: VdliteCallback, **options: Any) -> Any:
    """Two epochs of four batches."""
    settings: dict[str, Any] = {"epochs": 2, "validation_data": (INPUTS, 2 * INPUTS), **options}
    return made.fit(
        INPUTS, 2 * INPUTS, batch_size=8, verbose=0, callbacks=[callback], **settings
    ).history


def test_a_training_is_one_run_with_its_trial_and_lineage(tmp_path: Path) -> None:
    history = fit(model(), VdliteCallback(tmp_path / "first", hparams={"seed": 7}))
    logged = Logged(tmp_path)
    assert logged.points("train/loss") == list(enumerate(history["loss"]))
    assert logged.points("val/mae") == list(enumerate(history["val_mae"]))
    assert logged.points("train/learning_rate") == [
        (epoch, float(np.float32(0.05))) for epoch in (0, 1)
    ]
    ((values, _),) = logged.trials
    assert (values["seed"], values["optimizer"], values["epochs"]) == (7, "SGD", 2)
    assert (values["learning_rate"], values["optimizer/momentum"]) == (0.05, 0.5)
    assert (logged.lineage["network"], logged.lineage["parameters"]) == ("line", 2)
    assert logged.lineage["backend"] == "torch"
    assert logged.progress == ("batches", 8, 8)


def test_a_training_that_came_to_its_end_is_finished(tmp_path: Path) -> None:
    fit(model(), VdliteCallback(tmp_path))
    assert outcome_after(tmp_path) == "finished"


def test_batches_are_logged_where_it_is_asked_for(tmp_path: Path) -> None:
    fit(model(), VdliteCallback(tmp_path, batches=2))
    assert Logged(tmp_path).steps("batch/loss") == [1, 3, 5, 7]


def test_a_second_fit_goes_on_and_an_evaluation_belongs_to_it(tmp_path: Path) -> None:
    made, callback = model(), VdliteCallback(tmp_path)
    fit(made, callback)
    fit(made, callback)
    made.evaluate(INPUTS, 2 * INPUTS, verbose=0, callbacks=[callback])
    fit(made, callback, initial_epoch=4, epochs=5)
    logged = Logged(tmp_path)
    assert logged.steps("train/loss") == [0, 1, 2, 3, 4]
    assert logged.steps("test/loss") == [3]
    assert len(logged.trials) == 1


def test_another_program_goes_on_in_the_run(tmp_path: Path) -> None:
    fit(model(), VdliteCallback(tmp_path, batches=1))
    fit(model(), VdliteCallback(tmp_path, batches=1))
    logged = Logged(tmp_path)
    assert logged.steps("train/loss") == [0, 1, 2, 3]
    assert logged.steps("batch/loss") == list(range(16))
    assert len(logged.trials) == 1


def test_without_a_folder_it_is_a_new_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        fit(model(), VdliteCallback())
    assert len(runs(tmp_path / "runs")) == 2


def test_other_processes_write_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RANK", "1")
    callback = VdliteCallback(tmp_path)
    fit(model(), callback)
    assert callback.writer is None
    assert not list(tmp_path.iterdir())


def test_values_that_other_callbacks_add_raise_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    class Adds(keras.callbacks.Callback):  # type: ignore[misc]
        def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
            logs["odd"] = object()
            logs["word"] = "fine"

    with caplog.at_level(logging.WARNING, "vdlite"):
        model().fit(
            INPUTS, INPUTS, epochs=2, verbose=0, callbacks=[Adds(), VdliteCallback(tmp_path)]
        )
    assert caplog.text.count("train/odd") == 1
    assert Logged(tmp_path).payload("text", "train/word") == "fine"
