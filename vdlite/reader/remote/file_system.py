"""Whatever else fsspec reaches: hf://, sftp://, ftp://, memory://. Only this module imports it."""

import errno
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from datetime import UTC, datetime
from typing import Any, TypeVar

from vdlite.errors import LogdirError
from vdlite.packages import needed
from vdlite.reader.files.files import PassingError
from vdlite.reader.remote.address import Address
from vdlite.reader.remote.objects import DeniedError, Object, Piece, ShorterError, odd_name

_Made = TypeVar("_Made")

_PAGE = 1000
_TIMES = ("mtime", "LastModified", "last_modified", "updated", "modified", "modify", "created")
_VERSIONS = ("ETag", "etag", "blob_id", "md5Hash", "sha256", "checksum")
"""Names that packages give to what of a file differs if its bytes do. Not `uid`, which is a user of the machine there."""


class FileSystem:
    """The objects below an address of a file system that fsspec knows."""

    def __init__(self, address: Address) -> None:
        """Raises MissingPackageError without fsspec, LogdirError if it does not know such an address or can't reach it."""
        with needed(f"{address.scheme}://"):
            import fsspec
            import fsspec.asyn
        self._library: Any = fsspec
        self._address = address
        try:
            self._connect()
        except ImportError as error:  # of the package for this scheme
            raise LogdirError(f"{address.scheme}:// needs a package: {error}") from error
        except ValueError as error:
            raise LogdirError(f"no address of a logdir: {address}") from error
        except Exception as error:  # whatever the package for this scheme raises
            why = str(error).partition("\n")[0][:200]
            raise LogdirError(
                f"{address} can't be reached: {type(error).__name__}: {why}"
            ) from error
        # One connection is no matter for two threads, unless the package says so.
        self._turn = nullcontext() if self._system.async_impl else threading.Lock()

    def _connect(self) -> None:
        """Make a file system of our own, which shares no connection with others."""
        connect = self._library.core.url_to_fs
        system, root = connect(str(self._address), skip_instance_cache=True)
        self._system: Any = system
        self._root = root.rstrip("/")

    def list(self) -> Iterator[list[Object]]:
        """See `Objects`."""
        try:
            objects = self._ask(self._all)
        except FileNotFoundError:
            raise PassingError(errno.ENOENT, f"there is nothing at {self._address}") from None
        if any(not part or part in (".", "..") for each in objects for part in each.key.split("/")):
            raise odd_name()
        for first in range(0, len(objects), _PAGE):
            yield [*objects[first : first + _PAGE]]

    def look(self, key: str) -> Object:
        """See `Objects`."""
        return self._ask(lambda: self._look(key))

    def read(self, key: str, start: int, end: int) -> Piece:
        """See `Objects`. What it was is looked at as well, which costs some systems a request."""

        def read() -> Piece | None:
            found = self._look(key)
            if start >= found.size:
                return None
            data = self._system.cat_file(f"{self._root}/{key}", start=start, end=end)
            return Piece(bytes(data), found)

        piece = self._ask(read)
        if piece is None:
            raise ShorterError
        return piece

    def _all(self) -> Sequence[Object]:
        self._system.invalidate_cache()
        if self._lists_flat():
            found = self._system.find(self._root, detail=True).items()
            return [
                self._object(path, facts) for path, facts in found if self._is_file(path, facts)
            ]
        # fsspec's own walk leaves out a folder that can't be listed, as if it were empty.
        objects = []
        folders = [self._root]
        while folders:
            folder = folders.pop()
            for facts in self._system.ls(folder, detail=True):
                path = facts["name"]
                if facts["type"] == "directory" and path.rstrip("/") != folder.rstrip("/"):
                    folders.append(path)
                elif self._is_file(path, facts):
                    objects.append(self._object(path, facts))
        return objects

    def _lists_flat(self) -> bool:
        """Whether it lists files below folders by a way of its own."""
        made, spec = type(self._system), self._library.AbstractFileSystem
        if not made.async_impl:
            return made.find is not spec.find
        return made._find is not self._library.asyn.AsyncFileSystem._find

    def _is_file(self, path: str, facts: Mapping[str, Any]) -> bool:
        return bool(facts["type"] == "file" and path.rstrip("/") != self._root)

    def _look(self, key: str) -> Object:
        self._system.invalidate_cache()
        path = f"{self._root}/{key}"
        return self._object(path, self._system.info(path))

    def _object(self, path: str, facts: Mapping[str, Any]) -> Object:
        times = (facts[name] for name in _TIMES if facts.get(name) is not None)
        changed = _seconds(next(times, 0.0))
        size = int(facts["size"] or 0)
        versions = (str(facts[name]) for name in _VERSIONS if facts.get(name) is not None)
        key = path[len(self._root) + 1 :] if self._root else path.lstrip("/")
        return Object(key, size, changed, next(versions, f"{size} {changed}"))

    def _ask(self, work: Callable[[], _Made]) -> _Made:
        """What some work with the file system gives; its errors are those of `Objects`."""
        with self._turn:
            try:
                return work()
            except Exception as error:  # noqa: BLE001  # packages of other schemes raise errors of their own
                if self._system.async_impl or isinstance(error, PermissionError):
                    raise self._clear(error) from None
            # The server may have closed the connection, as FTP servers do after some minutes; some say "no such file" then.
            try:
                self._connect()
                return work()
            except Exception as error:  # noqa: BLE001
                raise self._clear(error) from None

    def _clear(self, error: Exception) -> OSError:
        place = self._address
        if isinstance(error, FileNotFoundError):
            return FileNotFoundError(errno.ENOENT, f"it is gone from {place}")
        if isinstance(error, PermissionError):
            return DeniedError(errno.EACCES, f"the credentials do not open {place}")
        return PassingError(errno.EIO, f"{place} can't be read: {type(error).__name__}")


def _seconds(time: object) -> float:
    """Since 1970. FTP gives digits, of UTC: 20260131235959."""
    if isinstance(time, str):
        try:
            if time[:14].isdigit():
                time = datetime.strptime(time[:14], "%Y%m%d%H%M%S").replace(tzinfo=UTC)
            else:
                time = datetime.fromisoformat(time)
        except ValueError:
            return 0.0
    if isinstance(time, datetime):
        return time.timestamp()
    return float(time) if isinstance(time, (int, float)) else 0.0
