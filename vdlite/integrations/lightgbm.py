"""LightGBM: `train`, `cv`, and the estimators."""

import os
from collections.abc import Mapping
from functools import partial
from typing import Any

from vdlite.format.outcome import Outcome
from vdlite.integrations.ranks import is_first_process
from vdlite.integrations.trainer_run import TrainerRun
from vdlite.kinds.hparams import Goal
from vdlite.writer import LogWriter
from vdlite.writer.life.run_folder import new_run_folder


class VdliteCallback:
    """Logs a training: `lightgbm.train(..., callbacks=[VdliteCallback("runs/first")])`. Only the first process logs.

    Logged is each metric of each data set after each iteration, as `valid_0/l2`; of `cv` the mean, and `valid/l2_std`.
    """

    order = 15  # before the one that stops early, which ends the iteration by raising
    before_iteration = False

    def __init__(
        self,
        logdir: "str | os.PathLike[str] | None" = None,
        hparams: "Mapping[str, Any] | None" = None,
    ) -> None:
        """logdir: the run's folder; None for a new one for each training, `runs/<date>_<time>`.

        hparams: further hyperparameters, beside the parameters of the training.
        """
        self._logdir = None if logdir is None else os.fspath(logdir)
        self._hparams = dict(hparams or {})
        self._is_first = is_first_process()
        self._run: TrainerRun | None = None

    @property
    def writer(self) -> LogWriter | None:
        """The run's LogWriter, for whatever else is to be logged; None before the training and in other processes."""
        return None if self._run is None else self._run.writer

    def __call__(self, env: Any) -> None:
        if not self._is_first:
            return
        if self._run is None or env.iteration == env.begin_iteration:
            self._begin(env)
        assert self._run is not None
        values: dict[str, Any] = {}
        for data, metric, value, _, *spread in env.evaluation_result_list or ():
            values[f"{data}/{metric}"] = value
            if spread:
                values[f"{data}/{metric}_std"] = spread[0]
        self._run.log(values, env.iteration)
        self._run.reached("iterations", env.iteration + 1, env.end_iteration)
        # There is no call at the end.
        is_last = env.iteration + 1 == env.end_iteration
        self._run.ends("finished" if is_last else partial(_stopped_early, env.model))

    def _begin(self, env: Any) -> None:
        if self._run is None or self._logdir is None:
            if self._run is not None:
                self._run.writer.close()
            self._run = TrainerRun(self._logdir or new_run_folder("", private=False))
            self._run.writer.add_environment()
        results = env.evaluation_result_list or ()
        goals: dict[str, Goal] = {
            f"{data}/{metric}": "max" if is_higher_better else "min"
            for data, metric, _, is_higher_better, *_ in results
        }
        iterations = {"num_iterations": env.end_iteration - env.begin_iteration}
        self._run.tell_trial({**self._hparams, **env.params, **iterations}, tuple(goals), goals)
        self._run.describe(others={"network": type(env.model).__name__})


def _stopped_early(model: Any) -> Outcome | None:
    """ "finished" if LightGBM has noted the best iteration, which it does where it was asked to stop; else nobody knows."""
    best = getattr(model, "best_iteration", 0)
    return "finished" if isinstance(best, int) and best > 0 else None
