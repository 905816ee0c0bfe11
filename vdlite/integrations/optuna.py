"""Optuna: each trial of a study is a run."""

import json
import os
from typing import Any

import optuna

from vdlite.format.outcome import Outcome
from vdlite.integrations.trainer_run import TrainerRun
from vdlite.kinds.hparams import Goal

_GOALS: "dict[Any, Goal]" = {
    optuna.study.StudyDirection.MINIMIZE: "min",
    optuna.study.StudyDirection.MAXIMIZE: "max",
}

_OUTCOMES: dict[str, Outcome] = {"COMPLETE": "finished", "PRUNED": "pruned", "FAIL": "failed"}


class VdliteCallback:
    """Logs the trials of a study: `study.optimize(objective, callbacks=[VdliteCallback("runs")])`.

    Each is the run `<logdir>/<name of the study>/trial-<number>`, with its hyperparameters, its values and what it has
    reported in between. Pruned and failed trials are runs, too.
    """

    def __init__(
        self, logdir: "str | os.PathLike[str]" = "runs", metrics: tuple[str, ...] = ()
    ) -> None:
        """logdir: the folder of all studies.

        metrics: the names of the objective's values; `value`, or `value/0` and so on, where neither they nor the
            study's own names tell.
        """
        self._logdir = os.fspath(logdir)
        self._metrics = tuple(metrics)

    def __call__(self, study: optuna.Study, trial: optuna.trial.FrozenTrial) -> None:
        """Log a trial that has ended. Threads of `n_jobs` may call it at once."""
        run = TrainerRun(self.folder(study, trial))
        names = self._names(study)
        # It is logged when it is over: without its own times it would have taken no time at all.
        began, ended = trial.datetime_start, trial.datetime_complete
        start = None if began is None else began.timestamp()
        end = None if ended is None else ended.timestamp()
        run.tell_trial(
            trial.params,
            names,
            _goals(study, names),
            logarithmic=_logarithmic(trial),
            walltime=start,
        )
        # When it reported is not kept.
        for step, value in sorted(trial.intermediate_values.items()):
            run.log({names[0]: value}, step, start)
        if (
            trial.state == optuna.trial.TrialState.COMPLETE
        ):  # a pruned one has its last report as value
            last = max(trial.intermediate_values, default=-1) + 1
            run.log(dict(zip(names, trial.values, strict=True)), last, end)
        fields: dict[str, Any] = {
            "study": study.study_name,
            "trial": trial.number,
            "state": trial.state.name,
        }
        if began is not None and ended is not None:
            fields["seconds"] = (ended - began).total_seconds()
        for name, value in trial.user_attrs.items():
            fields[f"user/{name}"] = (
                value if isinstance(value, (str, int, float)) else json.dumps(value)
            )
        run.describe(others=fields, walltime=end)
        # A study may have thousands.
        run.writer.close(outcome=_OUTCOMES.get(trial.state.name))

    def folder(self, study: optuna.Study, trial: "optuna.trial.FrozenTrial | optuna.Trial") -> str:
        """The run's folder of a trial: the objective may log more into it with a LogWriter of its own."""
        name = study.study_name.replace("/", "-")
        return os.path.join(self._logdir, name, f"trial-{trial.number:04}")

    def _names(self, study: optuna.Study) -> tuple[str, ...]:
        count = len(study.directions)
        given = self._metrics or tuple(study.metric_names or ())
        if len(given) == count:
            return given
        return ("value",) if count == 1 else tuple(f"value/{number}" for number in range(count))


def _goals(study: optuna.Study, names: "tuple[str, ...]") -> "dict[str, Goal]":
    """The goals of a study by name; a direction that is not set is left out."""
    return {
        name: _GOALS[way]
        for name, way in zip(names, study.directions, strict=True)
        if way in _GOALS
    }


def _logarithmic(trial: "optuna.trial.FrozenTrial") -> tuple[str, ...]:
    """The parameters that were suggested with `log=True`."""
    return tuple(name for name, how in trial.distributions.items() if getattr(how, "log", False))
