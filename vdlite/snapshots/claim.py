"""One recorder for each folder of snapshots: two that write one list would each undo what the other has written."""

import gc
import os
import threading
import weakref
from collections.abc import Callable
from pathlib import Path

from vdlite.writer.file.descriptor import close_own


class Claim:
    """Holds a folder until it is let go, or its process ends."""

    def __init__(self, descriptor: int | None, in_use: Callable[[], bool]) -> None:
        """descriptor: with the lock; None where there is none. in_use: false when another may have the folder."""
        self.in_use = in_use
        self.lost = False
        self.locked = descriptor is not None
        identity = None if descriptor is None else os.fstat(descriptor)
        self._end = weakref.finalize(
            self, close_own, -1 if descriptor is None else descriptor, identity
        )

    def let_go(self) -> None:
        self.lost = True
        self._end()


_turn = threading.Lock()
_held: "weakref.WeakValueDictionary[str, Claim]" = weakref.WeakValueDictionary()
"""The claims of this process. Not all file systems lock, and some lock only against other processes."""


def claim(folder: Path, in_use: Callable[[], bool] = lambda: True) -> Claim | None:
    """None while somebody else holds the folder. One that can't be locked is free.

    in_use: whether the one who claims still needs it; who does gets what another of this process does not need any
    more, such as a training that was interrupted in a notebook, where its traceback keeps all that it has made.
    """
    path = os.path.realpath(folder)
    if path in _held:
        gc.collect()  # a recorder that nobody has any more may be part of a cycle
    with _turn:
        holder = _held.get(path)
        if holder is not None and not holder.lost:
            if holder.in_use() or not in_use():
                return None
            holder.let_go()
        try:
            descriptor = _lock(path)
        except BlockingIOError:
            return None
        made = Claim(descriptor, in_use)
        _held[path] = made
        return made


def _lock(path: str) -> int | None:
    """A descriptor of the folder, locked against other processes; None where that is not possible."""
    try:
        import fcntl

        descriptor = os.open(path, os.O_RDONLY)
    except (ImportError, OSError):  # Windows, or there is no such folder
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        if isinstance(error, BlockingIOError):
            raise
        return None
    return descriptor


def _leave_to_parent() -> None:
    """Let go of claims in a fork: a lock ends with the last process that has its descriptor, but is to end with the one that made it."""
    global _turn
    _turn = threading.Lock()  # a thread that is not here may have had the other
    for one in list(_held.values()):
        if one.locked:  # so that the lock says how long the parent holds it
            one.let_go()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)
