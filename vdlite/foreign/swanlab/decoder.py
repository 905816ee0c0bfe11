"""Runs of SwanLab, record by record."""

import struct
from collections.abc import Mapping
from zlib import crc32

from vdlite.errors import FormatError, PayloadError
from vdlite.foreign import blocks
from vdlite.foreign.formats import ReadPart
from vdlite.foreign.scalar_columns import ScalarColumns
from vdlite.foreign.told import LeftOut, SeriesNumbers
from vdlite.format.batch import Batch, Damage, Entries, Entry, Header, add_damage
from vdlite.format.records import VERSION
from vdlite.kinds.draft import Encoded, encoded
from vdlite.protobuf.message import BYTES, FIXED64, VARINT, Message, signed

_BEGIN = b":SWL"
_START, _FINISH, _SCALAR, _MEDIA, _LOG = 10, 11, 13, 14, 16
"""Fields of a record: which of them it has tells what it is."""

_START_NAME, _START_NOTE, _START_TIME = 4, 5, 12
_FINISH_STATE, _FINISH_TIME = 1, 3
_KEY, _STEP, _TYPE, _TIME, _VALUE = 1, 2, 3, 4, 5  # of a scalar, and of media
_NUMBER = 1
_STATES = {1: "FINISHED", 2: "CRASHED", 3: "ABORTED"}
_MEDIA_TYPES = {2: "image", 3: "audio", 4: "text", 5: "video", 6: "ECharts", 7: "3D object", 8: "molecule"}  # fmt: skip
_SYSTEM = "__swanlab__."  # what the names of the machine's metrics begin with
_NOTES, _STATUS = "notes", "status"


class RunDecoder:
    """Decodes one file, handed over piece by piece: see `formats.Decoder`."""

    def __init__(self) -> None:
        self.offset = 0
        self.pending: Damage | None = None
        self.wants = 0
        self.head = b""
        self.written = 0.0
        self._left_out = LeftOut()
        self._numbers = SeriesNumbers()
        self._columns = ScalarColumns(self._numbers)
        self._skipped: Damage | None = None
        self._rows: list[Entry] = []
        self._batch = Batch()

    @property
    def left_out(self) -> Mapping[str, int]:
        """See `formats.Decoder`."""
        return self._left_out.counts()

    def skip_zeroes(self, end: int) -> None:
        """See `formats.Decoder`."""
        end -= end % blocks.BLOCK_BYTES
        if end > self.offset:
            self._skipped = Damage(self.offset, end - self.offset, blocks.DAMAGED)
            self.offset = end

    def decode(self, data: bytes | bytearray) -> Batch:
        """See `formats.Decoder`."""
        batch = self._batch = Batch()
        if self._skipped is not None:
            batch.damage.append(self._skipped)
            self._skipped = None
        self._rows = []
        at, self.wants = blocks.walk(
            bytes(data), self.offset, _BEGIN, self._take_safely, batch.damage
        )
        self.offset += at
        self._columns.hand_over(batch)
        if self._rows:
            batch.entries.append(Entries.of(self._rows))
        return batch

    def _take_safely(self, record: bytes, offset: int, length: int) -> None:
        try:
            self._take(Message(memoryview(record)), offset)
        except (FormatError, PayloadError) as error:
            reason = f"a record that can't be read: {error}"
            add_damage(self._batch.damage, Damage(offset, length, reason))

    def _take(self, record: Message, offset: int) -> None:
        for field in record.fields():
            if field[1] != BYTES:
                continue
            if field[0] == _SCALAR:
                self._take_scalar(record.inner(field))
            elif field[0] == _MEDIA:
                told = _numbers(record.inner(field)).get(_TYPE, 0)
                self._left_out.add(_MEDIA_TYPES.get(told, "media of other types"))
            elif field[0] == _LOG:
                self._left_out.add("lines of the console")
            elif field[0] == _START:
                self._begin(record, record.inner(field), offset)
            elif field[0] == _FINISH:
                ended = _time(record.inner(field), _FINISH_TIME)
                self._add(record, _STATUS, ended, offset)
                self._batch.ended = ended

    def _begin(self, record: Message, start: Message, offset: int) -> None:
        began = _time(start, _START_TIME)
        name = _text(start, _START_NAME)
        self._batch.header = Header(VERSION, {"created": began, "display_name": name[:1000]})
        if _text(start, _START_NOTE):
            self._add(record, _NOTES, began, offset)

    def _take_scalar(self, message: Message) -> None:
        key, step, walltime, value = "", 0, 0.0, 0.0
        for field in message.fields():
            number, kind = field[0], field[1]
            if number == _STEP and kind == VARINT:
                step = signed(field[2])
            elif kind == BYTES and number == _KEY:
                key = message.text(field)
            elif kind == BYTES and number == _TIME:
                walltime = _seconds(message.inner(field))
            elif kind == BYTES and number == _VALUE:
                value = _number(message.inner(field))
        if key.startswith(_SYSTEM):
            key = "system/" + key[len(_SYSTEM) :]
        if not self._columns.add(key, step, walltime, value):
            self._left_out.add("scalars of too many names")

    def _add(self, record: Message, tag: str, walltime: float, offset: int) -> None:
        payload, summary = _encode(record, tag)
        number = self._numbers.of("text", tag, self._batch)
        place = (False, offset, len(payload), crc32(payload), summary)
        self._rows.append(Entry(number, 0, walltime, *place))


def encode_at(read: ReadPart, offset: int, kind: str, tag: str) -> Encoded:
    """See `formats.Format`; the offset is that of the record's first fragment."""
    try:
        return _encode(Message(memoryview(blocks.record_at(read, offset))), tag)
    except PayloadError as error:
        raise FormatError(str(error)) from error


def _encode(record: Message, tag: str) -> Encoded:
    """The text that a record holds."""
    from vdlite.kinds import text

    for field in record.fields():
        if field[1] == BYTES and (field[0], tag) == (_START, _NOTES):
            return encoded(text.text(_text(record.inner(field), _START_NOTE)))
        if field[1] == BYTES and (field[0], tag) == (_FINISH, _STATUS):
            state = _numbers(record.inner(field)).get(_FINISH_STATE, 0)
            return encoded(text.text(_STATES.get(state, "UNKNOWN")))
    raise FormatError(f"got a record without text {tag!r:.60}")


def _text(message: Message, number: int) -> str:
    return next(
        (message.text(one) for one in message.fields() if one[0] == number and one[1] == BYTES), ""
    )


def _numbers(message: Message) -> dict[int, int]:
    return {field[0]: field[2] for field in message.fields() if field[1] == VARINT}


def _number(message: Message) -> float:
    """A number of 64 bits; zero is not written."""
    for field in message.fields():
        if field[0] == _NUMBER and field[1] == FIXED64:
            found: float = struct.unpack("<d", struct.pack("<Q", field[2]))[0]
            return found
    return 0.0


def _time(message: Message, number: int) -> float:
    inner = (one for one in message.fields() if one[0] == number and one[1] == BYTES)
    return next((_seconds(message.inner(one)) for one in inner), 0.0)


def _seconds(message: Message) -> float:
    parts = _numbers(message)
    return signed(parts.get(1, 0)) + parts.get(2, 0) / 1e9
