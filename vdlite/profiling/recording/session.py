"""A profile around a training loop: which steps are recorded, and that nothing of it can stop the training."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from threading import get_ident
from types import TracebackType
from typing import Protocol, TypeAlias

from vdlite.errors import PayloadError, shown
from vdlite.kinds.profile.recording import Recording

MOST_STEPS = 10
"""More in a profile are warned of, with the size that is to be expected."""

Log: TypeAlias = Callable[[Recording, int], None]
"""Takes a recording and the number of its first step."""

Warn: TypeAlias = Callable[..., None]


class Refused(Exception):
    """Nothing can be recorded now, and nothing is wrong: the reason is reported as it is."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """The steps that are recorded: after `wait` and `warmup` steps the next `steps`, and all that so many times."""

    steps: int = 3
    wait: int = 1
    warmup: int = 1
    repeat: int = 1

    def __post_init__(self) -> None:
        least = {"steps": 1, "wait": 0, "warmup": 0, "repeat": 1}
        for name, lowest in least.items():
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < lowest:
                raise PayloadError(
                    f"{name}: got {shown(value)}, want a whole number, {lowest} or more"
                )

    @property
    def cycle(self) -> int:
        return self.wait + self.warmup + self.steps

    def is_over(self, step: int) -> bool:
        return step >= self.cycle * self.repeat

    def is_waiting(self, step: int) -> bool:
        """True if nothing is done in this step."""
        return self.is_over(step) or step % self.cycle < self.wait

    def is_recorded(self, step: int) -> bool:
        return not self.is_over(step) and step % self.cycle >= self.wait + self.warmup

    def is_last(self, step: int) -> bool:
        """True if the step is the last one of a recording."""
        return not self.is_over(step) and step % self.cycle == self.cycle - 1


class StepRecorder(Protocol):
    """A recorder of steps, one by one. It may raise anything."""

    def start(self) -> None:
        """Begin with step 0."""

    def step(self, number: int) -> None:
        """End the step before this one, and begin it. What is complete is logged."""

    def stop(self, number: int) -> None:
        """End within this step. What was recorded until now is logged."""

    def give_up(self) -> None:
        """Leave everything as it was before: something has failed."""


class ProfileSession:
    """Records some steps of a loop, and logs them when they are complete.

        with writer.profile(steps=3) as profile:
            for batch in loader:
                ...
                profile.step()

    Whatever fails in it is a warning: the loop goes on, without the profile.
    """

    def __init__(
        self,
        recorder: StepRecorder,
        schedule: Schedule,
        warn: Warn,
        running: set[ProfileSession] | None = None,
    ) -> None:
        """running: where its owner finds it while it has begun and not ended."""
        self._recorder = recorder
        self._schedule = schedule
        self._warn = warn
        self._all_running = set() if running is None else running
        self._process = os.getpid()
        self._thread = get_ident()
        self._number = 0
        self._running = False

    @property
    def recording(self) -> bool:
        """True if the present step is recorded."""
        return self._running and self._schedule.is_recorded(self._number)

    def __enter__(self) -> ProfileSession:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Begin, where `with` does not fit."""
        if self._running or self._process != os.getpid():
            return
        self._number = 0
        self._thread = get_ident()
        self._running = True
        self._all_running.add(self)
        self._safely(self._recorder.start)

    def step(self) -> None:
        """End a step of the loop, and begin the next one."""
        if not self._running or self._process != os.getpid():
            return
        self._number += 1
        self._safely(self._recorder.step, self._number)

    def stop(self) -> None:
        """End, where `with` does not fit. A second call does nothing."""
        if not self._running or self._process != os.getpid():
            return
        self._end()
        self._safely(self._recorder.stop, self._number)
        if self._number == 0 and not self._schedule.is_recorded(0):
            self._warn(
                "vdlite: nothing was profiled, since step() of the profile was never called: "
                "call it at the end of each step of the loop"
            )
        elif self._number < self._schedule.wait + self._schedule.warmup:
            self._warn(
                "vdlite: nothing was profiled: the loop had %s steps, and the first %s are not recorded "
                "(wait=%s, warmup=%s)",
                self._number,
                self._schedule.wait + self._schedule.warmup,
                self._schedule.wait,
                self._schedule.warmup,
            )

    def stop_with_owner(self) -> None:
        """End, since whoever would log it does. Of another thread's loop torch can be stopped by that thread only."""
        if self._thread == get_ident():
            self.stop()

    def _end(self) -> None:
        self._running = False
        self._all_running.discard(self)

    def _safely(self, call: Callable[..., None], *arguments: int) -> None:
        try:
            call(*arguments)
        except Refused as reason:
            self._warn("vdlite: nothing is profiled here, and the loop goes on: %s", reason)
            self._give_up()
        except Exception as error:  # noqa: BLE001  # a profiler must not end the training that it is to help
            self._warn("vdlite: profiling has ended, since it failed: %r", error)
            self._give_up()

    def _give_up(self) -> None:
        self._end()
        try:
            self._recorder.give_up()
        except Exception as error:  # noqa: BLE001
            self._warn("vdlite: the profiler could not be ended: %r", error)
