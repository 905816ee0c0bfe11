"""The Parquet files of one export of Neptune: its parts, read piece by piece with pyarrow, which is loaded for them alone."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from vdlite.errors import FormatError
from vdlite.foreign.names import PARQUET_PART
from vdlite.foreign.stores.facts import AnewError, DatabaseError, StoreFiles
from vdlite.packages import needs

HINT = needs("reading Parquet", "pyarrow")
_NEEDED = {"run_id", "attribute_path", "attribute_type"}
_ROWS = 1 << 16  # of a batch
_BUFFER = 1 << 20  # bytes
_FEW_BYTES = 1 << 22  # of a file that is read at once
_MOST_PARTS = 10_000
_MOST_ROWS_PER_BYTE = (
    4  # each takes 24 bytes of memory, and one of a training a byte of the file at least
)
_SOME_ROWS = 1_000_000


class Part(NamedTuple):
    """One file, as it was when it was looked at."""

    path: Path
    inode: int
    size: int  # bytes
    changed: int  # nanoseconds since 1970


class Group(NamedTuple):
    """Rows of a part that lie together."""

    part: int
    group: int
    first: int  # row, of all parts
    rows: int


def find_parts(first: Path, files: StoreFiles) -> list[Part]:
    """All parts of the export whose first one this is, in order; empty if that is gone. Raises OSError.

    They are asked for by their names: a folder may hold the parts of thousands of runs.
    """
    match = PARQUET_PART.fullmatch(first.name)
    begin = "" if match is None else match["begin"]
    parts: list[Part] = []
    while len(parts) < _MOST_PARTS:
        path = first.parent / f"{begin}part_{len(parts)}.parquet"
        try:
            status = files.stat(path)
        except FileNotFoundError:
            break
        parts.append(Part(path, status.st_ino, status.st_size, status.st_mtime_ns))
    return parts


class Parts:
    """The rows of such files. All methods raise OSError."""

    def __init__(self, parts: Sequence[Part], files: StoreFiles) -> None:
        self._files = files
        self._opened: tuple[int, Any] | None = None  # the part that was asked for last
        self._columns: frozenset[str] = frozenset()  # of that one
        self.parts = parts
        self.groups: list[Group] = []
        self.is_neptunes = True
        first = 0
        for at in range(len(parts)):
            file = self._open(at)
            if file is None:
                self.is_neptunes = False
                return
            for group in range(file.num_row_groups):
                rows = file.metadata.row_group(group).num_rows
                self.groups.append(Group(at, group, first, rows))
                first += rows
        size = sum(part.size for part in parts)
        if first > _MOST_ROWS_PER_BYTE * size + _SOME_ROWS:
            raise DatabaseError(
                f"it has {first} rows in {size} bytes: it was made to fill the memory"
            )

    def batches(self, group: Group, columns: Sequence[str]) -> Iterator[Any]:
        """Batches of the wanted columns that are there, some rows at a time."""
        with as_os_error():
            file = self._open(group.part)
            there = [name for name in columns if name in self._columns]
            # In this thread: others would wait for one another to read the file through Python.
            batches = file.iter_batches(
                _ROWS, row_groups=[group.group], columns=there, use_threads=False
            )
        while True:
            with as_os_error():
                batch = next(batches, None)
            if batch is None:
                return
            yield batch

    def same_of(self, group: Group, column: str) -> str | None:
        """The value that all rows of the group have in a column, where the file says so; None if it does not."""
        with as_os_error():
            about = self._open(group.part).metadata.row_group(group.group)
            for at in range(about.num_columns):
                each = about.column(at)
                if each.path_in_schema == column:
                    some = each.statistics if each.is_stats_set else None
                    if some is None or not some.has_min_max or some.null_count:
                        return None
                    return some.min if isinstance(some.min, str) and some.min == some.max else None
        return None

    def group_of(self, row: int) -> Group | None:
        """The group in which a row lies."""
        return next((one for one in self.groups if one.first <= row < one.first + one.rows), None)

    def close(self) -> None:
        """Forget what was read of the part that is open: footers may be large, and many runs have one each."""
        self._opened = None

    def _open(self, at: int) -> Any:
        """One part; None if it has other columns."""
        if self._opened is None or self._opened[0] != at:
            part = self.parts[at]
            source: Any = _Bytes(part.path, part.size, self._files)
            if part.size <= _FEW_BYTES:
                source = io.BytesIO(self._files.read(part.path, 0, part.size))
            with as_os_error():
                make, about = _library().ParquetFile, _library().read_metadata(source)
                self._columns = frozenset(about.schema.to_arrow_schema().names)
                if not self._columns >= _NEEDED:
                    return None
                source.seek(0)
                file = make(
                    source,
                    metadata=about,
                    # Rows are read as they are asked for, not a whole column at a time.
                    buffer_size=_BUFFER,
                    pre_buffer=False,
                    read_dictionary=sorted(_NEEDED),
                )
            self._opened = (at, file)
        return self._opened[1]


def has_library() -> bool:
    """True if pyarrow is there."""
    try:
        _library()
    except ImportError:
        return False
    return True


def _library() -> Any:
    return import_module("pyarrow.parquet")


class as_os_error:  # noqa: N801  # a context
    """Turns what the library raises into an OSError."""

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        kept = (AnewError, FormatError, FileNotFoundError, DatabaseError)
        if isinstance(error, Exception) and not isinstance(error, kept):
            raise DatabaseError(f"the Parquet file can't be read: {str(error)[:200]}") from error


class _Bytes(io.RawIOBase):
    """A file for the library, which is reached as any other file of a logdir is."""

    def __init__(self, path: Path, size: int, files: StoreFiles) -> None:
        self._path = path
        self._size = size
        self._files = files
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        begin = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._size}[whence]
        self._at = max(0, begin + offset)
        return self._at

    def tell(self) -> int:
        return self._at

    def readinto(self, buffer: Any) -> int:
        view = memoryview(buffer).cast("B")
        data = self._files.read(self._path, self._at, min(len(view), max(0, self._size - self._at)))
        view[: len(data)] = data
        self._at += len(data)
        return len(data)
