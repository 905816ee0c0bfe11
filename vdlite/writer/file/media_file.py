"""The media file of one writer: an append-only stream of large payloads."""

import os
from zlib import crc32

from vdlite.format import media
from vdlite.writer.file.descriptor import NEW_FILE, close_own, file_mode, leads_to


class MediaFile:
    """Made when its first payload comes. Not for several threads at once."""

    def __init__(self, *, fsync: bool, private: bool) -> None:
        self._fsync = fsync
        self._mode = file_mode(private=private)
        self._fd = -1
        self._identity: os.stat_result | None = None  # of the file behind the descriptor

    def append(self, payload: bytes, path: str) -> tuple[int, int]:
        """Write a payload; returns the offset of its first byte and its CRC-32.

        path: where the file is made, if this is its first payload.

        Raises OSError if that fails; the file is then as it was before.
        """
        if self._fd >= 0 and (
            not leads_to(self._fd, self._identity) or not os.fstat(self._fd).st_nlink
        ):
            # Closed by other code, which may use its number again; or removed to make room: what goes there now would
            # be lost with it.
            self.close()
        if self._fd < 0:
            # Perhaps it is there: an exception may come between making it and knowing so.
            self._fd = os.open(path, NEW_FILE & ~os.O_EXCL, self._mode)
            self._identity = os.fstat(self._fd)
        start = os.fstat(self._fd).st_size
        try:
            for data in (media.head(payload), payload):
                rest = memoryview(data)
                while rest:
                    rest = rest[os.write(self._fd, rest) :]
            if self._fsync:
                os.fsync(self._fd)
        except OSError:
            os.ftruncate(self._fd, start)  # no reference points behind `start` yet
            raise
        return start + media.HEAD_BYTES, crc32(payload)

    def close(self) -> None:
        if self._fd >= 0:
            close_own(self._fd, self._identity)
            self._fd = -1
