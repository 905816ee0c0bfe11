"""The hyperparameters of a run in its log: given at once, and again whenever more is known of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Any

from vdlite.kinds import hparams
from vdlite.kinds.hparams import Goal
from vdlite.tracking.config import Config, hyperparameters
from vdlite.writer import LogWriter
from vdlite.writer.life.run_writer import recorder_of

_MOST_AT_ONCE = 100  # changes that are logged as they come
_REST = 60.0  # seconds between further ones


class RunTrial:
    """What the trial of a run is given, and what of that its log has."""

    def __init__(
        self,
        config: Config,
        metrics: Sequence[str],
        goals: Mapping[str, Goal] | None,
        *,
        is_resumed: bool,
        is_of_others: bool,
    ) -> None:
        """is_resumed: an earlier program has logged it; is_of_others: so have other ranks.

        Raises PayloadError for what can't be logged.
        """
        hparams.hparams(hyperparameters(config), metrics, goals)
        self._config = config
        self._metrics = tuple(metrics)
        self._goals = dict(goals or {})
        self._is_resumed = is_resumed
        self._is_of_others = is_of_others
        self._is_logged = False  # by this writer
        self._count = 0  # of the trials that this writer had logged then, with it
        # What was set since it was logged; none where only the rest has changed, or a setting was taken away.
        self._late: dict[str, Any] = dict(config) if is_resumed else {}
        self._is_changed = bool(config or self._metrics or self._goals)
        self._times, self._at = 0, 0.0  # how often it was logged, and when

    @property
    def is_changed(self) -> bool:
        """True if the log has not all of it."""
        return self._is_changed

    def change(self, settings: Mapping[str, Any]) -> None:
        """Take in what was set. Raises PayloadError for what can't be logged."""
        values = hyperparameters(settings)
        hparams.hparams(values, ())
        self._late.update(values)
        self._is_changed = True

    def set_goal(self, tag: str, goal: Goal) -> None:
        """Take in which way a scalar is better."""
        if self._goals.get(tag) != goal:
            self._goals[tag] = goal
            self._is_changed = True

    def log(self, writer: LogWriter, *, is_last: bool = False) -> None:
        """Log it, if there is anything new. is_last: also where it changes all the time."""
        if not self._is_changed:
            return
        now = monotonic()
        if self._times >= _MOST_AT_ONCE and now - self._at < _REST and not is_last:
            return
        self._is_changed = False
        late, self._late = self._late, {}
        if self._is_resumed:
            writer.add_hparams(hyperparameters(late), self._metrics, goals=self._goals, extend=True)
        elif self._is_of_others or self._has_others_behind(writer):
            # A log takes nothing back, and what would be replaced is another one.
            if late:
                writer.add_lineage(others=hyperparameters(late))
        else:
            # A copy: another thread may set something meanwhile.
            config = hyperparameters(self._config.as_dict())
            writer.add_hparams(config, self._metrics, goals=self._goals, replace=self._is_logged)
            self._is_logged = True
            self._count = recorder_of(writer).trials
        self._times, self._at = self._times + 1, now

    def go_elsewhere(self) -> None:
        """Go on in another process, whose writer has logged nothing."""
        self._count = 0

    def _has_others_behind(self, writer: LogWriter) -> bool:
        """True if the program has logged other trials since."""
        return self._is_logged and recorder_of(writer).trials != self._count
