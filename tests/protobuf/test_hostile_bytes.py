"""Bytes that nobody has checked are read, or refused with one error."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdlite.errors import FormatError
from vdlite.protobuf.events import Value, read_event, read_summary
from vdlite.protobuf.message import Message
from vdlite.protobuf.plugins import read_layout, read_trial
from vdlite.protobuf.tensors import read_tensor
from vdlite.protobuf.values import meaning


def varint(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


def field(number: int, content: bytes) -> bytes:
    return varint(number << 3 | 2) + varint(len(content)) + content


@given(st.binary(max_size=200))
def test_any_bytes_are_an_event_or_a_format_error(data: bytes) -> None:
    for read in (read_event, read_summary, read_trial, read_layout):
        with suppress(FormatError):
            read(data)


@given(
    st.binary(max_size=100),
    st.sampled_from([4, 5, 6, 8]),
    st.sampled_from(["", "scalars", "histograms", "images", "audio", "text", "pr_curves"]),
)
def test_a_value_of_any_bytes_has_a_meaning_or_is_a_format_error(
    data: bytes, number: int, plugin: str
) -> None:
    summary = field(1, field(1, b"tag") + field(number, data))
    with suppress(FormatError):
        for value in read_summary(summary):
            meaning(value, plugin)


def tensor(*parts: bytes) -> Message:
    return Message(memoryview(b"".join(parts)))


def shape(*sizes: int) -> bytes:
    return field(2, b"".join(field(2, b"\x08" + varint(size)) for size in sizes))


def test_a_tensor_that_claims_to_be_huge_takes_no_memory() -> None:
    one = field(5, b"\0\0\x80\x3f")
    with pytest.raises(FormatError, match="got 1 values for a tensor of shape"):
        read_tensor(tensor(b"\x08\x01", shape(1 << 40, 1 << 20), one))
    with pytest.raises(FormatError, match="of shape"):
        read_tensor(tensor(b"\x08\x01", shape((1 << 64) - 1), one))
    with pytest.raises(FormatError, match="of shape"):
        read_tensor(tensor(b"\x08\x01", shape(*[1] * 17), one))


def test_numbers_without_an_end_are_refused() -> None:
    with pytest.raises(FormatError, match="without an end"):
        read_tensor(tensor(b"\x08\x09", field(10, b"\x80")))
    with pytest.raises(FormatError, match="without an end"):
        read_tensor(tensor(b"\x08\x09", field(10, b"\x80" * 11 + b"\x00")))


def test_a_tensor_of_another_type_is_refused() -> None:
    with pytest.raises(FormatError, match="type 20"):
        read_tensor(tensor(b"\x08\x14"))


def test_a_field_that_is_cut_short_is_refused() -> None:
    whole = field(1, field(1, b"tag"))
    with pytest.raises(FormatError, match="bytes, "):
        read_summary(whole[:-1])


def test_a_value_without_content_means_nothing() -> None:
    assert meaning(Value("x")) is None
