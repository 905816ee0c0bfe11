"""Records of series whose declaration has not been read."""

from collections import defaultdict

from vdlite.format.batch import Entries
from vdlite.reader.series.columns import Columns
from vdlite.reader.series.summaries import PackedSummaries

MOST_BYTES = 64 << 20
_POINT_BYTES, _ENTRY_BYTES = 24, 64  # in memory


class Undeclared:
    """Records of one file wait here until the declaration of their series comes: damaged ones are repeated further on.

    It may never come, so they take a limited amount of memory: what comes beyond it is only counted.
    """

    def __init__(self, most_bytes: int) -> None:
        self._room = most_bytes
        self._points: defaultdict[int, list[Columns]] = defaultdict(list)  # by series number
        self._entries: defaultdict[int, list[Entries]] = defaultdict(list)
        self.records = 0  # that wait, or for which there was no room

    def add_points(self, number: int, points: Columns) -> None:
        """Keep points of that series number."""
        self.records += len(points)
        if self._takes(len(points) * _POINT_BYTES):
            self._points[number].append(points.copy())

    def add_entries(self, number: int, entries: Entries) -> None:
        """Keep other records of that series number; their summaries are packed."""
        self.records += len(entries)
        if self._takes(_bytes(entries)):
            self._entries[number].append(entries)

    def take(self, number: int) -> tuple[list[Columns], list[Entries]]:
        """The records that wait for the declaration of that series number. They do not wait any longer."""
        points, entries = self._points.pop(number, []), self._entries.pop(number, [])
        self.records -= sum(map(len, points)) + sum(map(len, entries))
        self._room += sum(map(len, points)) * _POINT_BYTES + sum(map(_bytes, entries))
        return points, entries

    def _takes(self, size: int) -> bool:
        if size > self._room:
            return False
        self._room -= size
        return True


def _bytes(entries: Entries) -> int:
    packed = entries.summaries
    summaries = packed.bytes if isinstance(packed, PackedSummaries) else 0
    return len(entries) * _ENTRY_BYTES + summaries
