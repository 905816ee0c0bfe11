"""The files that something was made of: each that was asked for meanwhile, as it was then.

What was made may be taken for what would be made now as long as all of them are as they were. A name at which nothing
was is noted as well: something may be there later.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from vdlite.cache.stamps import Stamp
from vdlite.foreign.names import DATABASE_PARTS
from vdlite.reader.files.files import Files, Listing

_Made = TypeVar("_Made")

Facts = dict[str, list[Any]]
"""Notes as they are kept: paths relative to a folder, so that they go with it, each with what was there."""

_Stamps = list[Stamp | None]  # None: there was nothing


class Notes:
    """What was asked for, each with its stamps before that. For one thread at a time."""

    def __init__(self, others: Notes | None = None) -> None:
        """others: what is noted there is not noted again."""
        self._paths: dict[str, _Stamps] = {}
        self._databases: dict[str, _Stamps] = {}
        self._others = self if others is None else others
        self._is_doubted = False

    def __bool__(self) -> bool:
        """True if anything was noted."""
        return bool(self._paths or self._databases or self._is_doubted)

    def stat(self, path: Path, files: Files) -> os.stat_result:
        """The status of a file or folder, which is noted if it was not yet. Raises OSError."""
        name = str(path)
        if name in self._paths or name in self._others._paths:
            return files.stat(path)
        try:
            status = files.stat(path)
        except (FileNotFoundError, NotADirectoryError):
            self._paths[name] = [None]
            raise
        except OSError:
            self._is_doubted = True
            raise
        self._note(self._paths, name, [Stamp.of(status)])
        return status

    def look_at(self, path: Path, files: Files) -> None:
        """Note a file or folder, if it was not yet."""
        if str(path) not in self._paths and str(path) not in self._others._paths:
            with suppress(OSError):
                self.stat(path, files)

    def look_at_database(self, path: Path, files: Files) -> None:
        """Note a database, with the files that belong to it, if it was not yet."""
        name = str(path)
        if name in self._databases or name in self._others._databases:
            return
        try:
            self._note(self._databases, name, _stamps_of_database(path, files))
        except OSError:
            self._is_doubted = True

    def _note(self, notes: dict[str, _Stamps], name: str, stamps: _Stamps) -> None:
        notes[name] = stamps
        now = time.time_ns()  # before anything of it is read
        for stamp in stamps:
            if stamp is not None and stamp.is_young(now):
                self._is_doubted = True

    def facts(self, folder: Path, files: Files) -> Facts | None:
        """Facts by which the notes are kept; None if any of the files may have changed since it was noted."""
        found: Facts = {
            "paths": _relative(self._paths, folder),
            "databases": _relative(self._databases, folder),
        }
        return None if self._is_doubted or not are_as_noted(found, folder, files) else found


class NotedFiles:
    """The files of stores, and those that logs name, as `foreign.stores.facts.StoreFiles`: what is asked for is noted."""

    def __init__(self, files: Files) -> None:
        self.reached = files  # without a note
        self.notes = Notes()  # on what is asked for outside of `noting`
        self._notes = self.notes

    @contextmanager
    def noting(self, notes: Notes) -> Iterator[None]:
        """Note what is asked for within a `with` block there."""
        self._notes = notes
        try:
            yield
        finally:
            self._notes = self.notes

    def list(self, folder: Path) -> Listing:
        self._notes.look_at(folder, self.reached)
        return self.reached.list(folder)

    def stat(self, path: Path) -> os.stat_result:
        return self._notes.stat(path, self.reached)

    def read(self, path: Path, offset: int, length: int) -> bytes:
        self._notes.look_at(path, self.reached)
        return self.reached.read(path, offset, length)

    def use(self, path: Path, work: Callable[[Path], _Made]) -> _Made:
        self._notes.look_at_database(path, self.reached)
        return self.reached.use(path, work)


def are_as_noted(facts: Mapping[str, Sequence[Any]], folder: Path, files: Files) -> bool:
    """True if all files are as they were, seen from that folder; not where one does not answer, nor of other facts."""
    try:
        return all(
            look(Path(os.path.normpath(folder / path)), files)
            == [None if stamp is None else Stamp(*stamp) for stamp in stamps]
            for name, look in (("paths", _stamps_of), ("databases", _stamps_of_database))
            for path, stamps in facts[name]
        )
    except (OSError, KeyError, TypeError, ValueError):
        return False


def _relative(noted: Mapping[str, _Stamps], folder: Path) -> list[Any]:
    return [[os.path.relpath(path, folder), stamps] for path, stamps in noted.items()]


def _stamps_of(path: Path, files: Files) -> _Stamps:
    try:
        return [Stamp.of(files.stat(path))]
    except (FileNotFoundError, NotADirectoryError):
        return [None]


def _stamps_of_database(path: Path, files: Files) -> _Stamps:
    def look(real: Path) -> _Stamps:
        found: _Stamps = []
        for part in DATABASE_PARTS:
            stamp = None
            with suppress(FileNotFoundError):
                stamp = Stamp.of(os.stat(f"{real}{part}"))
            found.append(stamp)
        return found

    return files.use(path, look)
