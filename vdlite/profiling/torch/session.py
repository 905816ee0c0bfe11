"""Records steps of a training with the profiler of PyTorch."""

from __future__ import annotations

import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import Any

import torch
from torch import nn
from torch.profiler import ProfilerAction, profile, schedule

from vdlite.kinds.profile.recording import Note
from vdlite.profiling.recording.merging import with_events
from vdlite.profiling.recording.names import SPAN_PREFIX
from vdlite.profiling.recording.session import MOST_STEPS, Log, Refused, Schedule, Warn
from vdlite.profiling.recording.spans import SpanRecorder, Switch
from vdlite.profiling.torch.events import recording_of
from vdlite.profiling.torch.facts import facts
from vdlite.profiling.torch.modules import ModuleEvents, record_class

BYTES_PER_EVENT = 40
"""In the log, about."""

SECONDS_PER_EVENT = 2e-5
"""Of the training's time, when a profile ends, of events and allocations: a third is torch's own stop. About."""

MOST_FORESEEN = 1000
"""Steps: more in a profile are reported. Few loops are as long as a number that means all of it."""

_ONE_AT_A_TIME = "another profiler of PyTorch records, and there can be one at a time"


class TorchSteps:
    """Records the steps that a schedule names, with one profiler of torch for all of them."""

    def __init__(
        self,
        steps: Schedule,
        options: Mapping[str, bool],
        modules: nn.Module | None,
        switch: Switch,
        log: Log,
        warn: Warn,
        first_step: int,
    ) -> None:
        """options: which of shapes, memory, stacks and flops are recorded.

        first_step: the number of the first step of the loop.
        """
        self._steps = steps
        self._options = options
        self._modules = None if modules is None else ModuleEvents(modules)
        self._switch = switch
        self._log = log
        self._warn = warn
        self._first_step = first_step
        self._record = record_class()
        self._others: SpanRecorder | None = None  # of threads that torch does not record
        self._profiler: Any = None
        self._counted: Any = None  # the profiler of a step that only counts events
        self._logged = 0
        self._asked = 0.0  # when torch was asked to do what may end a recording
        self._unfinished = -1  # number of a step that was begun only

    def start(self) -> None:
        if is_profiling():
            raise Refused(_ONE_AT_A_TIME)
        steps = self._steps
        if steps.steps > MOST_STEPS and not steps.wait:
            self._warn_of_size(None)
        with _quiet():
            self._profiler = self._new(
                schedule=schedule(
                    wait=steps.wait, warmup=steps.warmup, active=steps.steps, repeat=steps.repeat
                ),
                on_trace_ready=self._ready,
            )
            self._profiler.start()
        self._prepare(0)

    def step(self, number: int) -> None:
        if self._counted is not None:
            self._tell_size()
        if self._starts(number) and is_profiling():
            raise Refused(_ONE_AT_A_TIME)
        # To silence warnings has Python repeat others that it says once, so only where torch has some.
        place = number % self._steps.cycle
        warned = number >= self._steps.cycle and place in (0, self._steps.wait)
        self._asked = time.perf_counter()
        with _quiet() if warned else nullcontext():
            self._profiler.step()
        self._prepare(number)

    def stop(self, number: int) -> None:
        self._leave()
        if number > 0 and self._steps.is_recorded(number) and self._steps.is_recorded(number - 1):
            self._unfinished = number
        profiler, self._profiler = self._profiler, None
        self._asked = time.perf_counter()
        if profiler is not None:
            with _quiet():
                profiler.__exit__(None, None, None)

    def give_up(self) -> None:
        self._leave()
        profiler, self._profiler = self._profiler, None
        if profiler is not None:
            profiler.on_trace_ready = None
            if profiler.current_action == ProfilerAction.WARMUP or not is_profiling():
                # To end what only warms up, torch would begin it first, and end another one with it. To begin what failed to
                # warm up, or to end what failed to begin, crashes the process.
                profiler.current_action = ProfilerAction.NONE
            with _quiet():
                profiler.__exit__(None, None, None)

    # -- spans

    def begin(self, name: str) -> Any:
        if is_profiling():
            span = self._record(SPAN_PREFIX + name)
            span.__enter__()
            return span
        # A thread of which torch records nothing.
        return None if self._others is None else self._others.begin(name)

    def end(self, span: Any) -> None:
        if isinstance(span, int):
            if self._others is not None:
                self._others.end(span)
        elif span is not None:
            span.__exit__(None, None, None)

    # -- one step

    def _prepare(self, number: int) -> None:
        """Make ready for what is done in this step."""
        steps = self._steps
        if steps.is_waiting(number):
            self._leave()
            if steps.steps > MOST_STEPS and number == steps.wait - 1:
                self._count()
            return
        if steps.is_recorded(number) and self._others is None:
            self._others = SpanRecorder()
        self._switch.recorder = self
        if self._modules is not None:
            self._modules.install()

    def _leave(self) -> None:
        if self._counted is not None:
            counted, self._counted = self._counted, None
            with _quiet():
                counted.stop()
        self._switch.recorder = None
        if self._modules is not None:
            self._modules.remove()

    def _starts(self, number: int) -> bool:
        """True if torch begins to warm up or to record with this step: either disturbs what another one records."""
        steps = self._steps
        if steps.is_waiting(number):
            return False
        is_first = steps.is_recorded(number) and not steps.is_recorded(number - 1)
        return is_first or steps.is_waiting(number - 1)

    def _new(self, **options: Any) -> Any:
        return profile(
            record_shapes=self._options["shapes"],
            profile_memory=self._options["memory"],
            with_stack=self._options["stacks"],
            with_flops=self._options["flops"],
            **options,
        )

    def _ready(self, profiler: Any) -> None:
        cycle = self._steps.cycle
        try:
            known = facts(self._options)
            known["options"]["modules"] = self._modules is not None
            recording = recording_of(
                profiler, known, first_step=self._first_step, unfinished=self._unfinished
            )
            others, self._others = self._others, None
            if others is not None and others.has_spans:
                recording = with_events(recording, others.recording({}))
            cost = {"cost_seconds": time.perf_counter() - self._asked}
            recording = replace(recording, facts={**recording.facts, **cost})
            if self._unfinished >= 0:
                number = self._unfinished + self._first_step
                note = Note(f"the recording ended within step {number}, which is not counted")
                recording = replace(recording, notes=[*recording.notes, note])
            first = self._logged * cycle + self._steps.wait + self._steps.warmup
            self._log(recording, first)
        except Exception as error:  # noqa: BLE001  # torch calls this in the middle of the loop
            self._warn("vdlite: a profile could not be logged: %r", error)
        self._logged += 1

    # -- how large it will be

    def _count(self) -> None:
        """Record the last step that is waited for, too, to know how many events a step has."""
        if is_profiling():
            return
        with _quiet():
            self._counted = self._new()
            self._counted.start()

    def _tell_size(self) -> None:
        counted, self._counted = self._counted, None
        with _quiet():
            counted.stop()
        self._warn_of_size(len(counted.profiler.kineto_results.events()))

    def _warn_of_size(self, events: int | None) -> None:
        """events: of a step; None if none was counted."""
        steps = self._steps.steps
        if events is None:
            size = "may take many megabytes of the log, and seconds of the training when it ends"
        else:
            each = steps > MOST_FORESEEN
            events *= 1 if each else steps
            size = (
                f"will have about {events:,} events{' in each' if each else ''}, which take "
                f"{events * BYTES_PER_EVENT / 1e6:.2g} MB of the log and "
                f"{events * SECONDS_PER_EVENT:.2g} s of the training when it ends"
            )
        shown = f"{steps:,}" if steps <= MOST_FORESEEN else f"more than {MOST_FORESEEN:,}"
        self._warn(
            "vdlite: a profile of %s steps %s; %s steps tell as much, mostly",
            shown,
            size,
            MOST_STEPS,
        )


def is_profiling() -> bool:
    """True if a profiler of torch records now: a second one would silently end it, and get nothing."""
    return bool(torch.autograd._profiler_enabled())


@contextmanager
def _quiet() -> Iterator[None]:
    """Torch warns of profilers without warm-up, and of those of which only the last cycle is kept; both are meant."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
