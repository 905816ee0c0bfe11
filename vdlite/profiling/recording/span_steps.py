"""Spans of some steps of a loop, for programs without a profiler of their own."""

from __future__ import annotations

from vdlite.profiling.recording.facts import facts
from vdlite.profiling.recording.session import Log, Refused, Schedule
from vdlite.profiling.recording.spans import SpanRecorder, Switch


class SpanSteps:
    """Records the spans of some steps of a loop; of all of it, if no step is ever announced."""

    def __init__(self, schedule: Schedule, switch: Switch, log: Log, first_step: int) -> None:
        """first_step: the number of the first step of the loop."""
        self._schedule = schedule
        self._switch = switch
        self._log = log
        self._first_step = first_step
        self._recorder: SpanRecorder | None = None
        self._first = 0

    def start(self) -> None:
        self._begin(0)

    def step(self, number: int) -> None:
        schedule, recorder = self._schedule, self._recorder
        if recorder is not None and schedule.is_recorded(number - 1):
            recorder.step(self._first_step + number - 1)
            if schedule.is_last(number - 1):
                self._end()
        if not schedule.is_recorded(number):
            self.give_up()
        elif self._recorder is None or not schedule.is_recorded(number - 1):
            self._begin(number)

    def stop(self, number: int) -> None:
        recorder = self._recorder
        if recorder is not None and (number == 0 or self._schedule.is_recorded(number)):
            # A step that was begun only would count as a short one.
            if not recorder.has_steps:
                recorder.step(self._first_step + number)
            self._end()
        self.give_up()

    def give_up(self) -> None:
        recorder, self._recorder = self._recorder, None
        if recorder is self._switch.recorder:  # else spans go to another one
            self._switch.recorder = None

    def _begin(self, number: int) -> None:
        if self._switch.recorder is not self._recorder:
            raise Refused("another profile is being recorded, and there can be one at a time")
        self._first = number
        self._switch.recorder = self._recorder = SpanRecorder()

    def _end(self) -> None:
        recorder = self._recorder
        self.give_up()
        if recorder is not None:
            self._log(recorder.recording(facts("spans", {})), self._first)
