"""Named pieces of a program's time, as the program marks them itself."""

from __future__ import annotations

import functools
import inspect
import os
import threading
import time
from collections.abc import Callable, Generator, Mapping
from functools import partial
from itertools import count
from threading import get_ident
from types import TracebackType
from typing import Any, Protocol, TypeVar

import numpy as np

from vdlite.kinds.profile.categories import CATEGORIES
from vdlite.kinds.profile.recording import Lane, Note, RawEvents, Recording
from vdlite.profiling.recording.builder import Strings, narrow
from vdlite.profiling.recording.names import STEP_PREFIX

MOST_SPANS = 1_000_000
"""Of one recording; what goes beyond is left out, and counted."""

_Function = TypeVar("_Function", bound=Callable[..., Any])


class Recorder(Protocol):
    """A recorder, which takes spans while it records."""

    def begin(self, name: str) -> Any:
        """Begin a span; returns what ends it."""

    def end(self, span: Any) -> None: ...


class Switch:
    """The recorder that the spans of a writer go to: none, while nothing is recorded."""

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
            self._open.append((recorder, recorder.begin(self._name), get_ident()))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._open:
            self._end(get_ident())

    def _end(self, thread: int) -> None:
        """End the last one that this thread has begun."""
        for position in range(len(self._open) - 1, -1, -1):
            if self._open[position][2] == thread:
                recorder, span, _ = self._open.pop(position)
                recorder.end(span)
                return

    def __call__(self, function: _Function) -> _Function:
        """The function, each call of which is a span; of a generator, each of its steps."""
        name, switch = self._name, self._switch
        if inspect.iscoroutinefunction(function):

            @functools.wraps(function)
            async def awaited(*arguments: Any, **named: Any) -> Any:
                with Span(name, switch):
                    return await function(*arguments, **named)

            return awaited  # type: ignore[return-value]  # of the same signature
        if inspect.isgeneratorfunction(function):

            @functools.wraps(function)
            def generated(*arguments: Any, **named: Any) -> Any:
                return _spanned(function(*arguments, **named), name, switch)

            return generated  # type: ignore[return-value]  # of the same signature

        @functools.wraps(function)
        def called(*arguments: Any, **named: Any) -> Any:
            with Span(name, switch):
                return function(*arguments, **named)

        return called  # type: ignore[return-value]  # of the same signature


def _spanned(
    generator: Generator[Any, Any, Any], name: str, switch: Switch
) -> Generator[Any, Any, Any]:
    """The generator, whose own time is in spans: not that of whoever takes from it."""
    step: Callable[[], Any] = partial(next, generator)
    while True:
        try:
            with Span(name, switch):
                given = step()
        except StopIteration as end:
            return end.value
        try:
            step = partial(generator.send, (yield given))
        except GeneratorExit:
            generator.close()
            raise
        except BaseException as error:  # noqa: BLE001  # thrown into it: the generator's own to answer
            step = partial(generator.throw, error)


class SpanRecorder:
    """Keeps the spans of all threads, and the steps, until they become a recording."""

    def __init__(self) -> None:
        self._clock = time.perf_counter_ns
        # Both clocks are read once: that of the day may be set back.
        self._epoch = time.time_ns() - self._clock()
        self._thread = threading.get_ident()
        self._names = {self._thread: "main thread"}
        self._keys = count()
        # Tuples of texts and numbers: Python's garbage collector does not look at them again and again.
        self._open: dict[int, tuple[str, int, int]] = {}  # name, thread, begin
        self._spans: list[tuple[str, int, int, int]] = []  # and end
        self._steps: list[tuple[int, int, int]] = []  # number, begin, end
        self._left_out = 0
        self._begin = self._clock()

    def begin(self, name: str) -> int:
        thread = get_ident()
        if thread not in self._names:
            self._names[thread] = threading.current_thread().name
        key = next(self._keys)
        self._open[key] = (name, thread, self._clock())
        return key

    def end(self, span: int) -> None:
        now = self._clock()
        begun = self._open.pop(span, None)
        if begun is None:
            return  # it ended with the profile
        if len(self._spans) < MOST_SPANS:
            self._spans.append((*begun, now))
        else:
            self._left_out += 1

    @property
    def has_spans(self) -> bool:
        return bool(self._spans or self._open)

    @property
    def has_steps(self) -> bool:
        return bool(self._steps)

    def step(self, number: int) -> None:
        """End a step of that number."""
        now = self._clock()
        self._steps.append((number, self._begin, now))
        self._begin = now

    def recording(self, facts: Mapping[str, Any]) -> Recording:
        """The recording so far. Spans that are still open end with the last step."""
        still_open = list(self._open.values())
        self._open.clear()
        last = self._begin
        spans = [*self._spans, *((*each, max(last, each[2])) for each in still_open)]
        used = {each[1] for each in spans} | ({self._thread} if self._steps else set())
        names = {thread: name for thread, name in self._names.items() if thread in used}
        strings, threads = Strings(), {thread: row for row, thread in enumerate(names)}
        annotation, step = CATEGORIES.index("annotation"), CATEGORIES.index("step")
        rows = [
            (begin, end, threads[thread], strings.add(name), annotation)
            for name, thread, begin, end in spans
        ]
        main = threads.get(self._thread, 0)
        rows += [
            (begin, end, main, strings.add(f"{STEP_PREFIX}{number}"), step)
            for number, begin, end in self._steps
        ]
        begin, end, lane, name, category = np.array(rows, np.int64).reshape(-1, 5).T
        base = int(begin.min(initial=self._begin))
        process = str(os.getpid())
        return Recording(
            facts=facts,
            strings=strings.all(),
            lanes=[Lane(process, str(thread), label) for thread, label in names.items()],
            base=self._epoch + base,
            events=RawEvents(
                start=narrow(begin - base),
                duration=narrow(end - begin),
                lane=narrow(lane),
                name=narrow(name),
                category=narrow(category),
            ),
            notes=self._notes(len(still_open)),
        )

    def _notes(self, still_open: int) -> list[Note]:
        notes = []
        if still_open:
            text = f"{still_open} spans had not ended yet; they end with the last step"
            notes.append(Note(text))
        if self._left_out:
            text = f"{self._left_out} spans were left out: a profile has at most {MOST_SPANS:,}"
            notes.append(Note(text, "warning"))
        return notes
