"""The bytes of a file in order, decompressed where it is compressed."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path

_GZIP = b"\x1f\x8b"
_READ = 1 << 20
_WITH_HEADER = 31  # zlib's word for gzip


class Stream:
    """Gives the bytes of a file, as many as are there where it is cut short."""

    def __init__(self, path: Path) -> None:
        self.size = path.stat().st_size
        self.taken = 0
        """Bytes of the file that were read so far."""
        self.cut_short = False
        """Whether what is compressed ends before its end."""
        self._file = path.open("rb")
        self.is_compressed = self._file.read(2) == _GZIP
        self._file.seek(0)
        self._source = self._inflated() if self.is_compressed else self._plain()
        self._held = bytearray()

    def read(self, size: int) -> bytes:
        """So many bytes, fewer at the end only."""
        while len(self._held) < size:
            more = next(self._source, b"")
            if not more:
                break
            self._held += more
        found = bytes(self._held[:size])
        del self._held[:size]
        return found

    def close(self) -> None:
        self._file.close()

    def _plain(self) -> Iterator[bytes]:
        while more := self._file.read(_READ):
            self.taken += len(more)
            yield more

    def _inflated(self) -> Iterator[bytes]:
        inflating = zlib.decompressobj(_WITH_HEADER)
        begun = False  # of the present one of files that follow each other
        for more in self._plain():
            left = more
            while left:
                begun = True
                try:
                    # A few bytes may stand for gigabytes.
                    found = inflating.decompress(left, _READ)
                except zlib.error:
                    self.cut_short = True
                    return
                if found:
                    yield found
                left = inflating.unconsumed_tail
                if inflating.eof:
                    left, begun = inflating.unused_data, False
                    inflating = zlib.decompressobj(_WITH_HEADER)
        self.cut_short = begun
