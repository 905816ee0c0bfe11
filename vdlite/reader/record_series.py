"""One series whose payloads are read on demand."""

import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from vdlite.errors import FormatError
from vdlite.format.batch import Entry
from vdlite.format.layout import media_path
from vdlite.format.media import read_payload
from vdlite.kinds import registry, tensor
from vdlite.reader.scalar_series import FileKey
from vdlite.reader.slicing import parse_slices


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
        return registry.decode(self.kind, self.raw())

    def raw(self) -> bytes:
        """The payload's bytes, checked. Raises as `payload` does."""
        return read_payload(self.path, self.entry.offset, self.entry.length, self.entry.crc)

    def part(self, offset: int, length: int) -> bytes:
        """Bytes of the payload as they lie on disk, not checked; fewer where the file or payload ends."""
        with self.path.open("rb") as file:
            file.seek(self.entry.offset + offset)
            return file.read(max(0, min(length, self.entry.length - offset)))

    def take(self, text: str) -> NDArray[Any]:
        """A slice of a tensor, such as "0, :, -1, 2:10": the values there, read without the rest.

        One part for each dimension, with the meaning that Python gives it. Raises SliceError if it can't be taken,
        FormatError if this is no tensor or its bytes are damaged, OSError if the file can't be read.
        """
        begin = self.summary.get("begin")
        if self.kind != tensor.NAME or not isinstance(begin, int):
            raise FormatError(f"got a record of kind {self.kind!r}, want a tensor")
        file = tensor.TensorFile(self.part, begin)
        return file.take(parse_slices(text, file.shape))


class RecordSeries:
    """The records of one kind and tag of a run, from all its files. Threads may share it."""

    def __init__(self, kind: str, tag: str) -> None:
        self.kind = kind
        self.tag = tag
        self._lock = threading.Lock()
        self._files: dict[FileKey, list[Record]] = {}
        self._count = 0
        self._version = 0
        # What `snapshot` gives; None when it has to be put together anew.
        self._ordered: list[Record] | None = []
        self._newest: Record | None = None

    def append(self, file: FileKey, log: Path, entry: Entry) -> None:
        """Add a record of a log file; `file` gives that file's place among the run's."""
        path = Path(media_path(str(log))) if entry.in_media else log
        record = Record(self.kind, self.tag, entry, path)
        with self._lock:
            self._files.setdefault(file, []).append(record)
            self._count += 1
            self._newest = record
            if self._ordered is not None and (
                not self._ordered or record.step > self._ordered[-1].step
            ):
                self._ordered.append(record)
            elif self._ordered is not None:
                self._forget_order()

    def drop(self, file: FileKey) -> None:
        """Forget what came from a file that is gone."""
        with self._lock:
            if dropped := self._files.pop(file, None):
                self._count -= len(dropped)
                self._forget_order()

    def _forget_order(self) -> None:
        self._ordered = None
        self._version += 1

    def __len__(self) -> int:
        return self._count

    @property
    def newest(self) -> Record | None:
        """The record that was read last."""
        return self._newest

    def snapshot(self) -> tuple[list[Record], int]:
        """The records in step order, of each step the one logged last, and a version.

        While the version is the same, those that were given before are the first of those given now.
        """
        with self._lock:
            if self._ordered is None:
                by_step = {record.step: record for record in self._in_step_order()}
                self._ordered = list(by_step.values())
            return self._ordered.copy(), self._version

    def records(self, *, superseded: bool = False) -> list[Record]:
        """The records in step order; of one step only the one logged last, unless `superseded`."""
        if not superseded:
            return self.snapshot()[0]
        with self._lock:
            return self._in_step_order()

    def _in_step_order(self) -> list[Record]:
        everything = [record for name in sorted(self._files) for record in self._files[name]]
        everything.sort(
            key=lambda record: record.step
        )  # stable: of one step, the last one stays last
        return everything

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records())
