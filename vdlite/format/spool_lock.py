"""The lock that says whether a spool's writer lives: it goes with the process, however that ends."""

import errno

try:
    import fcntl
except ImportError:  # Windows, which has no os.pwrite either: no spools there
    fcntl = None  # type: ignore[assignment]

AVAILABLE = fcntl is not None


def take(fd: int) -> bool:
    """Lock the spool for this process, until the descriptor is closed; False if another one has it.

    Raises OSError where the drive has no locks.
    """
    return _try(fd, fcntl.LOCK_EX)


def is_taken(fd: int) -> bool:
    """True if a process has locked the spool. Raises OSError where the drive has no locks."""
    if not _try(fd, fcntl.LOCK_SH):
        return True
    fcntl.flock(fd, fcntl.LOCK_UN)
    return False


def _try(fd: int, operation: int) -> bool:
    try:
        fcntl.flock(fd, operation | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
            return False
        raise
    return True
