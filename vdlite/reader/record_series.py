"""One series whose payloads are read on demand."""

import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vdlite import kinds
from vdlite.format.batch import Entry
from vdlite.format.layout import media_path
from vdlite.format.media import read_payload
from vdlite.reader.scalar_series import FileKey


@dataclass(frozen=True, slots=True)
class Record:
    """One logged thing. Its payload is read from the file when it is asked for."""

    kind: str
    tag: str
    entry: Entry
    path: Path  # of the file that holds the payload

    @property
    def step(self) -> int:
        return self.entry.step

    @property
    def walltime(self) -> float:
        """Seconds since 1970."""
        return self.entry.walltime

    @property
    def summary(self) -> Mapping[str, Any]:
        """What is known of the payload without reading it."""
        return self.entry.summary

    @property
    def payload(self) -> Any:
        """The kind's own data; bytes if this version does not know the kind.

        Raises FormatError if the bytes are damaged, OSError if the file can't be read.
        """
        return kinds.decode(self.kind, self.raw())

    def raw(self) -> bytes:
        """The payload's bytes, checked. Raises as `payload` does."""
        return read_payload(self.path, self.entry.offset, self.entry.length, self.entry.crc)


class RecordSeries:
    """The records of one kind and tag of a run, from all its files. Threads may share it."""

    def __init__(self, kind: str, tag: str) -> None:
        self.kind = kind
        self.tag = tag
        self._lock = threading.Lock()
        self._files: dict[FileKey, list[Record]] = {}

    def append(self, file: FileKey, log: Path, entry: Entry) -> None:
        """Add a record of a log file; `file` gives that file's place among the run's."""
        path = Path(media_path(str(log))) if entry.in_media else log
        with self._lock:
            records = self._files.setdefault(file, [])
            records.append(Record(self.kind, self.tag, entry, path))

    def drop(self, file: FileKey) -> None:
        """Forget what came from a file that is gone."""
        with self._lock:
            self._files.pop(file, None)

    def __len__(self) -> int:
        return sum(len(records) for records in self._files.values())

    def records(self, *, superseded: bool = False) -> list[Record]:
        """The records in step order; of one step only the one logged last, unless `superseded`."""
        with self._lock:
            everything = [record for name in sorted(self._files) for record in self._files[name]]
        everything.sort(key=lambda record: record.step)
        if superseded:
            return everything
        return list({record.step: record for record in everything}.values())

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records())
