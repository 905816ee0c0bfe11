"""How many files the cache may have open: each that is mapped takes one of those that a process may have."""

from __future__ import annotations

import weakref

from vdlite.cache.locks import ForkLock

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

_SHARE = 0.5  # of the files that the process may open
_MOST = 1 << 16  # that a process asks to be allowed
_EACH = 2  # a file and its mapping

_lock = ForkLock()
_held: weakref.WeakSet[object] = weakref.WeakSet()


def raise_limit() -> None:
    """Let this process open as many files as the system allows it, up to 65,536."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST if hard == resource.RLIM_INFINITY else min(_MOST, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def check_room() -> None:
    """Raises OSError if the cache has as many files open as it may."""
    if resource is None:
        return
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    with _lock:
        count = len(_held)
    if soft != resource.RLIM_INFINITY and _EACH * (count + 1) > _SHARE * soft:
        raise OSError(f"the cache has {count} files open")


def hold(file: object) -> None:
    """Count a file as open for as long as the object lives."""
    with _lock:
        _held.add(file)
