"""A run that takes dictionaries."""

import atexit
import os
import sys
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import time as now_seconds
from types import TracebackType
from typing import Any, NoReturn

from vdlite.errors import ClosedWriterError, PayloadError, shown
from vdlite.format.outcome import Outcome
from vdlite.kinds import hparams
from vdlite.tracking.config import Config, hyperparameters
from vdlite.tracking.media import Logged, OnDevice
from vdlite.tracking.names import flattened
from vdlite.tracking.other_names import OF_RUN, goal_of, of_dictionaries
from vdlite.tracking.summary import Summary
from vdlite.tracking.values import loggable
from vdlite.writer import LogWriter
from vdlite.writer.arguments.checks import StepLike, check_tag, given_step
from vdlite.writer.arguments.hints import unknown_attribute
from vdlite.writer.life.ending import outcome_at_exit, outcome_of_block
from vdlite.writer.life.resume import last_steps
from vdlite.writer.life.series_table import earlier_files


class Run:
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
    ) -> None:
        """logdir: the run's folder; logs that are there already are gone on with.

        config, notes, metrics, goals: as in `init`, which also names folders.
        Raises LogdirError if the folder or file can't be made, PayloadError for a wrong argument.
        """
        self.config = Config(config, self._config_changed)
        self.summary = Summary(self._log_summary)
        self._metrics = tuple(check_tag(tag) for tag in metrics)
        # What it refuses is reported now.
        hparams.hparams(hyperparameters(self.config), self._metrics, goals)
        self._goals = dict(goals or {})
        logs, _ = earlier_files(logdir)
        earlier = last_steps(logs)
        # A trial that an earlier program has logged is the same one.
        self._has_config = (hparams.NAME, hparams.NAME) in earlier
        self._next_step = 1 + max(earlier.values(), default=-1) if earlier else 0
        self._late: dict[str, Any] = dict(self.config) if self._has_config else {}
        self.writer = LogWriter(logdir)
        if notes:
            self.writer.add_text("notes", notes)
        atexit.register(_finish, weakref.ref(self), os.getpid())

    @property
    def logdir(self) -> str:
        """The run's folder."""
        return self.writer.logdir

    @property
    def name(self) -> str:
        """The name of the run's folder."""
        return Path(self.logdir).name

    @property
    def id(self) -> str:
        """The name: `init(project, id=...)` goes on with the run."""
        return self.name

    @property
    def step(self) -> int:
        """The step of the next `log` that gives none."""
        return self._next_step

    @of_dictionaries
    def log(
        self, data: Mapping[str, Any], step: StepLike | None = None, *, commit: bool = True
    ) -> None:
        """Log what a dictionary holds, all of it at one step.

        data: tags to numbers, texts, pictures (PIL images, figures of matplotlib, or a list of them), or what an array is:
            `vdlite.Image`, `Histogram`, `Tensor`, `Audio`, `Video` or `Mesh` of it, or a list of one of these. Mappings in it become groups,
            `{"train": {"loss": 0.5}}` the tag `train/loss`; None is left out.
        step: a whole number; None for one more than the last one of this run.
        commit: False stays at this step, so that the next call goes on with it.
        Threads that share a run tell their steps, or may get the same one.
        Raises PayloadError for anything else; then no number is logged.
        """
        pairs = [(check_tag(tag), value) for tag, value in flattened(data) if value is not None]
        found = [(tag, loggable(tag, value)) for tag, value in pairs]
        if self.writer.closed:
            raise ClosedWriterError(f"log after finish(): {self.logdir}")
        at = self._next_step if (given := given_step(step)) is None else given
        self._next_step = at + 1 if commit else at
        self._tell_config()
        now = now_seconds()
        # Numbers come last: what a picture is made of may still be refused.
        for tag, value in sorted(found, key=lambda pair: isinstance(pair[1], float)):
            self._add(tag, value, at, now)

    def define_metric(
        self,
        name: str,
        step_metric: str | None = None,
        *,
        summary: str | None = None,
        goal: str | None = None,
    ) -> None:
        """Say of a scalar which way it is better, before the first `log`; later it is given by `add_hparams` only.

        summary: "min" or "max"; goal: "minimize" or "maximize"; anything else says nothing.
        step_metric: nothing: any scalar can be the x axis of a chart in the page.
        """
        better = goal_of(summary, goal)
        if better is not None and not self._has_config and "*" not in check_tag(name):
            self._goals[name] = better

    def finish(self, *, outcome: Outcome | None = None) -> None:
        """Write all that waits and end the log. A second call does nothing.

        The end of the program ends it, too, but gives no outcome unless an exception ends the program.
        outcome: how the training ended, as in `LogWriter.close`; "finished" if None, unless an exception is just being
            handled: whether that one ended it is not known.
        Raises PayloadError for any other outcome.
        """
        if outcome is None:
            # Called at the program's end, by who has registered it there, it may be an exception's.
            outcome = outcome_at_exit()
        if outcome is None and sys.exc_info()[0] is None:
            outcome = "finished"
        self._end(outcome)

    def _end(self, outcome: Outcome | None) -> None:
        if not self.writer.closed:
            self._tell_config()
            self.writer.close(outcome=outcome)

    def __enter__(self) -> "Run":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._end(outcome_of_block(kind, error))

    def __getattr__(self, name: str) -> NoReturn:
        raise unknown_attribute(name, "Run", OF_RUN)

    def __repr__(self) -> str:
        return f"Run({self.logdir!r})"

    def _add(self, tag: str, value: "float | Logged", step: int, now: float) -> None:
        if isinstance(value, float):
            self.writer.add_scalar(tag, value, step, now)
            self.summary.note(tag, value)
        else:
            value.add_to(self.writer, tag, step, now)
            if isinstance(value, OnDevice):
                self.summary.note(tag, value.tensor)

    def _log_summary(self, tag: str, value: Any) -> None:
        self.log({tag: value}, max(self._next_step - 1, 0))

    def _config_changed(self, change: dict[str, Any]) -> None:
        """Log what changed: before the first `log` it is part of the trial; a log can't take back what it holds."""
        values = hyperparameters(change)
        hparams.hparams(values, ())
        if self._has_config:
            self._late.update(values)

    def _tell_config(self) -> None:
        """Log the hyperparameters, if they were not, and what has changed since."""
        if not self._has_config:
            self._has_config = True
            if self.config or self._metrics or self._goals:
                config = hyperparameters(self.config)
                self.writer.add_hparams(config, self._metrics, goals=self._goals)
        elif self._late:
            late, self._late = self._late, {}
            self.writer.add_lineage(others=hyperparameters(late))


def _finish(run: "weakref.ref[Run]", pid: int) -> None:
    """At the end of the program that has made it: hyperparameters may wait for a first call of `log`."""
    living = run()
    if living is not None and os.getpid() == pid:
        living._end(outcome_at_exit())


def check_notes(notes: object) -> str:
    """Raises PayloadError if it is no text."""
    if not isinstance(notes, str):
        raise PayloadError(f"notes: got {type(notes).__name__} {shown(notes)}, want a text")
    return notes
