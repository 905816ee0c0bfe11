"""Keras 3, on any backend."""

import os
from collections.abc import Mapping
from typing import Any

import keras
import numpy as np

from vdlite.integrations.ranks import is_first_process
from vdlite.integrations.trainer_run import TrainerRun
from vdlite.writer import LogWriter
from vdlite.writer.life.run_folder import new_run_folder


class VdliteCallback(keras.callbacks.Callback):
    """Logs a training: `model.fit(..., callbacks=[VdliteCallback("runs/first")])`. Only the first process logs.

    Logged are, at each epoch, `train/loss`, `val/loss` and so on, and the learning rate; `test/loss` of an evaluation.
    """

    def __init__(
        self,
        logdir: "str | os.PathLike[str] | None" = None,
        batches: int = 0,
        hparams: "Mapping[str, Any] | None" = None,
    ) -> None:
        """logdir: the run's folder; None for a new one, `runs/<date>_<time>`. A run that is there already goes on.

        batches: every so many batches their values are logged, too, as `batch/loss`; 0 for never. They are means from
            the beginning of the epoch, as Keras gives them.
        hparams: further hyperparameters of the trial.
        """
        super().__init__()
        self._logdir = None if logdir is None else os.fspath(logdir)
        self._batches = batches
        self._hparams = dict(hparams or {})
        self._run: TrainerRun | None = None
        self._is_first = is_first_process()
        self._fits = False
        self._epoch = -1  # of all trainings so far
        self._now = 0  # the epoch of this training
        self._batch = 0

    @property
    def writer(self) -> LogWriter | None:
        """The run's LogWriter, for whatever else is to be logged; None before the training and in other processes."""
        return None if self._run is None else self._run.writer

    def on_train_begin(self, logs: Any = None) -> None:
        self._fits = True
        run = self._opened()
        if run is None:
            return
        run.ends(None)
        optimizer = getattr(self.model, "optimizer", None)
        settings = _settings(optimizer)
        run.tell_trial({**self._hparams, **settings, "epochs": self.params.get("epochs")})
        fields = {
            "network": self.model.name,
            "parameters": self.model.count_params() if self.model.built else None,
            "backend": keras.backend.backend(),
            "batches": self.params.get("steps"),
        }
        run.describe(others={name: value for name, value in fields.items() if value is not None})

    def on_train_end(self, logs: Any = None) -> None:
        """Nothing is closed: an evaluation or another training may come."""
        self._fits = False
        if self._run is not None:
            self._run.ends("finished")
            self._run.writer.flush()

    def on_train_batch_end(self, batch: int, logs: Any = None) -> None:
        self._batch += 1
        steps, epochs = self.params.get("steps"), self.params.get("epochs")
        if self._run is not None and steps and epochs:
            self._run.reached("batches", self._now * steps + batch + 1, epochs * steps)
        # Values of a device are waited for: only those that are logged are asked for.
        if self._batches and logs and self._batch % self._batches == 0 and self._run is not None:
            values = {f"batch/{name}": _number(value) for name, value in logs.items()}
            self._run.log(values, self._batch - 1)

    def on_epoch_begin(self, epoch: int, logs: Any = None) -> None:
        self._now = epoch

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        # Counted here: a second `fit` begins with 0 again, unless it has an `initial_epoch`.
        self._epoch = max(self._epoch + 1, epoch)
        if self._run is None:
            return
        values = {_tag(name): _number(value) for name, value in (logs or {}).items()}
        rate = getattr(getattr(self.model, "optimizer", None), "learning_rate", None)
        if rate is not None:
            values.setdefault("train/learning_rate", _number(rate))
        self._run.log(values, self._epoch)

    def on_test_end(self, logs: Any = None) -> None:
        run = None if self._fits else self._opened()  # that of an epoch comes with its end
        if run is not None:
            values = {f"test/{name}": _number(value) for name, value in (logs or {}).items()}
            run.log(values, max(self._epoch, 0))

    def _opened(self) -> TrainerRun | None:
        if self._run is None and self._is_first:
            folder = self._logdir or new_run_folder("", private=False)
            self._run = TrainerRun(folder)
            self._epoch = self._run.last_step("train/loss", default=-1)
            self._batch = self._run.last_step("batch/loss", default=-1) + 1
            self._run.writer.add_environment()
        return self._run


def _tag(name: str) -> str:
    return f"val/{name[4:]}" if name.startswith("val_") else f"train/{name}"


def _settings(optimizer: Any) -> dict[str, Any]:
    """The settings of an optimizer: its class, and what it was made with."""
    if optimizer is None:
        return {}
    given = optimizer.get_config()
    settings = {"optimizer": type(optimizer).__name__}
    for name, value in given.items():
        if name != "name" and value is not None and value is not False:
            settings[name if name == "learning_rate" else f"optimizer/{name}"] = _as_given(value)
    return settings


def _as_given(value: Any) -> Any:
    """The number that was given: of 0.1 that is kept as float32 0.1, and not 0.10000000149."""
    if isinstance(value, float) and float(np.float32(value)) == value:
        return float(str(np.float32(value)))
    return value


def _number(value: Any) -> Any:
    """On the host; what is no number stays what it is."""
    if isinstance(value, (int, float, str)):
        return value
    try:
        return float(keras.ops.convert_to_numpy(value))
    except (TypeError, ValueError):
        return value
