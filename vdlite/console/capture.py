"""What this process prints by Python, beside where it goes."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections import deque
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

from vdlite.console.keeper import Keeper
from vdlite.kinds.console_streams import STREAMS

_EVERY = 0.5  # seconds between two looks at what has been printed
_MOST_WAITING = 1 << 24  # characters


class OutputCapture:
    """Keeps what is written to `sys.stdout` and `sys.stderr` until it is closed; a context manager.

    A write only adds to a deque, which takes no lock: so a finalizer that prints while garbage is collected, in the middle
    of any call, hangs nothing. A thread does the rest. A forked child prints as ever, and is not kept.
    """

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._pid = os.getpid()
        self._waiting: deque[tuple[int, str, float]] = deque()
        self._count = 0  # characters that wait, about
        self._lost = 0
        self._closed = threading.Event()
        self._lock = threading.Lock()  # for who keeps, never for who prints
        self._wrapped = [
            _Wrapped(self, STREAMS.index(name), stream)
            for name, stream in (("stdout", sys.stdout), ("stderr", sys.stderr))
            if stream is not None
        ]
        self._thread = threading.Thread(target=self._keep, name="vdlite-console", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let the streams be as they were, and keep what has been printed. A second call does nothing."""
        if self._closed.is_set() or os.getpid() != self._pid:
            return
        for each in self._wrapped:
            each.end()
        self._closed.set()
        self._thread.join(5)
        with self._lock:
            self._take()
            self._keeper.finish(time.time())

    def add(self, stream: int, text: object) -> None:
        """Take what was written."""
        if self._closed.is_set() or os.getpid() != self._pid or not isinstance(text, str):
            return
        if self._count > _MOST_WAITING:
            self._lost += len(text)
            return
        self._count += len(text)
        self._waiting.append((stream, text, time.time()))

    def _keep(self) -> None:
        while not self._closed.wait(_EVERY):
            with suppress(Exception), self._lock:  # whatever it is, the program goes on
                self._take()
                if self._keeper.due is not None and time.time() >= self._keeper.due:
                    self._keeper.keep(time.time())

    def _take(self) -> None:
        self._count = 0
        stream, texts, at = 0, list[str](), 0.0
        while self._waiting:
            now, text, walltime = self._waiting.popleft()
            if texts and (now != stream or walltime - at > 0.01):
                self._feed(stream, texts, at)
                texts = []
            if not texts:
                stream, at = now, walltime
            texts.append(text)
        if texts:
            self._feed(stream, texts, at)
        if self._lost:
            lost, self._lost = self._lost, 0
            self._keeper.lose(lost, time.time())

    def _feed(self, stream: int, texts: list[str], walltime: float) -> None:
        self._keeper.feed(stream, "".join(texts).encode(errors="replace"), walltime)


class _Wrapped:
    """A stream whose `write` is ours as well. Whoever holds the stream, such as `logging`, still does."""

    def __init__(self, capture: OutputCapture, number: int, stream: Any) -> None:
        self._stream = stream
        self._own = stream.__dict__.get("write") if hasattr(stream, "__dict__") else None
        write = stream.write

        def written(text: Any, *others: Any) -> Any:
            result = write(text, *others)
            capture.add(number, text)
            return result

        self._write = written
        with suppress(AttributeError, TypeError):  # one that lets nobody in: it is not kept
            stream.write = written

    def end(self) -> None:
        """Put back what was there, unless somebody else has put something over it, which goes on to ours."""
        if getattr(self._stream, "__dict__", {}).get("write") is not self._write:
            return
        with suppress(AttributeError):
            if self._own is None:
                del self._stream.write
            else:
                self._stream.write = self._own
