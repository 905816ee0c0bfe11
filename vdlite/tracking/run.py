"""A run that takes dictionaries."""

import atexit
import os
import sys
import weakref
from collections.abc import Mapping, Sequence
from time import time as now_seconds
from types import TracebackType
from typing import Any, Literal, NoReturn

from vdlite.errors import ClosedWriterError
from vdlite.format.outcome import Outcome
from vdlite.kinds import alert, console, hparams
from vdlite.kinds.aside_tags import is_aside
from vdlite.tracking.alerts import AlertLevel
from vdlite.tracking.config import Config
from vdlite.tracking.current import forget
from vdlite.tracking.media import Logged, OnDevice
from vdlite.tracking.metrics import Metrics, check_ways, goal_of
from vdlite.tracking.model_hooks import ModelHooks, hooks_of
from vdlite.tracking.named_run import NamedRun
from vdlite.tracking.names import flattened
from vdlite.tracking.other_names import OF_RUN, of_dictionaries
from vdlite.tracking.run_trial import RunTrial
from vdlite.tracking.summary import Summary
from vdlite.tracking.values import loggable
from vdlite.tracking.words import Words
from vdlite.writer import LogWriter
from vdlite.writer.arguments.checks import StepLike, check_tag, given_step
from vdlite.writer.arguments.hints import unknown_attribute
from vdlite.writer.life.ending import outcome_at_exit, outcome_of_block
from vdlite.writer.life.resume import last_steps, without_siblings
from vdlite.writer.life.series_table import earlier_files
from vdlite.writer.notices import warn
from vdlite.writer.together import add_together

_ABOUT_RUN = {console.NAME, hparams.NAME, "lineage", "environment"}
"""Kinds of records that are about the run, or count lines."""


def _is_of_training(kind: str, tag: str) -> bool:
    """True for a series whose steps are those of the training: of alerts they only count these."""
    return not (
        kind in _ABOUT_RUN or (kind, tag) == (alert.KIND_OF_ALERTS, alert.TAG) or is_aside(tag)
    )


class Run(NamedRun):
    """One training: `log` for what it measures, `config` for what it was given, `summary` for what came out.

    `writer` is its LogWriter, for everything else. What `log` returned from is safe, whatever ends the program.
    """

    def __init__(
        self,
        logdir: str,
        *,
        config: Any = None,
        notes: str = "",
        metrics: Sequence[str] = (),
        goals: "Mapping[str, hparams.Goal] | None" = None,
        words: Words | None = None,
        display_name: str = "",
        disabled: bool = False,
        allow_val_change: bool = True,
        system: bool | float | None = None,
    ) -> None:
        """logdir: the run's folder; logs that are there already are gone on with.

        config, notes, metrics, goals, allow_val_change: as in `init`, which also names folders.
        words: what it is called, and belongs to; they have the notes, too.
        display_name: what the page calls the run, instead of its folder's name.
        disabled: write nothing.
        system: as in `LogWriter`.
        Raises LogdirError if the folder or file can't be made, PayloadError for a wrong argument.
        """
        self.config = Config(config, self._config_changed, may_change=allow_val_change)
        self.summary = Summary(self._log_summary)
        self._defined = Metrics()
        logs, beside = ([], []) if disabled else without_siblings(earlier_files(logdir)[0])
        earlier = last_steps(logs)
        self._trial = RunTrial(  # what it refuses is reported now
            self.config,
            [check_tag(tag) for tag in metrics],
            goals,
            is_resumed=(hparams.NAME, hparams.NAME) in earlier,
            is_of_others=(hparams.NAME, hparams.NAME) in last_steps(beside),
        )
        steps = [step for series, step in earlier.items() if _is_of_training(*series)]
        self._next_step = 1 + max(steps, default=-1)
        self._last_step = max(self._next_step - 1, 0)
        self._watched: list[ModelHooks] = []
        writer = LogWriter(
            logdir, display_name=display_name, write_to_disk=not disabled, system=system
        )
        super().__init__(writer, words or Words(notes=notes), disabled=disabled, resumed=bool(logs))
        _waiting.add(self)
        if not disabled:  # at once: a training may be killed before it logs anything
            self._tell_config()
        atexit.register(_finish, weakref.ref(self), os.getpid())

    @property
    def writer(self) -> LogWriter:
        """The LogWriter beneath, for everything else. What it logs comes behind the hyperparameters."""
        if not self._writer.closed:
            self._tell_config()
        return self._writer

    @property
    def step(self) -> int:
        """The step of the next `log` that gives none."""
        return self._next_step

    @of_dictionaries
    def log(
        self, data: Mapping[str, Any], step: StepLike | None = None, commit: bool | None = None
    ) -> None:
        """Log what a dictionary holds, all of it at one step.

        data: tags to numbers, texts, pictures (PIL images, figures of matplotlib, or a list of them), or what an array is:
            `vdlite.Image`, `Histogram`, `Tensor`, `Audio`, `Video` or `Mesh` of it, or a list of one of these. Mappings in it become groups,
            `{"train": {"loss": 0.5}}` the tag `train/loss`; None is left out.
        step: a whole number; None for the present one of this run.
        commit: True goes on to the next step, False stays, so that the next call adds to this one; None stays if `step` is
            given, as with `wandb`.
        Threads that share a run tell their steps, or may get the same one.
        Raises PayloadError for anything else; then no number is logged.
        """
        pairs = [(check_tag(tag), value) for tag, value in flattened(data) if value is not None]
        if self._writer.closed:
            raise ClosedWriterError(f"log after finish(): {self.logdir}")
        found = [
            (tag, value if type(value) is float else loggable(tag, value))  # as nearly all are
            for tag, value in (() if self._disabled else pairs)
        ]
        at = self._next_step if (given := given_step(step)) is None else given
        self._last_step = at
        self._next_step = at + 1 if (given is None if commit is None else commit) else at
        if self._disabled:
            self.summary.note_all(pairs)
            return
        self._tell_config()
        self._add_steps(found)
        now = now_seconds()
        # Numbers come last: what a picture is made of may still be refused.
        for tag, value in found:
            if not isinstance(value, float):
                self._add(tag, value, at, now)
        self._add_numbers([pair for pair in found if isinstance(pair[1], float)], at, now)

    def define_metric(
        self,
        name: str,
        step_metric: str | None = None,
        step_sync: bool | None = None,
        hidden: bool | None = None,
        summary: str | None = None,
        overwrite: bool | None = None,
        *,
        goal: str | None = None,
    ) -> str:
        """Say of a scalar which way it is better, what the summary has of it, and by what it goes on.

        name: its tag; `*` stands for anything.
        step_metric: a scalar that is its x axis, such as the epoch. Where `log` does not give both, the last value of that one
            is logged along with it, unless `step_sync` is False: any scalar can be the x axis of a chart in the page.
        summary: some of "min", "max", "mean", "first", "last", "best", with commas between; "none" for nothing.
        goal: "minimize" or "maximize". It, or a summary of "min" or "max", says which way is better.
        hidden, overwrite: nothing.
        Returns the name, which may be the step metric of others. Raises PayloadError for anything else.
        """
        ways = check_ways(summary, goal)
        by = step_metric if step_sync is not False else None
        self._defined.define(check_tag(name), None if by is None else check_tag(by), ways)
        better = goal_of(ways, goal)
        if better is not None and "*" not in name:
            self._trial.set_goal(name, better)
        return name

    def watch(
        self,
        models: Any,
        criterion: object = None,
        log: Literal["gradients", "parameters", "all"] | None = "gradients",
        log_freq: int = 1000,
        idx: int | None = None,
        log_graph: bool = False,
    ) -> None:
        """Log gradients or weights of a torch model as histograms, `gradients/NAME` and `weights/NAME`, by hooks in the model.

        models: one, or a list of them; names of those behind the first begin with `graph_1/`, and so on, or with that of `idx`.
        log: which of them; "all" for both. log_freq: every so many backward or forward passes, from the first on.
        criterion, log_graph: nothing.
        Raises PayloadError for what is no model, and for another word or number.
        """
        if log_graph:
            warn("vdlite.watch: no graph is logged: run.writer.add_graph(model, inputs) does it")
        if not self._disabled:
            first = len(self._watched) if idx is None else idx
            self._watched += hooks_of(
                models,
                self._writer,
                self._step_of_watched,
                log=log,
                log_freq=log_freq,
                first=first,
            )

    def _step_of_watched(self) -> int:
        """The step at which hooks are about to log."""
        self._tell_config()
        return self._next_step

    def unwatch(self, models: Any = None) -> None:
        """Log no more of a model, of several, or of all if None, that `watch` was given."""
        some = models if isinstance(models, (list, tuple)) else [models]
        for hooks in self._watched:
            if models is None or any(hooks.model is each for each in some):
                hooks.remove()

    def alert(
        self,
        title: str,
        text: str = "",
        level: str | AlertLevel | None = None,
        wait_duration: object = None,
    ) -> None:
        """Log what somebody should read, as `LogWriter.alert` does, and a warning through `logging`.

        level: "INFO" (also if None), "WARN" or "ERROR". wait_duration: nothing, as each alert is logged.
        Raises PayloadError for what is no text, and for another level.
        """
        named = level.value if isinstance(level, AlertLevel) else level or "INFO"
        if not self._writer.closed:
            self._tell_config()
        self._writer.alert(title, text, named)
        said = ": ".join(filter(None, [named.upper(), title, text]))
        warn("%s: %s", self.name, " ".join(said.split()))

    def save(
        self,
        glob_str: "str | os.PathLike[str] | None" = None,
        base_path: "str | os.PathLike[str] | None" = None,
        policy: str = "live",
    ) -> list[str]:
        """The files that a pattern means: they stay where they are, which a warning says once; their paths are kept in the lineage.

        base_path, policy: nothing.
        """
        if glob_str is None:  # of scripts that have just set a name
            return []
        import glob

        pattern = os.fspath(glob_str)
        paths = sorted(glob.glob(pattern))  # noqa: PTH207  # which takes absolute ones, too
        if not self._disabled:
            if not self._writer.closed:
                self._tell_config()
            self._writer.add_lineage(others={f"saved/{pattern}": os.path.abspath(pattern)})
            if not self._has_saved:
                self._has_saved = True
                warn("vdlite: files of run.save stay where they are: %s", os.path.abspath(pattern))
        return paths

    def finish(self, exit_code: int | None = None, *, outcome: Outcome | None = None) -> None:
        """Write all that waits and end the log. A second call does nothing.

        The end of the program ends it, too, but gives no outcome unless an exception ends the program.
        exit_code: 0 for "finished", any other for "failed", as with `wandb`.
        outcome: how the training ended, as in `LogWriter.close`; "finished" if None, unless an exception is just being
            handled: whether that one ended it is not known.
        Raises PayloadError for any other outcome.
        """
        if outcome is None and exit_code is not None:
            outcome = "failed" if exit_code else "finished"
        if outcome is None:
            # Called at the program's end, by who has registered it there, it may be an exception's.
            outcome = outcome_at_exit()
        if outcome is None and sys.exc_info()[0] is None:
            outcome = "finished"
        self._end(outcome)

    _has_saved = False

    def _end(self, outcome: Outcome | None) -> None:
        if not self._writer.closed:
            self._tell_config(is_last=True)
            self._writer.close(outcome=outcome)
        forget(self)

    def __enter__(self) -> "Run":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._end(outcome_of_block(kind, error))

    def __getstate__(self) -> dict[str, Any]:
        """What another process needs: hooks stay with the models of this one."""
        return {**self.__dict__, "_watched": []}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._trial.go_elsewhere()
        self.config.belongs_to(self._config_changed)
        self.summary.belongs_to(self._log_summary)

    def __getattr__(self, name: str) -> NoReturn:
        raise unknown_attribute(name, "Run", OF_RUN)

    def __repr__(self) -> str:
        return f"Run({self.logdir!r})"

    def _add_steps(self, found: "list[tuple[str, float | Logged]]") -> None:
        """Add the last values of step metrics that were not given with the metrics that go by them."""
        given = {tag for tag, _ in found}
        for tag in self._defined.steps_of(given):
            last = self.summary.last(tag)
            if tag not in given and isinstance(last, float):
                found.append((tag, last))

    def _add(self, tag: str, value: "float | Logged", step: int, now: float) -> None:
        if isinstance(value, float):
            self._writer.add_scalar(tag, value, step, now)
            self.summary.note(tag, value, self._defined.summed_up(tag, value))
        else:
            value.add_to(self._writer, tag, step, now)
            if isinstance(value, OnDevice):
                self.summary.note(tag, value.tensor, value.tensor)

    def _add_numbers(self, found: "list[tuple[str, Any]]", step: int, now: float) -> None:
        numbers = dict(found)
        if len(numbers) < len(found):  # mappings within may give the same tag
            for tag, value in found:
                self._add(tag, value, step, now)
            return
        add_together(self._writer, numbers, step, now)
        for tag, value in found:
            self.summary.note(tag, value, self._defined.summed_up(tag, value))

    def _log_summary(self, tag: str, value: Any) -> None:
        """Log what the program has set of its summary, at the last step."""
        if self._writer.closed:
            raise ClosedWriterError(f"summary after finish(): {self.logdir}")
        if value is not None and not self._disabled:
            made = loggable(check_tag(tag), value)
            self._tell_config()
            self._add(tag, made, self._last_step, now_seconds())

    def _config_changed(self, change: dict[str, Any]) -> None:
        """Log what changed, at once as long as that is rare; else with what comes next."""
        self._trial.change(change)
        _waiting.add(self)
        if not self._disabled and not self._writer.closed:
            self._tell_config()

    def _tell_config(self, *, is_last: bool = False) -> None:
        """Log the hyperparameters, if they were not, or as they are now. is_last: also where they change all the time."""
        self._trial.log(self._writer, is_last=is_last)
        if not self._trial.is_changed:
            _waiting.discard(self)


_waiting: set[Run] = set()
"""Runs whose hyperparameters may not be in a log as they are: who began them need not hold them, and the end of the program writes them."""


def _finish(run: "weakref.ref[Run]", pid: int) -> None:
    """At the end of the program that has made it: what was set of hyperparameters may wait for a call of `log`."""
    living = run()
    if living is not None and os.getpid() == pid:
        living._end(outcome_at_exit())
