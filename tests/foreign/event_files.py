"""Event files as TensorBoard's format says, written without any of our code: framing, checksums and messages."""

import struct
from pathlib import Path

NAME = "events.out.tfevents.1700000000.host.17.0"


def crc32c(data: bytes) -> int:
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def check(data: bytes) -> bytes:
    crc = crc32c(data)
    return struct.pack("<I", ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF)


def frame(event: bytes) -> bytes:
    length = struct.pack("<Q", len(event))
    return length + check(length) + event + check(event)


def varint(number: int) -> bytes:
    number &= (1 << 64) - 1
    found = b""
    while number > 127:
        found += bytes([number & 127 | 128])
        number >>= 7
    return found + bytes([number])


def number(field: int, value: int) -> bytes:
    return varint(field << 3) + varint(value)


def double(field: int, value: float) -> bytes:
    return varint(field << 3 | 1) + struct.pack("<d", value)


def single(field: int, value: float) -> bytes:
    return varint(field << 3 | 5) + struct.pack("<f", value)


def message(field: int, data: bytes | str) -> bytes:
    data = data.encode() if isinstance(data, str) else data
    return varint(field << 3 | 2) + varint(len(data)) + data


def event(
    *values: bytes, step: int | None = 0, walltime: float = 1.7e9, more: bytes = b""
) -> bytes:
    """The frame of an event with those values (without their own field)."""
    at_step = number(2, step) if step else b""  # nobody writes a zero
    summary = message(5, b"".join(message(1, value) for value in values)) if values else b""
    return frame(double(1, walltime) + at_step + more + summary)


def scalar(tag: str, value: float) -> bytes:
    return message(1, tag) + single(2, value)


def plugin(name: str, content: bytes = b"") -> bytes:
    """A value's metadata."""
    plugin_data = message(1, name) + (message(2, content) if content else b"")
    return message(9, message(1, plugin_data))


def tensor(
    tag: str, dtype: int, values: bytes, shape: tuple[int, ...] | None = (), metadata: bytes = b""
) -> bytes:
    """values: the fields that hold them."""
    dims = b"".join(message(2, number(1, size)) for size in shape or ())
    sizes = b"" if shape is None else message(2, dims)
    return message(1, tag) + message(8, number(1, dtype) + sizes + values) + metadata


BEGIN = frame(double(1, 1.7e9) + message(3, "brain.Event:2"))


def start(step: int, walltime: float = 1.7e9) -> bytes:
    """What a writer with `purge_step` begins with."""
    return event(step=step, walltime=walltime, more=message(7, number(1, 1)))


def log(folder: Path, *frames: bytes, name: str = NAME) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_bytes(b"".join([BEGIN, *frames]))
    return path
