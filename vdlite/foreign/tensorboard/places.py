"""The places in an event where its time, its step and its values lie."""

from typing import NamedTuple

from vdlite.protobuf.message import BYTES, FIXED32, FIXED64, VARINT, Message, Place

_TIME, _STEP, _SUMMARY = 1, 2, 5
_VALUE = 1  # of a summary
_SCALAR, _TENSOR = 2, 8  # of a value

# Of a tensor's types of numbers that are stored as their bytes: how these are read, and the field of single ones.
_RAW = {1: ("<f4", 4, 5), 2: ("<f8", 8, 6)}
_CONTENT = 4


class EventPlaces(NamedTuple):
    """The places of fields in an event."""

    time: Place | None
    step: Place | None
    summaries: list[Place]
    has_others: bool

    def values(self, buffer: memoryview) -> list[Place]:
        """The values of all its summaries."""
        return [
            place
            for summary in self.summaries
            for place in Message(buffer, summary.value, summary.end).places()
            if place.number == _VALUE and place.kind == BYTES
        ]


def places_of(event: Message) -> EventPlaces:
    """Raises FormatError for bytes that are no event."""
    time = step = None
    summaries = []
    has_others = False
    for place in event.places():
        if place.number == _TIME and place.kind == FIXED64:
            time = place
        elif place.number == _STEP and place.kind == VARINT:
            step = place
        elif place.number == _SUMMARY and place.kind == BYTES:
            summaries.append(place)
        else:
            has_others = True
    return EventPlaces(time, step, summaries, has_others)


def number_in(buffer: memoryview, value: Place) -> tuple[int, str] | None:
    """The place of the bytes of a scalar's number, and how they are read; None where they are no such bytes."""
    for place in Message(buffer, value.value, value.end).places():
        if place.number == _SCALAR and place.kind == FIXED32:
            return place.value, "<f4"
        if place.number == _TENSOR and place.kind == BYTES:
            return _number_in_tensor(Message(buffer, place.value, place.end))
    return None


def _number_in_tensor(tensor: Message) -> tuple[int, str] | None:
    dtype = 0
    found: list[Place] = []
    for field, place in zip(tensor.fields(), tensor.places(), strict=True):
        if place.number == 1 and place.kind == VARINT:
            dtype = field[2]
        elif place.number != 2:
            found.append(place)
    if dtype not in _RAW or len(found) != 1:
        return None
    read, size, single = _RAW[dtype]
    (place,) = found
    is_number = place.number in (_CONTENT, single) and place.end - place.value == size
    return (place.value, read) if is_number else None
