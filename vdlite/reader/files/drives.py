"""Files, reached through a few threads for each drive: one that hangs holds up nobody but who wants its files.

A drive is what has a device number (st_dev) of its own. What is not known yet to lie on any shares one pool.
"""

import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, MutableSequence, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import copy_context
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

from vdlite.errors import DriveError
from vdlite.format.shown_path import shown_path
from vdlite.reader.files.files import Files, Identity, Listing
from vdlite.reader.files.workers import Task, Workers, task_here

_Made = TypeVar("_Made")


class InFolder(Protocol):
    """Something that is read from the files of a folder; from none if None."""

    @property
    def folder(self) -> Path | None: ...


_Given = TypeVar("_Given", bound=InFolder)
_One = TypeVar("_One", covariant=True)


class Several(Protocol[_One]):
    """Things in an order, each of which may be made when it is asked for."""

    def __len__(self) -> int: ...

    def __getitem__(self, at: int, /) -> _One: ...


Lend = Callable[[], AbstractContextManager[object]]
"""Goes around a wait that may be long: meanwhile the waiting thread does not count among those that answer."""

PATIENCE = 5.0
"""Seconds without any answer, after which a drive is said to hang."""

READERS = 2  # threads beside one that leads them: NumPy and CRC-32 leave the interpreter to others for half of the time
_REQUESTS = 4  # threads that read for requests
_SLOWEST = 1 << 20  # bytes per second; less is no answer
_SEEK = 0.02  # seconds that a place of a file may take
_LARGEST = 1 << 40  # bytes of one piece
_LONGEST_USE = 10.0  # seconds that a library may work with a file
_SOON = 0.05  # seconds that a wait may take without any ado
_GLANCE = 0.05  # seconds between two looks whether the drive hangs


class Drive:
    """The threads of one drive, and whether it answers."""

    def __init__(self, patience: float) -> None:
        self.readers = _readers()
        self._replaced: tuple[Workers, ...] = ()  # which a folder holds up
        self.requests = Workers(_REQUESTS, "vdlite-request")
        self._patience = patience
        self._tried = 0.0  # on the monotonic clock
        self._since = (0.0, 0.0)  # since when it hangs, on the monotonic clock and the system's

    @property
    def hangs_since(self) -> float | None:
        """Since when nothing on it is answered (seconds since 1970); None: something is, or nothing was asked."""
        replaced = self._replaced
        answered = max(each.answered for each in (self.readers, self.requests, *replaced))
        begun = [self.readers.held_since(), self.requests.held_since()]
        # What was answered behind a thread that is given up shows that a folder holds it up, and not the drive.
        given_up = (each.held_since() for each in replaced)
        begun += [since for since in given_up if since is not None and since > answered]
        held = min((since for since in begun if since is not None), default=None)
        if held is None:
            return None
        quiet = max(held, answered)
        if time.monotonic() - quiet <= self._patience:
            return None
        return self._wall(held)

    def lets_wait(self, task: Task[_Made]) -> float | None:
        """Since when one file alone holds up a request, as `hangs_since` says it; None if it does not."""
        held = task.since if task.begun else self.requests.held_since()
        if held is None or time.monotonic() - held <= self._patience:
            return None
        return self._wall(held)

    def may_try(self) -> bool:
        """True if one more request may find out if it answers again: now and then, while a thread is free."""
        now = time.monotonic()
        if self.requests.busy >= _REQUESTS or now - self._tried < self._patience:
            return False
        self._tried = now
        return True

    def replace_readers(self) -> None:
        """Go on with other threads than those that a folder holds up, which end when it answers."""
        kept = [each for each in self._replaced if each.count]
        self._replaced = (*kept, self.readers)
        self.readers = _readers()

    @property
    def threads(self) -> int:
        """How many it has."""
        return sum(each.count for each in (self.readers, self.requests, *self._replaced))

    def _wall(self, held: float) -> float:
        if self._since[0] != held:  # else the time would be a little different each time
            self._since = (held, time.time() - (time.monotonic() - held))
        return self._since[1]


def _readers() -> Workers:
    return Workers(1 + READERS, "vdlite-reader")


class Drives:
    """The files of logdirs, as `Files`. Threads may share it.

    A task of one of its own `Workers` reads at once, and whoever watches it sees how long it takes; for any other
    thread the drive's threads read, and DriveError is raised if the drive does not answer.
    """

    def __init__(self, files: Files, *, patience: float = PATIENCE) -> None:
        self.patience = patience
        self.lend: Lend = nullcontext
        self._files = files
        self._lock = threading.Lock()
        self._drives: dict[int | None, Drive] = {}
        self._devices: Mapping[Path, int] = {}
        self._silent: Mapping[Path, float] = {}

    # -- which drive

    def learn(self, devices: Mapping[Path, int]) -> None:
        """Say on which device each folder is."""
        self._devices = devices

    def learn_silent(self, folders: Mapping[Path, float]) -> None:
        """Say which folders do not answer though their drives do, and since when (seconds since 1970)."""
        self._silent = folders

    def device(self, folder: Path) -> int | None:
        """None: not known."""
        return self._devices.get(folder)

    def drive(self, device: int | None) -> Drive:
        with self._lock:
            drive = self._drives.get(device)
            if drive is None:
                drive = self._drives[device] = Drive(self.patience)
            return drive

    def hanging(self) -> Mapping[int | None, float]:
        """The devices that do not answer, and since when (seconds since 1970)."""
        with self._lock:
            drives = tuple(self._drives.items())
        found = ((device, drive.hangs_since) for device, drive in drives)
        return {device: since for device, since in found if since is not None}

    @property
    def threads(self) -> int:
        """How many there are of all drives."""
        with self._lock:
            return sum(drive.threads for drive in self._drives.values())

    # -- files

    def list(self, folder: Path) -> Listing:
        task = task_here()
        if task is None:
            return self.call(folder, partial(self.list, folder))
        task.enter()
        try:
            return self._files.list(folder)
        finally:
            task.leave()

    def stat(self, path: Path, known: Identity | None = None) -> os.stat_result:
        task = task_here()
        if task is None:
            return self.call(path.parent, partial(self.stat, path, known))
        task.enter()
        try:
            return self._files.stat(path, known)
        finally:
            task.leave()

    def read(self, path: Path, offset: int, length: int) -> bytes:
        task = task_here()
        if task is None:
            return self.call(path.parent, partial(self.read, path, offset, length))
        task.enter(min(length, _LARGEST) / _SLOWEST)
        try:
            return self._files.read(path, offset, length)
        finally:
            task.leave()

    def read_pieces(self, path: Path, places: Sequence[int], length: int) -> Sequence[bytes]:
        task = task_here()
        if task is None:
            return self.call(path.parent, partial(self.read_pieces, path, places, length))
        task.enter(len(places) * _SEEK)
        try:
            return self._files.read_pieces(path, places, length)
        finally:
            task.leave()

    def is_near(self, path: Path) -> bool:
        return self._files.is_near(path)

    def read_into(self, path: Path, offset: int, buffer: bytearray) -> int:
        task = task_here()
        if task is None:
            return self.call(path.parent, partial(self.read_into, path, offset, buffer))
        task.enter(len(buffer) / _SLOWEST)
        try:
            return self._files.read_into(path, offset, buffer)
        finally:
            task.leave()

    def next_data(self, path: Path, offset: int) -> int:
        task = task_here()
        if task is None:
            return self.call(path.parent, partial(self.next_data, path, offset))
        task.enter()
        try:
            return self._files.next_data(path, offset)
        finally:
            task.leave()

    def is_locked(self, path: Path) -> bool:
        task = task_here()
        if task is None:
            return self.call(path.parent, partial(self.is_locked, path))
        task.enter()
        try:
            return self._files.is_locked(path)
        finally:
            task.leave()

    def use(self, path: Path, work: Callable[[Path], _Made]) -> _Made:
        task = task_here()
        if task is None:
            return self.call(path.parent, partial(self.use, path, work))
        task.enter(_LONGEST_USE)
        try:
            return self._files.use(path, work)
        finally:
            task.leave()

    def call(self, folder: Path, work: Callable[[], _Made]) -> _Made:
        """The result of some work with files of a folder, done by a thread of its drive.

        Raises DriveError if the drive does not answer, before or meanwhile.
        """
        if task_here() is not None:
            return work()
        drive = self.drive(self._devices.get(folder))
        since = drive.hangs_since
        if since is not None and not drive.may_try():
            raise _no_answer(since, folder)
        since = self._silent.get(folder)
        if since is not None:  # a thread that tries would be lost to the others
            raise _no_answer(since, folder)
        # What is known of the request, such as whether its client has left, is known in the other thread as well.
        task = drive.requests.submit(partial(copy_context().run, _watched, work))
        if not task.wait(_SOON):
            with self.lend():
                _wait(task, drive, folder)
        return task.result()

    @contextmanager
    def holding(self, lock: threading.Lock) -> Iterator[None]:
        """For a `with` block around work that others wait for, and which may wait for a drive.

        Raises DriveError if too many wait.
        """
        if not lock.acquire(timeout=_SOON):
            with self.lend():
                lock.acquire()
        try:
            yield
        finally:
            lock.release()

    def each(
        self, items: Several[_Given], work: Callable[[_Given], _Made]
    ) -> Iterator[_Made | None]:
        """The result of some work for each item, several at a time; None if its drive or folder does not answer."""
        at = 0
        while at < len(items):
            folder = items[at].folder
            made: list[_Made] = []
            try:
                if folder is None:
                    made.append(work(items[at]))
                else:
                    self.call(folder, partial(self._batch, items, at, work, made))
            except DriveError:
                ready = made[:]  # the thread goes on with it should it be answered later
                yield from ready
                yield None
                at += len(ready) + 1
            else:
                yield from made
                at += len(made)

    def _batch(
        self,
        items: Several[_Given],
        at: int,
        work: Callable[[_Given], _Made],
        made: MutableSequence[_Made],
    ) -> None:
        """Make something of the next items, as long as they lie on one drive that answers and it does not take long."""
        until = time.monotonic() + _SOON / 2
        first = items[at].folder
        made.append(work(items[at]))
        for place in range(at + 1, len(items)):
            item = items[place]
            if not self._are_together(first, item.folder) or time.monotonic() > until:
                break
            made.append(work(item))

    def _are_together(self, one: Path | None, other: Path | None) -> bool:
        """True if one thread may go from files of the one folder to files of the other."""
        if one == other:
            return True
        if one is None or other is None or other in self._silent:
            return False
        device = self._devices.get(one)
        return device is not None and device == self._devices.get(other)


def _wait(task: Task[_Made], drive: Drive, folder: Path) -> None:
    """Return when the task is over; raises DriveError if that may take for ever."""
    while not task.wait(_GLANCE):
        since = drive.hangs_since or drive.lets_wait(task)
        if since is not None:
            task.cancelled = True  # should it not have begun
            raise _no_answer(since, folder)


def _no_answer(since: float, folder: Path) -> DriveError:
    return DriveError(f"{silent(since)}: {shown_path(folder)}")


def silent(since: float) -> str:
    """The text for a drive that does not answer since then (seconds since 1970)."""
    return f"its drive does not answer since {time.strftime('%Y-%m-%d %H:%M:%S', time.localtime(since))}"


def _watched(work: Callable[[], _Made]) -> _Made:
    """The result of watched work, which takes too long if it does nothing but wait for a file that it opens itself."""
    task = task_here()
    if task is None:
        return work()
    task.enter()
    try:
        return work()
    finally:
        task.leave()
