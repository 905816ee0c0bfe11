"""Tensors: every value comes back, and any slice without the rest."""

import zlib
from pathlib import Path
from typing import Any

import msgpack
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from vdlite import FormatError, LogReader, LogWriter, PayloadError, SliceError
from vdlite.kinds import tensor
from vdlite.kinds.numbers.packing import pack, unpack
from vdlite.reader.series.slicing import parse_slices

TYPES = st.sampled_from(["?", "u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", "f2", "f4", "f8"])
SHAPES = arrays.array_shapes(min_dims=0, max_dims=5, min_side=0, max_side=7)


@given(TYPES.flatmap(lambda kind: arrays.arrays(np.dtype(kind), SHAPES)), st.booleans())
def test_every_value_comes_back(values: np.ndarray[Any, Any], compress: bool) -> None:
    payload, summary = tensor.tensor(values, compress=compress).encode()
    assert tensor.size_of(payload) == values.nbytes
    found = tensor.decode(payload).values
    assert (found.dtype, found.shape) == (values.dtype, values.shape)
    np.testing.assert_array_equal(found, values)
    assert summary["shape"] == list(values.shape)
    finite = values[np.isfinite(values)].astype(float)
    assert summary["count"] == finite.size
    assert sum(summary["histogram"]["counts"]) == finite.size
    assert summary["nan"] == np.isnan(values).sum()


def text_of(index: int | slice) -> str:
    if isinstance(index, int):
        return str(index)
    ends = ["" if end is None else str(end) for end in (index.start, index.stop, index.step)]
    return ":".join(ends)


@given(st.data())
def test_a_slice_is_what_numpy_takes(data: st.DataObject) -> None:
    shape = data.draw(arrays.array_shapes(min_dims=1, max_dims=4, max_side=6))
    values = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
    indices = tuple(
        data.draw(st.one_of(st.integers(-size, size - 1), st.slices(size))) for size in shape
    )
    payload, summary = tensor.tensor(values).encode()
    file = tensor.TensorFile(lambda at, size: payload[at : at + size], summary["begin"])
    expected = values[indices]
    text = ",".join(map(text_of, indices))
    if expected.size:
        np.testing.assert_array_equal(file.take(parse_slices(text, shape)), expected)
    else:
        with pytest.raises(SliceError, match="which holds none"):
            parse_slices(text, shape)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("0", "got 1 parts, want 2"),
        ("0,0,0", "got 3 parts, want 2"),
        ("", "got 0 parts, want 2"),
        ("0,", "dimension 1: got ''"),
        ("a,0", "dimension 0: got 'a', want an index"),
        ("0,1:2:3:4", "dimension 1: got '1:2:3:4'"),
        ("32,0", "dimension 0: got index 32, want -32 to 31"),
        ("-33,0", "dimension 0: got index -33, want -32 to 31"),
        ("5:2,0", "dimension 0: got '5:2', which holds none of its 32 values"),
        ("::0,0", "dimension 0: got a step of 0"),
        ("1e3,0", "dimension 0: got '1e3'"),
        ("__import__('os'),0", "dimension 0"),
        ("99999999999999999999,0", "dimension 0"),
    ],
)
def test_a_slice_that_can_not_be_taken_is_reported(text: str, complaint: str) -> None:
    with pytest.raises(SliceError) as caught:
        parse_slices(text, (32, 8))
    assert complaint in str(caught.value)


def test_a_slice_of_twenty_million_values_reads_a_small_part(tmp_path: Path) -> None:
    values = np.arange(20_000_000, dtype=np.float32).reshape(4000, 5000)
    with LogWriter(tmp_path) as writer:
        writer.add_tensor("big", values)
    (record,) = LogReader(tmp_path).records(".", "tensor", "big")
    read = 0

    def part(offset: int, length: int) -> bytes:
        nonlocal read
        read += length
        return record.part(offset, length)

    file = tensor.TensorFile(part, record.summary["begin"])
    np.testing.assert_array_equal(file.take([slice(100, 110), slice(0, 50)]), values[100:110, :50])
    assert read < 1_000_000
    np.testing.assert_array_equal(record.take("-1, ::1000"), values[-1, ::1000])


def test_damage_never_shows_a_wrong_value(tmp_path: Path) -> None:
    values = np.arange(300_000, dtype=np.float64)
    with LogWriter(tmp_path) as writer:
        writer.add_tensor("x", values)
        media = Path(writer.file_name).with_suffix(".vdm")
    data = bytearray(media.read_bytes())
    data[len(data) // 2] ^= 1
    media.write_bytes(data)
    (record,) = LogReader(tmp_path).records(".", "tensor", "x")
    with pytest.raises(FormatError, match="chunk 4 does not match"):
        record.take("::1000")
    np.testing.assert_array_equal(record.take(":1000"), values[:1000])
    np.testing.assert_array_equal(record.take("-1000:"), values[-1000:])
    with pytest.raises(FormatError, match="checksum"):
        record.payload  # noqa: B018  # reading it is what raises


def test_what_is_no_tensor_is_refused() -> None:
    for wrong, complaint in (
        (np.zeros(2, complex), "dtype complex128, want real numbers"),
        ("text", "want real numbers"),
        ([[1], [2, 3]], "got rows of different lengths, 1, 2, want"),
        (np.zeros((1,) * 20), "got 20 dimensions, want 16 at most"),
        (np.broadcast_to(np.zeros(1), (1 << 30,)), "want 4278190080 at most: log a slice"),
    ):
        with pytest.raises(PayloadError) as caught:
            tensor.tensor(wrong)
        assert complaint in str(caught.value)


@given(st.binary(max_size=100))
def test_bytes_that_are_no_tensor_are_a_format_error(data: bytes) -> None:
    with pytest.raises(FormatError):
        tensor.decode(data)


def test_the_callers_array_may_change_at_once(tmp_path: Path) -> None:
    values = np.zeros(100_000)
    with LogWriter(tmp_path) as writer:
        for step in range(10):
            writer.add_tensor("x", values, step)
            values += 1
    records = LogReader(tmp_path).records(".", "tensor", "x")
    assert [record.take("5").item() for record in records] == list(range(10))


def test_a_compressed_tensor_is_small_and_read_in_parts(tmp_path: Path) -> None:
    values = np.maximum(np.random.default_rng(0).normal(size=(400, 1000)), 0).astype("f4")
    with LogWriter(tmp_path) as writer:
        writer.add_tensor("x", values, 0, compress=True)
    record = LogReader(tmp_path).records(".", "tensor", "x")[0]
    assert record.entry.length < values.nbytes * 0.7
    np.testing.assert_array_equal(record.take("-1, ::7"), values[-1, ::7])
    np.testing.assert_array_equal(record.payload.values, values)
    read: list[int] = []
    raw = record.raw()
    file = tensor.TensorFile(
        lambda at, length: read.append(length) or raw[at : at + length],  # type: ignore[func-returns-value]
        record.summary["begin"],
    )
    read.clear()
    file.take([slice(0, 1), slice(None)])
    assert len(read) == 1
    assert read[0] < tensor.CHUNK_BYTES


def test_compressed_bytes_that_grow_beyond_their_chunk_are_refused() -> None:
    payload, _ = tensor.tensor(np.zeros(1000), compress=True).encode()
    unpacker = msgpack.Unpacker()
    unpacker.feed(payload)
    unpacker.skip()
    head = unpack(payload[: unpacker.tell()], "tensor")
    bomb = zlib.compress(bytes(1 << 24))
    sizes, checks = np.array([len(bomb)], np.uint32), np.array([zlib.crc32(bomb)], np.uint32)
    changed = pack({**head, "sizes": sizes, "checks": checks})
    with pytest.raises(FormatError, match="got a chunk of 8001 bytes, want 8000"):
        tensor.decode(changed + b"\xc6" + len(bomb).to_bytes(4, "big") + bomb)
