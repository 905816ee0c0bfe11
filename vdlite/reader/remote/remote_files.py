"""The files of a remote logdir, for the reader: listed in one go, read by ranges, and remembered.

A look lists all objects at once; between looks, folders, sizes and times are answered from memory. An object that grew is
asked for its new bytes only, and for the last ones read before, by which one that was replaced is noticed.

Lock order: the turn of a look, then the lock, which no request holds up.
"""

import errno
import os
import stat
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar
from zlib import crc32

from vdlite.foreign.names import is_foreign_log
from vdlite.format.layout import is_log_file
from vdlite.reader.files.files import Identity, Listing, PassingError
from vdlite.reader.files.workers import task_here
from vdlite.reader.remote.address import Address
from vdlite.reader.remote.ahead import Ahead
from vdlite.reader.remote.listing import Folder, folders_of, newest
from vdlite.reader.remote.memory import Memory
from vdlite.reader.remote.objects import DeniedError, Object, Objects, Piece, ShorterError
from vdlite.reader.remote.pace import LIVE_SECONDS, Pace

_Made = TypeVar("_Made")

READ_AHEAD = 1 << 20  # bytes; what is asked for next mostly lies behind
_REMEMBERED = 1 << 10  # bytes of a log's beginning, and of what was read of it last
PATIENCE = 10.0  # seconds that a request may take, beside what any file may
_SLOWEST = 1 << 19  # bytes per second; less is no answer
_VERSIONS_NS = 100_000_000  # within which the time of a file differs with its version; stores say whole seconds
_PAUSE = 5.0  # seconds without requests after one that failed


@dataclass(slots=True)
class _Known:
    """What is remembered of an object."""

    object: Object
    number: int  # another one when other bytes have taken its place
    replaced: int = 0  # objects of that name
    begin: bytes = b""
    last: bytes = b""  # what was read last, of a log that is read on
    last_end: int = 0


class RemoteFiles:
    """The objects below one address, as `Files`. Threads may share it."""

    def __init__(
        self,
        address: Address,
        connect: Callable[[Address], Objects],
        *,
        file: str = "",
        pace: Pace | None = None,
        patience: float = PATIENCE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """file: the only one that is looked at there, beside those that belong to it; empty: all.

        pace: how often `list` and `stat` of the logdir look anew; None: only `look` does.
        patience: seconds that a request may take before its drive is said to hang, beside what any file may.
        """
        self.address = address
        self.device = -1 - (_number(str(address)) >> 16)  # no disk's
        self.memory = Memory()
        self._ahead = Ahead(self._fetch)
        self._connect = connect
        self._file = file
        self._pace = pace
        self._patience = patience
        self._clock = clock
        self._root = address.path
        self._turn = threading.Lock()
        self._objects: Objects | None = None
        self._looked: float | None = None  # on the monotonic clock
        self._look_failure: OSError | None = None
        self._lock = threading.Lock()  # guards everything below
        self._known: dict[str, _Known] = {}
        self._folders: dict[str, Folder] = {}
        self._newest = 0.0
        self._failed: tuple[float, PassingError] | None = None  # a read: until when, and why

    @property
    def count(self) -> int:
        """How many objects there are, as of the last look."""
        with self._lock:
            return len(self._known)

    # -- looking

    def look(self) -> None:
        """List all objects anew. Raises OSError; then what was known stays."""
        with self._turn:
            self._look()

    def look_again(self) -> None:
        """The same, but what fails is raised by whoever lists next."""
        with suppress(OSError):
            self.look()

    def _look_if_due(self) -> None:
        """Look if it is time. One thread does; the others go on with what is known."""
        if not self._is_due():
            return
        if not self._turn.acquire(blocking=self._looked is None):
            return
        try:
            if self._is_due():
                self._look()
        except OSError:
            pass  # it is kept, and raised by whoever lists
        finally:
            self._turn.release()

    def _is_due(self) -> bool:
        if self._looked is None:
            return True
        if self._pace is None:
            return False
        may_be_live = self._look_failure is not None
        is_live = may_be_live or time.time() - self._newest < LIVE_SECONDS
        return self._clock() - self._looked >= self._pace.seconds(is_live=is_live)

    def _look(self) -> None:
        try:
            objects = self._all()
        except OSError as error:
            self._look_failure = error
            if isinstance(error, DeniedError):
                self._objects = None  # the environment may have others by then
            raise
        finally:
            self._looked = self._clock()
        self._look_failure = None
        with self._lock:
            self._failed = None
            self._take_in(objects)

    def _all(self) -> dict[str, Object]:
        _wait(self._patience)
        try:
            objects = self._connected()
            if self._file:
                return self._single(objects)
            found: dict[str, Object] = {}
            for some in objects.list():
                found.update((each.key, each) for each in some)
                _wait(self._patience)  # each page is an answer
            return found
        finally:
            _over()

    def _single(self, objects: Objects) -> dict[str, Object]:
        found = {}
        for key in _belonging(self._file):
            try:
                found[key] = objects.look(key)
            except FileNotFoundError:
                continue
        return found

    def _connected(self) -> Objects:
        objects = self._objects
        if objects is None:
            objects = self._objects = self._connect(self.address)
        return objects

    def _take_in(self, objects: dict[str, Object]) -> None:
        known: dict[str, _Known] = {}
        for key, found in objects.items():
            before = self._known.get(key)
            known[key] = self._new(found) if before is None else self._compared(before, found)
        if known.keys() != self._known.keys() or not self._folders:
            self._folders = folders_of(known, self._folders, number=self._number)
        new = [known[key].object for key in known.keys() - self._known.keys() if _is_log(key)]
        self._known = known
        if new and self._pace:  # whoever follows a logdir reads all logs
            self._ahead.plan(_as_read(new))
        self._newest = newest(objects.values())

    def _new(self, found: Object, replaced: int = 0) -> _Known:
        """replaced: how many objects of that name were replaced before."""
        return _Known(found, self._number(found.key, replaced), replaced)

    def _number(self, key: str, replaced: int = 0) -> int:
        return _number(f"{replaced} {self.address}/{key}")

    def _compared(self, before: _Known, found: Object) -> _Known:
        """What is known of an object that is as it is now."""
        was = before.object
        if found.version == was.version or found.changed < was.changed:
            return before  # the same, or a list that is older than what was read
        if found.size < was.size:
            return self._new(found, before.replaced + 1)
        if found.size == was.size:
            before.begin, before.last = b"", b""  # whether its bytes are others is asked
        before.object = found
        return before

    # -- Files

    def list(self, folder: Path) -> Listing:
        """The items of the folder; raises OSError, for the logdir also if the last look failed."""
        key = self._key(folder)
        if not key:
            self._look_if_due()
            if self._look_failure is not None:
                raise copy(self._look_failure)
        with self._lock:
            found = self._folders.get(key)
            if found is None:
                raise FileNotFoundError(errno.ENOENT, "there is nothing below it", str(folder))
            items = tuple(found.items.values())
            return Listing(self.device, found.number, found.changed, items)

    def stat(self, path: Path, known: Identity | None = None) -> os.stat_result:
        """The status of a file or folder, as of the last look; raises OSError as `list` does."""
        key = self._key(path)
        if not key:
            self._look_if_due()
            if self._look_failure is not None:
                raise copy(self._look_failure)
        with self._lock:
            folder = self._folders.get(key)
            if folder is not None:
                return _status(stat.S_IFDIR, self.device, folder.number, 0, folder.changed)
            found = self._found(key)
            changed, size = _changed_ns(found.object), found.object.size
            return _status(stat.S_IFREG, self.device, found.number, size, changed)

    def read(self, path: Path, offset: int, length: int) -> bytes:
        """Bytes of a file, fewer where it ends; those behind are fetched along and kept."""
        key = self._key(path)
        with self._lock:
            known = self._found(key)
            number, found = known.number, known.object
            end = min(offset + length, found.size)
            if offset < 0 or end <= offset:
                return b""
            kept = _remembered(known, offset, end)
        if kept is None:
            kept = self.memory.get(number, found.version, offset, end)
        if kept is not None:
            return kept
        until = max(end, min(offset + READ_AHEAD, found.size))
        piece = self._ahead.take(found) if until == found.size and not offset else None
        if piece is None:
            piece = self._fetch(key, offset, until)
        with self._lock:
            known = self._found(key)
            if known.number == number:
                self._update(known, piece.object)
        self.memory.put(number, piece.object.version, offset, piece.data)
        return piece.data[: end - offset]

    def read_into(self, path: Path, offset: int, buffer: bytearray) -> int:
        """How many bytes of a log were read; raises OSError if what was read before is not there any more."""
        key = self._key(path)
        with self._lock:
            known = self._found(key)
            number, found = known.number, known.object
            last, last_end = known.last, known.last_end
        end = min(offset + len(buffer), found.size)
        if end <= offset:
            return 0
        kept = self.memory.get(number, found.version, offset, end) if not last else None
        if kept is not None:
            data = kept
        else:
            # With the last bytes that were read before, by which one sees that these are others now.
            follows = bool(last) and last_end - len(last) <= offset <= last_end
            start = last_end - len(last) if follows else offset
            piece = self._ahead.take(found) if end == found.size and not start else None
            if piece is None:
                piece = self._fetch(key, start, end)
            with self._lock:
                known = self._found(key)
                if follows and piece.data[: len(last)] != last:
                    self._known[key] = self._new(piece.object, known.replaced + 1)
                    raise PassingError(errno.ESTALE, "another object has taken its place")
                self._update(known, piece.object)
            data = piece.data[offset - start :]
            if not offset and end <= READ_AHEAD:
                self.memory.put(number, piece.object.version, 0, data)  # payloads lie in it, too
        with self._lock:
            if known.number == number and data:
                if offset == 0:
                    known.begin = data[:_REMEMBERED]
                known.last, known.last_end = _joined(known, offset, data)
        buffer[: len(data)] = data
        return len(data)

    def read_pieces(self, path: Path, places: Sequence[int], length: int) -> Sequence[bytes]:
        """The bytes at each of many places, by as many requests."""
        return [self.read(path, place, length) for place in places]

    def is_near(self, path: Path) -> bool:
        """False: each piece is a request."""
        return False

    def next_data(self, path: Path, offset: int) -> int:
        """The offset: objects have no holes."""
        return offset

    def is_locked(self, path: Path) -> bool:
        """Raises OSError: objects have no locks."""
        raise OSError(errno.ENOTSUP, "an object has no lock", str(path))

    def use(self, path: Path, work: Callable[[Path], _Made]) -> _Made:
        """Raises OSError: no library opens an object by a path."""
        raise OSError(
            errno.ENOTSUP, "a database can't be read where it lies: copy it to a disk", str(path)
        )

    def call(self, folder: Path, work: Callable[[], _Made]) -> _Made:
        """The result of some work with several files of a folder."""
        return work()

    # -- within

    def _key(self, path: Path) -> str:
        parts = path.parts
        if parts[: len(self._root.parts)] != self._root.parts:
            raise FileNotFoundError(errno.ENOENT, "it lies elsewhere", str(path))
        return "/".join(parts[len(self._root.parts) :])

    def _found(self, key: str) -> _Known:
        known = self._known.get(key)
        if known is None:
            raise FileNotFoundError(errno.ENOENT, "the object is gone", f"{self.address}/{key}")
        return known

    def _update(self, known: _Known, found: Object) -> None:
        """What was read may be newer than the last look."""
        if found.changed >= known.object.changed and found.version != known.object.version:
            known.object = found

    def _fetch(self, key: str, start: int, end: int) -> Piece:
        """Bytes by a request; raises at once what one raised just now."""
        with self._lock:
            failed = self._failed
        if failed is not None and self._clock() < failed[0]:
            raise copy(failed[1])
        _wait(self._patience + (end - start) / _SLOWEST)
        try:
            return self._connected().read(key, start, end)
        except ShorterError:
            raise
        except PassingError as error:
            with self._lock:
                self._failed = (self._clock() + _PAUSE, error)
            if isinstance(error, DeniedError):
                self._objects = None
            raise
        finally:
            _over()


def _changed_ns(found: Object) -> int:
    """The time of an object, in nanoseconds since 1970: nearly always another for another version."""
    part = crc32(found.version.encode("utf-8", "surrogatepass")) % _VERSIONS_NS
    return int(found.changed * 1e9) + part


def _as_read(logs: Iterable[Object]) -> list[Object]:
    """Logs in the order in which they will be asked for: those of the newest run first, and each run's by their names."""
    by_folder: dict[str, list[Object]] = {}
    for log in sorted(logs, key=lambda each: each.key):
        by_folder.setdefault(log.key.rpartition("/")[0], []).append(log)
    runs = sorted(by_folder.values(), key=lambda run: max(map(_changed_ns, run)), reverse=True)
    return [log for run in runs for log in run]


def _number(name: str) -> int:
    """The number of something, the same in each process, by which it is known as by an inode."""
    whole = name.encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(whole, digest_size=7).digest(), "big")


def _is_log(key: str) -> bool:
    name = key.rpartition("/")[2]
    return is_log_file(name) or is_foreign_log(name)


def _belonging(file: str) -> tuple[str, ...]:
    """A log file, and the one of its large payloads."""
    stem, _, suffix = file.rpartition(".")
    return (file, f"{stem}.vdm") if suffix == "vdl" else (file,)


def _remembered(known: _Known, start: int, end: int) -> bytes | None:
    """Bytes that are compared again and again, if they are at hand."""
    if end <= len(known.begin):
        return known.begin[start:end]
    first = known.last_end - len(known.last)
    if known.last and first <= start and end <= known.last_end:
        return known.last[start - first : end - first]
    return None


def _joined(known: _Known, offset: int, data: bytes) -> tuple[bytes, int]:
    """The last bytes that were read, and where they end."""
    end = offset + len(data)
    kept = max(0, offset - (known.last_end - len(known.last)))
    before = known.last[:kept] if offset <= known.last_end else b""
    return (before + data)[-_REMEMBERED:], end


def _status(type_: int, device: int, number: int, size: int, changed: int) -> os.stat_result:
    seconds = changed // 1_000_000_000
    times = (seconds, seconds, seconds, *(changed / 1e9,) * 3, *(changed,) * 3)
    return os.stat_result((type_ | 0o444, number, device, 1, 0, 0, size, *times))


def _wait(seconds: float) -> None:
    """A request begins, which may take that long before its drive is said to hang."""
    task = task_here()
    if task is not None:
        task.enter(seconds)


def _over() -> None:
    task = task_here()
    if task is not None:
        task.leave()
