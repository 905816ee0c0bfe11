"""transformers: its Trainer, and those that are built on it, such as TRL's and sentence-transformers'."""

import json
import os
from collections.abc import Mapping
from typing import Any

from transformers import TrainerCallback
from transformers.integrations import integration_utils

from vdlite.integrations.trainer_run import TrainerRun, newest_run
from vdlite.integrations.training_arguments import chosen_arguments
from vdlite.kinds.hparams import Goal
from vdlite.writer import LogWriter
from vdlite.writer.life.run_folder import new_run_folder
from vdlite.writer.notices import warn

_GROUPS = {"eval_": "eval/", "test_": "test/"}
_END = "train_runtime"  # what the log at the end of a training has, and no other


class VdliteCallback(TrainerCallback):
    """Logs a training: `Trainer(callbacks=[VdliteCallback("runs/first")])`, or `report_to="vdlite"`.

    Numbers are named as in transformers' own callbacks: `train/loss`, `eval/loss`. Only the first process logs.
    """

    def __init__(self, logdir: "str | os.PathLike[str] | None" = None) -> None:
        """logdir: the run's folder; None for a new one for each training, `<output_dir>/runs/<date>_<time>`.

        A training that is resumed from a checkpoint goes on in the newest of these.
        """
        self._logdir = None if logdir is None else os.fspath(logdir)
        self._run: TrainerRun | None = None
        self._trained = False  # the run is that of a training that has begun

    @property
    def writer(self) -> LogWriter | None:
        """The present run's LogWriter, for whatever else is to be logged; None before the training and in other processes."""
        return None if self._run is None else self._run.writer

    def on_train_begin(self, args: Any, state: Any, control: Any, **given: Any) -> None:
        if not state.is_world_process_zero:
            return
        resumed = state.global_step > 0
        if self._run is not None and self._trained and not resumed and self._logdir is None:
            self._run.writer.close()  # another training of this trainer
            self._run = None
        run = self._open(args, state, resumed=resumed)
        self._trained = True
        run.ends(None)
        run.writer.add_environment()
        judges = _judges(args)
        goals = _goals(args, judges)
        run.tell_trial({**(state.trial_params or {}), **chosen_arguments(args)}, judges, goals)
        run.call("args", run.writer.add_text, "args", _as_json(args.to_dict()), state.global_step)
        model, optimizer = given.get("model"), given.get("optimizer")
        config: Any = getattr(model, "config", None)
        if hasattr(config, "to_dict"):
            text = _as_json(config.to_dict())
            run.call("model_config", run.writer.add_text, "model_config", text, state.global_step)
        run.describe(
            model=model,
            optimizer=getattr(optimizer, "optimizer", optimizer),  # within accelerate's
            scheduler=given.get("lr_scheduler"),
            train_loader=given.get("train_dataloader"),
            test_loader=given.get("eval_dataloader"),
            epochs=args.num_train_epochs if args.max_steps <= 0 else None,
        )
        if getattr(args, "logging_nan_inf_filter", False):
            warn(
                "vdlite: the Trainer replaces losses that are NaN or infinite by the mean before they are logged; "
                "logging_nan_inf_filter=False shows them"
            )

    def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        if self._run is not None:
            self._run.reached("steps", state.global_step, state.max_steps)

    def on_log(
        self, args: Any, state: Any, control: Any, logs: "Mapping[str, Any] | None" = None, **_: Any
    ) -> None:
        if not state.is_world_process_zero or not logs:
            return
        run = self._run or self._open(args, state, resumed=False)
        if _END in logs:
            run.conclude({name: value for name, value in logs.items() if name != "epoch"})
        else:
            run.log({_tag(name): value for name, value in logs.items()}, state.global_step)

    def on_predict(self, args: Any, state: Any, control: Any, metrics: Any, **_: Any) -> None:
        if state.is_world_process_zero and metrics:
            run = self._run or self._open(args, state, resumed=False)
            run.conclude(metrics)

    def on_train_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        """Nothing is closed: a script may evaluate afterwards."""
        if self._run is None:
            return
        if state.best_metric is not None:
            best = {
                "best_metric": state.best_metric,
                "best_checkpoint": state.best_model_checkpoint,
            }
            self._run.conclude({name: value for name, value in best.items() if value is not None})
        self._run.ends("finished")
        self._run.writer.flush()

    def _open(self, args: Any, state: Any, *, resumed: bool) -> TrainerRun:
        if self._run is None:
            self._run = TrainerRun(self._logdir or _folder(args, state, resumed=resumed))
            self._trained = False
        return self._run


def _folder(args: Any, state: Any, *, resumed: bool) -> str:
    parent = os.path.join(args.output_dir, "runs")
    found = newest_run(parent) if resumed else None
    name = state.trial_name or getattr(args, "run_name", None) or ""
    if name == args.output_dir:  # which it is by default, in older versions
        name = ""
    return found or new_run_folder(name.replace("/", "-"), private=False, parent=parent)


def _tag(name: str) -> str:
    for prefix, group in _GROUPS.items():
        if name.startswith(prefix):
            return group + name.removeprefix(prefix)
    return f"train/{name}"


def _judges(args: Any) -> tuple[str, ...]:
    """The tag of the scalar that judges the training."""
    best = args.metric_for_best_model
    if best:
        return (_tag(best if best.startswith(tuple(_GROUPS)) else f"eval_{best}"),)
    return (
        ("eval/loss",)
        if str(getattr(args.eval_strategy, "value", "no")) != "no"
        else ("train/loss",)
    )


def _goals(args: Any, judges: tuple[str, ...]) -> dict[str, Goal]:
    """The goal of a metric: given for `metric_for_best_model` only."""
    if not args.metric_for_best_model or args.greater_is_better is None:
        return {}
    goal: Goal = "max" if args.greater_is_better else "min"
    return dict.fromkeys(judges, goal)


def _as_json(values: Mapping[str, Any]) -> str:
    return f"```json\n{json.dumps(values, indent=2, default=str)}\n```"


integration_utils.INTEGRATION_TO_CALLBACK["vdlite"] = VdliteCallback
