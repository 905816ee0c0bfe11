"""TensorBoard's `Event` and `Summary`: what its event files hold, and what writers are handed."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from vdlite.protobuf.message import BYTES, FIXED32, FIXED64, VARINT, Message, double, signed, single

Sort: TypeAlias = Literal["", "scalar", "image", "histogram", "audio", "tensor"]
"""In which of its fields a value lies; "" for one that has metadata only."""

_SORTS: dict[int, Sort] = {4: "image", 5: "histogram", 6: "audio", 8: "tensor"}


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a summary."""

    tag: str = ""
    plugin: str = ""  # such as "scalars", "text", "hparams"; "" where it is not known, as by most old-style values
    content: bytes = b""  # the plugin's own message
    data_class: int = 0  # 1 scalar, 2 tensor, 3 blob sequence, 0 not known
    display_name: str = ""
    description: str = ""
    sort: Sort = ""
    number: float = 0.0  # of sort "scalar"
    message: Message = field(default_factory=lambda: Message(memoryview(b"")))  # of the others


@dataclass(frozen=True, slots=True)
class Event:
    """One record of an event file."""

    walltime: float | None = (
        None  # seconds since 1970; None where it is not known, as a step that is None
    )
    step: int | None = None
    file_version: str = ""
    values: tuple[Value, ...] = ()
    graph: bytes = b""  # a serialized GraphDef
    starts_session: bool = (
        False  # what was logged at this step and later steps before does not count
    )


def read_event(data: "bytes | memoryview") -> Event:
    """Raises FormatError for bytes that are no Event."""
    message = Message(memoryview(data))
    walltime: float | None = None
    step: int | None = None
    version, graph, starts = "", b"", False
    values: list[Value] = []
    for each in message.fields():
        number, kind, bits, _ = each
        if number == 1 and kind == FIXED64:
            walltime = double(bits)
        elif number == 2 and kind == VARINT:
            step = signed(bits)
        elif number == 3:
            version = message.text(each)
        elif number == 4:
            graph = message.data(each)
        elif number == 5:
            values += _values(message.inner(each))
        elif number == 7:
            log = message.inner(each)
            starts = any(part[:3] == (1, VARINT, 1) for part in log.fields())
    return Event(walltime, step, version, tuple(values), graph, starts)


def read_summary(data: "bytes | memoryview") -> tuple[Value, ...]:
    """Raises FormatError for bytes that are no Summary."""
    return tuple(_values(Message(memoryview(data))))


def _values(summary: Message) -> Iterator[Value]:
    for each in summary.fields():
        if each[0] == 1:
            yield _value(summary.inner(each))


def _value(message: Message) -> Value:
    tag, number = "", 0.0
    sort: Sort = ""
    metadata = _Metadata()
    inner = Message(memoryview(b""))
    for each in message.fields():
        if each[0] == 1:
            tag = message.text(each)
        elif each[0] == 2 and each[1] == FIXED32:
            sort, number = "scalar", single(each[2])
        elif each[0] == 9:
            metadata = _metadata(message.inner(each))
        elif each[0] in _SORTS and each[1] == BYTES:
            sort, inner = _SORTS[each[0]], message.inner(each)
    return Value(
        tag,
        metadata.plugin,
        metadata.content,
        metadata.data_class,
        metadata.display_name,
        metadata.description,
        sort,
        number,
        inner,
    )


@dataclass(slots=True)
class _Metadata:
    plugin: str = ""
    content: bytes = b""
    data_class: int = 0
    display_name: str = ""
    description: str = ""


def _metadata(message: Message) -> _Metadata:
    found = _Metadata()
    for each in message.fields():
        if each[0] == 1:
            plugin = message.inner(each)
            for part in plugin.fields():
                if part[0] == 1:
                    found.plugin = plugin.text(part)
                elif part[0] == 2:
                    found.content = plugin.data(part)
        elif each[0] == 2:
            found.display_name = message.text(each)
        elif each[0] == 3:
            found.description = message.text(each)
        elif each[0] == 4 and each[1] == VARINT:
            found.data_class = each[2]
    return found
