"""What files of lines have in common: they are read line by line, and may be rewritten."""

from collections.abc import Mapping

from vdlite.foreign.decoder_state import LeftOut
from vdlite.format.batch import Batch, Damage

_MOST_LINE = 1 << 24  # bytes: parsed, a line may take twenty times as much memory


class TextFile:
    """How far the lines of a file have been read: the part of a decoder that is the same; see `formats.Decoder`."""

    def __init__(self) -> None:
        self.offset = 0
        self.pending: Damage | None = None
        self.wants = 0
        self.head = b""
        self.written = 0.0
        self._left_out = LeftOut()
        self._lost: Damage | None = None
        self._is_within = False  # a line that was left out goes on

    @property
    def left_out(self) -> Mapping[str, int]:
        """See `formats.Decoder`."""
        return self._left_out.counts()

    def skip_zeroes(self, end: int) -> None:
        """See `formats.Decoder`."""
        self._lose(end - self.offset, "zeros, which are no lines")

    def leave_out(self, what: str, count: int = 1) -> None:
        """Count what is not read."""
        self._left_out.add(what, count)

    def next_lines(self, data: bytes | bytearray, batch: Batch) -> bytes | bytearray:
        """The piece without what belongs to a line that was left out; `offset` is where it begins then."""
        if self._is_within:
            rest = data.find(b"\n") + 1
            self._is_within = not rest
            self._lose(rest or len(data), "a line that is too long")
            data = data[rest or len(data) :]
        if self._lost is not None:
            batch.damage.append(self._lost)
            self._lost = None
        return data

    def take(self, end: int, data: bytes | bytearray, batch: Batch) -> None:
        """Go on behind the lines that were read, which end there; 0 if there is no whole one."""
        self.offset += end
        self.wants = 0 if end else len(data) + 1
        if len(data) - end > _MOST_LINE:
            self.wants = 0
            self._is_within = True
            self._lose(len(data) - end, "a line that is too long")
            self.next_lines(b"", batch)

    def _lose(self, count: int, reason: str) -> None:
        if count:
            self._lost = Damage(self.offset, count, reason)
            self.offset += count
