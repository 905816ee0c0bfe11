"""XGBoost: `train`, `cv`, and the estimators."""

import json
import os
from collections.abc import Mapping
from typing import Any

from xgboost import collective
from xgboost.callback import TrainingCallback

from vdlite.integrations.trainer_run import TrainerRun
from vdlite.writer import LogWriter
from vdlite.writer.life.run_folder import new_run_folder


class VdliteCallback(TrainingCallback):
    """Logs a training: `xgboost.train(..., callbacks=[VdliteCallback("runs/first")])`. Only the first process logs.

    Logged is each metric of each data set after each iteration, as `train/rmse`; of `cv` the mean, and `train/rmse_std`.
    """

    def __init__(
        self,
        logdir: "str | os.PathLike[str] | None" = None,
        hparams: "Mapping[str, Any] | None" = None,
    ) -> None:
        """logdir: the run's folder; None for a new one for each training, `runs/<date>_<time>`.

        hparams: further hyperparameters, beside the parameters of the training.
        """
        super().__init__()
        self._logdir = None if logdir is None else os.fspath(logdir)
        self._hparams = dict(hparams or {})
        self._run: TrainerRun | None = None
        self._before = 0  # rounds that the model has already
        self._has_logged_trial = (
            False  # the trial of this training, which is reported with its metrics
        )

    @property
    def writer(self) -> LogWriter | None:
        """The run's LogWriter, for whatever else is to be logged; None before the training and in other processes."""
        return None if self._run is None else self._run.writer

    def before_training(self, model: Any) -> Any:
        if collective.get_rank() == 0:
            if self._run is not None and self._logdir is None:
                self._run.writer.close()
                self._run = None
            if self._run is None:
                self._run = TrainerRun(self._logdir or new_run_folder("", private=False))
                self._run.writer.add_environment()
            self._has_logged_trial = False
            self._run.ends(None)
            # It counts from 0 again where it goes on with a model.
            rounds = getattr(model, "num_boosted_rounds", None)
            self._before = rounds() if rounds is not None else 0
        return model

    def after_iteration(self, model: Any, epoch: int, evals_log: Any) -> bool:
        if self._run is None:
            return False
        values: dict[str, Any] = {}
        for data, metrics in evals_log.items():
            for metric, history in metrics.items():
                value = history[-1]
                if isinstance(value, tuple):
                    value, values[f"{data}/{metric}_std"] = value
                values[f"{data}/{metric}"] = value
        if not self._has_logged_trial:
            self._has_logged_trial = True
            judges = tuple(tag for tag in values if not tag.endswith("_std"))
            self._run.tell_trial({**_parameters(model), **self._hparams}, judges)
        self._run.log(values, self._before + epoch)
        return False

    def after_training(self, model: Any) -> Any:
        if self._run is not None:
            best = {name: _number(model.attr(name)) for name in ("best_score", "best_iteration")}
            self._run.conclude({name: value for name, value in best.items() if value is not None})
            self._run.ends("finished")
            self._run.writer.flush()
        return model


def _parameters(model: Any) -> dict[str, Any]:
    """The parameters of a booster; of the boosters of `cv`, the first one's."""
    folds = getattr(model, "cvfolds", None)
    learner = json.loads((folds[0].bst if folds else model).save_config())["learner"]
    booster = learner.get("gradient_booster", {})
    found = {**learner.get("learner_train_param", {}), **booster.get("tree_train_param", {})}
    return {
        name: _number(value) for name, value in found.items() if not isinstance(value, (dict, list))
    }


def _number(text: Any) -> Any:
    """The number that is kept as text: shortly, since these are float32."""
    try:
        return int(text) if str(text).lstrip("-").isdigit() else float(f"{float(text):.7g}")
    except (TypeError, ValueError):
        return text
