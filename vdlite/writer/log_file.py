"""The log file of one writer: appending that goes on whatever the disk does.

Locks: `lock` guards all state and is held only for as long as one small write takes. `_drain_lock` is held by the one
thread that writes what waits, which may take as long as the disk likes. Whoever holds `lock` never waits for
`_drain_lock`; the other order is fine.
"""

import errno
import math
import os
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any
from zlib import crc32

from vdlite.errors import LogdirError
from vdlite.format.layout import LOG_SUFFIX
from vdlite.format.records import BLOCK_BYTES, CHECK, MAGIC, VERSION, RecordType, record, seal
from vdlite.writer.bell import Bell
from vdlite.writer.descriptor import close_own, create_new, leads_to, lies_at
from vdlite.writer.notices import warn
from vdlite.writer.owner import is_owned, is_running, release_all

BACKLOG_BYTES = 16 << 20
"""So much waits in memory while writing fails; what comes after that is counted as missing."""

BUFFER_BYTES = 1 << 20
"""So much waits in memory at most when the writer buffers and the disk is well."""

_REPEAT_BYTES = 1 << 20
# Every add_scalar calls these: a global is found faster than an attribute of one.
_write = os.write
_pack_check = CHECK.pack
_WARN_SECONDS = 60.0  # between two warnings


def _nothing() -> None:
    pass


class LogFile:
    """Appends records to a file that no one else appends to.

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

        most_waiting: with `buffered`, the number of records after which the file is `crowded`; 0 for no limit.
        Raises LogdirError if the folder or file can't be made.
        """
        self._folder = folder
        self._stem = stem
        self._about = about
        self._buffered = buffered
        self._most_waiting = most_waiting
        self._fsync = fsync
        self._private = private
        # Called when something begins to wait, with `lock` held.
        self.on_wait: Callable[[], None] = _nothing
        # Whoever makes a writer is told by an error, not by a warning.
        self._warned_at = time.monotonic()
        self.missing = 0  # records that were dropped, in all
        self.path = os.devnull if folder is None else os.path.join(folder, stem + LOG_SUFFIX)
        self._new_locks()
        self._begin()
        if not self.drain():
            raise LogdirError(f"can't write logs: {self.error}: {self.path}")
        self._warned_at = -math.inf

    def _new_locks(self) -> None:
        self.lock = threading.RLock()
        self._drain_lock = threading.RLock()

    def _begin(self) -> None:
        """Start an empty stream, whose file `drain` will make."""
        self.error = ""
        self.failing = False
        # A caller should look after this: too much waits, or there is no file (any more).
        self.crowded = True
        # Rung whenever something has been written, or has failed to be.
        self.progress = Bell()
        self.waiting_since = 0.0  # time.monotonic() when the oldest waiting record came
        self.waiting_records = 0
        self.lost = False  # the descriptor is no longer ours: some other code has closed it
        self._fd = -1
        self._identity: os.stat_result | None = None  # of the file behind the descriptor
        self._waiting = bytearray()
        self._direct = False  # nothing waits, and records go straight to the operating system
        # Missing, since, until: not in the log yet.
        self._gap: tuple[int, float, float] | None = None
        self.gap_since = 0.0  # time.monotonic() when the first of these was missed
        self._block = bytearray()
        self._block_start = 0
        self._seal_at = BLOCK_BYTES
        self._series: list[tuple[str, str]] = []
        self._fresh: list[int] = []  # series that this block declares
        self._repeated_at = 0
        # The header waits without being a record that waits: a fork that logs nothing leaves no file.
        self._waiting += record(0, RecordType.HEADER, MAGIC, VERSION, dict(self._about))
        self._block += self._waiting
        self._offset = len(self._waiting)
        # A call is in the middle of changing this; see `RunWriter`. Last: what interrupts this leaves it busy.
        self.busy = False

    # -- Appending. Call these with `lock` held.

    def declare(self, kind: str, tag: str) -> int:
        """A new series number, for records of this kind and tag."""
        number = len(self._series)
        self._series.append((kind, tag))
        self._fresh.append(number)
        self._put(record(self._offset, RecordType.SERIES, number, kind, tag, {}))
        return number

    def append(self, body: bytes, walltime: float) -> None:
        """Append a record that still lacks its check."""
        if not self._direct and not self.has_room(walltime):
            return
        offset = self._offset
        data = body + _pack_check(crc32(body, offset & 0xFFFFFFFF))
        self._offset = offset = offset + len(data)
        self._block += data
        if offset >= self._seal_at:
            data += self._seal()
        if self._direct:
            try:
                written = _write(self._fd, data)
            except OSError as error:
                self._fail(error)
                written = 0
            if written == len(data):
                if self._fsync:
                    self._sync()
                return
            data = data[written:]
        self._wait(data)

    def append_items(self, walltime: float, *items: Any) -> None:
        """Append a record given by its items."""
        if self.has_room(walltime):
            self._put(record(self._offset, *items))

    def has_room(self, walltime: float) -> bool:
        """True if another record may wait; otherwise counts the caller's, of that walltime, as missing."""
        if len(self._waiting) < BACKLOG_BYTES:
            return True
        self.count_missing(walltime)
        return False

    def count_missing(self, walltime: float) -> None:
        """Note that a record of that walltime is lost; the log will tell."""
        self.missing += 1
        missing, since, until = self._gap or (0, walltime, walltime)
        if self._gap is None:
            self.gap_since = time.monotonic()
        self._gap = (missing + 1, min(since, walltime), max(until, walltime))
        self.on_wait()  # the next drain writes it; other records need not wait for that

    def _put(self, data: bytes) -> None:
        """Append bytes that are a whole record for the present offset."""
        self._offset += len(data)
        self._block += data
        if self._offset >= self._seal_at:
            data += self._seal()
        self._emit(data)

    def _put_gap(self) -> None:
        if self._gap is not None:
            missing, since, until = self._gap
            self._gap = None
            self._put(record(self._offset, RecordType.GAP, missing, since, until))

    def _emit(self, data: bytes) -> None:
        if self._direct:
            try:
                data = data[os.write(self._fd, data) :]
            except OSError as error:
                self._fail(error)
            if self._fsync:
                self._sync()
        if data:
            self._wait(data)

    def _wait(self, data: bytes) -> None:
        self._waiting += data
        self._direct = False
        self.waiting_records += 1
        if self.waiting_records == 1:
            self.waiting_since = time.monotonic()
            self.on_wait()
        self.crowded = self.lost or (
            not self.failing
            and (
                self._fd < 0
                or len(self._waiting) >= BUFFER_BYTES
                or 0 < self._most_waiting <= self.waiting_records
            )
        )

    def _seal(self) -> bytes:
        """Close the block; returns the seal, and the declarations that the next block begins with.

        A declaration is repeated in the block after its own, and all of them now and then, so that a damaged
        block costs its own records and not all records of the series that it declares.
        """
        data = seal(self._block_start, self._block)
        self._offset += len(data)
        self._block_start = self._offset
        self._seal_at = self._offset + BLOCK_BYTES
        self._block = bytearray()
        again, self._fresh = self._fresh, []
        if self._offset - self._repeated_at > max(_REPEAT_BYTES, 4096 * len(self._series)):
            self._repeated_at = self._offset
            again = list(range(len(self._series)))
        for number in again:
            kind, tag = self._series[number]
            repeated = record(self._offset, RecordType.SERIES, number, kind, tag, {})
            self._offset += len(repeated)
            self._block += repeated
            data += repeated
        return data

    # -- Failing and recovering.

    @property
    def made(self) -> bool:
        """True if there is a file; a fork makes its own for its first record."""
        return self._fd >= 0

    @property
    def begun(self) -> bool:
        """False in a fork that has logged nothing."""
        return self._fd >= 0 or self.waiting_records > 0

    @property
    def only_gap_waits(self) -> bool:
        """True if what waits is but the word that records are missing."""
        return self._gap is not None and not self._waiting

    @property
    def waits(self) -> bool:
        """True if something waits to be written."""
        return bool(self._waiting) or self._gap is not None

    def drain(self, timeout: float = -1) -> bool:
        """Write what waits; False if something still waits. Call it without holding `lock`.

        timeout: seconds to wait for another thread that is writing; -1 for as long as it takes.
        """
        if is_owned(self._drain_lock):
            if is_running(self, LogFile.drain, LogFile.begin_again):
                return False  # this interrupts the one that is writing
            release_all(self._drain_lock)
        if not self._drain_lock.acquire(timeout=timeout):
            return False
        try:
            while self._drain_once():
                pass
            return not self.waits
        finally:
            self._drain_lock.release()

    def free_left_lock(self) -> None:
        """Let other threads write again, if an exception has left the lock to this one."""
        if is_owned(self._drain_lock) and not is_running(self, LogFile.drain, LogFile.begin_again):
            release_all(self._drain_lock)

    def _drain_once(self) -> bool:
        """Write what waits now; True if it should be tried again at once."""
        with self.lock:
            data, count = bytes(self._waiting), self.waiting_records
            if not data and (self._gap is None or self.busy):
                self._recover()
                return False
        # Not under `lock`: however slow the disk is, add_* goes on. What is being written still waits
        # meanwhile, so that nothing overtakes it.
        written = 0
        try:
            if self._fd < 0:
                self._fd, self.path = create_new(self._folder, self._stem, private=self._private)
                self._identity = os.fstat(self._fd)
            while written < len(data):
                written += os.write(self._fd, data[written : written + BUFFER_BYTES])
            if self._fsync:
                os.fsync(self._fd)
        except OSError as error:
            with self.lock:
                del self._waiting[:written]
                self._fail(error)
            return False
        with self.lock:
            del self._waiting[:written]
            self.waiting_records -= count
            self.waiting_since = time.monotonic()
            self.crowded = False
            self.progress.ring()
            if not self._waiting and not self.busy:
                self._put_gap()
        return True

    def _recover(self) -> None:
        """All is written."""
        self.waiting_records = 0
        self.crowded = False
        self._direct = not self._buffered
        if self.failing:
            self.failing = False
            warn("vdlite can write again; %d records are missing: %s", self.missing, self.path)

    def _fail(self, error: OSError) -> None:
        self.failing = True
        self.lost = error.errno == errno.EBADF
        self.crowded = self.lost
        self.progress.ring()
        self._direct = False
        self.complain(error)

    def give_up(self) -> None:
        """Take the disk for one that fails, since it does not answer; whoever waits for it may recover it."""
        with self.lock:
            self._fail(TimeoutError(errno.ETIMEDOUT, "the disk does not answer"))

    def _sync(self) -> None:
        try:
            os.fsync(self._fd)
        except OSError as error:
            self.complain(error)

    def complain(self, error: OSError) -> None:
        """Say that writing fails, but not again and again."""
        self.error = error.strerror or str(error)
        if time.monotonic() - self._warned_at < _WARN_SECONDS:
            return
        self._warned_at = time.monotonic()
        warn(
            "vdlite can't write: %s. The program goes on; up to %d MiB of records wait in memory and "
            "writing is tried again every second: %s",
            self.error,
            BACKLOG_BYTES >> 20,
            self.path,
        )

    def vanished(self) -> bool:
        """True if what is appended is lost: the file is no longer where it was made, or its descriptor is not ours."""
        if self._fd < 0:
            return False
        return not leads_to(self._fd, self._identity) or not lies_at(self._fd, self.path)

    def _close_descriptor(self) -> None:
        if self._fd >= 0:
            close_own(self._fd, self._identity)
        self._fd = -1

    def begin_again(self, forget_series: Callable[[], None], *, write_waiting: bool) -> bool:
        """Leave the file as it is and go on in a new one. Series have to be declared anew.

        forget_series: called when no other thread can declare one: a number of the old file may mean another series in
            the new one.
        write_waiting: whether what waits still goes to the old file; otherwise it is lost, and counted.
        Returns whether the old file is whole, and says that no more will come.
        """
        with self._drain_lock, self.lock:
            self.busy = True
            forget_series()
            lost, gap, now = self.waiting_records, self._gap, time.time()
            ended = False
            if write_waiting and leads_to(self._fd, self._identity) and self._write_out():
                lost = 0
                ended = self._end_whole()
            self._close_descriptor()
            self._begin()
            self._gap = gap
            for _ in range(lost):
                self.count_missing(now)
        return ended

    def _write_out(self) -> bool:
        """Write what waits, at once; False if that fails."""
        data, written = bytes(self._waiting), 0
        try:
            while written < len(data):
                written += os.write(self._fd, data[written:])
        except OSError as error:
            self.complain(error)
            return False
        return True

    def _end_whole(self) -> bool:
        """Append that the log has ended, unless its last record may be torn.

        Without a seal: whether the interrupted call still counted its record to the block is not known.
        """
        try:
            whole = os.fstat(self._fd).st_size == self._offset
            if whole:
                os.write(self._fd, record(self._offset, RecordType.END, time.time()))
        except OSError as error:
            self.complain(error)
            return False
        return whole

    def finish(self) -> None:
        """Append what a log ends with: how much is missing, that the writer closed, and the last seal."""
        with self.lock:
            self._put_gap()
            end = record(self._offset, RecordType.END, time.time())
            self._emit(end + seal(self._block_start, self._block + end))

    def close(self) -> None:
        """Close the file, and say how much could not be written."""
        if self.waits:
            warn(
                "vdlite could not write the last %d records: %s: %s",
                self.waiting_records + self.missing,
                self.error or "another thread was still writing",
                self.path,
            )
        elif self._fd >= 0:  # else it may be in use by a thread that hangs
            self._close_descriptor()

    def forget(self, stem: str, about: Mapping[str, Any]) -> None:
        """In a child process after a fork: leave the parent's file and all that waits for it, and begin anew.

        The child's file is made when its first record is drained.
        """
        self._stem = stem
        self._about = about
        self._new_locks()
        self._close_descriptor()
        self.missing = 0
        self._begin()
