"""Files of VisualDL, record by record."""

from collections.abc import Mapping
from zlib import crc32

from vdlite.errors import FormatError
from vdlite.foreign.decoder_state import LeftOut, SeriesNumbers
from vdlite.foreign.messages.fields import MOST_BYTES
from vdlite.foreign.messages.rounds import Loose, Rounds
from vdlite.foreign.visualdl.shapes import RecordShape, RecordShapes
from vdlite.foreign.visualdl.values import Value, encode, read_value
from vdlite.format.batch import Batch, Damage, Entries, Entry, Header, add_damage
from vdlite.format.records import VERSION
from vdlite.protobuf.message import BYTES, Message

_HEAD_BYTES = 8  # the record's length


class RecordDecoder:
    """Decodes one file, handed over piece by piece: see `formats.Decoder`.

    There are no checksums. A length that no record can have is where reading ends: nothing behind it can be known from
    what lies within a record.
    """

    def __init__(self) -> None:
        self.offset = 0
        self.pending: Damage | None = None
        self.wants = 0
        self.head = b""
        self.written = 0.0
        self._left_out = LeftOut()
        self._shapes = RecordShapes()
        self._numbers = SeriesNumbers()
        self._has_begun = False
        self._lost: int | None = None  # where reading has ended

    @property
    def left_out(self) -> Mapping[str, int]:
        """See `formats.Decoder`."""
        return self._left_out.counts()

    def skip_zeroes(self, end: int) -> None:
        """See `formats.Decoder`."""
        self._lost = self.offset if self._lost is None else self._lost
        self.offset = end

    def decode(self, data: bytes | bytearray) -> Batch:
        """See `formats.Decoder`."""
        batch, base = Batch(), self.offset
        self.wants = 0
        piece = _Piece(self, bytes(data), batch)
        self.offset = base + (piece.walk() if self._lost is None else len(data))
        piece.finish()
        if self._lost is not None:
            reason = "a length that no record has: nothing behind it is read"
            self.pending = Damage(self._lost, self.offset - self._lost, reason)
        return batch


class _Piece:
    """One piece of a file, while it is decoded."""

    def __init__(self, decoder: RecordDecoder, data: bytes, batch: Batch) -> None:
        self._of = decoder
        self._data = data
        self._view = memoryview(data)
        self._base = decoder.offset
        self._batch = batch
        self._rows: list[Entry] = []
        self._scalars = Rounds[RecordShape](data)

    def walk(self) -> int:
        """Go through the records; returns where the first one begins that is not all there."""
        data, scalars, find = self._data, self._scalars, self._of._shapes.find
        at, end = 0, len(data)
        while at + _HEAD_BYTES <= end:
            shape = find(data, at)
            if shape is not None:
                at = scalars.add(at, shape)
                continue
            scalars.cut()
            length = int.from_bytes(data[at : at + _HEAD_BYTES], "little")
            behind = at + _HEAD_BYTES
            if not 2 <= length <= MOST_BYTES or (behind < end and data[behind] != 1 << 3 | BYTES):
                self._of._lost = self._base + at
                return end
            if behind + length > end:
                self._of.wants = _HEAD_BYTES + length
                break
            self._take_record(at, behind, behind + length)
            at = behind + length
        return at

    def finish(self) -> None:
        """Everything is in the batch then."""
        self._scalars.finish()
        self._batch.scalars = self._scalars.parts
        if self._rows:
            self._batch.entries.append(Entries.of(self._rows))

    def _take_record(self, at: int, begin: int, end: int) -> None:
        try:
            record = Message(self._view, begin, end)
            places = [place for place in record.places() if place.number == 1]
            for place in places:
                value = read_value(Message(self._view, place.value, place.end))
                self._take_value(value, place.begin, at, is_alone=len(places) == 1)
        except FormatError as error:
            damage = Damage(self._base + at, end - at, f"a record that can't be read: {error}")
            add_damage(self._batch.damage, damage)

    def _take_value(self, value: Value, begin: int, at: int, *, is_alone: bool) -> None:
        if not self._of._has_begun:
            self._of._has_begun = True
            self._batch.header = Header(VERSION, {"created": value.walltime})
        if not value.kind:
            self._of._left_out.add("values of a kind that is not known")
            return
        if value.kind == "scalar":
            number = self._number("scalar", value.tag)
            self._scalars.add_loose(Loose(number, value.step, value.walltime, value.number))
            if is_alone:
                self._of._shapes.learn(self._data, at, number)
            return
        payload, summary = encode(value)
        number = self._number(value.kind, value.tag)
        place = (False, self._base + begin, len(payload), crc32(payload), summary)
        self._rows.append(Entry(number, value.step, value.walltime, *place))

    def _number(self, kind: str, tag: str) -> int:
        return self._of._numbers.of(kind, tag, self._batch)
