"""How the files below some logdirs are reached: only what lies in them, unless links are to be followed."""

import errno
import io
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, Protocol, TypeVar

from vdlite.errors import DriveError
from vdlite.format import spool_lock
from vdlite.format.opening import (
    check_plain,
    is_link_error,
    open_folder,
    open_plain,
    stat_below,
)

OUTSIDE = "a link leads out of the logdir; it is followed with --follow-links only"

Type = Literal["file", "folder", "link", "other"]
Identity = tuple[int, int]
"""Device and inode of a file."""

_Given = TypeVar("_Given", covariant=True)
_Made = TypeVar("_Made")


class _Ask(Protocol[_Given]):
    """One of the functions of `vdlite.format.opening`."""

    def __call__(self, folder: str | Path, parts: Sequence[str], /) -> _Given: ...


class OutsideError(OSError):
    """A link leads out of the logdirs."""

    def __init__(self, path: Path, *, to_folder: bool) -> None:
        super().__init__(errno.EXDEV, OUTSIDE, str(path))
        self.to_folder = to_folder


class PassingError(DriveError):
    """What holds files refuses them now, and may give them later without any change of them: whoever reads asks again."""

    def __str__(self) -> str:
        return self.strerror or super().__str__()


class Item(NamedTuple):
    """A file, folder or link that a folder holds under a name."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Listing:
    """The items of a folder."""

    device: int
    inode: int
    changed: int  # before it was looked into, in nanoseconds since 1970
    items: tuple[Item, ...]


class Files(Protocol):
    """How files are reached. All raise OSError; every method may be called by any thread."""

    def list(self, folder: Path) -> Listing: ...

    def stat(self, path: Path, known: Identity | None = None) -> os.stat_result: ...

    def read(self, path: Path, offset: int, length: int) -> bytes: ...

    def read_pieces(self, path: Path, places: Sequence[int], length: int) -> Sequence[bytes]: ...

    def is_near(self, path: Path) -> bool: ...

    def read_into(self, path: Path, offset: int, buffer: bytearray) -> int: ...

    def next_data(self, path: Path, offset: int) -> int: ...

    def is_locked(self, path: Path) -> bool: ...

    def use(self, path: Path, work: Callable[[Path], _Made]) -> _Made: ...

    def call(self, folder: Path, work: Callable[[], _Made]) -> _Made: ...


class LogFiles:
    """The files below the logdirs. A logdir itself may be a link: it was given by whoever reads.

    follow_links: False follows a link only where it stays within the logdirs. What was resolved is then opened folder
    by folder without following any link, so that one that is exchanged meanwhile leads nowhere.
    """

    def __init__(self, logdirs: Sequence[Path], *, follow_links: bool = False) -> None:
        self._logdirs = tuple(logdirs)
        self._follow = follow_links

    def list(self, folder: Path) -> Listing:
        """The items of the folder; raises OutsideError, and other kinds of OSError."""
        opened = self._reach(folder, open_folder)
        try:
            status = os.stat(opened)
            with os.scandir(opened) as entries:
                items = tuple(Item(entry.name, _type(entry)) for entry in entries)
        finally:
            if isinstance(opened, int):
                os.close(opened)
        return Listing(status.st_dev, status.st_ino, status.st_mtime_ns, items)

    def stat(self, path: Path, known: Identity | None = None) -> os.stat_result:
        """The status of what `read` would read, whatever its type is; raises as `list` does.

        known: what it was before; as long as it is the same, it does not matter which way leads there.
        """
        if known is not None:
            status = os.stat(path)
            if (status.st_dev, status.st_ino) == known:
                return status
        status = self._reach(path, stat_below)
        return self._resolved(path, stat_below) if stat.S_ISLNK(status.st_mode) else status

    def read(self, path: Path, offset: int, length: int) -> bytes:
        """Bytes of a plain file, fewer where it ends; raises as `list` does."""
        with self._opened(path) as file:
            # Not more than there is: what a log says of a length may be wrong.
            there = max(0, os.fstat(file.fileno()).st_size - max(0, offset))
            if offset < 0 or not there:
                return b""
            file.seek(offset)
            return file.read(max(0, min(length, there)))

    def read_pieces(self, path: Path, places: Sequence[int], length: int) -> Sequence[bytes]:
        """The bytes at each of many places of a plain file, fewer where it ends; raises as `list` does."""
        with self._opened(path) as file:
            descriptor = file.fileno()
            return [os.pread(descriptor, length, place) for place in places]

    def is_near(self, path: Path) -> bool:
        """True if many small pieces are read as fast as a large one."""
        return hasattr(os, "pread")

    def read_into(self, path: Path, offset: int, buffer: bytearray) -> int:
        """How many bytes of a plain file were read; raises as `list` does."""
        with self._opened(path) as file:
            file.seek(offset)
            return file.readinto(buffer) or 0

    def next_data(self, path: Path, offset: int) -> int:
        """The end of the hole of a plain file that `offset` is in; `offset` if it is in none, as far as is known."""
        if not hasattr(os, "SEEK_DATA"):
            return offset
        with self._opened(path) as file:
            try:
                return os.lseek(file.fileno(), offset, os.SEEK_DATA)
            except OSError as error:
                if error.errno == errno.ENXIO:  # nothing but a hole follows
                    return os.fstat(file.fileno()).st_size
                return offset

    def is_locked(self, path: Path) -> bool:
        """True if a process has locked a spool; raises OSError too where the drive has no locks."""
        with self._opened(path) as file:
            return spool_lock.AVAILABLE and spool_lock.is_taken(file.fileno())

    def use(self, path: Path, work: Callable[[Path], _Made]) -> _Made:
        """The result of some work with a plain file that a library opens by its path; raises as `list` does.

        What the library opened is what may be read, unless somebody exchanged a folder twice meanwhile.
        """
        before = self.stat(path)
        check_plain(before)
        made = work(Path(os.path.realpath(path, strict=True)))
        after = self.stat(path)
        if (after.st_dev, after.st_ino) != (before.st_dev, before.st_ino):
            raise OSError(errno.ESTALE, "another file has taken its place", str(path))
        return made

    def call(self, folder: Path, work: Callable[[], _Made]) -> _Made:
        """The result of some work with several files of a folder."""
        return work()

    @contextmanager
    def _opened(self, path: Path) -> Iterator[io.FileIO]:
        with io.FileIO(self._reach(path, open_plain), closefd=True) as file:
            yield file

    def _reach(self, path: Path, ask: _Ask[_Given]) -> _Given:
        try:
            return ask(*self._below(path))
        except OSError as error:
            if not is_link_error(error):
                raise
        return self._resolved(path, ask)

    def _below(self, path: Path) -> tuple[Path, tuple[str, ...]]:
        parts = path.parts
        for logdir in self._logdirs:
            if parts[: len(logdir.parts)] == logdir.parts:
                return logdir, parts[len(logdir.parts) :]
        raise OutsideError(path, to_folder=False)

    def _resolved(self, path: Path, ask: _Ask[_Given]) -> _Given:
        """The answer for what links lead to, if they may be followed there."""
        real = Path(os.path.realpath(path, strict=True))
        if self._follow:
            return ask(real.parent, (real.name,)) if real.name else ask(real, ())
        for logdir in self._logdirs:
            root = Path(os.path.realpath(logdir))
            if real.parts[: len(root.parts)] == root.parts:
                return ask(root, real.parts[len(root.parts) :])
        raise OutsideError(path, to_folder=os.path.isdir(real))


def _type(entry: os.DirEntry[str]) -> Type:
    try:
        if entry.is_symlink():
            return "link"
        if entry.is_dir(follow_symlinks=False):
            return "folder"
        return "file" if entry.is_file(follow_symlinks=False) else "other"
    except OSError:  # it must not hide its neighbors
        return "other"
