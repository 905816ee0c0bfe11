"""What a writer that was killed did not come to make: drafts in its spool, made by whoever reads."""

import time
from collections import deque
from collections.abc import Callable, Mapping
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from vdlite.errors import FormatError
from vdlite.format import spool
from vdlite.format.batch import Damage, Entries, Entry, Gap
from vdlite.format.layout import host_name
from vdlite.format.spool import Slot
from vdlite.reader.files.files import Files
from vdlite.reader.files.workers import Task, Workers
from vdlite.reader.run.writer_rank import writer_rank
from vdlite.reader.series.draft_payloads import encoded_at
from vdlite.reader.series.record_series import RecordSeries
from vdlite.reader.series.restarts import FileKey

QUIET_SECONDS = 60.0
"""A spool whose lock can't be seen is left behind if nothing was written to it for so long."""

Grown = dict[tuple[str, str], RecordSeries]


class SpoolFile:
    """Waits for the end of a spool's writer, then hands what it left to the run's series. Not for several threads."""

    def __init__(
        self,
        path: Path,
        open_series: Callable[[str, str], RecordSeries | None],
        files: Files,
        workers: Workers | None = None,
    ) -> None:
        """open_series: gives the run's series of this kind and tag; None for one that holds no records.

        workers: who makes the payloads, which may take long; None for whoever reads.
        """
        self.path = path
        self.key = FileKey(True, 0, 0.0, path.name)
        self.records = 0
        self.damage: list[Damage] = []
        self.failure: str | None = None  # why it can't be read at all
        self._open_series = open_series
        self._files = files
        self._slots: list[Slot] | None = None  # what is left to make; None while the writer lives
        self._workers = workers
        self._task: Task[None] | None = None
        self._made: deque[_Made] = deque()  # what is left to take in
        self._in_memory: list[float] = []  # walltimes of drafts that are lost

    @property
    def damaged(self) -> int:
        """How many regions are damaged."""
        return len(self.damage)

    @property
    def gaps(self) -> list[Gap]:
        """The losses: drafts that waited in the memory of the writer."""
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
            except FormatError as error:
                self.failure = str(error)
            except OSError as error:
                self.failure = error.strerror or str(error)
        return bool(self._made) or (bool(self._slots) and self._task is None)

    @property
    def is_making(self) -> bool:
        """True if more will come of the spool."""
        return bool(self._slots) or bool(self._made)

    def _find_left(self) -> None:
        about, slots = spool.read_table(lambda at, size: self._files.read(self.path, at, size))
        is_local = about.get("host") == host_name()
        if self._is_alive(is_local):
            return
        # Once more: its writer may have come to its end, or made another one of that name, between reading and asking.
        about, slots = spool.read_table(lambda at, size: self._files.read(self.path, at, size))
        if self._is_alive(is_local):
            return
        created = about.get("created")
        if isinstance(created, float) and isfinite(created) and created > 0:
            self.key = self.key._replace(created=created)
        if (rank := writer_rank(about)) is not None:
            self.key = self.key._replace(before=-rank.rank)
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
        """Take in the next draft; returns the series that grew, or None if there is no more for now."""
        if self._workers is None:
            self._make_next()
        elif self._task is None and self._slots:
            self._task = self._workers.submit(self._make_all)
        return self._take_in(self._made.popleft()) if self._made else None

    def _make_all(self) -> None:
        while self._slots:
            self._make_next()

    def _make_next(self) -> None:
        if not self._slots:
            return
        slot = self._slots[-1]
        if not slot.length:
            made = _Made(slot)
        else:
            try:
                kind, tag, (payload, summary) = encoded_at(self._files, self.path, slot)
                made = _Made(slot, kind, tag, len(payload), crc32(payload), summary)
            except (FormatError, OSError) as error:
                made = _Made(slot, damage=str(error))
        self._made.append(made)
        self._slots.pop()  # behind that: `is_making` in between is true

    def _take_in(self, made: "_Made") -> Grown:
        slot = made.slot
        if not slot.length:
            if isfinite(slot.walltime):
                self._in_memory.append(slot.walltime)
            return {}
        series = self._open_series(made.kind, made.tag) if not made.damage else None
        if series is None:
            damage = made.damage or f"a draft of kind {made.kind!r:.80}"
            self.damage.append(Damage(slot.offset, slot.length, damage))
            return {}
        if series.holds(slot.step, slot.walltime, made.length, made.crc, besides=self.key):
            return {}  # the writer was killed before it could clear the slot
        place = (slot.step, slot.walltime, False, slot.offset, made.length, made.crc, made.summary)
        series.append(self.key, self.path, Entries.of([Entry(0, *place)]), 0, 1)
        self.records += 1
        return {(made.kind, made.tag): series}


class _Made(NamedTuple):
    """The facts known of a draft when its payload has been made once."""

    slot: Slot
    kind: str = ""
    tag: str = ""
    length: int = 0
    crc: int = 0
    summary: Mapping[str, Any] = {}  # nobody changes it
    damage: str = ""
