"""The logbook of a logdir: a file of Markdown beside its runs, to which people and programs append what they concluded.

Nothing in it is ever changed or left out: what is no entry, since somebody edited the file by hand or it is damaged,
is an entry that has a text only. It is read from its end, in pieces.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from vdlite.annotations.appending import append
from vdlite.annotations.entry import HEAD_START, LONGEST_ENTRY, LogbookEntry, entry_of, markdown
from vdlite.annotations.folder import folder_below
from vdlite.errors import SidecarError
from vdlite.format.layout import LOGBOOK
from vdlite.format.opening import open_plain

MOST_ENTRIES = 200
"""On one page, unless more are asked for."""

_TITLE = b"# Logbook\n"
_PIECE = 256 * 1024  # bytes that are read at once
_MOST_SEARCHED = 64 << 20  # bytes, for one page
_MOST_ON_PAGE = 4 << 20  # bytes of entries on one page, as long as there is one
_HEAD = re.compile(rb"(?<=\n)" + HEAD_START)
_LONGEST_START = 10  # bytes that show that a line is a head, and the end of the line before

Wanted = Callable[[LogbookEntry], bool]


@dataclass(frozen=True, slots=True)
class LogbookPage:
    """Entries in a row, the newest first."""

    entries: tuple[LogbookEntry, ...]
    older: int | None  # the offset before which there is more; None: nothing


class Logbook:
    """The logbook in one folder. May be used by any thread and any number of processes."""

    def __init__(self, root: str | Path, folder: str = "") -> None:
        """root: the logdir, or whatever folder holds the logbook; folder: one in it that does so."""
        self._root = Path(root)
        self._parts = [folder, LOGBOOK] if folder else [LOGBOOK]

    def append(self, entry: LogbookEntry) -> LogbookEntry:
        """Write an entry at the end, with one write, and return it with its place.

        Raises SidecarError if that is not possible; then its beginning may be there.
        """
        folder = folder_below(self._root, *self._parts[:-1])
        content = b"\n" + markdown(entry).encode()
        try:
            offset = append(folder / LOGBOOK, content, first=_TITLE)
        except OSError as error:
            why = error.strerror or str(error)
            raise SidecarError(
                f"can't write the logbook: {why}: {'/'.join(self._parts)}"
            ) from error
        return replace(entry, offset=offset + 1)

    def page(
        self, limit: int = MOST_ENTRIES, *, before: int | None = None, wanted: Wanted | None = None
    ) -> LogbookPage:
        """The newest entries; none where there is no logbook.

        limit: at most so many; of long ones fewer come at once.
        before: only entries in front of that byte of the file, as `older` of another page.
        wanted: only entries of which it is true.
        Raises OSError where the file can't be read, or is no plain file.
        """
        try:
            file = open_plain(self._root, self._parts)
        except FileNotFoundError:
            return LogbookPage((), None)

        def read(offset: int, length: int) -> bytes:
            os.lseek(file, offset, os.SEEK_SET)
            return os.read(file, length)

        try:
            return page_of(read, os.fstat(file).st_size, limit, before=before, wanted=wanted)
        finally:
            os.close(file)

    def stamp(self) -> tuple[int, int, int, int] | None:
        """The state of the file, which is another one when it may hold something else; None: there is none."""
        try:
            file = open_plain(self._root, self._parts)
        except OSError:
            return None
        try:
            status = os.fstat(file)
        finally:
            os.close(file)
        return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def page_of(
    read: Callable[[int, int], bytes],
    size: int,
    limit: int = MOST_ENTRIES,
    *,
    before: int | None = None,
    wanted: Wanted | None = None,
) -> LogbookPage:
    """The newest entries of a logbook that lies wherever it can be read.

    read: gives the bytes of the file from an offset on, of that length, or fewer where it ends.
    size: bytes of the file. The rest is as of `Logbook.page`.
    """
    end = size if before is None else min(before, size)
    found: list[LogbookEntry] = []
    taken = 0
    window = _Window(read)
    for start in _starts(window, end):
        part = window.bytes(start, min(end - start, LONGEST_ENTRY))
        if start or part.removeprefix(b"\xef\xbb\xbf").strip() != _TITLE.strip():
            entry = entry_of(part, start, end - start - len(part))
            if (entry.text or entry.walltime is not None) and (wanted is None or wanted(entry)):
                if found and (len(found) == limit or taken + len(part) > _MOST_ON_PAGE):
                    return LogbookPage(tuple(found), end)
                found.append(entry)
                taken += len(part)
        end = start
    return LogbookPage(tuple(found), end or None)


class _Window:
    """The piece of a file that was read last, of which most of what is asked for is a part."""

    def __init__(self, read: Callable[[int, int], bytes]) -> None:
        self._read = read
        self._offset = 0
        self._data = b""

    def look(self, offset: int, length: int) -> bytes:
        self._offset, self._data = offset, self._read(offset, length)
        return self._data

    def bytes(self, offset: int, length: int) -> bytes:
        at = offset - self._offset
        if at >= 0 and at + length <= len(self._data):
            return self._data[at : at + length]
        return self._read(offset, length)


def _starts(window: _Window, end: int) -> Iterator[int]:
    """The offsets before `end` where parts begin, the last first.

    After `_MOST_SEARCHED` bytes a part begins wherever that is, and is the last one given.
    """
    stop = end
    least = max(0, end - _MOST_SEARCHED)
    while stop > least:
        begin = max(least, stop - _PIECE)
        margin = min(begin, 1)  # the end of the line before
        data = window.look(begin - margin, stop - begin + margin + _LONGEST_START)
        # What stands first in the file begins a part, whatever it is.
        starts = [begin - margin + head.start() for head in _HEAD.finditer(data)]
        yield from (start for start in reversed(starts) if 0 < start < stop)
        stop = begin
    if end:
        yield least
