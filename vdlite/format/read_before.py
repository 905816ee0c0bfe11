"""The bytes read of a file that only grows, by which one knows that it was overwritten in its place."""

from collections.abc import Callable

_REMEMBERED = 256  # bytes


class ReadBefore:
    """Remembers the first bytes of a file, and those that were read last."""

    def __init__(self) -> None:
        self._begin = b""
        self._end = (0, b"")  # and where they lie

    def add(self, data: bytes | bytearray, begin: int, end: int) -> None:
        """The file was read from there to there; `data` begins there, and may go on."""
        if begin == 0:
            self._begin = bytes(data[: min(_REMEMBERED, end)])
        first = max(begin, end - _REMEMBERED)
        self._end = (first, bytes(data[first - begin : end - begin]))

    def differs(self, read: Callable[[int, int], bytes]) -> bool:
        """True if other bytes lie there now.

        read: bytes of the file: offset, length.
        """
        return any(was and read(at, len(was)) != was for at, was in ((0, self._begin), self._end))

    @property
    def state(self) -> tuple[bytes, int, bytes]:
        """The bytes that are remembered: the first ones; where the last ones lie, and these."""
        return (self._begin, *self._end)

    def go_on(self, begin: bytes, end_at: int, end: bytes) -> None:
        """Go on with what another one had remembered."""
        self._begin, self._end = begin, (end_at, end)
