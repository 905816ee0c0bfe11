"""Tensors, whole: stored so that a slice is read without the rest.

The payload is two msgpack objects: a map that says what follows (dtype, shape, chunk_bytes, checks), and a bin with
the raw little-endian values in C order. `checks` holds the CRC-32 of each chunk of that bin.

A compressed one has `compression` (`zlib-shuffle`) and `sizes` as well: each chunk of the values, its bytes shuffled
(all first bytes of its values, then all second ones ...), is a zlib stream of that size in the bin, and checked as such.
"""

import math
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias
from zlib import compress as deflate
from zlib import crc32, decompressobj
from zlib import error as zlib_error

import msgpack
import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError, PayloadError
from vdlite.kinds import histogram
from vdlite.kinds.draft import Arrays, Draft, Encoded, Settings, taking
from vdlite.kinds.kind import Kind
from vdlite.kinds.numbers.arrays import ArrayLike, as_array
from vdlite.kinds.numbers.packing import number_type, pack, unpack

NAME = "tensor"

CHUNK_BYTES = 1 << 18
"""What is read, and checked, for a single value."""

MOST_BYTES = (1 << 32) - (1 << 24)  # a payload's limit, less what is known of the values
MOST_DIMENSIONS = 16

_SHUFFLED = "zlib-shuffle"
_LEVEL = (
    1  # of zlib: higher ones take several times as long, and save a few percent of such numbers
)

_BIN32 = struct.Struct(">BI")
_MOST_HEAD = 1 << 17  # bytes: a check for each chunk of the largest tensor, and a little more

Index: TypeAlias = "int | slice"
ReadPart: TypeAlias = Callable[[int, int], bytes]
"""Reads bytes of a payload: offset, length."""


@dataclass(frozen=True, slots=True)
class Tensor:
    """A tensor as it was logged."""

    values: NDArray[Any]  # of its own shape and dtype; bfloat16 and the like are float32


def encode(arrays: Arrays, settings: Settings) -> Encoded:
    """The values as they are, behind their type, shape and checks."""
    (given,) = arrays
    values = np.ascontiguousarray(given, given.dtype.newbyteorder("<"))
    data = values.reshape(-1).data.cast("B") if values.size else memoryview(b"")
    chunks: list[Any] = [
        data[start : start + CHUNK_BYTES] for start in range(0, len(data), CHUNK_BYTES)
    ]
    compression: dict[str, Any] = {}
    if settings.get("compress"):
        chunks = [_compressed(chunk, values.dtype.itemsize) for chunk in chunks]
        compression = {
            "compression": _SHUFFLED,
            "sizes": np.array([len(c) for c in chunks], np.uint32),
        }
    head = pack(
        {
            "dtype": values.dtype.str,
            "shape": list(given.shape),
            "chunk_bytes": CHUNK_BYTES,
            "checks": np.array([crc32(chunk) for chunk in chunks], np.uint32),
            **compression,
        }
    )
    begin = head + _BIN32.pack(0xC6, sum(map(len, chunks)))
    made = histogram.from_values(_as_floats(values))
    summary: dict[str, Any] = {
        "dtype": values.dtype.name,
        "shape": list(given.shape),
        "size": int(values.size),
        "begin": len(begin),  # of the values, in the payload
        "histogram": {"counts": made.counts.tolist(), "edges": made.edges.tolist()},
    }
    for name in ("count", "min", "max", "mean", "std", "nan", "posinf", "neginf"):
        summary[name] = getattr(made, name)
    return b"".join([begin, *chunks]), summary


@taking(NAME)
def tensor(values: ArrayLike, *, compress: bool = False) -> Draft:
    """A draft of a tensor of any shape and real dtype, whose values are kept as they are.

    compress: without loss; what is random, as most trained numbers are, becomes smaller by a tenth or so only.
    Raises PayloadError if it is none, or larger than a payload can be (almost 4 GiB).
    """
    array = as_array(values, NAME)
    if array.ndim > MOST_DIMENSIONS:
        raise PayloadError(f"tensor: got {array.ndim} dimensions, want {MOST_DIMENSIONS} at most")
    if array.dtype.itemsize > 8:  # long double: hardly any program reads it
        array = array.astype(np.float64)
    if array.nbytes > MOST_BYTES:
        raise PayloadError(
            f"tensor: got {array.nbytes} bytes, want {MOST_BYTES} at most: log a slice of it"
        )
    return Draft(encode, [array], {"compress": True} if compress else {})


def histogram_of(summary: Mapping[str, Any]) -> histogram.Histogram:
    """The histogram of a tensor's values. Raises FormatError if the summary has none."""
    try:
        binned = summary["histogram"]
        counts = np.array(binned["counts"], np.int64)
        edges = np.array(binned["edges"], np.float64)
        numbers = {name: float(summary[name]) for name in ("min", "max", "mean", "std")}
        sizes = {name: int(summary[name]) for name in ("count", "nan", "posinf", "neginf")}
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise FormatError(f"tensor summary: {error!r}") from error
    if counts.ndim != 1 or edges.shape != (len(counts) + 1,):
        raise FormatError(
            f"tensor summary: got counts {counts.shape} and edges {edges.shape} in its histogram"
        )
    made = histogram.Histogram(counts, edges, **sizes, **numbers)  # type: ignore[arg-type]  # by name
    histogram.check(made)
    return made


class TensorFile:
    """A logged tensor of which parts are read."""

    def __init__(self, read: ReadPart, begin: int) -> None:
        """begin: where the values begin, as the summary says. Raises FormatError if that is no tensor."""
        if not _BIN32.size < begin <= _MOST_HEAD:
            raise FormatError(f"tensor payload: got values from byte {begin} on")
        self._read = read
        self._begin = begin
        head = _unpack_head(read(0, begin))
        self.dtype = number_type(head["dtype"])
        self.shape = tuple(head["shape"])
        self._chunk = head["chunk_bytes"]
        self._checks = head["checks"]
        self._bytes: int = math.prod(self.shape) * self.dtype.itemsize
        if "sizes" in head and self._bytes > MOST_BYTES:
            raise FormatError(f"tensor payload: got {self._bytes} compressed bytes")
        chunks = -(-self._bytes // self._chunk)
        self._ends = None if "sizes" not in head else np.cumsum(head["sizes"], dtype=np.int64)
        fits = self._ends is None or self._ends.shape == (chunks,)
        if self._chunk % self.dtype.itemsize or self._checks.shape != (chunks,) or not fits:
            raise FormatError(
                f"tensor payload: got {self.shape} of {self.dtype} in {self._checks.shape} chunks of {self._chunk}"
            )

    @property
    def nbytes(self) -> int:
        """Bytes of the values, once they are read."""
        return self._bytes

    @property
    def is_compressed(self) -> bool:
        """True if the tensor's values do not lie there as they are."""
        return self._ends is not None

    def take(self, indices: Sequence[Index]) -> NDArray[Any]:
        """The values at these indices, one per dimension, with the meaning that Python gives them.

        Reads and checks the chunks that hold them. Raises FormatError if these are damaged, IndexError if an index
        is out of range.
        """
        given = list(zip(indices, self.shape, strict=True))
        if any(isinstance(index, slice) and not _length(index, size) for index, size in given):
            # Without looking along the other dimensions, which may say that they are of any length.
            sizes = [_length(index, size) for index, size in given if isinstance(index, slice)]
            return np.empty(sizes, self.dtype)
        axes = [_positions(index, size) for index, size in given]
        flat = np.zeros((1,) * len(axes), np.int64)
        stride = 1
        for axis in reversed(range(len(axes))):
            along = [1] * len(axes)
            along[axis] = -1
            flat = flat + (axes[axis] * stride).reshape(along)
            stride *= self.shape[axis]
        kept = [_length(index, size) for index, size in given if isinstance(index, slice)]
        return self._gather(flat.reshape(-1)).reshape(kept)

    def _gather(self, flat: NDArray[np.int64]) -> NDArray[Any]:
        """The values at positions [N] of the tensor in C order."""
        found = np.empty(len(flat), self.dtype)
        if not len(flat):
            return found
        per_chunk = self._chunk // self.dtype.itemsize
        chunks = flat // per_chunk
        order = np.argsort(chunks, kind="stable")
        starts = np.flatnonzero(np.diff(chunks[order], prepend=-1))
        for start, end in zip(starts, [*starts[1:], len(flat)], strict=True):
            where = order[start:end]
            number = int(chunks[where[0]])
            found[where] = self._read_chunk(number)[flat[where] - number * per_chunk]
        return found

    def _read_chunk(self, number: int) -> NDArray[Any]:
        offset = number * self._chunk
        length = min(self._chunk, self._bytes - offset)
        if self._ends is None:
            return np.frombuffer(self._checked(number, offset, length), self.dtype)
        start = int(self._ends[number - 1]) if number else 0
        packed = self._checked(number, start, int(self._ends[number]) - start)
        return _restored(packed, length, self.dtype)

    def _checked(self, number: int, offset: int, length: int) -> bytes:
        data = self._read(self._begin + offset, length)
        if len(data) != length or crc32(data) != self._checks[number]:
            raise FormatError(f"tensor payload: chunk {number} does not match its checksum")
        return data

    def whole(self) -> NDArray[Any]:
        """All values, chunk by chunk."""
        parts = [self._read_chunk(number) for number in range(len(self._checks))]
        found = np.concatenate(parts) if parts else np.empty(0, self.dtype)
        return found.reshape(self.shape)


def size_of(payload: bytes) -> int:
    """The bytes of a tensor's values, which may be compressed. Raises FormatError for bytes that are none."""
    return _file(payload)[0].nbytes


def _file(payload: bytes) -> "tuple[TensorFile, int]":
    """The tensor of a payload, and where its values begin."""
    unpacker = msgpack.Unpacker(max_buffer_size=len(payload) + 1, raw=False)
    unpacker.feed(payload)
    try:
        unpacker.skip()
    except (ValueError, msgpack.UnpackException) as error:
        raise FormatError(f"tensor payload: {error}") from error
    begin = unpacker.tell() + _BIN32.size
    return TensorFile(lambda offset, length: payload[offset : offset + length], begin), begin


def decode(payload: bytes) -> Tensor:
    """The whole tensor. Raises FormatError for bytes that are none."""
    try:
        file, begin = _file(payload)
        if file.is_compressed:
            return Tensor(file.whole())
        values = np.frombuffer(payload, file.dtype, offset=begin).reshape(file.shape)
    except FormatError:
        raise
    except (ValueError, TypeError, msgpack.UnpackException) as error:
        raise FormatError(f"tensor payload: {error}") from error
    return Tensor(values)


def _unpack_head(data: bytes) -> Mapping[str, Any]:
    head = unpack(data[: -_BIN32.size], NAME)
    match head:
        case {
            "dtype": str(),
            "shape": list(shape),
            "chunk_bytes": int(chunk),
            "checks": np.ndarray(),
        } if (
            0 < chunk <= MOST_BYTES
            and len(shape) <= MOST_DIMENSIONS
            and all(isinstance(size, int) and 0 <= size < 1 << 63 for size in shape)
            and _knows(head)
        ):
            return head
    raise FormatError("tensor payload: got no head with dtype, shape, chunk_bytes and checks")


def _knows(head: Mapping[str, Any]) -> bool:
    """True if the values are compressed not at all, or in the way that this version knows."""
    if "compression" not in head:
        return "sizes" not in head
    sizes = head.get("sizes")
    is_column = isinstance(sizes, np.ndarray) and sizes.dtype == np.uint32
    # A larger chunk would be taken apart whole for a single value.
    is_small = head["chunk_bytes"] <= CHUNK_BYTES
    return head["compression"] == _SHUFFLED and is_column and is_small


def _compressed(chunk: memoryview, itemsize: int) -> bytes:
    by_value = np.frombuffer(chunk, np.uint8).reshape(-1, itemsize)
    return deflate(np.ascontiguousarray(by_value.T).data, _LEVEL)


def _restored(packed: bytes, length: int, dtype: np.dtype[Any]) -> NDArray[Any]:
    """The values of a compressed chunk, which take `length` bytes. Raises FormatError if they do not."""
    unpacker = decompressobj()
    try:
        data = unpacker.decompress(packed, length + 1)  # never more, whatever the stream says
    except zlib_error as error:
        raise FormatError(f"tensor payload: {error}") from error
    if len(data) != length or not unpacker.eof:
        raise FormatError(f"tensor payload: got a chunk of {len(data)} bytes, want {length}")
    by_byte = np.frombuffer(data, np.uint8).reshape(dtype.itemsize, -1)
    return np.ascontiguousarray(by_byte.T).view(dtype).reshape(-1)


def _length(index: slice, size: int) -> int:
    return len(range(*index.indices(size)))


def _positions(index: Index, size: int) -> NDArray[np.int64]:
    if isinstance(index, slice):
        return np.arange(*index.indices(size), dtype=np.int64)
    if not -size <= index < size:
        raise IndexError(f"index {index} is out of range for {size} values")
    return np.array([index % size], np.int64)


def _as_floats(values: NDArray[Any]) -> NDArray[Any]:
    """The values that a histogram counts: float32 as it is, the rest as float64."""
    flat = values.reshape(-1)
    return flat if flat.dtype == np.float32 else flat.astype(np.float64)


KIND = Kind(NAME, decode, encode)
