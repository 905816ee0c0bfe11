"""The shapes of events that hold one scalar: each is learned from the first event of its sort."""

import numpy as np
from numpy.typing import NDArray

from vdlite.foreign.messages.crc32c import Varying, unmasked
from vdlite.foreign.messages.rounds import Points
from vdlite.foreign.messages.varints import varint_column
from vdlite.foreign.tensorboard.frames import FRAME_BYTES, HEAD_BYTES
from vdlite.foreign.tensorboard.places import EventPlaces

Bytes = NDArray[np.uint8]

TIME_AT = 13  # behind the frame's head and the key of the time
STEP_KEY_AT = 21
_MOST_SHAPES = 1 << 16
_LONGEST = 1 << 12  # bytes of a frame


class EventShape:
    """All events that are alike but for time, step, value and checksum."""

    __slots__ = (
        "_crc",
        "length",
        "mask",
        "number",
        "step_bytes",
        "template",
        "value_at",
        "value_type",
    )

    def __init__(
        self, frame: bytes, number: int, step_bytes: int, value_at: int, value_type: str
    ) -> None:
        """frame: one of them, from its length on; number: of the series; value_at: place of the value in the frame.

        step_bytes: of the step, without its key; value_type: such as "<f4".
        """
        size = np.dtype(value_type).itemsize
        self.number = number
        self.length = len(frame)
        self.step_bytes = step_bytes
        self.value_at = value_at
        self.value_type = value_type
        self.template = frame
        self.mask = np.full(len(frame), 0xFF, np.uint8)
        self.mask[TIME_AT : TIME_AT + 8] = 0
        # Which byte of the step is its last may not differ.
        self.mask[STEP_KEY_AT + 1 : STEP_KEY_AT + 1 + step_bytes] = 0x80
        self.mask[value_at : value_at + size] = 0
        self.mask[-4:] = 0
        varying = ((TIME_AT, 8), (STEP_KEY_AT + 1, step_bytes), (value_at, size))
        self._crc = Varying(
            frame[12:-4], tuple((at - 12, at - 12 + width) for at, width in varying if width)
        )

    def read(self, rows: Bytes) -> Points:
        """rows: the frames, [N, length]."""
        size = np.dtype(self.value_type).itemsize
        times = np.ascontiguousarray(rows[:, TIME_AT : TIME_AT + 8])
        step = rows[:, STEP_KEY_AT + 1 : STEP_KEY_AT + 1 + self.step_bytes]
        values = np.ascontiguousarray(rows[:, self.value_at : self.value_at + size])
        columns = (
            (times, np.ascontiguousarray(step), values) if self.step_bytes else (times, values)
        )
        checks = np.ascontiguousarray(rows[:, -4:]).view("<u4")[:, 0]
        return Points(
            varint_column(step),
            times.view("<f8")[:, 0].astype(np.float64, copy=False),
            values.view(self.value_type)[:, 0].astype(np.float64),
            self._crc.of(columns) == unmasked(checks),
        )


def shape_of(
    data: bytes | bytearray,
    at: int,
    event: EventPlaces,
    number: int,
    value_at: int,
    value_type: str,
) -> EventShape | None:
    """The shape of an event whose only value is a scalar; None if it has none that others could have, too.

    at: where its frame begins; value_at: where the bytes of the value do; both in `data`.
    """
    time, step = event.time, event.step
    if event.has_others or len(event.summaries) != 1 or time is None:
        return None
    # Time, step if there is one, values: the order of every writer.
    begin = at + HEAD_BYTES
    before = time if step is None else step
    if time.begin != begin or before.begin not in (begin, time.end):
        return None
    (summary,) = event.summaries
    if summary.begin != before.end or summary.end - begin + FRAME_BYTES > _LONGEST:
        return None
    frame = bytes(data[at : summary.end + FRAME_BYTES - HEAD_BYTES])
    step_bytes = 0 if step is None else step.end - step.value
    return EventShape(frame, number, step_bytes, value_at - at, value_type)


class EventShapes:
    """The shapes that were learned of one file."""

    def __init__(self) -> None:
        self._known: dict[tuple[bytes, bytes, bytes], EventShape] = {}
        self._cuts: dict[tuple[int, int], list[tuple[int, int]]] = {}

    def learn(self, shape: EventShape) -> None:
        """Know events of this shape from now on."""
        if len(self._known) >= _MOST_SHAPES:
            self._known.clear()
            self._cuts.clear()
        frame, size = shape.template, np.dtype(shape.value_type).itemsize
        cuts = self._cuts.setdefault((shape.length, shape.step_bytes), [])
        cut = (shape.value_at, shape.value_at + size)
        if cut not in cuts:
            cuts.append(cut)
        self._known[_key(frame, shape.length, shape.step_bytes, *cut)] = shape

    def find(self, data: bytes | bytearray, at: int) -> EventShape | None:
        """The shape of the event whose frame begins at `at`, all of which is there; None if it is not known."""
        end = len(data)
        if at + STEP_KEY_AT >= end or data[at + 12] != 0x09:
            return None
        behind = at + STEP_KEY_AT
        if data[behind] == 0x10:
            behind += 1
            while behind < end and data[behind] & 0x80:
                behind += 1
            step_bytes = behind - at - STEP_KEY_AT
        else:
            step_bytes = 0
        length = 16 + (data[at] | data[at + 1] << 8 | data[at + 2] << 16)
        if at + length > end:
            return None
        cuts = self._cuts.get((length, step_bytes))
        if cuts is None:
            return None
        frame = bytes(data[at : at + length])
        for cut in cuts:
            shape = self._known.get(_key(frame, length, step_bytes, *cut))
            if shape is not None:
                return shape
        return None


def _key(
    frame: bytes, length: int, step_bytes: int, begin: int, end: int
) -> tuple[bytes, bytes, bytes]:
    """The bytes that are the same in all events of a shape: before the time, up to the value, and behind it."""
    behind_step = STEP_KEY_AT + (1 + step_bytes if step_bytes else 0)
    return frame[:13], frame[behind_step:begin], frame[end : length - 4]
