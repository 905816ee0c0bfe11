"""fastai: a callback for its Learner."""

import os
from collections.abc import Mapping
from typing import Any

from fastai.callback.core import Callback

from vdlite.integrations.ranks import is_first_process
from vdlite.integrations.trainer_run import TrainerRun
from vdlite.writer import LogWriter
from vdlite.writer.life.run_folder import new_run_folder

_BEHIND_RECORDER = 60  # which has the order 50, and knows the metrics of an epoch


class VdliteCallback(Callback):
    """Logs a training: `learn.fit(5, cbs=VdliteCallback("runs/first"))`. Only the first process logs.

    Logged is `train/loss` and `train/learning_rate` of each batch, and the metrics of each epoch: `valid/loss` and so on.
    """

    order = _BEHIND_RECORDER

    def __init__(
        self,
        logdir: "str | os.PathLike[str] | None" = None,
        hparams: "Mapping[str, Any] | None" = None,
    ) -> None:
        """logdir: the run's folder; None for a new one, `runs/<date>_<time>`. Each `fit` of this callback goes on in it.

        hparams: further hyperparameters, beside those that the learner gives.
        """
        self._logdir = None if logdir is None else os.fspath(logdir)
        self._hparams = dict(hparams or {})
        self._log: TrainerRun | None = None
        self._is_on = False
        self._batch = 0  # the next one

    @property
    def writer(self) -> LogWriter | None:
        """The run's LogWriter, for whatever else is to be logged; None before the training and in other processes."""
        return None if self._log is None else self._log.writer

    def before_fit(self) -> None:
        learn = self.learn
        # Looking for a learning rate, and predicting, are no trainings.
        is_other = hasattr(learn, "lr_finder") or hasattr(learn, "gather_preds")
        self._is_on = not is_other and is_first_process()
        if not self._is_on:
            return
        if self._log is None:
            self._log = TrainerRun(self._logdir or new_run_folder("", private=False))
            self._batch = self._log.last_step("train/loss", default=-1) + 1
            self._log.writer.add_environment()
        self._log.ends(None)
        judges = ("valid/loss",) if len(learn.dls.loaders) > 1 else ("train/loss",)
        self._log.tell_trial({**_settings(learn), **self._hparams}, judges)
        self._log.describe(
            model=learn.model,
            loss=learn.loss_func,
            train_loader=learn.dls.train,
            test_loader=learn.dls.valid if len(learn.dls.loaders) > 1 else None,
            epochs=learn.n_epoch,
        )

    def after_batch(self) -> None:
        if self._log is None or not self._is_on or not self.learn.training:
            return
        values = {
            "train/loss": self.learn.loss.detach(),
            "train/learning_rate": self.learn.opt.hypers[-1].get("lr"),
        }
        self._log.log(values, self._batch)
        total = self.learn.n_epoch * len(self.learn.dls.train)
        self._log.reached("batches", self.learn.train_iter, total)
        self._batch += 1

    def after_epoch(self) -> None:
        if self._log is None or not self._is_on:
            return
        recorder = self.learn.recorder
        recorded = dict(zip(recorder.metric_names, recorder.log, strict=False))
        values = {
            _tag(name): value
            for name, value in recorded.items()
            if name not in ("epoch", "time") and isinstance(value, (int, float))
        }
        self._log.log(values, self._batch - 1)

    def after_fit(self) -> None:
        if self._log is not None and self._is_on:
            self._log.ends("finished")
            self._log.writer.flush()

    def __getstate__(self) -> dict[str, Any]:
        """Learners are pickled, and what they were logged into is not part of them."""
        return {**self.__dict__, "_log": None}


def _tag(name: str) -> str:
    """The mean of an epoch's training stands beside that of each batch."""
    if name == "train_loss":
        return "epoch/train_loss"
    return f"valid/{name.removeprefix('valid_')}"


def _settings(learn: Any) -> dict[str, Any]:
    found = {
        "epochs": learn.n_epoch,
        "learning_rate": learn.opt.hypers[-1].get("lr"),
        "weight_decay": learn.wd,
        "batch_size": getattr(learn.dls, "bs", None),
        "optimizer": getattr(learn.opt_func, "__name__", None),
    }
    return {
        name: value for name, value in found.items() if isinstance(value, (bool, int, float, str))
    }
