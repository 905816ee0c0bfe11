"""Looking for runs again and again, whatever folder does not answer."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from vdlite.reader.discovery import Found, Unreadable, Walk, prefixes
from vdlite.reader.drives import Drives, silent
from vdlite.reader.workers import Task, Workers

_MOST_HELD = 8  # folders at once, each of which holds up a thread; then only known ones are visited
_GLANCE = 0.02  # seconds between two looks whether the search goes on


@dataclass(frozen=True, slots=True)
class _Held:
    task: Task[None]
    since: float  # seconds since 1970


class Search:
    """Finds the runs below the logdirs. For one thread at a time."""

    def __init__(self, logdirs: Sequence[Path], drives: Drives, *, patience: float) -> None:
        """patience: seconds that the search waits for a folder before it goes on without it."""
        self.prefixes = prefixes(logdirs)
        self._places = tuple(zip(logdirs, self.prefixes, strict=True))
        self._drives = drives
        self._patience = patience
        self._workers = Workers(_MOST_HELD + 1, "vdlite-search")
        self._held: dict[Path, _Held] = {}
        self._devices: Mapping[Path, int] = {}

    @property
    def threads(self) -> int:
        return self._workers.count

    @property
    def held_up(self) -> bool:
        """Whether a folder does not answer."""
        return bool(self._held)

    def look(self) -> Found:
        """What there is; what lies below folders that don't answer is not in it, but told as `unanswered`."""
        self._held = {folder: held for folder, held in self._held.items() if not held.task.wait(0)}
        hanging = self._drives.hanging()
        silent_folders = {folder: held.since for folder, held in self._held.items()}
        if hanging:
            silent_folders |= {
                folder: hanging[device]
                for folder, device in self._devices.items()
                if device in hanging
            }
        walk = Walk(self._places, self._drives, partial(self._may_visit, silent_folders))
        self._go(walk)
        found = walk.found
        found.unreadable += [
            Unreadable(name or ".", silent(silent_folders.get(folder, time.time())))
            for folder, name in found.unanswered
        ]
        below = tuple(folder for folder, _ in found.unanswered)
        kept = {
            folder: device
            for folder, device in self._devices.items()
            if below and any(folder == one or one in folder.parents for one in below)
        }
        self._devices = kept | found.devices
        self._drives.learn(self._devices)
        return found

    def _may_visit(self, silent_folders: Mapping[Path, float], folder: Path) -> bool:
        """Not where nothing answers; and what has never answered yet only while there is a thread to lose."""
        if folder in silent_folders:
            return False
        return len(self._held) < _MOST_HELD or folder in self._devices

    def _go(self, walk: Walk) -> None:
        task = self._workers.submit(walk.go)
        asked = time.monotonic()
        while not task.wait(_GLANCE):
            now = time.monotonic()
            if now - (task.since or (now if task.begun else asked)) <= self._patience:
                continue
            if not task.begun and self._workers.busy <= _MOST_HELD + 1:
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
