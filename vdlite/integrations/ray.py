"""Ray Tune: a callback that makes each trial a run."""

import os
from typing import Any

from ray.tune.logger import LoggerCallback

from vdlite.integrations.trainer_run import TrainerRun
from vdlite.kinds.hparams import Goal

_ABOUT_TRIAL = {
    "checkpoint_dir_name",
    "config",
    "date",
    "done",
    "experiment_tag",
    "hostname",
    "iterations_since_restore",
    "node_ip",
    "pid",
    "should_checkpoint",
    "time_since_restore",
    "timestamp",
    "training_iteration",
    "trial_id",
}
"""What Ray says with each result, and which is no curve."""


class VdliteLoggerCallback(LoggerCallback):
    """Logs a search: `Tuner(..., run_config=RunConfig(callbacks=[VdliteLoggerCallback("runs")]))`.

    Each trial is a run below the folder, which the driver writes; a trial that is restored goes on in its run.
    """

    def __init__(
        self,
        logdir: "str | os.PathLike[str]" = "runs",
        metric: str = "",
        goal: "Goal | None" = None,
    ) -> None:
        """logdir: the folder of the runs.

        metric: what judges the trials, by the name with which it is reported.
        goal: "min" or "max", whether less or more of it is better: the `mode` of the search.
        """
        # Absolute: Ray may change the folder.
        self._logdir = os.path.abspath(os.fspath(logdir))
        self._metrics = (metric,) if metric else ()
        self._goals = {metric: goal} if metric and goal is not None else {}
        self._runs: dict[str, TrainerRun] = {}  # of trials that go on, by their ids

    def log_trial_start(self, trial: Any) -> None:
        if trial.trial_id in self._runs:
            return
        run = self._runs[trial.trial_id] = TrainerRun(os.path.join(self._logdir, str(trial)))
        run.writer.add_environment()
        run.tell_trial(trial.config, self._metrics, self._goals)

    def log_trial_result(self, iteration: int, trial: Any, result: "dict[str, Any]") -> None:
        """Log what was reported; the step is the `training_iteration`, from 1."""
        self.log_trial_start(trial)
        step = result.get("training_iteration", iteration + 1)
        values = {name: value for name, value in result.items() if name not in _ABOUT_TRIAL}
        self._runs[trial.trial_id].log(values, step)

    def log_trial_end(self, trial: Any, failed: bool = False) -> None:
        run = self._runs.pop(trial.trial_id, None)
        if run is None:
            return
        if failed:
            run.describe(others={"status": "failed"})
        run.writer.close(outcome="failed" if failed else "finished")
