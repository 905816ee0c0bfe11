"""Appends to the log file of one writer, and goes on whatever the disk does.

Locks: the turn's lock guards all state and is held only for as long as one small write takes. `_drain_lock` is held by
the one thread that writes what waits, which may take as long as the disk likes. Whoever holds the turn's lock never
waits for `_drain_lock`; the other order is fine.
"""

import contextlib
import errno
import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import LogdirError
from vdlite.format.encode import LogEncoder
from vdlite.format.layout import LOG_SUFFIX
from vdlite.format.outcome import Outcome
from vdlite.format.records import ROW_VALUES, RecordType
from vdlite.writer.file.backlog import Backlog
from vdlite.writer.file.complaints import Complaints
from vdlite.writer.file.descriptor import OwnDescriptor, create_new
from vdlite.writer.threads.lock_owner import is_owned, is_running, release_all
from vdlite.writer.threads.safe_event import SafeEvent
from vdlite.writer.threads.turn import Turn

BUFFER_BYTES = 1 << 20
"""So much waits in memory at most when the writer buffers and the disk is well."""

# Every add_scalar calls this: a global is found faster than an attribute of one.
_write = os.write


def _nothing() -> None:
    pass


class Appender:
    """Owns a log file that no one else appends to: its descriptor, and what waits to be written there.

    When a method that appends returns, the record has been handed to the operating system, unless the file is
    `buffered` or writing fails: then it waits, in order, until `drain`. After the constructor nothing that happens to
    the disk raises.
    """

    def __init__(
        self,
        folder: str | None,
        stem: str,
        about: Mapping[str, Any],
        *,
        buffered: bool = False,
        most_waiting: int = 0,
        fsync: bool = False,
        private: bool = False,
    ) -> None:
        """Make the folder and the file; without a folder everything that is appended is thrown away.

        most_waiting: with `buffered`, the number of records after which a caller should drain; 0 for no limit.
        Raises LogdirError if the folder or file can't be made.
        """
        self._folder = folder
        self._stem = stem
        self._about = about
        self._buffered = buffered
        self._most_waiting = most_waiting
        self._fsync = fsync
        self._private = private
        # Called when something begins to wait, with the turn's lock held.
        self.on_wait: Callable[[], None] = _nothing
        self._complaints = Complaints()
        self.missing = 0  # records that were dropped, in all
        self.path = os.devnull if folder is None else os.path.join(folder, stem + LOG_SUFFIX)
        self.turn = Turn(self.ask_for_care)
        self._drain_lock = threading.RLock()
        self._begin(Backlog())
        if not self.drain():
            raise LogdirError(f"can't write logs: {self.error}: {self.path}")
        self._complaints.begin()

    def _begin(self, backlog: Backlog) -> None:
        """Start an empty stream, whose file `drain` will make."""
        self._complaints.error = ""
        self.failing = False
        # A caller should see to this file: too much waits, or there is no file (any more), or a call was postponed.
        self.needs_care = True
        # Set whenever something has been written, or has failed to be.
        self.progress = SafeEvent()
        self.lost = False  # the descriptor is no longer ours: some other code has closed it
        self._own = OwnDescriptor()
        self._direct = False  # nothing waits, and records go straight to the operating system
        self.backlog = backlog
        self._encoder = LogEncoder()
        # The header waits without being a record that waits: a fork that logs nothing leaves no file.
        self.backlog.add(self._encoder.header(self._about), records=0)
        # Last: what interrupts this leaves it taken.
        self.turn.taken = False

    # -- Appending. Only for the call whose turn it is.

    def declare(self, kind: str, tag: str) -> int:
        """A new series number, for records of this kind and tag."""
        number, data = self._encoder.declare(kind, tag)
        self._emit(data, records=0)  # nobody misses it without those that follow
        return number

    def declare_all(self, kind: str, tags: Sequence[str]) -> int:
        """New series numbers, one after the other, for records of this kind and these tags; returns the first."""
        first, data = self._encoder.declare_all(kind, tags)
        self._emit(data, records=0)
        return first

    def list_series(self, series: Sequence[int]) -> int:
        """A number for rows of these series."""
        number, data = self._encoder.list_series(series)
        self._emit(data, records=0)
        return number

    def forget_lists(self, numbers: Sequence[int]) -> None:
        """No more rows of these lists will come."""
        self._encoder.forget_lists(numbers)

    def append(self, body: bytes, walltime: float) -> None:
        """Append a record that still lacks its check."""
        if not self._direct and not self.has_room(walltime):
            return
        data = self._encoder.append(body)
        # This is `_emit`, written out: every add_scalar comes here.
        if self._direct:
            try:
                written = _write(self._own.fd, data)
            except OSError as error:
                self._fail(error)
                written = 0
            if written == len(data):
                if self._fsync:
                    self._sync()
                return
            data = data[written:]
        self._wait(data)

    def append_all(self, bodies: Sequence[bytes], walltimes: Sequence[float]) -> None:
        """Append records that still lack their checks, in one write; walltimes: that of each."""
        data = [
            self._encoder.append(body)
            for body, walltime in zip(bodies, walltimes, strict=True)
            if self.has_room(walltime)
        ]
        if data:
            self._emit(b"".join(data), len(data))

    def append_items(self, walltime: float, *items: Any) -> None:
        """Append a record given by its items."""
        if self.has_room(walltime):
            self._emit(self._encoder.record(*items))

    def append_scalars(
        self,
        series: int,
        steps: NDArray[np.int64],
        walltimes: NDArray[np.float64],
        values: NDArray[np.float64],
    ) -> None:
        """Append scalars of one series; arrays of one length, of `scalar_rows.CHUNK` at most."""
        if self.backlog.is_full:
            self.count_missing(float(walltimes.min()), 0)
            self.count_missing(float(walltimes.max()), len(steps))
        else:
            self._emit(self._encoder.scalars(series, steps, walltimes, values), len(steps))

    def append_rows(
        self, lists: Sequence[int], step: int, walltime: float, values: memoryview
    ) -> None:
        """Append a row of each of these lists; values: of all of them, one behind the other, as the encoder has them."""
        size, data = 8 * ROW_VALUES, []
        for at, number in enumerate(lists):
            some = values[at * size : (at + 1) * size]
            data.append(self._encoder.row(number, step, walltime, some))
        self._emit(b"".join(data), len(values) // 8)

    def has_room(self, walltime: float, count: int = 1) -> bool:
        """True if another record may wait; otherwise counts the caller's `count`, of that walltime, as missing."""
        if not self.backlog.is_full:
            return True
        self.count_missing(walltime, count)
        return False

    def count_missing(self, walltime: float, count: int = 1) -> None:
        """Note that records of that walltime are lost; the log will tell."""
        self.missing += count
        self.backlog.miss(walltime, count)
        self.on_wait()  # the next drain writes it; other records need not wait for that

    def _put_gap(self) -> None:
        gap = self.backlog.gap
        if gap is not None:
            items = (gap.missing, gap.since, gap.until)
            self._emit(self._encoder.record(RecordType.GAP, *items))
            self.backlog.gap = None  # after it is written: an exception may come between

    def _emit(self, data: bytes, records: int = 1) -> None:
        if self._direct:
            try:
                data = data[os.write(self._own.fd, data) :]
            except OSError as error:
                self._fail(error)
            if self._fsync:
                self._sync()
        if data:
            self._wait(data, records)

    def _wait(self, data: bytes, records: int = 1) -> None:
        backlog = self.backlog
        begins = backlog.records == 0
        backlog.add(data, records)
        self._direct = False
        if begins:
            self.on_wait()
        self.needs_care = self.lost or (
            not self.failing
            and (
                self._own.fd < 0
                or len(backlog) >= BUFFER_BYTES
                or 0 < self._most_waiting <= backlog.records
            )
        )

    # -- Failing and recovering.

    @property
    def made(self) -> bool:
        """True if there is a file; a fork makes its own for its first record."""
        return self._own.is_open

    @property
    def begun(self) -> bool:
        """False in a fork that has logged nothing."""
        return self._own.is_open or self.backlog.records > 0

    def ask_for_care(self) -> None:
        """Have the next caller, or the one that is being interrupted, see to this file."""
        self.needs_care = True

    def drain(self, timeout: float = -1) -> bool:
        """Write what waits; False if something still waits. Call it without holding the turn's lock.

        timeout: seconds to wait for another thread that is writing; -1 for as long as it takes.
        """
        if is_owned(self._drain_lock):
            if is_running(self, Appender.drain, Appender.begin_again):
                return False  # this interrupts the one that is writing
            release_all(self._drain_lock)
        if not self._drain_lock.acquire(timeout=timeout):
            return False
        try:
            while self._drain_once():
                pass
            return not self.backlog
        finally:
            self._drain_lock.release()

    @property
    def is_drained_here(self) -> bool:
        """True if this thread is in the middle of writing what waits, and is being interrupted there."""
        return is_owned(self._drain_lock) and is_running(self, Appender.drain, Appender.begin_again)

    def free_left_lock(self) -> None:
        """Let other threads write again, if an exception has left the lock to this one."""
        if is_owned(self._drain_lock) and not is_running(
            self, Appender.drain, Appender.begin_again
        ):
            release_all(self._drain_lock)

    def _drain_once(self) -> bool:
        """Write what waits now; True if it should be tried again at once."""
        turn = self.turn
        with turn.held() as whole:
            backlog = self.backlog
            data, count = backlog.data, backlog.records
            if not data and (backlog.gap is None or not whole):
                self._recover()
                return False
        # Not under the turn's lock: however slow the disk is, add_* goes on. What is being written still waits
        # meanwhile, so that nothing overtakes it.
        written = 0
        try:
            if not self._own.is_open:
                self._make()
            while written < len(data):
                written += os.write(self._own.fd, data[written : written + BUFFER_BYTES])
            if self._fsync:
                os.fsync(self._own.fd)
            with turn.held() as whole:
                backlog.remove(written, count)
                backlog.since = time.monotonic()
                self.needs_care = turn.has_postponed
                self.progress.set()
                if backlog.is_only_gap and whole:
                    self._put_gap()
        except OSError as error:
            with turn.held():
                backlog.remove(written, records=0)
                self._fail(error)
            return False
        except BaseException:  # KeyboardInterrupt, perhaps between a write and the counting of it
            self._forget_written()
            raise
        return True

    def _forget_written(self) -> None:
        """Take out of the backlog what the file has of it already."""
        with self.turn.held(), contextlib.suppress(OSError):
            begins = self._encoder.offset - len(self.backlog)
            written = self._own.size() - begins
            self.backlog.remove(max(0, min(written, len(self.backlog))), records=0)

    def _recover(self) -> None:
        """All is written."""
        self.backlog.records = 0
        self.needs_care = self.turn.has_postponed
        self._direct = not self._buffered
        if self.failing:
            self.failing = False
            self._complaints.end(self.missing, self.path)

    def _fail(self, error: OSError) -> None:
        self.failing = True
        self.lost = error.errno == errno.EBADF
        self.needs_care = self.lost or self.turn.has_postponed
        self.progress.set()
        self._direct = False
        self.complain(error)

    def give_up(self) -> None:
        """Take the disk for one that fails, since it does not answer; whoever waits for it may recover it."""
        with self.turn.lock:
            self._fail(TimeoutError(errno.ETIMEDOUT, "the disk does not answer"))

    def _sync(self) -> None:
        try:
            os.fsync(self._own.fd)
        except OSError as error:
            self.complain(error)

    def complain(self, error: OSError) -> None:
        """Say that writing fails, but not again and again."""
        self._complaints.complain(error, self.path)

    @property
    def error(self) -> str:
        """The reason why writing failed the last time; "" if it did not."""
        return self._complaints.error

    def vanished(self) -> bool:
        """True if what is appended is lost: the file is no longer where it was made, or its descriptor is not ours."""
        return self._own.is_open and not self._own.lies_at(self.path)

    def begin_again(self, forget_series: Callable[[], None], *, write_waiting: bool) -> bool:
        """Leave the file as it is and go on in a new one. Series have to be declared anew.

        forget_series: called when no other thread can declare one: a number of the old file may mean another series in
            the new one.
        write_waiting: whether what waits still goes to the old file; otherwise it is lost, and counted.
        Returns whether the old file is whole, and says that no more will come.
        """
        with self._drain_lock, self.turn.lock:
            self.turn.taken = True
            forget_series()
            lost, now = self.backlog.records, time.time()
            ended = False
            if write_waiting and not self._own.is_open and lost:
                self._try_to_make()  # it was left before its first record came to the disk
            if write_waiting and self._own.is_ours and self._write_out():
                lost = 0
                ended = self._end_whole()
            self._own.close()
            self._begin(Backlog(self.backlog.gap))
            if lost:
                self.count_missing(now, lost)
        return ended

    def _try_to_make(self) -> None:
        try:
            self._make()
        except OSError as error:
            self.complain(error)

    def _make(self) -> None:
        """Make the file. Raises OSError."""
        self._own.fd, self.path = create_new(self._folder, self._stem, private=self._private)
        self._own.identify()

    def _write_out(self) -> bool:
        """Write what waits, at once; False if that fails."""
        data, written = self.backlog.data, 0
        try:
            while written < len(data):
                written += os.write(self._own.fd, data[written:])
        except OSError as error:
            self.complain(error)
            return False
        return True

    def _end_whole(self) -> bool:
        """Append that the log has ended, unless its last record may be torn.

        Without a seal: whether the interrupted call still counted its record to the block is not known.
        """
        try:
            whole = self._own.size() == self._encoder.offset
            if whole:
                os.write(self._own.fd, self._encoder.end_unsealed(time.time()))
        except OSError as error:
            self.complain(error)
            return False
        return whole

    def finish(
        self, outcome: Outcome | None, *, reports_end: bool, ended: float | None = None
    ) -> None:
        """Append what a log ends with: how much is missing, that the writer closed if it `reports_end`, the last seal."""
        with self.turn.held():
            self._put_gap()
            if reports_end:
                self._emit(self._encoder.end(time.time() if ended is None else ended, outcome))
            else:
                self._emit(self._encoder.seal_rest(), records=0)

    def close(self) -> None:
        """Close the file, and say how much could not be written."""
        if self.backlog:
            self._complaints.give_up(self.backlog.records + self.missing, self.path)
        elif self._own.is_open:  # else it may be in use by a thread that hangs
            self._own.close()

    def forget(self, stem: str, about: Mapping[str, Any]) -> None:
        """In a child process after a fork: leave the parent's file and all that waits for it, and begin anew.

        The child's file is made when its first record is drained.
        """
        self._stem = stem
        self._about = about
        self.turn.renew()
        with self.turn.lock:
            self._drain_lock = threading.RLock()
            self._own.close()
            self.missing = 0
            self._begin(Backlog())
