"""Event files of TensorBoard: events in their frames."""

from collections.abc import Iterator
from struct import pack

import numpy as np
from numpy.typing import NDArray

from vdlite.foreign.messages.crc32c import Varying, crc32c, masked
from vdlite.protobuf.encode import double, integer, message, single

BEGIN_VERSION = "brain.Event:2"

_DOUBLES = 2  # TensorFlow's number of the type
_TIME_AT, _STEP_AT = 13, 22  # in a frame


def frame(event: bytes) -> bytes:
    """An event with its length and both checksums."""
    length = pack("<Q", len(event))
    checks = (pack("<I", masked(crc32c(data))) for data in (length, event))
    return length + next(checks) + event + next(checks)


def begin(walltime: float) -> bytes:
    """The bytes that a file begins with."""
    return frame(double(1, walltime) + message(3, BEGIN_VERSION))


def event(values: bytes, step: int, walltime: float) -> bytes:
    """The frame of an event with values, each as a field of a summary."""
    at_step = integer(2, step) if step else b""
    return frame(double(1, walltime) + at_step + message(5, values))


def value(tag: str, content: bytes, plugin: str = "", about: bytes = b"") -> bytes:
    """One value: its tag, the field that holds it, and the plugin that draws it."""
    metadata = b""
    if plugin:
        plugin_data = message(1, plugin) + (message(2, about) if about else b"")
        metadata = message(9, message(1, plugin_data))
    return message(1, message(1, tag) + content + metadata)


def scalar_frames(
    tag: str,
    steps: NDArray[np.int64],
    walltimes: NDArray[np.float64],
    values: NDArray[np.float64],
    *,
    wide: bool,
) -> Iterator[bytes]:
    """The frames of a tag's points, [N] each, those of equal layout at once.

    wide: keep 64 bits, in tensors; else floats of 32 bits, as most writers log them.
    """
    widths = step_bytes(steps)
    starts: list[int] = []
    if len(steps):
        starts = np.flatnonzero(np.append(True, widths[1:] != widths[:-1])).tolist()
    for start, end in zip(starts, [*starts[1:], len(steps)], strict=True):
        some = slice(start, end)
        yield scalar_rows(tag, steps[some], walltimes[some], values[some], wide=wide).tobytes()


def step_bytes(steps: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many bytes each step takes, [N]: none for 0, ten for negative ones."""
    left = steps.astype(np.uint64)
    widths = np.zeros(len(steps), np.int64)
    while left.any():
        widths += left > 0
        left = left >> np.uint64(7)
    return widths


def scalar_rows(
    tag: str,
    steps: NDArray[np.int64],
    walltimes: NDArray[np.float64],
    values: NDArray[np.float64],
    *,
    wide: bool,
) -> NDArray[np.uint8]:
    """Frames of one layout, [N, bytes]: of points whose steps take as many bytes as the first one. Else as above."""
    width = int(step_bytes(steps[:1])[0])
    if wide:
        tensor = integer(1, _DOUBLES) + message(2, b"") + message(4, bytes(8))
        one = value(tag, message(8, tensor), "scalars")
    else:
        one = value(tag, single(2, 0.0))
    template = event(one, int(steps[0]), 0.0)
    size = 8 if wide else 4
    # The number is the last thing before the metadata, and that the last thing before the checksum.
    value_at = template.rindex(bytes(size), 0, len(template) - 4) if wide else len(template) - 8
    rows = np.tile(np.frombuffer(template, np.uint8), (len(steps), 1))
    rows[:, _TIME_AT : _TIME_AT + 8] = _bytes_of(walltimes, "<f8")
    for place in range(width):
        part = (steps.astype(np.uint64) >> np.uint64(7 * place)).astype(np.uint8) & np.uint8(0x7F)
        rows[:, _STEP_AT + place] = part | np.uint8(0x80 if place < width - 1 else 0)
    with np.errstate(over="ignore"):
        rows[:, value_at : value_at + size] = _bytes_of(values, "<f8" if wide else "<f4")
    runs = [(_TIME_AT, 8), (_STEP_AT, width), (value_at, size)]
    differ = tuple((at - 12, at - 12 + count) for at, count in runs if count)
    columns = tuple(np.ascontiguousarray(rows[:, 12 + low : 12 + high]) for low, high in differ)
    crcs = Varying(template[12:-4], differ).of(columns)
    turned = (crcs >> np.uint32(15) | crcs << np.uint32(17)) + np.uint32(0xA282EAD8)
    rows[:, -4:] = _bytes_of(turned, "<u4")
    return rows


def _bytes_of(column: NDArray[np.generic], dtype: str) -> NDArray[np.uint8]:
    return column.astype(dtype).view(np.uint8).reshape(len(column), -1)
