"""Named pieces of a program's time, as the program marks them itself."""

from __future__ import annotations

import functools
import inspect
import os
import threading
import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, Protocol, TypeVar

import numpy as np

from vdlite.kinds.profile.categories import CATEGORIES
from vdlite.kinds.profile.recording import Lane, Note, RawEvents, Recording
from vdlite.profiling.builder import Strings, narrow
from vdlite.profiling.names import STEP_PREFIX

MOST_SPANS = 1_000_000
"""Of one recording; what goes beyond is left out, and counted."""

_NAME, _THREAD, _BEGIN, _END = range(4)
_OPEN = -1

_Function = TypeVar("_Function", bound=Callable[..., Any])


class Recorder(Protocol):
    """What takes spans while it records."""

    def begin(self, name: str) -> Any:
        """Begin a span; returns what ends it."""

    def end(self, span: Any) -> None: ...


class Switch:
    """Where the spans of a writer go: nowhere, while nothing is recorded."""

    __slots__ = ("recorder",)

    def __init__(self) -> None:
        self.recorder: Recorder | None = None

    def span(self, name: str) -> Span:
        return Span(name, self)


class Span:
    """A piece of time; a context manager and a decorator. Threads may share it, and it may lie in itself."""

    __slots__ = ("_name", "_open", "_switch")

    def __init__(self, name: str, switch: Switch) -> None:
        self._name = name
        self._switch = switch
        self._open: list[tuple[Recorder, Any, int]] = []

    def __enter__(self) -> Span:
        recorder = self._switch.recorder
        if recorder is not None:
            self._open.append((recorder, recorder.begin(self._name), threading.get_ident()))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._open:
            self._end(threading.get_ident())

    def _end(self, thread: int) -> None:
        """End the last one that this thread has begun."""
        for position in range(len(self._open) - 1, -1, -1):
            if self._open[position][2] == thread:
                recorder, span, _ = self._open.pop(position)
                recorder.end(span)
                return

    def __call__(self, function: _Function) -> _Function:
        """The function, each call of which is a span."""
        name, switch = self._name, self._switch
        if inspect.iscoroutinefunction(function):

            @functools.wraps(function)
            async def awaited(*arguments: Any, **named: Any) -> Any:
                with Span(name, switch):
                    return await function(*arguments, **named)

            return awaited  # type: ignore[return-value]  # of the same signature

        @functools.wraps(function)
        def called(*arguments: Any, **named: Any) -> Any:
            with Span(name, switch):
                return function(*arguments, **named)

        return called  # type: ignore[return-value]  # of the same signature


class SpanRecorder:
    """Keeps the spans of all threads, and the steps, until they become a recording."""

    def __init__(self) -> None:
        self._clock = time.perf_counter_ns
        # Both clocks are read once: that of the day may be set back.
        self._epoch = time.time_ns() - self._clock()
        self._thread = threading.get_ident()
        self._names = {self._thread: "main thread"}
        self._spans: list[list[Any]] = []
        self._steps: list[tuple[int, int, int]] = []  # number, begin, end
        self._left_out = 0
        self._begin = self._clock()

    def begin(self, name: str) -> list[Any]:
        thread = threading.get_ident()
        if thread not in self._names:
            self._names[thread] = threading.current_thread().name
        span: list[Any] = [name, thread, self._clock(), _OPEN]
        if len(self._spans) < MOST_SPANS:
            self._spans.append(span)
        else:
            self._left_out += 1
        return span

    def end(self, span: list[Any]) -> None:
        span[_END] = self._clock()

    @property
    def has_steps(self) -> bool:
        return bool(self._steps)

    def step(self, number: int) -> None:
        """End a step of that number."""
        now = self._clock()
        self._steps.append((number, self._begin, now))
        self._begin = now

    def recording(self, facts: Mapping[str, Any]) -> Recording:
        """What was recorded so far. Spans that are still open end here."""
        now = self._clock()
        spans = [list(span) for span in self._spans]
        still_open = sum(span[_END] == _OPEN for span in spans)
        strings, threads = Strings(), dict(zip(self._names, range(len(self._names)), strict=True))
        annotation, step = CATEGORIES.index("annotation"), CATEGORIES.index("step")
        rows = [
            (
                span[_BEGIN],
                now if span[_END] == _OPEN else span[_END],
                threads[span[_THREAD]],
                strings.add(span[_NAME]),
                annotation,
            )
            for span in spans
        ]
        rows += [
            (begin, end, threads[self._thread], strings.add(f"{STEP_PREFIX}{number}"), step)
            for number, begin, end in self._steps
        ]
        columns = np.array(rows, np.int64).reshape(-1, 5).T
        begin, end = columns[0], columns[1]
        base = int(begin.min(initial=self._begin))
        notes = []
        if still_open:
            notes.append(Note(f"{still_open} spans had not ended yet; they end with the profile"))
        if self._left_out:
            notes.append(
                Note(
                    f"{self._left_out} spans were left out: a profile has at most {MOST_SPANS:,}",
                    "warning",
                )
            )
        return Recording(
            facts=facts,
            strings=strings.all(),
            lanes=[
                Lane(str(os.getpid()), str(thread), name) for thread, name in self._names.items()
            ],
            base=self._epoch + base,
            events=RawEvents(
                start=narrow(begin - base),
                duration=narrow(end - begin),
                lane=narrow(columns[2]),
                name=narrow(columns[3]),
                category=narrow(columns[4]),
            ),
            notes=notes,
        )
