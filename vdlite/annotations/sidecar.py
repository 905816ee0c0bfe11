"""The sidecar: one append-only file of edits in a logdir, which any number of servers share.

Lock order: a Sidecar's turn, then the lock of the file, then its own lock, which no file operation holds up.

It is never compacted. An edit is a few hundred bytes that a person has caused, ten thousand of them
are read in a tenth of a second, and a file that nobody ever rewrites can't lose what another
server is just adding to it.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, get_args

from vdlite.annotations.appending import append
from vdlite.annotations.folder import folder_below
from vdlite.annotations.lines import About, Edit, edit_of, line
from vdlite.errors import SidecarError
from vdlite.format.layout import OWN_FOLDER
from vdlite.format.opening import open_plain

FILE_NAME = "annotations.jsonl"
_PIECE = 16 << 20  # bytes that are read at once
LONGEST_LINE = 1 << 20  # bytes; more is no edit of ours, and is passed over


class Sidecar:
    """The annotations of one logdir; of several edits of one thing, the last line counts.

    A line that can't be read, or that a newer version wrote, stays where it is and is passed over.
    May be used by any thread.
    """

    def __init__(self, root: str | Path, folder: str = OWN_FOLDER) -> None:
        """root: the logdir, or whatever folder holds the annotations; folder: their folder in it."""
        self._root = Path(root)
        self._folder = folder
        self._path = self._root / folder / FILE_NAME
        # Of whoever reads or writes the file, for as long as its drive takes.
        self._turn = threading.Lock()
        # Guards everything below; it is changed only by who has the turn.
        self._lock = threading.Lock()
        self._version = 0
        self._forget()
        self._file: tuple[int, int] | None = None  # device and inode of what was read

    def _forget(self) -> None:
        self._offset = 0  # of the first byte that was not taken in: the beginning of a line
        self._skipping = False  # the line there is too long: look for its end only
        self._runs: dict[str, dict[str, Any]] = {}
        self._objects: dict[str, dict[str, Any]] = {
            about: {} for about in get_args(About) if about != "run"
        }

    @property
    def version(self) -> int:
        """Grows when what is known of the file may have changed."""
        with self._lock:
            return self._version

    @property
    def runs(self) -> Mapping[str, Mapping[str, Any]]:
        """The annotations of each run, by its name relative to the logdir."""
        with self._lock:
            return {name: MappingProxyType(dict(fields)) for name, fields in self._runs.items()}

    @property
    def baseline(self) -> tuple[str, ...]:
        """The runs that others are compared with, by their names relative to the logdir, sorted; mostly none or one."""
        with self._lock:
            names = [name for name, fields in self._runs.items() if fields.get("baseline")]
        return tuple(sorted(names))

    @property
    def thresholds(self) -> Mapping[str, Any]:
        """Thresholds by tag."""
        with self._lock:
            return dict(self._objects["threshold"])

    @property
    def charts(self) -> Mapping[str, Any]:
        """Charts by name."""
        with self._lock:
            return dict(self._objects["chart"])

    @property
    def boards(self) -> Mapping[str, Any]:
        """Boards by name."""
        with self._lock:
            return dict(self._objects["board"])

    @property
    def directions(self) -> Mapping[str, Any]:
        """Directions by tag: whether less or more of it is better."""
        with self._lock:
            return dict(self._objects["direction"])

    def refresh(self) -> None:
        """Read what was appended by anyone."""
        with self._turn:
            self._refresh()

    def append(self, edits: Sequence[Edit]) -> None:
        """Write edits with one write, so that all of them are there or, of a torn write, the first ones.

        Raises SidecarError if that is not possible.
        """
        if not edits:
            return
        content = b"".join(map(line, edits))
        with self._turn:
            folder = folder_below(self._root, self._folder)
            try:
                append(folder / FILE_NAME, content)
            except OSError as error:
                why = error.strerror or str(error)
                raise SidecarError(
                    f"can't write annotations: {why}: {self._folder}/{FILE_NAME}"
                ) from error
            finally:
                self._refresh()

    # -- reading; by who has the turn

    def _refresh(self) -> None:
        try:
            file = open_plain(self._root, [self._folder, FILE_NAME])
        except OSError:  # not there, or not to be used: nothing is annotated, and edits tell why
            with self._lock:
                self._begin_anew(None)
            return
        try:
            while self._read(file):
                pass
        except OSError:  # a network drive that fails: what was read stays
            return
        finally:
            os.close(file)

    def _begin_anew(self, file: tuple[int, int] | None) -> None:
        if self._file is not None:
            self._version += 1
        self._file = file
        self._forget()

    def _read(self, file: int) -> bool:
        """Take in whole lines from the offset on; True if there may be more of them."""
        status = os.fstat(file)
        own = (status.st_dev, status.st_ino)
        anew = own != self._file or status.st_size < self._offset
        os.lseek(file, 0 if anew else self._offset, os.SEEK_SET)
        content = os.read(file, _PIECE)
        with self._lock:
            if anew:
                self._begin_anew(own)
            begun = self._offset
            self._take_lines(content)
            if self._offset > begun:
                self._version += 1
        # A line without an end may be as long as the file claims to be: there is more time for it later.
        return len(content) == _PIECE and not self._skipping

    def _take_lines(self, content: bytes) -> None:
        *lines, rest = content.split(b"\n")
        for text in lines:
            self._offset += len(text) + 1
            if self._skipping:
                self._skipping = False
            elif text:
                self._take(text)
        if len(rest) > LONGEST_LINE:
            self._offset += len(rest)
            self._skipping = True

    def _take(self, text: bytes) -> None:
        edit = edit_of(text) if len(text) <= LONGEST_LINE else None
        if edit is None:
            return
        if edit.field is None:
            entries, key = self._objects[edit.about], edit.name
        else:
            entries, key = self._runs.setdefault(edit.name, {}), edit.field
        if edit.value is not None:
            entries[key] = edit.value
            return
        entries.pop(key, None)
        if edit.field is not None and not entries:
            del self._runs[edit.name]
