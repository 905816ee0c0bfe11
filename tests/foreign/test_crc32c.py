"""Checksums of event files."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.foreign.event_files import crc32c as bit_by_bit
from vdlite.foreign.messages.crc32c import Varying, crc32c, remainders, zeros_table


def test_the_crc_of_the_nine_digits_is_that_of_the_standard() -> None:
    assert crc32c(b"123456789") == 0xE3069283


@pytest.mark.parametrize("length", [0, 1, 256, 257, 300, 511, 1023, 1024, 4096, 10007])
def test_bytes_of_any_length_have_the_crc_that_goes_bit_by_bit(length: int) -> None:
    data = np.random.default_rng(length).bytes(length)
    assert crc32c(data) == bit_by_bit(data)


@settings(max_examples=30, deadline=None)
@given(
    st.binary(min_size=40, max_size=60),
    st.lists(st.binary(min_size=11, max_size=11), min_size=1, max_size=5),
)
def test_columns_of_bytes_that_differ_have_the_crcs_of_the_whole_records(
    template: bytes, parts: list[bytes]
) -> None:
    records = [
        template[:3] + part[:8] + template[11:30] + part[8:] + template[33:] for part in parts
    ]
    rows = np.array([list(record) for record in records], np.uint8)
    varying = Varying(template, ((3, 11), (30, 33)))
    columns = (np.ascontiguousarray(rows[:, 3:11]), np.ascontiguousarray(rows[:, 30:33]))
    assert varying.of(columns).tolist() == [bit_by_bit(record) for record in records]


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 300), st.integers(1, 4), st.integers(0, 2**32 - 1))
def test_rows_have_the_remainders_of_their_bytes(words: int, rows: int, seed: int) -> None:
    made = np.random.default_rng(seed).integers(0, 1 << 16, (rows, words), np.uint16)
    # The CRC of the same number of zeros has what the turned bits at begin and end make.
    nothing = bit_by_bit(bytes(2 * words))
    want = [bit_by_bit(row.tobytes()) ^ nothing for row in made]
    assert remainders(made).tolist() == want


@pytest.mark.parametrize("zeros", [0, 1, 7, 300])
def test_zeros_behind_bytes_are_looked_up(zeros: int) -> None:
    data = b"123456789"
    nothing = bit_by_bit(bytes(len(data)))
    crc = bit_by_bit(data) ^ nothing
    table = zeros_table(zeros)
    moved = 0
    for place in range(4):
        moved ^= int(table[place, crc >> 8 * place & 0xFF])
    assert moved == bit_by_bit(data + bytes(zeros)) ^ bit_by_bit(bytes(len(data) + zeros))
