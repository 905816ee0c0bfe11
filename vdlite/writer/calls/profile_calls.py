"""What LogWriter offers for profiles."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeAlias

from vdlite.errors import ClosedWriterError, PayloadError, shown
from vdlite.writer.arguments.checks import StepLike, check_tag, given_step
from vdlite.writer.arguments.hints import with_hint
from vdlite.writer.calls.recorder import Calls, Recorder
from vdlite.writer.notices import warn

if TYPE_CHECKING:
    from vdlite.kinds.profile import Recording
    from vdlite.profiling.recording.session import ProfileSession
    from vdlite.profiling.recording.spans import Span, Switch

StepNow: TypeAlias = "StepLike | Callable[[], StepLike] | None"
"""A step, or a function that gives the present one when it is asked."""


class ProfileCalls(Calls):
    """The part of LogWriter that logs where the time goes."""

    @cached_property
    def _spans(self) -> Switch:
        """The switch that leads spans to a profile while one is recorded."""
        from vdlite.profiling.recording.spans import Switch

        return Switch()

    @cached_property
    def _running_profiles(self) -> set[ProfileSession]:
        """The recordings that have begun and not ended; they end with the log."""
        running: set[ProfileSession] = set()
        self._recorder.before_close(partial(_stop_all, running))
        return running

    @with_hint
    def profile(
        self,
        *,
        steps: int = 3,
        wait: int = 1,
        warmup: int = 1,
        repeat: int = 1,
        shapes: bool = True,
        memory: bool = True,
        stacks: bool = False,
        flops: bool = True,
        modules: Any = None,
        tag: str = "profile",
        step: StepNow = 0,
    ) -> ProfileSession:
        """A profile that records a few steps of the training loop, and logs where their time went.

            with writer.profile(steps=3, modules=model) as profile:
                for batch in loader:
                    ...
                    profile.step()

        The profiler of PyTorch records, if the program has imported torch; else only what `span` marks is there.
        steps: how many are recorded; more than 10 are warned of, with the size that is to be expected.
        wait, warmup: how many steps before them pass without a profiler, and with one that throws away what it gets.
        repeat: how many times all this is done; each time makes a profile of its own.
        shapes: whether the shapes and other arguments of operators are recorded.
        memory: whether allocations are.
        stacks: whether Python functions are: four times the events, and slower steps.
        flops: whether torch estimates the floating point operations of matrix products and convolutions; with shapes only.
        modules: a torch module: each call of it, and of those within, is recorded by its path. About 5 us a call; nothing
            while no step is recorded.
        step: of the training when the loop begins: a profile is logged at its first recorded step. Or a function that
            gives the step at which to log a profile that is complete.
        Where several ranks run, each logs as `TAG/rankN`. What fails is a warning and ends the profile, not the loop;
            so does `close()` of the writer, after the complete steps were logged.
        Raises PayloadError for a wrong option.
        """
        from vdlite.profiling.recording.session import ProfileSession, Schedule

        check_tag(tag)
        schedule = Schedule(steps, wait, warmup, repeat)
        options = {"shapes": shapes, "memory": memory, "stacks": stacks, "flops": flops}
        for name, value in options.items():
            if not isinstance(value, bool):
                raise PayloadError(f"{name}: got {shown(value)}, want True or False")
        if modules is not None and not hasattr(modules, "named_modules"):
            raise PayloadError(f"modules: got {type(modules).__name__}, want a torch module")
        first = 0 if callable(step) else given_step(step) or 0
        recorder = self._recorder

        def log(recording: Recording, number: int) -> None:
            counted = first + number
            now = _asked(step, counted) if callable(step) else counted
            _keep_recording(recorder, recording, tag, now)

        if "torch" not in sys.modules:
            from vdlite.profiling.recording.span_steps import SpanSteps

            spans = SpanSteps(schedule, self._spans, log, first)
            return ProfileSession(spans, schedule, warn, self._running_profiles)
        from vdlite.profiling.torch.session import TorchSteps

        options["flops"] = flops and shapes
        steps_of_torch = TorchSteps(schedule, options, modules, self._spans, log, warn, first)
        return ProfileSession(steps_of_torch, schedule, warn, self._running_profiles)

    def span(self, name: str) -> Span:
        """A named piece of time: a context manager, and a decorator of functions.

            with writer.span("forward"):
                ...

        It is part of the profile that is recorded meanwhile (see `profile`), about a microsecond each, in any thread, and
        within others; while none is recorded it does nothing.
        name: such as "data", "forward", "backward" or "optimizer", by which the page distinguishes the phases of a step.
        Raises PayloadError if it is no text.
        """
        if not isinstance(name, str):
            raise PayloadError(f"span: got {shown(name)}, want its name")
        return self._spans.span(name)

    @with_hint
    def profile_handler(
        self, tag: str = "profile", *, step: StepNow = None
    ) -> Callable[[Any], None]:
        """A handler that logs the profiles of a torch profiler of your own.

            torch.profiler.profile(..., on_trace_ready=writer.profile_handler(step=lambda: step))

        step: of the record, or a function that gives it; None goes on from the tag's last step.
        A profile that can't be logged is a warning. Raises PayloadError for a wrong tag or step.
        """
        from vdlite.profiling.recording.reading import recording_of

        check_tag(tag)
        if step is not None and not callable(step):
            step = given_step(step)
        process, recorder = os.getpid(), self._recorder

        def log(profiler: Any) -> None:
            if os.getpid() != process:
                return
            try:
                now = _asked(step, None) if callable(step) else step
                _keep_recording(recorder, recording_of(profiler), tag, now)
            except Exception as error:  # noqa: BLE001  # torch calls this in the middle of the loop
                warn("vdlite: a profile could not be logged: %r", error)

        return log

    @with_hint
    def add_profile(
        self,
        profile: Any,
        tag: str = "profile",
        step: StepLike | None = None,
        walltime: float | None = None,
    ) -> None:
        """Log a profile that is complete.

        profile: a torch profiler that has stopped; a `cProfile.Profile` or `pstats.Stats`; a `Recording`; or the path of a
            file: a Chrome trace, as torch and many others write it (.json, .json.gz), collapsed stacks, as py-spy
            writes them with `--format raw`, or a file of speedscope.
        Of several ranks, each logs as `TAG/rankN`. The rest as in `add_scalar`.
        Raises PayloadError for anything else, and FormatError for a file that is none of these.
        """
        from vdlite.profiling.recording.reading import recording_of

        check_tag(tag)
        _add_recording(self._recorder, recording_of(profile), tag, step, walltime)

    @with_hint
    def add_memory_snapshot(
        self,
        snapshot: Any = None,
        tag: str = "memory",
        step: StepLike | None = None,
        walltime: float | None = None,
    ) -> None:
        """Log what the CUDA allocator has done since `torch.cuda.memory._record_memory_history()`.

        snapshot: what `torch.cuda.memory._snapshot()` has given; None takes one now. Files of snapshots are pickles,
            which can run any code when they are read: no path is taken.
        It is a profile of allocations, by the functions that made them. The rest as in `add_scalar`.
        Raises PayloadError for what is no snapshot, or one without a history.
        """
        from vdlite.profiling.recording.memory_snapshot import of_memory_snapshot

        check_tag(tag)
        if snapshot is None:
            from vdlite.profiling.torch.memory import taken_snapshot

            snapshot = taken_snapshot()
        _add_recording(self._recorder, of_memory_snapshot(snapshot), tag, step, walltime)


def _stop_all(running: set[ProfileSession]) -> None:
    for session in list(running):
        session.stop_with_owner()


def _keep_recording(
    recorder: Recorder, recording: Recording, tag: str, step: StepLike | None
) -> None:
    """Log what was recorded; in a file of its own, if the log has ended meanwhile: it can't be had again."""
    try:
        _add_recording(recorder, recording, tag, step)
    except ClosedWriterError:
        with recorder.another() as another:
            _add_recording(another, recording, tag, step)


def _add_recording(
    recorder: Recorder,
    recording: Recording,
    tag: str,
    step: StepLike | None,
    walltime: float | None = None,
) -> None:
    from vdlite.kinds import profile

    recorder.check_open()
    if int(recording.facts.get("world", 1)) > 1:
        tag = f"{tag}/rank{recording.facts.get('rank', 0)}"
    recorder.add(profile.NAME, tag, profile.profile(recording), step, walltime)


def _asked(step: Callable[[], StepLike], otherwise: StepLike | None) -> StepLike | None:
    """The step that a caller's function gives. A profile is worth more than its step: what fails is warned of."""
    try:
        return otherwise if (given := given_step(step())) is None else given
    except Exception as error:  # noqa: BLE001  # whatever a caller's function does
        warn("vdlite: the step of a profile could not be found out: %r", error)
        return otherwise
