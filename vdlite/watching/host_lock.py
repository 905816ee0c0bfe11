"""Locks among the processes of one machine, which end with who holds them."""

import contextlib
import os
import tempfile
from hashlib import sha256
from pathlib import Path

from vdlite.format.layout import host_name

try:
    import fcntl
except ImportError:  # Windows, where every process is the first
    fcntl = None  # type: ignore[assignment]


class HostLock:
    """A lock by name, which one process of this machine may hold, in one place of it.

    Its file lies in a folder of the user's own in that of temporary files: a run's folder may be on a drive where locks
    hang. A killed process holds none. Where no file can be made, everybody has it.
    """

    def __init__(self, name: str, folder: Path | None = None) -> None:
        self._folder = folder
        self._file = sha256(f"{_boot()}\0{name}".encode(errors="surrogateescape")).hexdigest()[:32]
        self._fd: int | None = None
        self._is_free = False  # for everybody

    def take(self) -> bool:
        """True if this one has it now. Does not wait."""
        if fcntl is None or self._is_free or self._fd is not None:
            return True
        try:
            path = _folder() if self._folder is None else self._folder
            return self._lock(path / self._file)
        except OSError:
            self._is_free = True
            return True

    def release(self) -> None:
        """Let another process have it."""
        fd, self._fd = self._fd, None
        if fd is not None:
            with contextlib.suppress(OSError):
                path = _folder() if self._folder is None else self._folder
                os.unlink(path / self._file)
            os.close(fd)

    def forget(self) -> None:
        """In a child process: it is the parent's."""
        fd, self._fd = self._fd, None
        if fd is not None:
            os.close(fd)

    def _lock(self, path: Path) -> bool:
        while True:
            fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(fd)
                return False
            except OSError:
                os.close(fd)
                raise
            try:
                mine, there = os.fstat(fd), os.stat(path)
            except FileNotFoundError:
                os.close(fd)  # who had it has just removed it: the next one is another file
                continue
            if (mine.st_ino, mine.st_dev) != (there.st_ino, there.st_dev):
                os.close(fd)
                continue
            self._fd = fd
            return True


def _folder() -> Path:
    """A folder that only this user can write to. Raises OSError if it is somebody else's."""
    path = Path(tempfile.gettempdir()) / f"vdlite-{os.getuid()}"
    with contextlib.suppress(FileExistsError):
        path.mkdir(0o700)
    found = os.lstat(path)
    if found.st_uid != os.getuid() or not path.is_dir() or path.is_symlink():
        raise PermissionError(f"somebody else's folder: {path}")
    return path


def _boot() -> str:
    """A name of this machine since its start: containers share it, and machines that share a folder do not."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except (OSError, ValueError):
        return host_name()
