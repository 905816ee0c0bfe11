"""A spool: drafts in a file, which the operating system keeps when the process dies."""

import contextlib
import errno
import os
import threading
import weakref
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from vdlite.format import spool as layout
from vdlite.format import spool_lock
from vdlite.format.spool import Octets, Region, Slot, StoredDraft
from vdlite.kinds.numbers.packing import number_type
from vdlite.writer.file.descriptor import OwnDescriptor
from vdlite.writer.threads.lock_owner import is_owned

_NEW_FILE = os.O_RDWR | os.O_CREAT | os.O_EXCL

_HIDDEN = ".new"  # the end of a spool's name that is still being made

# Written at once: each write lets other threads have the interpreter, which may keep it for milliseconds.
_SCRATCH_BYTES = 4 * layout.PIECE_BYTES

_scratch: "deque[Octets]" = deque(maxlen=2)  # no lock: see numbers.buffers


def _rename_new(old: str, new: str) -> None:
    """Rename a file to a name that none has. Raises FileExistsError if one has it, OSError."""
    try:
        os.link(old, new)
    except FileExistsError:
        raise
    except OSError:  # a drive without hard links
        if os.path.lexists(new):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), new) from None
        Path(old).rename(new)
    else:
        os.unlink(old)


def read_octets(fd: int, offset: int, length: int) -> Octets:
    """Bytes of a file, fewer where it ends. Raises OSError."""
    octets = np.empty(length, np.uint8)
    read = 0
    while read < length:
        size = os.preadv(fd, [octets[read:].data], offset + read)
        if not size:
            break
        read += size
    return octets[:read]


class Place:
    """A region of a spool. It is another draft's when nobody holds this object any more.

    So an exception such as KeyboardInterrupt, at whatever moment, can't leave a region behind that is never used again.
    """

    __slots__ = ("__weakref__", "length", "offset", "sum")

    def __init__(self, offset: int, length: int) -> None:
        self.offset = offset
        self.length = length
        self.sum = 0


class Spool:
    """One file with its table of drafts. `put` and `read` are for any number of threads, the rest for one at a time."""

    def __init__(self, path: str, about: Mapping[str, Any], *, mode: int, fsync: bool) -> None:
        """Make the file. Raises OSError if that fails."""
        if not spool_lock.AVAILABLE:
            raise OSError("this system has no spools")
        self.path = path
        self.removed = False
        self._fsync = fsync
        self._lock = threading.RLock()  # guards the places
        self._places: list[weakref.ref[Place]] = []  # by offset
        self._number = 0
        self._used_slots = 0
        self._free_slots: list[int] = []
        # Under another name until it is locked: who finds a spool without a lock takes its writer for dead.
        hidden = f"{path}{_HIDDEN}"
        self._own = OwnDescriptor()
        fd = self._own.fd = os.open(hidden, _NEW_FILE, mode)
        try:
            self._own.identify()
            # A drive without locks leaves readers to guess from the file's time whether the writer lives.
            with contextlib.suppress(OSError):
                spool_lock.take(fd)
            os.pwrite(fd, layout.header(about), 0)
            _rename_new(hidden, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.close(fd)
            with contextlib.suppress(OSError):
                os.unlink(hidden)
            raise

    # -- regions

    def put(self, region: Region) -> Place | None:
        """Copy a draft into the file; None if the spool is removed, or this interrupts another `put` of this thread.

        Raises OSError if the disk does not take it.
        """
        if is_owned(self._lock):
            return None
        place = self._reserve(region.length)
        if place is None:
            return None
        self._check_descriptor()
        try:
            scratch = _scratch.pop()
        except IndexError:
            scratch = np.empty(_SCRATCH_BYTES, np.uint8)
        at = place.offset
        for piece in region.pieces(scratch):
            place.sum = layout.sum_of(piece, place.sum)
            rest = piece.data
            while rest:
                size = os.pwrite(self._own.fd, rest, at)
                at, rest = at + size, rest[size:]
        _scratch.append(scratch)
        return place

    def _reserve(self, length: int) -> Place | None:
        """The first gap between regions that is large enough."""
        with self._lock:
            if self.removed:
                return None
            places = self._living()
            at, index = layout.REGIONS_AT, len(places)
            for number, place in enumerate(places):
                if at + length <= place.offset:
                    index = number
                    break
                at = place.offset + place.length
            made = Place(at, length)
            places.insert(index, made)
            self._places = [weakref.ref(place) for place in places]
            return made

    def _living(self) -> list[Place]:
        return [place for each in self._places if (place := each()) is not None]

    def read(self, slot: Slot) -> StoredDraft:
        """The draft that was put there. Raises FormatError or OSError if it is not there any more."""
        if self._own.is_ours:
            region = read_octets(self._own.fd, slot.offset, slot.length)
        else:  # other code has closed it
            fd = os.open(self.path, os.O_RDONLY)
            try:
                if not self._own.leads_as(fd):
                    raise OSError(errno.EBADF, os.strerror(errno.EBADF))
                region = read_octets(fd, slot.offset, slot.length)
            finally:
                os.close(fd)
        return layout.read_draft(slot, region, number_type)

    # -- slots

    def claim(self, slot: Slot) -> int | None:
        """Note a draft in the table, from when on it is safe; returns where, or None if the table is full.

        Raises OSError if the disk does not take it.
        """
        self._check_descriptor()
        if not self._free_slots:
            if self._used_slots == layout.SLOTS:
                return None
            self._free_slots.append(self._used_slots)
            self._used_slots += 1
        if self._fsync:
            os.fsync(self._own.fd)  # the region before the slot that vouches for it
        self._number += 1
        index = self._free_slots[-1]
        packed = layout.pack_slot(slot._replace(number=self._number))
        os.pwrite(self._own.fd, packed, layout.slot_offset(index))
        self._free_slots.pop()
        if self._fsync:
            os.fsync(self._own.fd)
        return index

    def release(self, index: int) -> None:
        """Take a draft out of the table, since its record is in the log. Raises OSError if the disk does not take it."""
        self._check_descriptor()
        self._free_slots.append(index)
        os.pwrite(self._own.fd, bytes(layout.SLOT_BYTES), layout.slot_offset(index))

    @property
    def claimed(self) -> bool:
        """True if the table holds any draft."""
        return len(self._free_slots) < self._used_slots

    # -- the file

    def _check_descriptor(self) -> None:
        """Raises OSError if other code has closed it: what is written there now may go to a file of others."""
        if not self._own.is_ours:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))

    @property
    def vanished(self) -> bool:
        """True if the file is no longer where it was made: what is in it dies with this process."""
        return not self._own.lies_at(self.path)

    def remove(self) -> bool:
        """Remove the file, unless a draft is in it; returns whether it is gone. May be called again."""
        with self._lock:
            if self.removed:
                return True
            if self.claimed or self._living():
                return False
            self.removed = True
            with contextlib.suppress(OSError):
                if not self.vanished:
                    os.unlink(self.path)
            self._own.close()
            return True

    def forget(self) -> None:
        """Leave the file as it is."""
        if not self.removed:
            self.removed = True
            self._own.close()
