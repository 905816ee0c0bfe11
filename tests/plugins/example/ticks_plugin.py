"""Logs of a tool called Ticks: a line for each value, `tag step value`."""

from collections.abc import Mapping, Sequence

import numpy as np

from vdlite.errors import FormatError
from vdlite.foreign.decoder_state import LeftOut, SeriesNumbers
from vdlite.foreign.formats import Format, ReadPart
from vdlite.format.batch import Batch, Scalars
from vdlite.kinds.draft import Encoded


class Decoder:
    """Turns the bytes of one growing file into batches: see `vdlite.foreign.formats.Decoder`."""

    def __init__(self) -> None:
        self.offset = 0  # of the next byte
        self.pending = None  # bytes at the end that are damage
        self.wants = 0
        self.head = b""
        self.written = 0.0
        self._numbers = SeriesNumbers()
        self._left_out = LeftOut()

    @property
    def left_out(self) -> Mapping[str, int]:
        return self._left_out.counts()

    def decode(self, data: bytes | bytearray) -> Batch:
        batch = Batch()
        end = data.rfind(b"\n") + 1  # the rest is not all there yet
        rows = []
        for line in bytes(data[:end]).splitlines():
            try:
                tag, step, value = line.decode().split()
                point = np.int64(step), float(value)
                rows.append((self._numbers.of("scalar", tag, batch), *point))
            except (ValueError, OverflowError):
                self._left_out.add("lines that are none")
        if rows:
            numbers, steps, values = zip(*rows, strict=True)
            batch.scalars.append(
                Scalars(
                    np.array(numbers, np.uint32),
                    np.array(steps, np.int64),
                    np.full(len(rows), self.written),
                    np.array(values, np.float64),
                )
            )
        self.offset += end
        return batch

    def skip_zeroes(self, end: int) -> None:
        self.offset = end


def encode(read: ReadPart, offset: int, kind: str, tag: str) -> Encoded:
    raise FormatError("there are scalars only")


FORMAT = Format("Ticks", Decoder, encode)


def count(arguments: Sequence[str]) -> int:
    """The command `vdlite ticks`."""
    print("ticks", *arguments)
    return 3
