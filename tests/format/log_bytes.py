"""Log files made byte by byte, as a writer makes them."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from vdlite.format import records
from vdlite.format.batch import Batch, Entry
from vdlite.format.decode import LogDecoder

Point = tuple[str, int, float, float]
"""Tag, step, walltime, value."""


@dataclass
class LogBytes:
    """Appends records and seals to a byte string."""

    block_bytes: int = records.BLOCK_BYTES
    data: bytearray = field(default_factory=bytearray)
    block_start: int = 0

    def add(self, record: bytes) -> None:
        self.data += record
        if len(self.data) - self.block_start >= self.block_bytes:
            self.seal()

    def add_items(self, *items: object) -> None:
        self.add(records.record(len(self.data), *items))

    def add_scalar(self, series: int, step: int, walltime: float, value: float) -> None:
        body = records.scalar_body(series, step, walltime, value)
        self.add(records.checked(body, len(self.data)))

    def add_row(self, number: int, step: int, walltime: float, values: bytes) -> None:
        body = records.row_head(number, step, walltime, len(values)) + values + b"\xce"
        self.add(records.checked(body, len(self.data)))

    def seal(self) -> None:
        self.data += records.seal(self.block_start, self.data[self.block_start :])
        self.block_start = len(self.data)


def decode(data: bytes, sizes: Sequence[int] = ()) -> tuple[list[Batch], LogDecoder]:
    """Decode a file as a tailing reader does: it grows by `sizes`, and then to its end."""
    decoder = LogDecoder()
    batches = []
    end = 0
    for size in [*sizes, len(data)]:
        end = min(end + size, len(data))
        batches.append(decoder.decode(data[decoder.offset : end]))
    return batches, decoder


def points(batches: Sequence[Batch]) -> list[Point]:
    """All scalars of the batches, in file order; those of undeclared series have the tag `?`."""
    tags = {d.series: d.tag for batch in batches for d in batch.declarations}
    return [
        (tags.get(int(series), "?"), int(step), float(walltime), float(value))
        for batch in batches
        for scalars in batch.scalars
        for series, step, walltime, value in zip(
            scalars.series, scalars.steps, scalars.walltimes, scalars.values, strict=True
        )
    ]


def entries(batches: Sequence[Batch]) -> list[Entry]:
    """All records of the batches whose payloads are read on demand, in file order."""
    return [entry for batch in batches for some in batch.entries for entry in some]
