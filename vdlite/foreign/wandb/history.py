"""Rows of numbers, which nearly all records of a run are, read without looking at each field's meaning twice."""

from vdlite.errors import FormatError
from vdlite.foreign.wandb.records import Row, read_history
from vdlite.protobuf.message import BYTES, VARINT, Message, signed, varint

_ITEM_KEY, _STEP_KEY = 1 << 3 | BYTES, 2 << 3 | BYTES
_JSON_KEY = b"\x82\x01"  # of field 16, bytes
_NESTED_KEY = 2
_MOST_NAMES = 1 << 16


class HistoryReader:
    """Reads the history of one file. The names of values are taken apart when they are first met."""

    def __init__(self) -> None:
        self._tags: dict[
            bytes, str | None
        ] = {}  # by the bytes of the names; None for what is recognized by their parts

    def read(self, message: Message) -> Row:
        """The row that `records.read_history` gives. Raises FormatError."""
        row = self._numbers(bytes(message.buffer[message.start : message.end]))
        return read_history(message) if row is None else row

    def _numbers(self, data: bytes) -> Row | None:
        """The row, if it holds numbers only."""
        values: dict[str, float] = {}
        walltime, step = 0.0, None
        at, end = 0, len(data)
        view = memoryview(data)
        while at < end:
            key = data[at]
            length, begin = data[at + 1] if at + 1 < end else 0x80, at + 2
            if length > 0x7F:
                length, begin = varint(view, at + 1, end)
            at = begin + length
            if at > end:
                return None
            if key == _ITEM_KEY:
                names_end = data.find(_JSON_KEY, begin, at)
                if names_end < 0:
                    return None
                names = data[begin:names_end]
                tag = self._tags.get(names, "")
                if tag == "":
                    tag = self._learn(names)
                value = names_end + 3
                if tag is None or value + data[names_end + 2] != at:
                    return None  # no number is so long
                try:
                    number = float(data[value:at])
                except ValueError:
                    return None
                if tag == "_timestamp":
                    walltime = number
                elif not tag.startswith("_"):
                    values[tag] = number
            elif key == _STEP_KEY:
                parts = Message(view, begin, at).fields()
                step = next((signed(part[2]) for part in parts if part[1] == VARINT), 0)
        return None if step is None else Row(step, walltime, dict(values))

    def _learn(self, names: bytes) -> str | None:
        message = Message(memoryview(names))
        try:
            path = [message.text(field) for field in message.fields() if field[0] == _NESTED_KEY]
        except FormatError:
            return None
        # A value of a media type is recognized by all of its parts; other kinds of names are left to the other reader.
        tag = "/".join(path) if path and path[-1] != "_type" else None
        if len(self._tags) < _MOST_NAMES:
            self._tags[names] = tag or None
        return tag or None
