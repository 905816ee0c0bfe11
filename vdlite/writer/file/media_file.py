"""The media file of one writer: an append-only stream of large payloads."""

import os
from zlib import crc32

from vdlite.format import media
from vdlite.writer.file.descriptor import NEW_FILE, OwnDescriptor, file_mode


class MediaFile:
    """Made when its first payload comes. Not for several threads at once."""

    def __init__(self, *, fsync: bool, private: bool) -> None:
        self._fsync = fsync
        self._mode = file_mode(private=private)
        self._own = OwnDescriptor()

    def append(self, payload: bytes, path: str) -> tuple[int, int]:
        """Write a payload; returns the offset of its first byte and its CRC-32.

        path: where the file is made, if this is its first payload.

        Raises OSError if that fails; the file is then as it was before.
        """
        own = self._own
        if own.is_open and not (own.is_ours and os.fstat(own.fd).st_nlink):
            # Closed by other code, which may use its number again; or removed to make room: what goes there now would
            # be lost with it.
            own.close()
        if not own.is_open:
            # Perhaps it is there: an exception may come between making it and knowing so.
            own.fd = os.open(path, NEW_FILE & ~os.O_EXCL, self._mode)
            own.identify()
        start = own.size()
        try:
            for data in (media.head(payload), payload):
                rest = memoryview(data)
                while rest:
                    rest = rest[os.write(own.fd, rest) :]
            if self._fsync:
                os.fsync(own.fd)
        except OSError:
            os.ftruncate(own.fd, start)  # no reference points behind `start` yet
            raise
        return start + media.HEAD_BYTES, crc32(payload)

    def close(self) -> None:
        """Close the file; the next payload would make it again."""
        self._own.close()
