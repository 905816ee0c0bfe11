"""A drive that stops answering when a test says so, and has a device number of its own."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from vdlite.reader.files.files import Files, Identity, Listing

_Made = TypeVar("_Made")
EVERYTHING = frozenset(
    {"list", "stat", "read", "read_pieces", "read_into", "next_data", "is_locked", "use"}
)


class DriveAt:
    """Files of which those at and below a folder lie on another drive."""

    def __init__(self, files: Files, folder: Path, device: int = 4711) -> None:
        self._files = files
        self._folder = folder
        self._device = device
        self._change = threading.Condition()
        self._hangs: frozenset[str] = frozenset()
        self._only = folder
        self.waiting = 0  # threads that it holds up just now

    @contextmanager
    def hanging(
        self, what: frozenset[str] = EVERYTHING, *, only: Path | None = None
    ) -> Iterator[None]:
        """For a `with` block nothing comes back of these operations, not even an error.

        only: a file or folder that they concern; None: all of the drive.
        """
        self._only = only or self._folder
        self._set(what)
        try:
            yield
        finally:
            self._set(frozenset())

    def wait_until_somebody_waits(self) -> None:
        with self._change:
            self._change.wait_for(lambda: self.waiting > 0)

    def _set(self, what: frozenset[str]) -> None:
        with self._change:
            self._hangs = what
            self._change.notify_all()

    def _ask(self, what: str, path: Path, ask: Callable[[], _Made]) -> _Made:
        if self._only == path or self._only in path.parents:
            with self._change:
                self.waiting += 1
                self._change.notify_all()
                self._change.wait_for(lambda: what not in self._hangs)
                self.waiting -= 1
        return ask()

    def list(self, folder: Path) -> Listing:
        listing = self._ask("list", folder, lambda: self._files.list(folder))
        return replace(listing, device=self._device) if self._is_on_it(folder) else listing

    def _is_on_it(self, path: Path) -> bool:
        return self._folder == path or self._folder in path.parents

    def stat(self, path: Path, known: Identity | None = None) -> os.stat_result:
        found = self._ask("stat", path, lambda: self._files.stat(path, known))
        if not stat.S_ISDIR(found.st_mode) or not self._is_on_it(path):
            return found
        parts = found.__reduce__()[1]
        return os.stat_result((*parts[0][:2], self._device, *parts[0][3:]), parts[1])

    def read(self, path: Path, offset: int, length: int) -> bytes:
        return self._ask("read", path, lambda: self._files.read(path, offset, length))

    def read_into(self, path: Path, offset: int, buffer: bytearray) -> int:
        return self._ask("read_into", path, lambda: self._files.read_into(path, offset, buffer))

    def read_pieces(self, path: Path, places: Sequence[int], length: int) -> Sequence[bytes]:
        return self._ask("read_pieces", path, lambda: self._files.read_pieces(path, places, length))

    def is_near(self, path: Path) -> bool:
        return self._files.is_near(path)

    def is_locked(self, path: Path) -> bool:
        return self._ask("is_locked", path, lambda: self._files.is_locked(path))

    def use(self, path: Path, work: Callable[[Path], _Made]) -> _Made:
        return self._ask("use", path, lambda: self._files.use(path, work))

    def call(self, folder: Path, work: Callable[[], _Made]) -> _Made:
        return work()

    def next_data(self, path: Path, offset: int) -> int:
        return self._ask("next_data", path, lambda: self._files.next_data(path, offset))
