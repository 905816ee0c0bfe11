"""Looking for runs again and again, whatever folder does not answer."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from vdlite.reader.files.drives import Drives, silent
from vdlite.reader.files.files import Identity
from vdlite.reader.files.workers import Task, Workers
from vdlite.reader.logdir.changed_folders import FolderChanges
from vdlite.reader.logdir.discovery import Found, Unreadable, Walk
from vdlite.reader.logdir.logdirs import Logdir

_MOST_HELD = 7  # folders at once, each of which holds up a thread; then only known ones are visited
_THREADS = _MOST_HELD + 2  # the search itself, and the look whether it is worth while
_GLANCE = 0.02  # seconds between two looks whether the search goes on


@dataclass(frozen=True, slots=True)
class _Held:
    task: Task[None]
    since: float  # seconds since 1970


class Search:
    """Finds the runs below the logdirs. For one thread at a time."""

    def __init__(self, logdirs: Sequence[Logdir], drives: Drives, *, patience: float) -> None:
        """patience: seconds that the search waits for a folder before it goes on without it."""
        self._logdirs = tuple(logdirs)
        self._folders_of = {
            logdir.path: logdir.folder for logdir in logdirs
        }  # also of single files
        self._drives = drives
        self._patience = patience
        self._workers = Workers(_THREADS, "vdlite-search")
        self._held: dict[Path, _Held] = {}
        self._identities: Mapping[Path, Identity] = {}
        self._folders = FolderChanges(changed=self._changed)
        self._is_whole = False  # whether every logdir was there
        self._check: Task[bool] | None = None

    @property
    def threads(self) -> int:
        return self._workers.count

    @property
    def silent(self) -> tuple[Path, ...]:
        """The folders, or single files, that did not answer when they were looked into."""
        return tuple(self._held)

    @property
    def held_up(self) -> bool:
        """True if a folder does not answer."""
        return bool(self._held)

    def may_have_changed(self) -> bool:
        """True if looking can find anything new. True as well as long as something does not answer."""
        if self._held or not self._is_whole or self._drives.hanging():
            return True
        if self._check is not None and not self._check.wait(0):
            return True
        check = self._check = self._workers.submit(self._folders.may_have_changed)
        while not check.wait(_GLANCE):
            since = check.since
            if since is not None and time.monotonic() - since > self._patience:
                return True
        return check.result()

    def _changed(self, folder: Path) -> int:
        return self._drives.stat(folder, self._identities[folder]).st_mtime_ns

    def look(self) -> Found:
        """The runs; what lies below folders that don't answer is not among them, but reported as `unanswered`."""
        self._held = {folder: held for folder, held in self._held.items() if not held.task.wait(0)}
        hanging = self._drives.hanging()
        silent_folders = {folder: held.since for folder, held in self._held.items()}
        if hanging:
            silent_folders |= {
                folder: hanging[device]
                for folder, (device, _) in self._identities.items()
                if device in hanging
            }
        begun = time.monotonic()
        walk = Walk(self._logdirs, self._drives, partial(self._may_visit, silent_folders))
        self._go(walk)
        found = walk.found
        found.unreadable += [
            Unreadable(name or ".", silent(silent_folders.get(folder, time.time())))
            for folder, name in found.unanswered
        ]
        below = tuple(self._folders_of.get(place, place) for place, _ in found.unanswered)
        kept = {
            folder: identity
            for folder, identity in self._identities.items()
            if below and any(folder == one or one in folder.parents for one in below)
        }
        self._identities = kept | found.identities
        self._drives.learn({folder: device for folder, (device, _) in self._identities.items()})
        self._folders.searched(found.times, time.monotonic() - begun)
        self._is_whole = all(logdir.folder in found.times for logdir in self._logdirs)
        return found

    def _may_visit(self, silent_folders: Mapping[Path, float], place: Path) -> bool:
        """Not where nothing answers; and what has never answered yet only while there is a thread to lose."""
        folder = self._folders_of.get(place, place)
        if place in silent_folders or folder in silent_folders:
            return False
        return len(self._held) < _MOST_HELD or folder in self._identities

    def _go(self, walk: Walk) -> None:
        task = self._workers.submit(walk.go)
        asked = time.monotonic()
        while not task.wait(_GLANCE):
            now = time.monotonic()
            if now - (task.since or (now if task.begun else asked)) <= self._patience:
                continue
            if not task.begun and self._workers.busy <= _THREADS:
                continue  # it is just about to
            if not task.begun:  # every thread is held up
                task.cancelled = True
                walk.leave_rest()
                return
            folder = walk.leave()
            if folder is not None:
                self._held[folder] = _Held(task, time.time() - self._patience)
                task = self._workers.submit(walk.go)
                asked = time.monotonic()
