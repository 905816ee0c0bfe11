"""One series whose payloads are read on demand."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError
from vdlite.format.batch import Entries, Entry
from vdlite.format.layout import LOG_SUFFIX, MEDIA_SUFFIX, SPOOL_SUFFIX, media_path
from vdlite.format.media import read_payload
from vdlite.kinds import registry
from vdlite.reader.files.files import Files
from vdlite.reader.series.draft_payloads import payload_at
from vdlite.reader.series.foreign_payloads import foreign_payload
from vdlite.reader.series.record_rows import NO_ROWS, Part, Rows, in_file_order, merge
from vdlite.reader.series.restarts import FileKey, Restarts
from vdlite.reader.series.slicing import parse_slices
from vdlite.reader.series.versions import new_version

_MANY_PARTS = 32
_SMALL_PART = 1024  # records
_AT_ONCE = 1024  # records that are made together where all are asked for


@dataclass(frozen=True, slots=True)
class Record:
    """One logged thing. Its payload is read from the file when it is asked for."""

    kind: str
    tag: str
    entry: Entry
    path: Path  # of the file that holds the payload
    files: Files = field(compare=False, repr=False)

    @property
    def folder(self) -> Path:
        """The folder of the file."""
        return self.path.parent

    @property
    def step(self) -> int:
        return self.entry.step

    @property
    def walltime(self) -> float:
        """Seconds since 1970."""
        return self.entry.walltime

    @property
    def summary(self) -> Mapping[str, Any]:
        """The facts of the payload that are known without reading it."""
        return self.entry.summary

    @property
    def payload(self) -> Any:
        """The kind's own data; bytes if this version does not know the kind.

        Raises FormatError if the bytes are damaged, OSError if the file can't be read.
        """
        return registry.decode(self.kind, self.raw())

    def raw(self) -> bytes:
        """The payload's bytes, checked. Raises as `payload` does."""
        if self._is_made:
            return self._made()
        read = partial(self.files.read, self.path)
        return read_payload(read, self.path, self.entry.offset, self.entry.length, self.entry.crc)

    def part(self, offset: int, length: int) -> bytes:
        """Bytes of the payload as they lie on disk, not checked; fewer where the file or payload ends."""
        if self._is_made:
            return self._made()[offset : offset + length]
        length = max(0, min(length, self.entry.length - offset))
        return self.files.read(self.path, self.entry.offset + offset, length)

    @property
    def _is_made(self) -> bool:
        """True if the payload is made of something else: its writer did not come to it, or another tool's log holds it."""
        return self.path.suffix not in (LOG_SUFFIX, MEDIA_SUFFIX)

    def _made(self) -> bytes:
        if self.path.suffix == SPOOL_SUFFIX:
            return payload_at(self.files, self.path, self.entry.offset, self.entry.crc)
        return foreign_payload(self.files, self.path, self.kind, self.tag, self.entry)

    def take(self, text: str) -> NDArray[Any]:
        """A slice of a tensor, such as "0, :, -1, 2:10": the values there, read without the rest.

        One part for each dimension, with the meaning that Python gives it. Raises SliceError if it can't be taken,
        FormatError if this is no tensor or its bytes are damaged, OSError if the file can't be read.
        """
        from vdlite.kinds import tensor

        begin = self.summary.get("begin")
        if self.kind != tensor.NAME or not isinstance(begin, int):
            raise FormatError(f"got a record of kind {self.kind!r}, want a tensor")
        file = tensor.TensorFile(self.part, begin)
        return file.take(parse_slices(text, file.shape))


class Records(Sequence[Record]):
    """Records of a series at one moment. Each is made when it is asked for; the columns are there at once."""

    __slots__ = ("_files", "_kind", "_tag", "rows")

    def __init__(self, kind: str, tag: str, rows: Rows, files: Files) -> None:
        self._kind = kind
        self._tag = tag
        self._files = files
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, at: int) -> Record: ...
    @overload
    def __getitem__(self, at: slice) -> Records: ...
    def __getitem__(self, at: int | slice) -> Record | Records:
        if isinstance(at, slice):
            return Records(self._kind, self._tag, self.rows.take(at), self._files)
        part = self.rows.parts[self.rows.part[at]]
        return _record(self._kind, self._tag, part, int(self.rows.row[at]), self._files)

    def __iter__(self) -> Iterator[Record]:
        for first in range(0, len(self), _AT_ONCE):
            some = self.rows.take(slice(first, first + _AT_ONCE))
            ends = np.flatnonzero(np.append(some.part[1:] != some.part[:-1], True)) + 1
            start = 0
            for end in ends.tolist():
                part = some.parts[some.part[start]]
                media = Path(media_path(str(part.log)))
                for entry in part.entries.rows(some.row[start:end]):
                    path = media if entry.in_media else part.log
                    yield Record(self._kind, self._tag, entry, path, self._files)
                start = end

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # as of a list


class RecordSeries:
    """The records of one kind and tag of a run, from all its files. Threads may share it."""

    __slots__ = (
        "_count",
        "_lock",
        "_of",
        "_ordered",
        "_parts",
        "_restarts",
        "_restarts_known",
        "_version",
        "kind",
        "tag",
    )

    def __init__(self, kind: str, tag: str, files: Files, restarts: Restarts | None = None) -> None:
        """restarts: of the run; what they supersede is as in `ScalarSeries`."""
        self._restarts = Restarts() if restarts is None else restarts
        self._restarts_known = self._restarts.version  # as of the last snapshot
        self.kind = kind
        self.tag = tag
        self._of = files
        self._lock = threading.Lock()
        self._parts: list[Part] = []  # as they were read
        self._count = 0
        self._version = new_version()
        # What `snapshot` gave last, of the first of the parts; None when it has to be put together anew.
        self._ordered: Rows | None = NO_ROWS

    def append(self, file: FileKey, log: Path, entries: Entries, start: int, end: int) -> None:
        """Add the records `entries[start:end]` of a log file; `file` gives that file's place among the run's."""
        with self._lock:
            self._parts.append(Part(file, log, entries, start, end))
            self._count += end - start
            if len(self._parts) >= _MANY_PARTS:
                self._merge()

    def _merge(self) -> None:
        """Make one of the last parts, if they are small and many: a live run adds its records one by one."""
        first, file = len(self._parts), self._parts[-1].file
        while first and self._parts[first - 1].file == file:
            if len(self._parts[first - 1]) >= _SMALL_PART:
                break
            first -= 1
        if len(self._parts) - first < _MANY_PARTS:
            return
        merged = merge(self._parts[first:])
        if self._ordered is not None and len(self._ordered.parts) > first:
            self._ordered = self._take_in().with_merged(first, merged)
        self._parts[first:] = [merged]

    def holds(self, step: int, walltime: float, length: int, crc: int, *, besides: FileKey) -> bool:
        """True if another file has a record of this step, walltime and payload (its length and CRC-32)."""
        with self._lock:
            rows = in_file_order([part for part in self._parts if part.file != besides])
        same = (rows.steps == step) & (rows.walltimes == walltime)
        return bool((same & (rows.lengths == length) & (rows.crcs == crc)).any())

    def drop(self, file: FileKey) -> None:
        """Forget what came from a file that is gone."""
        with self._lock:
            kept = [part for part in self._parts if part.file != file]
            if len(kept) < len(self._parts):
                self._parts = kept
                self._count = sum(map(len, kept))
                self._ordered = None

    def entries_of(self, file: FileKey) -> list[Entries]:
        """The records that came from a file, in its order."""
        with self._lock:
            parts = [part for part in self._parts if part.file == file]
        return [part.entries.take(np.arange(part.start, part.end)) for part in parts]

    @property
    def paths(self) -> frozenset[Path]:
        """The files that hold the payloads."""
        with self._lock:
            parts = list(self._parts)
        found: set[Path] = set()
        for part in parts:
            in_media = part.entries.in_media[part.start : part.end]
            if not in_media.all():
                found.add(part.log)
            if in_media.any():
                found.add(Path(media_path(str(part.log))))
        return frozenset(found)

    def __len__(self) -> int:
        return self._count

    @property
    def newest(self) -> Record | None:
        """The record that was read last."""
        with self._lock:
            if not self._parts:
                return None
            last = self._parts[-1]
            return _record(self.kind, self.tag, last, last.end - 1, self._of)

    def snapshot(self) -> tuple[Records, int]:
        """The records in step order, of each step the one logged last, and a version.

        While the version is the same, those that were given before are the first of those given now.
        """
        with self._lock:
            return Records(self.kind, self.tag, self._take_in(), self._of), self._version

    def _take_in(self) -> Rows:
        """Bring what `snapshot` gives up to date. With the lock held."""
        if self._restarts_known != self._restarts.version:
            self._restarts_known, self._ordered = self._restarts.version, None
        if self._ordered is not None:
            known = len(self._ordered)
            grown = self._ordered.plus(self._parts[len(self._ordered.parts) :])
            rises = grown.take(slice(max(known - 1, 0), None)).rising
            if rises and (len(grown) == known or not self._restarts):
                self._ordered = grown
                return grown
        self._ordered = self._counting(in_file_order(self._parts)).one_per_step()
        self._version = new_version()
        return self._ordered

    def _counting(self, rows: Rows) -> Rows:
        """The rows without those that a later writer began anew before."""
        if not self._restarts:
            return rows
        counting = np.ones(len(rows), np.bool_)
        for number, part in enumerate(rows.parts):
            limit = self._restarts.limit(part.file)
            if limit is not None:
                counting &= (rows.part != number) | (rows.steps < limit)
        return rows.take(counting)

    def records(self, *, superseded: bool = False) -> Records:
        """The records in step order; of one step only the one logged last, unless `superseded`."""
        if not superseded:
            return self.snapshot()[0]
        with self._lock:
            rows = in_file_order(self._parts)
        return Records(self.kind, self.tag, rows.in_step_order(), self._of)

    def find(self, step: int, crc: int | None = None) -> Record | None:
        """The record of a step that was logged last, or the last one of that step and checksum; None: there is none."""
        records = self.records(superseded=crc is not None)
        matching = records.rows.steps == step
        if crc is not None:
            matching &= records.rows.crcs == crc
        places = np.flatnonzero(matching)
        return records[int(places[-1])] if len(places) else None

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records())


def _record(kind: str, tag: str, part: Part, row: int, files: Files) -> Record:
    entry = part.entries[row]
    path = Path(media_path(str(part.log))) if entry.in_media else part.log
    return Record(kind, tag, entry, path, files)
