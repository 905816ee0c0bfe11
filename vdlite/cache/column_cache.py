"""The cache of logs: what is kept of each, as long as it is the log that it was made of."""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from vdlite.cache import columns_file
from vdlite.cache.arrays import checksum, map_file, pack, unpack, write_file
from vdlite.cache.catalogue import Catalogue, Row
from vdlite.cache.columns_file import ColumnsFile
from vdlite.cache.kept_runs import KeptRuns
from vdlite.cache.locks import ForkLock
from vdlite.cache.place import cache_folder, is_below, most_bytes
from vdlite.cache.stamps import Stamp
from vdlite.cache.syncing import Syncing, boot, sync_file

logger = logging.getLogger("vdlite")

VERSION = 3
"""The layout of rows and files. Another one has another catalogue and other files, and does not see these."""

_INLINE_BYTES = 1 << 16  # arrays up to that size lie in the catalogue
_CHECKED_BYTES = 1 << 15  # at the beginning of a log, and at the end of what is kept of it
_USED_SECONDS = 3600  # how exactly it is known when a row was used
_LEAST_FREE = 1 << 30  # bytes that the cache leaves on the disk
_ORPHAN_SECONDS = 600  # after which a file that no row knows is removed

ReadPart = Callable[[int, int], bytes]
"""Reads bytes of a log: offset, length; fewer where it ends. Raises OSError."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a log."""

    covered: int  # bytes of the log
    is_same: bool  # the log was not written to since
    facts: Mapping[str, Any]  # with arrays, which are mapped
    columns: ColumnsFile | None


class ColumnCache:
    """Threads may share it, and processes may share its folder. Nothing here raises but what says so."""

    def __init__(self, folder: Path, limit: int) -> None:
        """limit: bytes on the disk. Raises OSError if the folder can't be made or written to."""
        self.folder = folder
        self._files = folder / f"columns-{VERSION}"
        self._files.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not columns_file.AVAILABLE or not os.access(self._files, os.W_OK):
            raise OSError(f"can't be written to: {folder}")
        self._limit = limit
        self._catalogue = Catalogue(folder / f"catalogue-{VERSION}.sqlite")
        self.runs = KeptRuns(self._catalogue)
        self._syncing = Syncing()
        self._lock = ForkLock()
        self._used: set[str] = set()
        self._written = limit  # bytes since it was tidied up last

    def find(
        self,
        status: os.stat_result,
        read: ReadPart,
        held: ColumnsFile | None = None,
        part: str = "",
    ) -> Kept | None:
        """What is kept of the log of that status; None if there is nothing, or any doubt.

        read: reads the log; held: a file of columns that is open already; part: which log of a file that holds several.
        """
        now = Stamp.of(status)
        row = self._catalogue.find(_key(now, part))
        if row is None:
            return None
        try:
            if row.checksum != _checksum(row):
                return None
            about = unpack(row.head, b"")
            if about["boot"] not in (None, boot()):
                return None
            was, covered = Stamp(*about["stamp"]), about["covered"]
            if not self._is_of(was, now, covered, about["checks"], read):
                return None
            arrays, columns = (self._file(about[name]) for name in ("arrays", "columns"))
            heap = row.heap if arrays is None else map_file(*arrays)
            kept = Kept(
                covered,
                is_same=was == now,
                facts=unpack(about["facts"], heap),
                columns=_columns(columns, about["used"], held),
            )
        except (OSError, ValueError, TypeError, KeyError) as error:
            logger.debug("vdlite: not taken from the cache: %s", error)
            return None
        if time.time() - row.used > _USED_SECONDS:
            with self._lock:
                self._used.add(row.key)
        return kept

    def _file(self, about: tuple[str, Sequence[int]] | None) -> tuple[Path, Stamp] | None:
        return None if about is None else (self._files / about[0], Stamp(*about[1]))

    def _is_of(
        self, was: Stamp, now: Stamp, covered: int, checks: list[int], read: ReadPart
    ) -> bool:
        """True if a log that is like that now is the one that was like that then, or has grown out of it."""
        if was == now:
            return True
        # What was written to without growing may have been changed anywhere.
        if was[:2] != now[:2] or not covered <= was.size < now.size:
            return False
        return checks == _checks(read, covered)

    def keep(
        self,
        status: os.stat_result,
        covered: int,
        facts: Mapping[str, Any],
        columns: ColumnsFile | None,
        read: ReadPart,
        part: str = "",
    ) -> bool:
        """Keep this of the log of that status, of which it covers so many bytes; True if that was done. part: see `find`."""
        key = _key(Stamp.of(status), part)
        try:
            head, pieces = pack(facts)
            arrays = None
            if sum(map(len, pieces)) > _INLINE_BYTES:
                self._check_room()
                arrays = self._files / f"{key}-{os.urandom(4).hex()}.arrays"
            about = {
                "stamp": Stamp.of(status),
                "covered": covered,
                "checks": _checks(read, covered),
                "arrays": None if arrays is None else [arrays.name, write_file(arrays, pieces)],
                "columns": None if columns is None else [columns.path.name, columns.stamp],
                "used": 0 if columns is None else columns.used,
                "facts": head,
                "boot": boot(),
            }
            files = [arrays] if arrays is not None else []
            if columns is not None:
                files.append(columns.path)
            if not files or not boot():
                for path in files:
                    sync_file(path)
                about["boot"] = None
            heap = b"".join(pieces) if arrays is None else b""
            row = _row(key, files, pack(about)[0], heap)
        except (OSError, ValueError, TypeError, OverflowError) as error:
            logger.debug("vdlite: not kept in the cache: %s", error)
            return False
        before = self._catalogue.find(key)
        if not self._catalogue.put([row]):
            return False
        if before is not None:
            self._remove(set(before.names) - set(row.names))
        if about["boot"] is not None:
            synced = _row(key, files, pack({**about, "boot": None})[0], heap)
            self._syncing.sync(files, lambda: self._catalogue.exchange(row, synced))
        self._tidy_up(row.size)
        return True

    def new_columns(self, status: os.stat_result) -> ColumnsFile | None:
        """A file for columns of the log of that status; None if there can be none now."""
        name = f"{_key(Stamp.of(status))}-{os.urandom(4).hex()}.columns"
        try:
            self._check_room()
            return ColumnsFile.create(self._files / name)
        except OSError:
            return None

    def forget(self, status: os.stat_result) -> None:
        """Forget what is kept of the log of that status."""
        key = _key(Stamp.of(status))
        row = self._catalogue.find(key)
        if row is not None:
            self._catalogue.drop([key])
            self._remove(row.names)

    def _check_room(self) -> None:
        if shutil.disk_usage(self._files).free < _LEAST_FREE:
            raise OSError(f"the disk is nearly full: {self._files}")

    def _remove(self, names: set[str] | list[str]) -> None:
        for name in names:
            with contextlib.suppress(OSError):
                (self._files / name).unlink()

    def _tidy_up(self, written: int) -> None:
        """Now and then: note what was used, and remove what is too much."""
        with self._lock:
            self._written += written
            if self._written < self._limit // 10:
                return
            self._written = 0
            used, self._used = self._used, set()
        self._catalogue.use(used, int(time.time()))
        rows = self._catalogue.oldest_first()
        too_much = sum(size for _, size, _ in rows) - self._limit
        known: set[str] = set()
        gone: list[str] = []
        for key, size, names in rows:
            if too_much > 0:
                too_much -= size
                gone.append(key)
                self._remove(names)
            else:
                known.update(names)
        self._catalogue.drop(gone)
        self._remove([name for name in self._orphans() if name not in known])

    def _orphans(self) -> Iterator[str]:
        """Old files that nobody writes to any more."""
        until = time.time() - _ORPHAN_SECONDS
        with contextlib.suppress(OSError), os.scandir(self._files) as entries:
            for entry in entries:
                with contextlib.suppress(OSError):
                    status = entry.stat(follow_symlinks=False)
                    if status.st_mtime < until and not columns_file.is_written(entry.path):
                        yield entry.name


def _columns(
    about: tuple[Path, Stamp] | None, used: int, held: ColumnsFile | None
) -> ColumnsFile | None:
    """The file of columns of that path and stamp. Raises OSError."""
    if about is None:
        return None
    return held if held is not None and held.path == about[0] else ColumnsFile.open(*about, used)


def _key(stamp: Stamp, part: str = "") -> str:
    file = f"{stamp.device:x}-{stamp.inode:x}"
    if not part:
        return file
    return f"{file}-{blake2b(part.encode(errors='surrogatepass'), digest_size=16).hexdigest()}"


def _row(key: str, files: Sequence[Path], head: bytes, heap: bytes) -> Row:
    size = sum(_disk_bytes(path) for path in files)
    names = "\n".join(path.name for path in files)
    row = Row(key, int(time.time()), size, names, head, heap, 0)
    return row._replace(checksum=_checksum(row))


def _checksum(row: Row) -> int:
    return checksum(f"{row.key}\n{row.files}\n".encode(), row.head, row.heap)


def _checks(read: ReadPart, covered: int) -> list[int]:
    """Checksums of the first and the last bytes of what is covered."""
    first = read(0, min(covered, _CHECKED_BYTES))
    begin = max(0, covered - _CHECKED_BYTES)
    return [checksum(first), checksum(read(begin, covered - begin))]


def _disk_bytes(path: Path) -> int:
    try:
        return 512 * os.stat(path).st_blocks
    except OSError:
        return 0


_opened: dict[Path, ColumnCache | OSError] = {}
_opening = ForkLock()


def open_cache(folder: Path) -> ColumnCache:
    """The cache in that folder; the same one in a whole process. Raises OSError if there can be none."""
    with _opening:
        if folder not in _opened:
            try:
                _opened[folder] = ColumnCache(folder, most_bytes())
            except OSError as error:
                _opened[folder] = error
        found = _opened[folder]
    if isinstance(found, OSError):
        raise found
    return found


def default_cache(logdir: Path | None = None) -> ColumnCache | None:
    """The cache of this user; None if there is none, as where it can't be written, or would be written into a logdir."""
    folder = cache_folder()
    if folder is None or (logdir is not None and is_below(folder, logdir)):
        return None
    try:
        return open_cache(folder)
    except OSError:
        return None
