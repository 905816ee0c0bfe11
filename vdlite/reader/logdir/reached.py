"""How the files of some logdirs are reached: those on disks, and those that have an address."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from vdlite.errors import LogdirError
from vdlite.reader.files.files import Files, Identity, Listing, LogFiles
from vdlite.reader.logdir.logdirs import Logdir
from vdlite.reader.remote.address import STORES, Address
from vdlite.reader.remote.file_system import FileSystem
from vdlite.reader.remote.object_store import ObjectStore
from vdlite.reader.remote.objects import Objects
from vdlite.reader.remote.pace import Pace
from vdlite.reader.remote.remote_files import PATIENCE, RemoteFiles

_Made = TypeVar("_Made")


def connect(address: Address) -> Objects:
    """The objects below an address. Raises MissingPackageError, LogdirError and OSError."""
    return ObjectStore(address) if address.scheme in STORES else FileSystem(address)


class Reached:
    """The files of several logdirs, as `Files`: each is asked of what reaches its logdir."""

    def __init__(
        self,
        places: Sequence[Logdir],
        *,
        follow_links: bool = False,
        pace: Pace | None = None,
        patience: float = PATIENCE,
    ) -> None:
        """pace: how often remote logdirs are looked at; None: only by `look`. patience: as that of `RemoteFiles`."""
        self.remote = tuple(
            RemoteFiles(
                place.address,
                connect,
                file=place.file,
                pace=pace,
                patience=patience,
            )
            for place in places
            if place.address is not None
        )
        self._roots = tuple((each.address.path.parts, each) for each in self.remote)
        local = [place.folder for place in places if place.address is None]
        self._local = LogFiles(local, follow_links=follow_links)

    def look(self) -> None:
        """Look at the remote logdirs. What fails is said by whoever lists them."""
        for each in self.remote:
            each.look_again()

    def check(self) -> None:
        """Look at the remote logdirs for the first time. Raises LogdirError for one that can't be read."""
        for each in self.remote:
            try:
                each.look()
            except LogdirError:
                raise
            except OSError as error:
                raise LogdirError(f"can't read logs: {error.strerror or error}") from error
            if not each.count:
                raise LogdirError(f"can't read logs: there is nothing below {each.address}")

    def _of(self, path: Path) -> Files:
        if not self._roots:
            return self._local
        parts = path.parts
        # One may lie below another.
        found = [root for root in self._roots if parts[: len(root[0])] == root[0]]
        return max(found, key=lambda root: len(root[0]))[1] if found else self._local

    def list(self, folder: Path) -> Listing:
        return self._of(folder).list(folder)

    def stat(self, path: Path, known: Identity | None = None) -> os.stat_result:
        return self._of(path).stat(path, known)

    def read(self, path: Path, offset: int, length: int) -> bytes:
        return self._of(path).read(path, offset, length)

    def read_pieces(self, path: Path, places: Sequence[int], length: int) -> Sequence[bytes]:
        return self._of(path).read_pieces(path, places, length)

    def is_near(self, path: Path) -> bool:
        return self._of(path).is_near(path)

    def read_into(self, path: Path, offset: int, buffer: bytearray) -> int:
        return self._of(path).read_into(path, offset, buffer)

    def next_data(self, path: Path, offset: int) -> int:
        return self._of(path).next_data(path, offset)

    def is_locked(self, path: Path) -> bool:
        return self._of(path).is_locked(path)

    def use(self, path: Path, work: Callable[[Path], _Made]) -> _Made:
        return self._of(path).use(path, work)

    def call(self, folder: Path, work: Callable[[], _Made]) -> _Made:
        return work()
