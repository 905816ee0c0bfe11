"""Whatever else fsspec reaches: hf://, sftp://, hdfs://, memory://. Only this module imports it."""

import errno
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from vdlite.errors import LogdirError
from vdlite.packages import needed
from vdlite.reader.files.files import PassingError
from vdlite.reader.remote.address import Address
from vdlite.reader.remote.objects import DeniedError, Object, Piece, ShorterError, odd_name

_PAGE = 1000
_TIMES = ("mtime", "LastModified", "last_modified", "updated", "created")
_VERSIONS = ("ETag", "etag", "blob_id", "md5Hash", "sha256", "checksum", "uid")


class FileSystem:
    """The objects below an address of a file system that fsspec knows."""

    def __init__(self, address: Address) -> None:
        """Raises MissingPackageError without fsspec, LogdirError if it does not know such an address."""
        with needed(f"{address.scheme}://"):
            import fsspec
        self._address = address
        try:
            system, root = fsspec.core.url_to_fs(str(address))
        except ImportError as error:  # of the package for this scheme
            raise LogdirError(f"{address.scheme}:// needs a package: {error}") from error
        except ValueError as error:
            raise LogdirError(f"no address of a logdir: {address}") from error
        except Exception as error:  # whatever the package for this scheme raises
            why = str(error).partition("\n")[0][:200]
            raise LogdirError(
                f"{address} can't be reached: {type(error).__name__}: {why}"
            ) from error
        self._system: Any = system
        self._root = root.rstrip("/")

    def list(self) -> Iterator[list[Object]]:
        """See `Objects`."""
        with self._clearly():
            self._system.invalidate_cache()
            found = self._system.find(self._root, detail=True)
        objects = [
            self._object(path, facts)
            for path, facts in found.items()
            if facts["type"] == "file" and path.rstrip("/") != self._root
        ]
        if any(not part or part in (".", "..") for each in objects for part in each.key.split("/")):
            raise odd_name()
        for first in range(0, len(objects), _PAGE):
            yield objects[first : first + _PAGE]

    def look(self, key: str) -> Object:
        """See `Objects`."""
        with self._clearly():
            self._system.invalidate_cache()
            path = f"{self._root}/{key}"
            return self._object(path, self._system.info(path))

    def read(self, key: str, start: int, end: int) -> Piece:
        """See `Objects`. What it was is looked at as well, which costs some systems a request."""
        found = self.look(key)
        if start >= found.size:
            raise ShorterError
        with self._clearly():
            data = self._system.cat_file(f"{self._root}/{key}", start=start, end=end)
        return Piece(bytes(data), found)

    def _object(self, path: str, facts: Mapping[str, Any]) -> Object:
        times = (facts[name] for name in _TIMES if facts.get(name) is not None)
        changed = _seconds(next(times, 0.0))
        size = int(facts["size"])
        versions = (str(facts[name]) for name in _VERSIONS if facts.get(name) is not None)
        key = path[len(self._root) + 1 :] if self._root else path.lstrip("/")
        return Object(key, size, changed, next(versions, f"{size} {changed}"))

    @contextmanager
    def _clearly(self) -> Iterator[None]:
        place = self._address
        try:
            yield
        except FileNotFoundError:
            raise FileNotFoundError(errno.ENOENT, f"it is gone from {place}") from None
        except PermissionError:
            raise DeniedError(errno.EACCES, f"the credentials do not open {place}") from None
        except Exception as error:  # noqa: BLE001  # packages of other schemes raise errors of their own
            raise PassingError(
                errno.EIO, f"{place} can't be read: {type(error).__name__}"
            ) from None


def _seconds(time: object) -> float:
    """Since 1970."""
    if isinstance(time, datetime):
        return time.timestamp()
    return float(time) if isinstance(time, (int, float)) else 0.0
