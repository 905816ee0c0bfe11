"""What a record of VisualDL holds, and the payload that it becomes."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError, PayloadError
from vdlite.foreign.formats import ReadPart
from vdlite.foreign.media.pictures import picture
from vdlite.foreign.messages.fields import field_at
from vdlite.foreign.visualdl.shapes import seconds
from vdlite.kinds.draft import Encoded, encoded
from vdlite.protobuf.message import (
    BYTES,
    FIXED32,
    FIXED64,
    VARINT,
    Field,
    Message,
    double,
    signed,
    single,
)

# Fields of a value that tell its kind.
_SCALAR, _PART = 4, 14
_KINDS = {
    5: "image",
    6: "audio",
    7: "embeddings",
    8: "histogram",
    9: "pr_curve",
    10: "meta",
    11: "roc_curve",
    12: "text",
    13: "hparams",
}
_FIXED_TAGS = {"hparams": "hparams", "meta": "meta"}


@dataclass(slots=True)
class Value:
    """One value of a record."""

    kind: str = ""  # "" where it is of none that is known
    tag: str = ""
    step: int = 0
    walltime: float = 0.0  # seconds since 1970
    number: float = 0.0  # of a scalar
    content: Message | None = None  # of the others


def read_values(record: Message) -> Iterator[Value]:
    """The values of a record. Raises FormatError for bytes that are none."""
    for each in record.fields():
        if each[0] == 1 and each[1] == BYTES:
            yield read_value(record.inner(each))


def read_value(message: Message) -> Value:
    """Raises FormatError for bytes that are none."""
    value = Value()
    for each in message.fields():
        number, kind, bits, _ = each
        if number == 1 and kind == VARINT:
            value.step = signed(bits)
        elif number == 2:
            value.tag = message.text(each).replace("%", "/")  # as VisualDL stores it
        elif number == 3 and kind == VARINT:
            value.walltime = seconds(signed(bits))
        elif number == _SCALAR and kind == FIXED32:
            value.kind, value.number = "scalar", single(bits)
        elif number == _PART:
            _read_part(value, message.inner(each))
        elif number in _KINDS and kind == BYTES:
            value.kind, value.content = _KINDS[number], message.inner(each)
    value.tag = _FIXED_TAGS.get(value.kind, value.tag)
    return value


def _read_part(value: Value, part: Message) -> None:
    """One of several scalars that were logged under one tag."""
    value.kind = "scalar"  # of zero, where no number is given
    for each in part.fields():
        if each[0] == 1:
            value.tag = f"{value.tag}/{part.text(each).replace('%', '/')}"
        elif each[0] == 2 and each[1] == FIXED32:
            value.number = single(each[2])


def encode_at(read: ReadPart, offset: int, kind: str, _tag: str) -> Encoded:
    """See `formats.Format`; the offset is that of the value's field."""
    (value,) = read_values(Message(memoryview(field_at(read, offset, 1))))
    if value.kind != kind:
        raise FormatError(f"byte {offset}: got a record of kind {value.kind!r}, want {kind!r}")
    return encode(value)


def encode(value: Value) -> Encoded:
    """The payload and summary of a value that is no scalar. Raises FormatError if it can't be one."""
    assert value.content is not None
    try:
        return _ENCODERS[value.kind](value.content)
    except FormatError as error:
        raise FormatError(f"{value.kind} of a record: {error}") from error
    except (PayloadError, ValueError, TypeError, OverflowError, MemoryError, IndexError) as error:
        raise FormatError(f"{value.kind} of a record: {error}") from error


def _by_number(message: Message) -> dict[int, list[Field]]:
    found: dict[int, list[Field]] = {}
    for each in message.fields():
        found.setdefault(each[0], []).append(each)
    return found


def _file(message: Message) -> bytes:
    found = _by_number(message).get(4)
    if not found:
        raise FormatError("there is no file in it")
    return message.data(found[-1])


def _image(message: Message) -> Encoded:
    return picture(_file(message))


def _audio(message: Message) -> Encoded:
    from vdlite.kinds import audio

    sound = audio.decode(_file(message))
    return encoded(audio.audio(sound.samples, sound.sample_rate))


def _text(message: Message) -> Encoded:
    from vdlite.kinds import text

    found = _by_number(message).get(1)
    return encoded(text.text(message.text(found[-1]) if found else ""))


def _meta(message: Message) -> Encoded:
    from vdlite.kinds import meta

    found = _by_number(message).get(1)
    return encoded(meta.meta(message.text(found[-1]) if found else ""))


def _column(message: Message, fields: list[Field], dtype: str) -> NDArray[Any]:
    parts = [message.float_array(field, dtype) for field in fields]
    return np.concatenate(parts) if parts else np.empty(0, dtype)


def _histogram(message: Message) -> Encoded:
    from vdlite.kinds.counted import histogram_of_counts

    found = _by_number(message)
    counts, edges = (
        _column(message, found.get(number, []), "<f8").astype(np.float64) for number in (1, 2)
    )
    return histogram_of_counts(counts, edges)


def _rates(message: Message) -> Encoded:
    """The counts of both curves; what follows of them is wrong in VisualDL's records of ROC curves."""
    from vdlite.kinds.counted import pr_curve_of_rates

    found = _by_number(message)
    counts = []
    for number in (1, 2, 3, 4):
        parts = [message.integer_array(field) for field in found.get(number, [])]
        counts.append(np.concatenate([np.empty(0, np.int64), *parts]).astype(np.float64))
    return pr_curve_of_rates(*counts)


def _embeddings(message: Message) -> Encoded:
    from vdlite.kinds import embeddings

    found = _by_number(message)
    vectors, labels = [], []
    for each in found.get(1, []):
        point = message.inner(each)
        of_point = _by_number(point)
        vectors.append(_column(point, of_point.get(2, []), "<f4"))
        labels.append([point.text(field) for field in of_point.get(1, [])])
    header = [message.text(field) for field in found.get(2, [])] or None
    if len({len(vector) for vector in vectors}) != 1:
        raise FormatError(f"got {len(vectors)} vectors of other than one length")
    columns = [list(column) for column in zip(*labels, strict=True)]
    names = header if header and len(header) == len(columns) else None
    return encoded(embeddings.embeddings(np.stack(vectors), columns or None, names))


def _hparams(message: Message) -> Encoded:
    from vdlite.kinds import hparams

    found = _by_number(message)
    given = dict(_setting(message.inner(each)) for each in found.get(1, []))
    metrics = [_setting(message.inner(each))[0] for each in found.get(2, [])]
    return encoded(hparams.hparams(given, [metric.replace("%", "/") for metric in metrics]))


def _setting(message: Message) -> tuple[str, Any]:
    name: str = ""
    value: Any = None
    for each in message.fields():
        number, kind, bits, _ = each
        if number == 1 and kind == VARINT:
            value = signed(bits)
        elif number == 2 and kind == FIXED32:
            value = float(str(np.float32(single(bits))))  # 0.1, not 0.10000000149
        elif number == 2 and kind == FIXED64:
            value = double(bits)
        elif number == 3 and kind == BYTES:
            value = message.text(each)
        elif number == 4 and kind == BYTES:
            name = message.text(each)
    return name, value


_ENCODERS = {
    "image": _image,
    "audio": _audio,
    "text": _text,
    "meta": _meta,
    "histogram": _histogram,
    "pr_curve": _rates,
    "roc_curve": _rates,
    "embeddings": _embeddings,
    "hparams": _hparams,
}
