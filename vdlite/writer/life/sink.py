"""Everything beneath a LogWriter that has a life of its own: files, the thread, numbers on their way."""

import sys
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from vdlite.format.layout import media_path
from vdlite.format.outcome import Outcome
from vdlite.format.records import RecordType, scalar_body
from vdlite.kinds.draft import Draft
from vdlite.kinds.numbers.device import DeviceScalar
from vdlite.writer.file.appender import Appender
from vdlite.writer.file.descriptor import file_mode
from vdlite.writer.file.media_file import MediaFile
from vdlite.writer.queue.arrivals import Arrivals, Arrived
from vdlite.writer.queue.encode_queue import EncodeQueue
from vdlite.writer.queue.waiting import DraftStore, WaitingDraft
from vdlite.writer.threads.ticker import Ticker

INLINE_BYTES = 2048
"""A payload up to this long lies in the log file itself, a longer one in the media file."""

_PATIENCE_SECONDS = 2.0  # that a caller waits at most for a disk that does not answer
_RETRY_SECONDS = 1.0  # between two attempts to write while writing fails
_MOST_UNSETTLED = 64 << 20  # bytes of drafts whose records wait for a disk that takes none
_GAP_SECONDS = 1.0  # in which further records that are lost go into the same GAP
_POLL_SECONDS = 0.02  # between two looks whether a number has arrived from a GPU


class Sink:
    """Takes records, and sees to it that they are written. Its methods that add are for the call whose turn it is."""

    def __init__(
        self,
        folder: str | None,
        stem: str,
        about: Mapping[str, Any],
        *,
        max_queue: int,
        flush_secs: float,
        fsync: bool,
        private: bool,
    ) -> None:
        """Raises LogdirError if the folder or file can't be made."""
        self._flush_secs = flush_secs
        self._discards = folder is None
        self._ticker = Ticker(self._tick)
        self.encode_queue = EncodeQueue(self._clear_room)
        self._about = about
        # A writer that buffers is for disks that may hang, which callers should not touch.
        self._drafts = DraftStore(
            lambda: self._about,
            spools=folder is not None and not flush_secs,
            mode=file_mode(private=private),
            fsync=fsync,
        )
        # Drafts whose records still wait for the disk: what is in the spool is all that survives of them.
        self._unsettled: deque[WaitingDraft] = deque()
        # What is known of how the training ended, or who knows it at the end.
        self.outcome: Outcome | Callable[[], Outcome | None] | None = None
        self.arrivals = Arrivals(self._add_arrived, self.lose)
        self._arrivals_due = 0.0  # the next look after them, by time.monotonic
        self.file = Appender(
            folder,
            stem,
            about,
            buffered=flush_secs > 0,
            most_waiting=max_queue,
            fsync=fsync,
            private=private,
        )
        self.file.on_wait = self._wake
        self._media = MediaFile(fsync=fsync, private=private)
        self._settled_in = False
        self._hurry = False  # what waits should not wait until it is due

    def _wake(self) -> None:
        self._ticker.wake()

    def settle_in(self) -> None:
        """See to it that `close` is called at the end of a worker process of multiprocessing, too.

        Such a process ends without running what `atexit` and `weakref` hold, and drops its own finalizers of
        before its start, so that this is for the first record.
        """
        if self._settled_in:
            return
        self._settled_in = True
        util = sys.modules.get("multiprocessing.util")
        process = sys.modules.get("multiprocessing.process")
        if util is not None and process is not None and process.parent_process() is not None:
            util.Finalize(None, self.close, exitpriority=0)

    def add_scalar(self, series: int, step: int, walltime: float, value: float) -> None:
        self.file.append(scalar_body(series, step, walltime, value), walltime)

    def add_arriving(self, series: int, step: int, walltime: float, value: DeviceScalar) -> None:
        """Add a scalar as soon as it has arrived from its device."""
        is_first = not self.arrivals
        if is_first:
            # Not at once, even if it is here already: the thread would take turns with the caller for each number.
            self._arrivals_due = time.monotonic() + _POLL_SECONDS
        self.arrivals.add(series, step, walltime, value)
        if is_first or not self._ticker.running:
            self._ticker.wake()

    def _add_arrived(self, scalars: Sequence[Arrived]) -> None:
        bodies = [scalar_body(*each) for each in scalars]
        self.file.append_all(bodies, [walltime for _, _, walltime, _ in scalars])

    def add_payload(
        self, series: int, step: int, walltime: float, summary: Mapping[str, Any], payload: bytes
    ) -> None:
        """Add a record whose payload lies in the log file if it is short, else in the media file."""
        if self._discards:
            return
        if len(payload) <= INLINE_BYTES:
            self.file.append_items(
                walltime, RecordType.INLINE, series, step, walltime, dict(summary), payload
            )
            return
        if not self.file.has_room(walltime):
            return
        if not self.file.made:
            self.file.count_missing(walltime)  # the media file is named after it
            return
        try:
            offset, crc = self._media.append(payload, media_path(self.file.path))
        except OSError as error:
            # Too large to wait in memory.
            self.file.complain(error)
            self.file.count_missing(walltime)
            return
        self.file.append_items(
            walltime,
            RecordType.REFERENCE,
            series,
            step,
            walltime,
            offset,
            len(payload),
            crc,
            dict(summary),
        )

    def make_file(self) -> None:
        """Make the log file if it is not there yet: after a fork it waits for the first record."""
        if not self.file.made:
            self.drain()

    def lose(self, walltime: float) -> None:
        """Count a record of that walltime as missing."""
        self.file.count_missing(walltime)

    # -- drafts

    def keep(self, kind: str, tag: str, draft: Draft) -> WaitingDraft:
        """A private copy of a draft, for a job. May be called at any time. Raises MemoryError if there is no room."""
        return self._drafts.keep(kind, tag, draft, self.file.path)

    def note(self, draft: WaitingDraft, step: int, walltime: float) -> None:
        """Make a draft safe, whatever happens to this process."""
        self._drafts.note(draft, step, walltime)

    def settle(self, draft: WaitingDraft) -> None:
        """Forget a draft whose record was added, as soon as the operating system has it."""
        draft.done = True
        self._unsettled.append(draft)
        self._settle()

    def _settle(self) -> None:
        while self._unsettled and (
            not self.file.backlog or sum(each.nbytes for each in self._unsettled) > _MOST_UNSETTLED
        ):
            self._drafts.release(self._unsettled.popleft())

    def look_after_spool(self) -> None:
        """See whether it is still there."""
        self.file.turn.run_if_free(self._drafts.look)

    def _clear_room(self) -> None:
        self.file.turn.run_if_free(self._settle_and_clear)

    def _settle_and_clear(self) -> None:
        self._settle()
        self._drafts.clear()

    def _tick(self) -> float | None:
        """The work of the thread; returns the seconds until it has to do it again."""
        file = self.file
        wait = None
        if self.arrivals:
            wait = self._arrivals_due - time.monotonic()
            if wait <= 0:
                file.turn.run_if_free(self.arrivals.write_arrived)
                self._arrivals_due = time.monotonic() + _POLL_SECONDS
                wait = _POLL_SECONDS if self.arrivals else None
        if file.backlog:
            due = self._seconds_until_due()
            if due <= 0:
                self._hurry = False
                file.drain()
                if self._unsettled:
                    self._clear_room()
                due = _RETRY_SECONDS if file.failing else self._flush_secs
            if file.backlog:
                wait = due if wait is None else min(wait, due)
        return wait

    def _seconds_until_due(self) -> float:
        """How long what waits may still wait; negative if that has passed."""
        file, backlog = self.file, self.file.backlog
        hurry = file.failing or self._hurry
        gap = backlog.gap
        if gap is not None and backlog.is_only_gap and not hurry:
            return gap.noticed + _GAP_SECONDS - time.monotonic()
        return backlog.since + (0 if hurry else self._flush_secs) - time.monotonic()

    def drain(self) -> None:
        """Write what waits; returns when that is done, fails, or does not get on.

        A writer that buffers is for disks that may hang: there the thread does it, and the caller waits only as
        long as it gets on.
        """
        file = self.file
        if not self._flush_secs:
            file.drain(_PATIENCE_SECONDS)
            return
        self._hurry = True
        self._ticker.wake()
        if not self._ticker.running:
            # There are no more threads to be had at the very end of a program.
            file.drain(_PATIENCE_SECONDS)
            return
        while file.backlog and not file.failing:
            file.progress.clear()
            if file.backlog and not file.failing and not file.progress.wait(_PATIENCE_SECONDS):
                file.give_up()

    def restart(self, forget_series: Callable[[], None], *, write_waiting: bool) -> bool:
        """Go on in a new file; see `Appender.begin_again`."""
        ended = self.file.begin_again(forget_series, write_waiting=write_waiting)
        self._media.close()
        with self.file.turn.lock:
            self._drafts.leave()
        self.drain()
        return ended

    @property
    def known_outcome(self) -> Outcome | None:
        """How the training ended, as far as is known by now."""
        return self.outcome() if callable(self.outcome) else self.outcome

    def close(
        self,
        *,
        reports_end: bool = True,
        ended: float | None = None,
    ) -> None:
        """Write all that waits and end the log. May be called again.

        reports_end: False leaves the log as if its writer had never closed; ended: when it says that it did (seconds
            since 1970), now if left out.
        """
        if self._ticker.stopped:
            return
        self.encode_queue.drain()
        self.encode_queue.stop()
        self.file.turn.run_if_free(self.arrivals.write_all)
        if self.file.begun:
            if not self.file.turn.taken:
                self.file.finish(self.known_outcome, reports_end=reports_end, ended=ended)
            self.drain()
        self._ticker.stop()
        self.file.turn.run_if_free(self._settle)
        self._drafts.close()
        self.file.close()
        self._media.close()

    def forget(self, stem: str, about: Mapping[str, Any]) -> None:
        """In a child process after a fork: begin anew, with files of its own."""
        self._ticker = Ticker(self._tick)
        self.encode_queue = EncodeQueue(self._clear_room)
        self._about = about
        self._drafts.forget()
        self._unsettled.clear()
        self.arrivals.clear()
        self._media.close()
        self._settled_in = False
        self.file.forget(stem, about)
