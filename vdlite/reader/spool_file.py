"""What a writer that was killed did not come to make: drafts in its spool, made by whoever reads."""

import time
from collections.abc import Callable
from math import isfinite
from pathlib import Path
from zlib import crc32

import numpy as np

from vdlite.errors import FormatError
from vdlite.format import spool
from vdlite.format.batch import Damage, Entries, Entry, Gap
from vdlite.format.layout import host_name
from vdlite.format.spool import Slot
from vdlite.kinds import registry
from vdlite.kinds.draft import Encoded
from vdlite.kinds.numbers.packing import number_type, unpack
from vdlite.reader.files import Files
from vdlite.reader.record_series import RecordSeries
from vdlite.reader.scalar_series import FileKey

QUIET_SECONDS = 60.0
"""A spool whose lock can't be seen is left behind if nothing was written to it for so long."""

Grown = dict[tuple[str, str], RecordSeries]


class SpoolFile:
    """Waits for the end of a spool's writer, then hands what it left to the run's series. Not for several threads."""

    def __init__(
        self, path: Path, open_series: Callable[[str, str], RecordSeries | None], files: Files
    ) -> None:
        """open_series: gives the run's series of this kind and tag; None for one that holds no records."""
        self.path = path
        self.key: FileKey = (0.0, path.name)
        self.records = 0
        self.damage: list[Damage] = []
        self.failure: str | None = None  # why it can't be read at all
        self._open_series = open_series
        self._files = files
        self._slots: list[Slot] | None = None  # what is left to read; None while the writer lives
        self._in_memory: list[float] = []  # walltimes of drafts that are lost

    @property
    def damaged(self) -> int:
        """How many regions are damaged."""
        return len(self.damage)

    @property
    def gaps(self) -> list[Gap]:
        """What was lost: drafts that waited in the memory of the writer."""
        if not self._in_memory:
            return []
        return [Gap(len(self._in_memory), min(self._in_memory), max(self._in_memory))]

    def look(self) -> bool:
        """See whether there is something to read: not before the writer has come to its end."""
        if self._slots is None and self.failure is None:
            try:
                self._find_left()
            except FileNotFoundError:
                return False  # its writer is done with it
            except (FormatError, OSError) as error:
                self.failure = str(error) if isinstance(error, FormatError) else error.strerror
        return bool(self._slots)

    def _find_left(self) -> None:
        about, slots = spool.read_table(lambda at, size: self._files.read(self.path, at, size))
        if self._is_alive(about.get("host") == host_name()):
            return
        # Once more: it may have come to its end, and to that of its work, between reading and asking.
        about, slots = spool.read_table(lambda at, size: self._files.read(self.path, at, size))
        created = about.get("created")
        if isinstance(created, float) and isfinite(created) and created > 0:
            self.key = (created, self.path.name)
        self._slots = slots[::-1]

    def _is_alive(self, is_local: bool) -> bool:
        try:
            if self._files.is_locked(self.path):
                return True
            if is_local:
                return False
        except FileNotFoundError:
            raise
        except OSError:
            pass  # a drive without locks
        return time.time() - self._files.stat(self.path).st_mtime < QUIET_SECONDS

    def read(self) -> Grown | None:
        """Take in the next draft; returns the series that grew, or None if there is no more."""
        if not self._slots:
            return None
        slot = self._slots.pop()
        if not slot.length:
            if isfinite(slot.walltime):
                self._in_memory.append(slot.walltime)
            return {}
        try:
            kind, tag, (payload, summary) = _made(self._files, self.path, slot)
        except (FormatError, OSError) as error:
            self.damage.append(Damage(slot.offset, slot.length, str(error)))
            return {}
        series = self._open_series(kind, tag)
        if series is None:
            self.damage.append(Damage(slot.offset, slot.length, f"a draft of kind {kind!r:.80}"))
            return {}
        length, crc = len(payload), crc32(payload)
        if series.holds(slot.step, slot.walltime, length, crc):
            return {}  # the writer was killed before it could clear the slot
        entry = Entry(0, slot.step, slot.walltime, False, slot.offset, length, crc, summary)
        series.append(self.key, self.path, Entries.of([entry]), 0, 1)
        self.records += 1
        return {(kind, tag): series}


def payload_at(files: Files, path: Path, offset: int, crc: int) -> bytes:
    """The payload of the draft at that offset of a spool, made once more.

    Raises FormatError if it is not the one of that CRC-32, OSError.
    """
    _, slots = spool.read_table(lambda at, size: files.read(path, at, size))
    for slot in slots:
        if slot.offset == offset and slot.length:
            payload, _ = _made(files, path, slot)[2]
            if crc32(payload) == crc:
                return payload
    raise FormatError(f"the draft at byte {offset} is not there any more: {path}")


def _made(files: Files, path: Path, slot: Slot) -> tuple[str, str, Encoded]:
    """Kind, tag, and what the writer would have made. Raises FormatError, OSError."""
    region = np.frombuffer(files.read(path, slot.offset, slot.length), np.uint8)
    draft = spool.read_draft(slot, region, number_type)
    settings = unpack(draft.settings, draft.kind)
    return draft.kind, draft.tag, registry.encode(draft.kind, draft.arrays, settings)
