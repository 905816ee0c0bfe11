"""A run that a trainer logs: what it hands over is logged, and what can't be is reported instead of raised."""

import math
import os
from collections.abc import Callable, Mapping
from time import time as now_seconds
from typing import Any

from vdlite.errors import PayloadError
from vdlite.format.layout import LOG_SUFFIX
from vdlite.format.outcome import Outcome
from vdlite.kinds import hparams, scalar
from vdlite.kinds.fields import plain
from vdlite.kinds.hparams import Goal
from vdlite.tracking.config import as_mapping, hyperparameters
from vdlite.tracking.names import flattened
from vdlite.tracking.values import loggable
from vdlite.writer import LogWriter
from vdlite.writer.life.log_end import end_with
from vdlite.writer.life.resume import last_steps
from vdlite.writer.life.series_table import earlier_files
from vdlite.writer.notices import warn
from vdlite.writer.progress_log import ProgressLog
from vdlite.writer.together import FEWEST, add_as_row

_NONE = (None, math.nan)
_REFUSALS = (ValueError, TypeError)  # PayloadError and ClosedWriterError are such


class TrainerRun:
    """One run, with a LogWriter for its folder.

    Its caller is a trainer's loop, which nobody's wrong value may end: after the constructor, nothing here raises for
    what is logged; each tag that is refused is reported once, through `logging`.
    """

    def __init__(self, logdir: str) -> None:
        """logdir: the run's folder; logs that are there already are gone on with.

        Raises LogdirError if the folder or file can't be made.
        """
        logs, _ = earlier_files(logdir)
        self._earlier = last_steps(logs) if logs else {}
        # A trial that an earlier program has logged is the same one.
        self._has_trial = (hparams.NAME, hparams.NAME) in self._earlier
        self._trial: dict[str, Any] = {}  # what this program has reported
        self._last: dict[str, tuple[int | None, float]] = {}
        self._refused: set[str] = set()
        self._loops: dict[str, ProgressLog] = {}
        self._done: dict[str, int] = {}  # of each loop
        self.writer = LogWriter(logdir)

    @property
    def logdir(self) -> str:
        """The run's folder."""
        return self.writer.logdir

    def last_step(self, tag: str, *, default: int) -> int:
        """The last step of a scalar, as earlier programs have logged it into this run."""
        return self._earlier.get((scalar.NAME, tag), default)

    def log(
        self, values: Mapping[str, Any], step: int | None, walltime: float | None = None
    ) -> None:
        """Log each value at this step: numbers, texts, pictures, what is within mappings; None is left out.

        A number that was logged for the same tag and step before is left out: trainers hand over some again and again.
        walltime: seconds since 1970; now if None.
        """
        now = now_seconds() if walltime is None else walltime
        if step is not None and len(values) >= FEWEST and self._add_row(values, step, now):
            return
        for tag, value in values.items():
            if type(value) is float or type(value) is int:
                self._add_number(tag, value, step, now)
            elif isinstance(value, Mapping):
                try:
                    self.log({f"{tag}/{name}": each for name, each in flattened(value)}, step, now)
                except PayloadError as error:
                    self._refuse(tag, error)
            elif value is not None:
                self._add(tag, value, step, now)

    def reached(self, name: str, done: int, total: "float | None") -> None:
        """So many items of a loop are done: logged about once a second, as `LogWriter.track` does.

        total: items in all; what is no positive whole number says that nobody knows.
        """
        known = int(total) if total is not None and 0 < total < math.inf else None
        loop = self._loops.get(name)
        if loop is None or loop.total != known or done < self._done.get(name, 0):
            loop = self._loops[name] = ProgressLog(self.writer, name, max(0, done - 1), known)
        self._done[name] = done
        if known is not None and done >= known:
            loop.end(done)
        else:
            loop.reach(done)

    def tell_trial(
        self,
        values: Any,
        metrics: tuple[str, ...] = (),
        goals: "Mapping[str, Goal] | None" = None,
        *,
        walltime: float | None = None,
        logarithmic: tuple[str, ...] = (),
    ) -> None:
        """Log the hyperparameters: the first time as a trial, later what is new, since a log takes nothing back.

        values: a mapping, a dataclass or a namespace; names within names get `/` between.
        metrics: tags of the scalars that judge the trial.
        goals: "min" or "max" by tag: which way it is better, where the trainer knows.
        walltime: seconds since 1970; now if None.
        logarithmic: names of those that are searched by their magnitude, where the trainer knows.
        """
        try:
            named = hyperparameters(as_mapping(values))
        except PayloadError as error:
            self._refuse("hparams", error)
            return
        if not named and not metrics:
            return
        new = {
            name: value
            for name, value in named.items()
            if self._trial.get(name, ...) != plain(value)
        }
        self._trial.update({name: plain(value) for name, value in new.items()})
        if self._has_trial:
            self.describe(others=new or None, walltime=walltime)
        else:
            self._has_trial = True
            add = self.writer.add_hparams
            self.call(
                "hparams", add, named, metrics, walltime, goals=goals, logarithmic=logarithmic
            )

    def describe(self, *, walltime: float | None = None, **parts: Any) -> None:
        """Log what the model is trained with; parts are those of `LogWriter.add_lineage`, None is left out."""
        given = {name: part for name, part in parts.items() if part is not None}
        if given:
            self.call("lineage", self.writer.add_lineage, **given, walltime=walltime)

    def conclude(self, values: Mapping[str, Any]) -> None:
        """Keep single values of the whole run, such as its duration: one point is no curve."""
        self.describe(metrics=dict(values) or None)

    def ends(self, outcome: "Outcome | Callable[[], Outcome | None] | None") -> None:
        """Remember how the training ended: it is reported when the log is closed, or its writer is collected, as more may come
        until then.

        outcome: None where another training begins; or a function that gives it then, and raises nothing.
        """
        end_with(self.writer, outcome)

    def call(self, what: str, method: Callable[..., None], *arguments: Any, **named: Any) -> None:
        """Call a method of the writer; what it refuses is reported once for each `what`."""
        try:
            method(*arguments, **named)
        except _REFUSALS as error:
            self._refuse(what, error)

    def _add_row(self, values: Mapping[str, Any], step: int, now: float) -> bool:
        """Log numbers, all of them new at this step, as a row; False if they can't be, and nothing was logged."""
        last = self._last
        if any(
            type(value) is not float or last.get(tag, _NONE) == (step, value)
            for tag, value in values.items()
        ):
            return False
        try:
            added = add_as_row(self.writer, values, step, now)
        except _REFUSALS:
            return False  # who is refused is found one by one
        if added:
            last.update((tag, (step, value)) for tag, value in values.items())
        return added

    def _add_number(self, tag: str, value: float, step: int | None, now: float) -> None:
        if step is not None:
            this = (step, value)
            if self._last.get(tag, _NONE) == this:
                return
            self._last[tag] = this
        try:
            self.writer.add_scalar(tag, value, step, now)
        except _REFUSALS as error:
            self._refuse(tag, error)

    def _add(self, tag: str, value: Any, step: int | None, now: float) -> None:
        try:
            found = loggable(tag, value)
            if isinstance(found, float):
                self._add_number(tag, found, step, now)
            else:
                found.add_to(self.writer, tag, step, now)
        except _REFUSALS as error:
            self._refuse(tag, error)

    def _refuse(self, what: str, error: Exception) -> None:
        if what not in self._refused:
            self._refused.add(what)
            warn("vdlite can't log this: %s: %s", error, self.logdir)


def newest_run(parent: str) -> str | None:
    """The folder below `parent` that was made last and holds logs; their names begin with the time."""
    try:
        names = sorted(os.listdir(parent), reverse=True)
        for name in names:
            folder = os.path.join(parent, name)
            if any(each.endswith(LOG_SUFFIX) for each in os.listdir(folder)):
                return folder
    except OSError:
        pass  # there is none, or a file among them
    return None
