"""The queue in which drafts become payloads: behind the training, in the order of the calls, within bounded memory."""

import threading
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from vdlite.format.spool import SLOTS
from vdlite.kinds.draft import Draft, Ready
from vdlite.writer.notices import warn
from vdlite.writer.queue.waiting import WaitingDraft
from vdlite.writer.threads.lock_owner import is_owned, is_running, release_all
from vdlite.writer.threads.safe_event import SafeEvent
from vdlite.writer.threads.ticker import Ticker

SMALL_BYTES = 16 << 10
"""A draft up to this size is encoded by its caller: handing it over would cost as much."""

READY_BYTES = 1 << 20
"""A payload that is bytes already is written by its caller up to this size."""

MOST_BYTES = 64 << 20
"""While drafts of this size or more wait, the next caller waits; one that alone is larger waits for all others."""

MOST_JOBS = SLOTS - 64
"""While so many wait, the next caller waits: each needs a slot of the spool's table."""

# Without any progress of the disk; then the caller goes on, and its record counts as missing.
_PATIENCE_SECONDS = 10.0

_IDLE_SECONDS = 1.0


class Job(NamedTuple):
    """A record that is still to be made."""

    kind: str
    tag: str
    draft: WaitingDraft
    step: int
    walltime: float
    # They belong to the writer, which lives on while a job of it waits.
    finish: "Callable[[Job, bytes, Mapping[str, Any]], None]"  # writes the record
    lose: "Callable[[Job], None]"  # counts the record as missing


def is_quick(draft: Draft) -> bool:
    """True if the caller makes the payload: that takes no longer than handing it over."""
    if draft.is_slow:
        return False
    return draft.nbytes <= (READY_BYTES if isinstance(draft, Ready) else SMALL_BYTES)


class EncodeQueue:
    """A queue of jobs, done one by one by whoever holds `_working`: the thread, or a caller who drains it."""

    def __init__(self, on_idle: Callable[[], None]) -> None:
        """on_idle: called by the thread when nothing has come for a second."""
        self._on_idle = on_idle
        self._jobs: deque[Job] = deque()
        self._working = threading.RLock()
        self._progress = SafeEvent()  # set after each job
        self._rest = SafeEvent()  # set when all is done and tidied up
        self._ticker = Ticker(self._tick)
        # Bytes of drafts. Each is changed by one side only, so that neither needs a lock.
        self._came = 0
        self._went = 0
        self._put = 0  # jobs
        self._done = 0
        # Jobs by kind and tag: those that came, and those that are done.
        self._came_of: dict[tuple[str, str], int] = {}
        self._done_of: dict[tuple[str, str], int] = {}
        self._paused = False
        self._making = False  # a payload is being made, which may take as long as it is large

    @property
    def held(self) -> int:
        """Bytes of all drafts that wait or are in hand."""
        return self._came - self._went

    @property
    def idle(self) -> bool:
        """True if no job waits or is in hand."""
        return not self._jobs

    def has(self, kind: str, tag: str) -> bool:
        """True if a record of that series is still to be made."""
        key = (kind, tag)
        return self._came_of.get(key) != self._done_of.get(key)

    def put(self, job: Job) -> None:
        """Queue a job. For one thread at a time."""
        self.free_left_lock()
        self._came += job.draft.nbytes
        self._put += 1
        key = (job.kind, job.tag)
        self._came_of[key] = self._came_of.get(key, 0) + 1
        self._rest.clear()
        self._jobs.append(job)
        self._ticker.wake()

    def wait_for_room(self, nbytes: int) -> bool:
        """Wait until a draft of that size may be put; False if nothing gets on for long."""
        while not self._has_room(nbytes):
            if is_owned(self._working) and self._is_at_work():
                return True  # this interrupts the one that makes room
            self._progress.clear()
            if self._has_room(nbytes):
                return True
            if not self._ticker.running:
                self.drain()  # no thread can be had
            elif not self._progress.wait(_PATIENCE_SECONDS) and not self._making:
                return False
        return True

    def _has_room(self, nbytes: int) -> bool:
        few = self._put - self._done < MOST_JOBS
        return self.idle or (few and self.held + nbytes <= MOST_BYTES)

    def wait_for_idle(self, timeout: float) -> bool:
        """Wait until `on_idle` has been called after the last job; False if that takes longer than so many seconds."""
        return self._rest.wait(timeout)

    def drain(self) -> None:
        """Have all jobs done that were put before; others may come all the time."""
        last = self._put
        while self._jobs and self._done < last:
            with self._working:
                self._do_next()

    def free_left_lock(self) -> None:
        """Let other threads work again, if an exception in the middle of a fork has left that lock to this one."""
        if is_owned(self._working) and not self._is_at_work():
            release_all(self._working)

    def _is_at_work(self) -> bool:
        """True if this thread is in the middle of a job, of which it was interrupted."""
        return is_running(self, EncodeQueue._do_next)

    def pause(self) -> None:
        """Let no job be in hand until `resume`, unless one does not come to its end."""
        self._paused = self._working.acquire(timeout=_PATIENCE_SECONDS)

    def resume(self) -> None:
        """End the pause; for the thread that began it."""
        if self._paused:
            self._paused = False
            self._working.release()

    def stop(self) -> None:
        """Have the thread end when it has done its job in hand."""
        self._ticker.stop()

    def _tick(self) -> float | None:
        if not self._jobs:
            self._on_idle()
            self._rest.set()
            return None
        while self._jobs and not self._ticker.stopped:
            with self._working:
                self._do_next()
        return _IDLE_SECONDS

    def _do_next(self) -> None:
        if not self._jobs:
            return
        # It stays in the queue until it is done: an exception such as KeyboardInterrupt may come at any time.
        job = self._jobs[0]
        nbytes = job.draft.nbytes
        try:
            if not job.draft.done:
                self._making = True
                payload, summary = job.draft.encode()
                self._making = False
                job.finish(job, payload, summary)
        except Exception as error:  # noqa: BLE001  # the edge of this thread: a device failed, memory ran out
            warn("vdlite can't make this %s of tag %r: %r", job.kind, job.tag, error)
            self._making = False
            job.lose(job)
        # A signal handler that closes the writer may have drained the queue in the middle of this.
        if self._jobs and self._jobs[0] is job:
            self._jobs.popleft()
            self._went += nbytes
            self._done += 1
            key = (job.kind, job.tag)
            self._done_of[key] = self._done_of.get(key, 0) + 1
        self._progress.set()
