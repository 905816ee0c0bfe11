"""The records that wait to be written to a log, and what there was no room for."""

import time

BACKLOG_BYTES = 16 << 20
"""So much waits in memory while writing fails; what comes after that is counted as missing."""


class Gap:
    """Records that are missing, of which the log does not tell yet."""

    __slots__ = ("missing", "noticed", "since", "until")

    def __init__(self, walltime: float) -> None:
        self.missing = 0
        self.since = self.until = walltime  # of the records
        self.noticed = time.monotonic()

    def add(self, walltime: float, count: int) -> None:
        self.missing += count
        self.since, self.until = min(self.since, walltime), max(self.until, walltime)


class Backlog:
    """Whole records in order. Use it with the turn's lock held."""

    def __init__(self, gap: Gap | None = None) -> None:
        """gap: what another backlog was still to tell."""
        self.gap = gap
        self.records = 0
        self.since = 0.0  # time.monotonic() when the oldest one came
        self._data = bytearray()

    def __len__(self) -> int:
        """The backlog's length in bytes."""
        return len(self._data)

    def __bool__(self) -> bool:
        """True if anything waits to be written."""
        return bool(self._data) or self.gap is not None

    @property
    def is_full(self) -> bool:
        return len(self._data) >= BACKLOG_BYTES

    @property
    def is_only_gap(self) -> bool:
        """True if what waits is but the word that records are missing."""
        return self.gap is not None and not self._data

    @property
    def data(self) -> bytes:
        return bytes(self._data)

    def add(self, data: bytes, records: int) -> None:
        if self.records == 0:
            self.since = time.monotonic()
        self._data += data
        self.records += records

    def remove(self, size: int, records: int) -> None:
        """Forget so many bytes and records at the beginning, which are written."""
        del self._data[:size]
        self.records -= records

    def miss(self, walltime: float, count: int) -> None:
        """Count records as missing."""
        if self.gap is None:
            self.gap = Gap(walltime)
        self.gap.add(walltime, count)
