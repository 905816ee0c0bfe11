"""What a layout's process and whoever started it say to each other: msgpack, each piece with its length before it."""

from collections.abc import Mapping
from typing import IO, Any

import msgpack
import numpy as np
from numpy.typing import NDArray

_LENGTH_BYTES = 8


def send(stream: IO[bytes], message: Mapping[str, Any], array: NDArray[np.float32]) -> None:
    """Write a message and the array that goes with it."""
    head: bytes = msgpack.packb({**message, "shape": list(array.shape)})
    raw = np.ascontiguousarray(array, "<f4")
    stream.write(len(head).to_bytes(_LENGTH_BYTES, "little"))
    stream.write(head)
    stream.write(raw.data.cast("B") if raw.size else b"")
    stream.flush()


def receive(stream: IO[bytes]) -> tuple[dict[str, Any], NDArray[np.float32]]:
    """Read what `send` wrote. Raises EOFError if the other side has ended."""
    length = int.from_bytes(_exactly(stream, _LENGTH_BYTES), "little")
    message: dict[str, Any] = msgpack.unpackb(_exactly(stream, length))
    shape = message.pop("shape")
    raw = _exactly(stream, 4 * int(np.prod(shape)))
    return message, np.frombuffer(raw, "<f4").reshape(shape)


def _exactly(stream: IO[bytes], length: int) -> bytes:
    pieces = []
    left = length
    while left:
        piece = stream.read(left)
        if not piece:
            raise EOFError("the other side has ended")
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)
