"""Records with one number, which nearly all of a run are, read without looking at each field's meaning twice."""

from struct import Struct

from vdlite.errors import FormatError
from vdlite.foreign.swanlab.records import SCALAR, tag_of
from vdlite.protobuf.message import BYTES, VARINT, signed, varint

_NUM_KEY, _TIME_KEY = 1 << 3 | VARINT, 2 << 3 | BYTES  # of a record
_SCALAR_KEY = SCALAR << 3 | BYTES
_TAG_KEY, _STEP_KEY, _TYPE_KEY = 1 << 3 | BYTES, 2 << 3 | VARINT, 3 << 3 | VARINT
_AT_KEY, _VALUE_KEY = 4 << 3 | BYTES, 5 << 3 | BYTES
_SECONDS_KEY, _NANOS_KEY = 1 << 3 | VARINT, 2 << 3 | VARINT
_NUMBER_KEY = 0x09  # of 64 bits
_DOUBLE = Struct("<d")
_MOST_TAGS = 1 << 16


class ScalarReader:
    """Reads the scalars of one file. Names are decoded when they are first met."""

    def __init__(self) -> None:
        self._tags: dict[bytes, str] = {}
        self._time = (b"", 0.0)  # the last one, and what it means

    def read(self, record: bytes) -> tuple[str, int, float, float] | None:
        """Tag, step, time and value; None of a record that is no scalar, or of another shape."""
        try:
            return self._read(record)
        except (IndexError, FormatError, UnicodeDecodeError):
            return None

    def _read(self, data: bytes) -> tuple[str, int, float, float] | None:
        at, end = 0, len(data)
        if data[at] == _NUM_KEY:
            at += 1
            while data[at] > 0x7F:
                at += 1
            at += 1
        if data[at] == _TIME_KEY:
            at += 2 + data[at + 1]
        if data[at] != _SCALAR_KEY:
            return None
        size, at = data[at + 1], at + 2
        if size > 0x7F:
            size, at = varint(memoryview(data), at - 1, end)
        if at + size != end:
            return None
        tag, step, walltime, value = "", 0, 0.0, 0.0
        while at < end:
            key, number, at = data[at], data[at + 1], at + 2
            if number > 0x7F:
                number, at = varint(memoryview(data), at - 1, end)
            if key == _STEP_KEY:
                step = signed(number)
                continue
            if key == _TYPE_KEY:
                continue
            if key == _TAG_KEY:
                name = data[at : at + number]
                known = self._tags.get(name)
                tag = self._learn(name) if known is None else known
            elif key == _AT_KEY:
                timestamp = data[at : at + number]
                if timestamp != self._time[0]:  # what is logged together has one time
                    self._time = (timestamp, _seconds(timestamp))
                walltime = self._time[1]
            elif key == _VALUE_KEY and number == 9 and data[at] == _NUMBER_KEY:
                (value,) = _DOUBLE.unpack_from(data, at + 1)
            elif key != _VALUE_KEY or number:
                return None
            at += number
        return (tag, step, walltime, value) if at == end else None

    def _learn(self, name: bytes) -> str:
        tag = tag_of(name.decode())
        if len(self._tags) < _MOST_TAGS:
            self._tags[name] = tag
        return tag


def _seconds(data: bytes) -> float:
    view, found, at, end = memoryview(data), 0.0, 0, len(data)
    while at < end:
        key = data[at]
        number, at = varint(view, at + 1, end)
        if key == _SECONDS_KEY:
            found += signed(number)
        elif key == _NANOS_KEY:
            found += number / 1e9
        else:
            raise FormatError("a point in time of another shape")
    return found
