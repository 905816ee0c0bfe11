"""Watching the machine that a training runs on: threads that log its numbers as scalars below `system/`."""

from __future__ import annotations

import os
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import ClosedWriterError, PayloadError, shown
from vdlite.format.layout import host_name, made_at
from vdlite.format.outcome import Outcome
from vdlite.writer.life.open_writers import open_logs
from vdlite.writer.life.system_variable import EVERY_SECONDS, VARIABLE
from vdlite.writer.notices import warn
from vdlite.writer.threads.ticker import Ticker

if TYPE_CHECKING:
    from vdlite.watching.host_lock import HostLock
    from vdlite.watching.source import Source

_MOST_SECONDS = 86_400.0
_FIRST_SECONDS = (
    1.0  # until the second look, with which rates and shares begin; then twice as long each time
)
_TRIES = 6  # looks from one attempt to get a lock to the next
_PATIENCE_SECONDS = 1.0  # that a fork, or the end of a writer, waits for a look in hand

Clock = Callable[[], float]


class RowWriter(Protocol):
    """A LogWriter, as far as it is needed here."""

    @property
    def closed(self) -> bool: ...

    def add_scalar_row(
        self, tags: tuple[str, ...], values: NDArray[np.float64], step: int
    ) -> None: ...


def check_every(every: object, name: str = "every") -> float:
    """The seconds from one look to the next. Raises PayloadError for anything else."""
    is_number = isinstance(every, (int, float)) and not isinstance(every, bool)
    if not is_number or not 1 <= every <= _MOST_SECONDS:  # type: ignore[operator]  # it is a number
        raise PayloadError(
            f"{name}: got {shown(every)}, want seconds from 1 to {_MOST_SECONDS:,.0f}"
        )
    return float(every)  # type: ignore[arg-type]


def wanted_seconds(system: object) -> float | None:
    """The seconds from one look to the next that an option `system` of a writer means; None: it does not watch.

    system: None leaves it to the environment. Raises PayloadError for what is no such option.
    """
    if system is not None and not isinstance(system, bool):
        check_every(system, "system")
    given = _of_environment()
    if given == 0 or system is False:
        return None
    if system is None:
        return None if _watches else given
    return (given or EVERY_SECONDS) if system is True else check_every(system, "system")


def _of_environment() -> float | None:
    text = os.environ.get(VARIABLE, "").strip()
    if not text:
        return None
    try:
        seconds = float(text)
        return 0.0 if seconds == 0 else check_every(seconds)
    except (ValueError, PayloadError):
        warn("%s: got %r, want seconds from 1 on, or 0", VARIABLE, text)
        return None


class SystemWatch:
    """Watches for one writer, until that ends.

    The GPUs have a thread of their own: a driver may hang. Of what the machine has, one process logs the numbers; when
    that ends, another one takes over.
    """

    def __init__(self, writer: RowWriter, folder: str, every: float) -> None:
        """every: seconds from one look to the next."""
        steps = _Steps(folder)
        of = weakref.ref(writer)
        self._samplers = (
            _Sampler(of, every, steps, lambda: _own_groups(folder)),
            _Sampler(of, every, steps, lambda: _gpu_groups(folder)),
        )
        self.ended = False
        open_logs.add(self)
        _watches.add(self)
        for sampler in self._samplers:
            sampler.begin()

    def end(self) -> None:
        """Log nothing more."""
        self.ended = True
        open_logs.discard(self)
        _watches.discard(self)
        for sampler in self._samplers:
            sampler.end()

    def end_program(self, outcome: Outcome | None) -> None:
        self.end()

    def before_fork(self) -> None:
        for sampler in self._samplers:
            sampler.pause()

    def after_fork_in_parent(self) -> None:
        for sampler in self._samplers:
            sampler.resume()

    def after_fork(self) -> None:
        """The child has no thread, and what its parent watches is watched."""
        self.ended = True
        _watches.discard(self)
        for sampler in self._samplers:
            sampler.forget()


_watches: weakref.WeakSet[SystemWatch] = weakref.WeakSet()
"""Those of this process that have not ended."""


class Group:
    """Sources of which one process of the machine logs the numbers: who has their lock."""

    def __init__(
        self, lock: HostLock, sources: Sequence[Source], tag: Callable[[str], str]
    ) -> None:
        """tag: of a number of theirs, given its name."""
        self.lock = lock
        self._sources = list(sources)
        self._tag = tag
        self._has_lock = False
        self._looks = 0

    def take(self, now: float) -> dict[str, float]:
        """The numbers by tag; none as long as another process has the lock."""
        self._looks += 1
        if not self._has_lock:
            if self._looks % _TRIES != 1:
                return {}
            self._has_lock = self.lock.take()
            if not self._has_lock:
                return {}
        values: dict[str, float] = {}
        for source in list(self._sources):
            try:
                values |= source.take(now)
            except (OSError, ValueError):  # it can't be read this time, or not here
                continue
            except Exception as error:  # noqa: BLE001  # a source that fails costs its own numbers, and no others
                self._sources.remove(source)
                warn("vdlite watches %s no more: %r", self._tag(type(source).__name__), error)
        return {self._tag(name): value for name, value in values.items() if value == value}


class _Steps:
    """The steps of what is logged: whole seconds since the run's first log was begun, which all its processes share."""

    def __init__(self, folder: str) -> None:
        self._start = time.monotonic()
        now = time.time()
        try:
            made = [made_at(name) for name in os.listdir(folder)]
        except OSError:
            made = []
        self._before = max(0.0, now - min((each for each in made if each), default=now))

    def of(self, now: float) -> int:
        return int(self._before + now - self._start)


class _Sampler:
    """A thread that looks at some sources, and logs what it finds."""

    def __init__(
        self,
        writer: weakref.ref[RowWriter],
        every: float,
        steps: _Steps,
        groups: Callable[[], Sequence[Group]],
    ) -> None:
        self._writer = writer
        self._every = every
        self._steps = steps
        self._make_groups = groups
        self._groups: Sequence[Group] | None = None
        self._due = 0.0
        self._wait = _FIRST_SECONDS
        self._last_step = -1
        self._tags: dict[tuple[str, ...], tuple[str, ...]] = {}  # the same tuple for the same tags
        self._ended = False
        self._work = threading.Lock()  # held during a look
        self._paused = False
        self._ticker = Ticker(self._tick)

    def begin(self) -> None:
        self._ticker.wake()

    def end(self) -> None:
        self._ended = True
        self._ticker.stop()
        if self._work.acquire(timeout=_PATIENCE_SECONDS):
            self._release()
            self._work.release()

    def pause(self) -> None:
        """Let no look be in hand: in a child, the locks that it holds would never be free."""
        self._paused = self._work.acquire(timeout=_PATIENCE_SECONDS)

    def resume(self) -> None:
        if self._paused:
            self._paused = False
            self._work.release()

    def forget(self) -> None:
        """In a child process."""
        self._ended = True
        for group in self._groups or ():
            group.lock.forget()

    def _tick(self) -> float | None:
        with self._work:
            if self._ended:
                self._release()
                return None
            try:
                return self._look()
            except ClosedWriterError:
                return None
            except Exception as error:  # noqa: BLE001  # the edge of this thread: no training ends for it
                warn("vdlite watches the machine no more: %r", error)
                self._release()
                return None

    def _look(self) -> float | None:
        """Look, and log. Returns the seconds until the next time; None if there is none."""
        if self._groups is None:
            self._groups = self._make_groups()
            self._due = time.monotonic()
        # A run of some seconds has more than a point, too.
        wait = min(self._wait, self._every)
        self._wait = 2 * wait
        now = time.monotonic()
        values: dict[str, float] = {}
        for group in self._groups:
            values |= group.take(now)
        writer = self._writer()
        if writer is None or writer.closed or not self._groups:
            self._release()
            return None
        if values:
            step = self._last_step = max(self._last_step + 1, self._steps.of(now))
            tags = tuple(values)
            numbers = np.fromiter(values.values(), np.float64, len(values))
            writer.add_scalar_row(self._tags.setdefault(tags, tags), numbers, step)
        del writer  # nobody else may hold it while this waits
        now = time.monotonic()
        self._due = max(self._due + wait, now)  # after a suspend it is not made up for
        return self._due - now

    def _release(self) -> None:
        for group in self._groups or ():
            group.lock.release()


# Both are made by the thread: what they import, no training waits for.


def _own_groups(folder: str) -> Sequence[Group]:
    from vdlite.watching.host_lock import HostLock
    from vdlite.watching.machine import machine_sources, process_sources
    from vdlite.watching.place import place_of

    place = place_of(os.environ, host_name())
    own = HostLock(f"{folder}\0{place.of_process('process')}")
    return [
        Group(HostLock(f"{folder}\0machine"), machine_sources(folder), place.of_machine),
        Group(own, process_sources(), place.of_process),
    ]


def _gpu_groups(folder: str) -> Sequence[Group]:
    from vdlite.watching.host_lock import HostLock
    from vdlite.watching.machine import gpus
    from vdlite.watching.place import place_of

    place = place_of(os.environ, host_name())
    return [
        Group(HostLock(f"{folder}\0{gpu.uuid}"), [gpu.source], place.of_machine)
        for gpu in gpus(os.environ)
    ]
