"""The places where drafts wait until they are made: in a spool if one can be had, else in memory."""

import threading
from collections.abc import Callable, Mapping
from typing import Any

from numpy.typing import NDArray

from vdlite.format.layout import spool_path
from vdlite.format.spool import Region, Slot
from vdlite.kinds.draft import Arrays, Draft, Encode, Encoded, Ready, Settings, encoded
from vdlite.kinds.numbers import buffers
from vdlite.kinds.numbers.packing import pack, unpack
from vdlite.writer.notices import warn
from vdlite.writer.queue.mounts import is_on_network
from vdlite.writer.queue.spool import Place, Spool
from vdlite.writer.threads.lock_owner import is_owned


class WaitingDraft:
    """A private copy of a draft."""

    __slots__ = (
        "_arrays",
        "_buffers",
        "_make",
        "_settings",
        "done",
        "index",
        "nbytes",
        "place",
        "slot",
        "spool",
    )

    def __init__(self, draft: Draft, settings: Settings, spool: Spool | None) -> None:
        self.nbytes = draft.nbytes
        self.done = False  # its record is added, or counted as missing
        self.spool = spool
        self._make: Encode = draft.make
        self._settings = settings
        self._arrays: Arrays = ()
        self._buffers: list[buffers.Buffer] = []
        self.place: Place | None = None
        self.slot = Slot(0, 0, 0, 0, 0.0, 0)
        self.index: int | None = None  # of its slot in the spool

    def copy(self, arrays: Arrays) -> None:
        """Keep the arrays in memory."""
        copies: list[NDArray[Any]] = []
        for array in arrays:
            copy, buffer = buffers.copy_of(array, array.dtype)
            copies.append(copy)
            self._buffers.append(buffer)
        self._arrays = copies

    def encode(self) -> Encoded:
        """The payload and its summary. Raises FormatError or OSError if the spool does not hold it any more."""
        if self.place is None or self.spool is None:
            return encoded(Draft(self._make, self._arrays, self._settings))
        stored = self.spool.read(self.slot)
        settings = unpack(stored.settings, stored.kind)
        return encoded(Draft(self._make, stored.arrays, settings))

    def drop(self) -> None:
        """Free what it holds; it can't be encoded any more."""
        self.place = None
        self._arrays = ()
        while self._buffers:
            buffers.give_back(self._buffers.pop())


class DraftStore:
    """The drafts of one writer that wait. `keep` is for any number of threads, the rest for one at a time."""

    def __init__(
        self, about: Callable[[], Mapping[str, Any]], *, spools: bool, mode: int, fsync: bool
    ) -> None:
        """spools: whether to have any. about: what a spool's header says of the writer."""
        self._about = about
        self._mode = mode
        self._fsync = fsync
        self._spools = spools
        self._spool: Spool | None = None
        self._old: list[Spool] = []  # which still hold drafts
        self._in_memory = False  # the spool has but the table
        self._lock = threading.RLock()
        self._warned = False

    # -- coming

    def keep(self, kind: str, tag: str, draft: Draft, log_path: str) -> WaitingDraft:
        """A private copy of the draft. Raises MemoryError if there is no room for it."""
        if draft.settings is None:
            return WaitingDraft(draft, {}, self._open(log_path))
        try:
            settings = pack(draft.settings)
        except (ValueError, TypeError, OverflowError):
            # Settings that msgpack has no words for, such as labels that are very long integers.
            ready = Ready(*encoded(draft))
            settings = pack(ready.settings or {})
            draft = ready
        while (spool := self._open(log_path)) is not None and not self._in_memory:
            waiting = WaitingDraft(draft, {}, spool)
            try:
                waiting.place = spool.put(Region(kind, tag, settings, draft.arrays))
            except OSError as error:
                self._tell(error.strerror or str(error))
                break
            except ValueError as error:  # what no region can hold
                self._tell(str(error))
                break
            if waiting.place is not None:
                return waiting
            if not spool.removed:
                break  # this interrupts another call
        waiting = WaitingDraft(draft, unpack(settings, kind), self._spool)
        waiting.copy(draft.arrays)
        return waiting

    def _open(self, log_path: str) -> Spool | None:
        """The spool, made if there is none; None if there can't be one, or this interrupts its making."""
        if is_owned(self._lock):
            return None
        with self._lock:
            if self._spool is not None and not self._spool.removed:
                return self._spool
            if not self._spools:
                return None
            self._in_memory = is_on_network(log_path)
            if self._in_memory:
                self._tell("the drive is behind a network")
            try:
                self._spool = self._make(log_path)
            except OSError as error:
                self._tell(error.strerror or str(error))
                return None
            return self._spool

    def _make(self, log_path: str) -> Spool:
        number = 1
        while True:
            try:
                path = spool_path(log_path, number)
                return Spool(path, self._about(), mode=self._mode, fsync=self._fsync)
            except FileExistsError:
                number += 1

    def _tell(self, reason: str) -> None:
        if not self._warned:
            self._warned = True
            warn(
                "vdlite keeps what is large in memory until it is made: what waits there is lost if the process is killed; "
                "`flush` ends the wait: %s",
                reason,
            )

    def note(self, waiting: WaitingDraft, step: int, walltime: float) -> None:
        """Make it safe: from now on it, or that it was lost, can be read by others."""
        place, spool = waiting.place, waiting.spool
        if place is not None:
            waiting.slot = Slot(0, place.offset, place.length, step, walltime, place.sum)
        else:
            waiting.slot = Slot(0, 0, 0, step, walltime, 0)
        if spool is None or spool.removed:
            return
        try:
            waiting.index = spool.claim(waiting.slot)
            if waiting.index is None:
                self._tell("too many records wait")
        except OSError as error:
            self._tell(error.strerror or str(error))

    # -- going

    def release(self, waiting: WaitingDraft) -> None:
        """Forget a draft whose record is in the log."""
        spool, index = waiting.spool, waiting.index
        waiting.drop()
        if spool is None or index is None:
            return
        waiting.index = None
        try:
            spool.release(index)
        except OSError as error:
            self._tell(error.strerror or str(error))

    def look(self) -> None:
        """See whether the spool is still where it was made; else the next draft gets a new one."""
        if self._spool is not None and not self._spool.removed and self._spool.vanished:
            self.leave()

    def leave(self) -> None:
        """Have a new spool made for the next draft; the old one goes when nothing waits in it."""
        if self._spool is not None:
            self._old.append(self._spool)
            self._spool = None
        self._old = [spool for spool in self._old if not spool.remove()]

    def clear(self) -> None:
        """Remove the spools in which nothing waits."""
        self._old = [spool for spool in self._old if not spool.remove()]
        # A network is not asked for a file again and again.
        if self._spool is not None and not self._in_memory:
            self._spool.remove()

    def close(self) -> None:
        """Remove the spools; one in which something still waits is left to readers."""
        self.leave()
        self.forget()

    def forget(self) -> None:
        """Leave the files as they are: to the parent, in a child process after a fork."""
        for spool in [*self._old, *([] if self._spool is None else [self._spool])]:
            spool.forget()
        self._spool = None
        self._old = []
        self._lock = threading.RLock()
