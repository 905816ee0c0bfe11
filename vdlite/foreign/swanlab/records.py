"""What the records of a run hold."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from vdlite.errors import FormatError
from vdlite.foreign.blocks.console import Line
from vdlite.format.outcome import Outcome
from vdlite.protobuf.message import BYTES, FIXED64, VARINT, Field, Message, signed

BEGIN = b":SWL"
START, FINISH, SCALAR, MEDIA, LOG, SAVE = 10, 11, 13, 14, 16, 20
"""Fields of a record: which of them it has makes it what it is."""

_KEY, _STEP, _TYPE, _TIME, _VALUE = 1, 2, 3, 4, 5  # of a scalar, and of media
_ITEMS, _FILE, _CAPTION, _INLINE = 1, 1, 4, 5
_LINE, _LINE_TIME = 1, 3
_STATE, _ERROR, _END_TIME = 1, 2, 3
_PROJECT, _NAME, _NOTE, _TAGS, _GROUP, _JOB, _ID, _START_TIME = 1, 4, 5, 6, 7, 8, 10, 12
_SAVE_TYPE, _METADATA, _REQUIREMENTS = 5, 2, 3
_NUMBER = 1
_STATES = {1: "FINISHED", 2: "CRASHED", 3: "ABORTED"}
_OUTCOMES: dict[int, Outcome] = {1: "finished", 2: "failed", 3: "killed"}
_SYSTEM = "__swanlab__."  # what the names of the machine's metrics begin with
_FACTS = {_PROJECT: "project", _GROUP: "group", _JOB: "job_type", _ID: "id"}
_MOST_FACTS = 200
TYPES = {
    2: "image",
    3: "audio",
    4: "text",
    5: "video",
    6: "echarts",
    7: "object3d",
    8: "molecule",
    9: "html",
}
"""Media by the number of their type; each has a folder of that name."""


@dataclass(slots=True)
class Start:
    """The names of a run."""

    name: str = ""
    note: str = ""
    began: float = 0.0  # seconds since 1970
    facts: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class MediaItem:
    """One thing of a media value."""

    file: str
    caption: str
    inline: bytes  # where the log itself has it; else empty


@dataclass(slots=True)
class Media:
    """A logged value that lies in files."""

    tag: str
    step: int
    walltime: float  # seconds since 1970
    type: str
    items: list[MediaItem]


def what_of(record: Message) -> Field | None:
    """The field that says what a record is; None if it is nothing that is read."""
    for one in record.fields():
        if one[0] in (START, FINISH, SCALAR, MEDIA, LOG, SAVE) and one[1] == BYTES:
            return one
    return None


def read_scalar(message: Message) -> tuple[str, int, float, float]:
    """Tag, step, time and value. Raises FormatError for bytes that are none."""
    key, step, walltime, value = "", 0, 0.0, 0.0
    for one in message.fields():
        number, kind = one[0], one[1]
        if number == _STEP and kind == VARINT:
            step = signed(one[2])
        elif kind == BYTES and number == _KEY:
            key = message.text(one)
        elif kind == BYTES and number == _TIME:
            walltime = _seconds(message.inner(one))
        elif kind == BYTES and number == _VALUE:
            value = _number(message.inner(one))
    return tag_of(key), step, walltime, value


def tag_of(key: str) -> str:
    """The tag of a metric: those of the machine have a group of their own."""
    return "system/" + key[len(_SYSTEM) :] if key.startswith(_SYSTEM) else key


def read_media(message: Message) -> Media:
    """Raises FormatError for bytes that are none."""
    found = Media("", 0, 0.0, "media of other types", [])
    for one in message.fields():
        number, kind = one[0], one[1]
        if kind == VARINT and number == _STEP:
            found.step = signed(one[2])
        elif kind == VARINT and number == _TYPE:
            found.type = TYPES.get(one[2], found.type)
        elif kind == BYTES and number == _KEY:
            found.tag = message.text(one)
        elif kind == BYTES and number == _TIME:
            found.walltime = _seconds(message.inner(one))
        elif kind == BYTES and number == _VALUE:
            value = message.inner(one)
            inner = (value.inner(item) for item in value.fields() if item[:2] == (_ITEMS, BYTES))
            found.items = list(map(_item, inner))
    return found


def read_line(message: Message) -> Line:
    """A line of the console. Raises FormatError for bytes that are none."""
    return Line(_text(message, _LINE), _time(message, _LINE_TIME))


def read_start(message: Message) -> Start:
    """Raises FormatError for bytes that are none."""
    facts = {name: text for number, name in _FACTS.items() if (text := _text(message, number))}
    tags = ", ".join(_texts(message, _TAGS))
    if tags:
        facts["tags"] = tags
    return Start(_text(message, _NAME), _text(message, _NOTE), _time(message, _START_TIME), facts)


def read_end(message: Message) -> tuple[str, float]:
    """How the run ended, with the error that ended it, and when. Raises FormatError for bytes that are none."""
    state = _STATES.get(_numbers(message).get(_STATE, 0), "UNKNOWN")
    error = _text(message, _ERROR)
    return f"{state}\n\n```\n{error}\n```" if error else state, _time(message, _END_TIME)


def read_outcome(message: Message) -> Outcome | None:
    """The run's outcome in a word of ours; None if it is unknown."""
    return _OUTCOMES.get(_numbers(message).get(_STATE, 0))


def names_metadata(message: Message) -> bool:
    """True if a record of a saved file is that of what is known of machine and program."""
    return _numbers(message).get(_SAVE_TYPE) == _METADATA


def names_requirements(message: Message) -> bool:
    """True if a record of a saved file is that of what is installed."""
    return _numbers(message).get(_SAVE_TYPE) == _REQUIREMENTS


def read_metadata(file: bytes) -> dict[str, Any]:
    """The facts in `swanlab-metadata.json`, by names `a/b`. Raises FormatError for bytes that are none."""
    try:
        metadata = json.loads(file)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"metadata: {error}") from error
    found: dict[str, Any] = {}
    for name, value in _flat(metadata, ""):
        found[name] = value
        if len(found) == _MOST_FACTS:
            break
    return found


def _flat(value: Any, name: str, depth: int = 0) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping) and depth < 8:
        for inner, each in value.items():
            if not inner.startswith("_"):
                yield from _flat(each, f"{name}/{inner}" if name else inner, depth + 1)
    elif isinstance(value, bool | int | float | str) and name:
        yield name, value


def _item(message: Message) -> MediaItem:
    inline = b""
    for one in message.fields():
        if one[:2] == (_INLINE, BYTES):
            inline = bytes(message.data(one))
    return MediaItem(_text(message, _FILE), _text(message, _CAPTION), inline)


def _texts(message: Message, number: int) -> list[str]:
    return [message.text(one) for one in message.fields() if one[:2] == (number, BYTES)]


def _text(message: Message, number: int) -> str:
    return next(iter(_texts(message, number)), "")


def _numbers(message: Message) -> dict[int, int]:
    return {one[0]: one[2] for one in message.fields() if one[1] == VARINT}


def _number(message: Message) -> float:
    """A number of 64 bits; zero is not written."""
    for one in message.fields():
        if one[0] == _NUMBER and one[1] == FIXED64:
            found: float = struct.unpack("<d", struct.pack("<Q", one[2]))[0]
            return found
    return 0.0


def _time(message: Message, number: int) -> float:
    inner = (one for one in message.fields() if one[:2] == (number, BYTES))
    return next((_seconds(message.inner(one)) for one in inner), 0.0)


def _seconds(message: Message) -> float:
    parts = _numbers(message)
    return signed(parts.get(1, 0)) + parts.get(2, 0) / 1e9
