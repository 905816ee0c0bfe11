"""All projections of one server: found again by what is wanted, worked off one after the other, kept for a while."""

from __future__ import annotations

import hashlib
import logging
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import asdict

import msgpack

from vdlite.errors import NotFoundError, VdliteError
from vdlite.projection.process import LayoutError
from vdlite.server.projections.job import Job, Wanted
from vdlite.server.projections.points import PointSets

logger = logging.getLogger("vdlite.server")

MOST_KEPT_BYTES = 128 << 20
MOST_KEPT = 256
"""So much of what is over is kept; the longest unused goes first."""

MOST_QUEUED = 32


class TooManyError(Exception):
    """More projections wait than are taken."""


class Projections:
    """Starts and keeps jobs. Threads may share it.

    PCA takes less than a second and waits only for other PCA; layouts by neighborhood are made one at a time, each
    in a process of its own.
    """

    def __init__(self, points: PointSets) -> None:
        self._points = points
        self._lock = threading.Lock()
        self._jobs: OrderedDict[str, Job] = OrderedDict()  # the longest unused first
        self._lanes = {"quick": _Lane(self._run), "slow": _Lane(self._run)}
        self._closed = False

    def find(self, wanted: Wanted) -> Job | None:
        """The job for this, if it was ever started, also one that was cancelled. Raises NotFoundError as `start` does."""
        name = self._name(wanted)
        with self._lock:
            return self._jobs.get(name)

    def start(self, wanted: Wanted) -> Job:
        """The job for this, which may be done already. One that failed or was cancelled is done anew.

        Raises NotFoundError if there are no such points or no such layout to begin from, TooManyError.
        """
        name = self._name(wanted)
        before = None
        if wanted.after is not None:
            before = self.get(wanted.after).report.coordinates
            if before is None:
                raise NotFoundError("the layout to begin from has not begun itself")
        with self._lock:
            job = self._jobs.get(name)
            if job is None or job.report.state in ("failed", "cancelled"):
                lane = self._lanes["quick" if wanted.method == "pca" else "slow"]
                if self._closed or lane.waiting >= MOST_QUEUED:
                    raise TooManyError(f"{MOST_QUEUED} projections wait already")
                job = self._jobs[name] = Job(name, wanted, before)
                lane.put(job)
                lane.go_on()
            self._jobs.move_to_end(name)
            self._make_room()
        return job

    def get(self, name: str) -> Job:
        """Raises NotFoundError if there is no such job (any more)."""
        with self._lock:
            job = self._jobs.get(name)
            if job is None:
                raise NotFoundError("no such projection; it may have made room for newer ones")
            self._jobs.move_to_end(name)
            return job

    def ahead(self, job: Job) -> int:
        """How many others have their turn before a job."""
        return max(lane.ahead(job) for lane in self._lanes.values())

    def pause(self, job: Job) -> bool:
        """Let a job wait; False, and nothing done, if others would have to wait for it."""
        with self._lock:
            if self._lanes["slow"].waiting:
                return False
            job.pause()
            return True

    def close(self) -> None:
        """End all jobs and take no more."""
        with self._lock:
            self._closed = True
            jobs = list(self._jobs.values())
        for job in jobs:
            job.cancel()

    def _name(self, wanted: Wanted) -> str:
        parts = asdict(wanted)
        parts["source"] = self._points.fingerprint(wanted.source)
        if wanted.fit is not None:
            parts["fit"] = self._points.fingerprint(wanted.fit)
        return hashlib.sha256(msgpack.packb(parts)).hexdigest()[:24]

    def _make_room(self) -> None:
        over = [name for name, job in self._jobs.items() if job.over]
        held = sum(job.nbytes for job in self._jobs.values())
        for name in over[:-1]:
            if held <= MOST_KEPT_BYTES and len(self._jobs) <= MOST_KEPT:
                return
            held -= self._jobs.pop(name).nbytes

    def _run(self, job: Job) -> None:
        try:
            job.run(self._points.vectors)
        except (VdliteError, LayoutError, OSError, ValueError, MemoryError) as error:
            self._fail(job, str(error) or type(error).__name__)
        except Exception:
            logger.exception("a projection failed")
            self._fail(job, "a defect of the server; its log says more")

    def _fail(self, job: Job, reason: str) -> None:
        with job.lock:
            if not job.over:
                job.report.state = "failed"
                job.report.error = reason


class _Lane:
    """Jobs that are done one after the other, in a thread that is there as long as there are any."""

    def __init__(self, run: Callable[[Job], None]) -> None:
        self._run = run
        self._lock = threading.Lock()
        self._queue: deque[Job] = deque()
        self._current: Job | None = None
        self._running = False

    @property
    def waiting(self) -> int:
        return len(self._queue)

    def put(self, job: Job) -> None:
        with self._lock:
            self._queue.append(job)
            if self._running:
                return
            self._running = True
        # A daemon: a script that forgets to stop the server can end all the same.
        threading.Thread(target=self._work, name="vdlite-projection", daemon=True).start()

    def go_on(self) -> None:
        """Nobody's pause holds up others."""
        with self._lock:
            if self._current is not None:
                self._current.resume()

    def ahead(self, job: Job) -> int:
        with self._lock:
            if job not in self._queue:
                return 0
            waiting = [each for each in self._queue if not each.over]
            return (waiting.index(job) if job in waiting else 0) + (self._current is not None)

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._queue:
                    self._current = None
                    self._running = False
                    return
                self._current = self._queue.popleft()
            self._run(self._current)
