"""Whole files, in one piece and in many."""

import math
import struct

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.format.log_bytes import LogBytes, decode, entries, points
from vdlite.format import records
from vdlite.format.records import RecordType

INT64 = st.integers(-(2**63), 2**63 - 1)
FLOAT = st.floats(allow_nan=True, allow_infinity=True)


def small_log() -> LogBytes:
    log = LogBytes(block_bytes=300)
    log.add_items(RecordType.HEADER, "vdlite", 1, {"host": "h"})
    log.add_items(RecordType.SERIES, 0, "scalar", "loss", {})
    for step in range(30):
        log.add_scalar(0, step, 1000.0 + step, step / 7)
    log.add_items(RecordType.SERIES, 1, "blob", "thing", {})
    log.add_items(RecordType.INLINE, 1, 5, 1040.0, {"n": 1}, b"payload")
    log.add_items(RecordType.REFERENCE, 1, 6, 1041.0, 5, 100000, 0xDEADBEEF, {"n": 2})
    log.add_items(RecordType.GAP, 12, 1050.0, 1060.0)
    for step in range(30, 40):
        log.add_scalar(0, step, 1000.0 + step, step / 7)
    log.add_items(RecordType.END, 1070.0)
    log.seal()
    return log


@given(st.lists(st.tuples(st.integers(0, 3), INT64, FLOAT, FLOAT), max_size=40))
def test_scalars_come_back_bit_for_bit(rows: list[tuple[int, int, float, float]]) -> None:
    log = LogBytes(block_bytes=200)
    for series, step, walltime, value in rows:
        log.add_scalar(series, step, walltime, value)
    batches, decoder = decode(bytes(log.data))
    got = [
        (int(series), int(step), struct.pack("d", walltime), struct.pack("d", value))
        for batch in batches
        for scalars in batch.scalars
        for series, step, walltime, value in zip(
            scalars.series, scalars.steps, scalars.walltimes, scalars.values, strict=True
        )
    ]
    want = [(s, step, struct.pack("d", w), struct.pack("d", v)) for s, step, w, v in rows]
    assert got == want
    assert decoder.offset == len(log.data)


def test_series_numbers_beyond_16_bits_come_back() -> None:
    log = LogBytes(block_bytes=500)
    numbers = [65_535, 65_536, 70_000, 2**32 - 1, 3]
    for step, number in enumerate(numbers * 20):
        log.add_scalar(number, step, 1.0, 2.0)
    batches, _ = decode(bytes(log.data))
    got = [int(number) for b in batches for scalars in b.scalars for number in scalars.series]
    assert got == numbers * 20


def test_every_record_is_plain_msgpack() -> None:
    data = bytes(small_log().data)
    unpacker = msgpack.Unpacker(strict_map_key=False)
    unpacker.feed(data)
    found = list(unpacker)
    assert all(isinstance(record, list) for record in found)
    assert found[0][:3] == [0, "vdlite", 1]
    assert [record[1:5] for record in found if record[0] == 2][:2] == [
        [0, 0, 1000.0, 0.0],
        [0, 1, 1001.0, 1 / 7],
    ]


def test_all_sorts_of_records_are_decoded() -> None:
    log = small_log()
    (batch,), decoder = decode(bytes(log.data))
    assert batch.header is not None
    assert batch.header.about == {"host": "h"}
    assert points([batch]) == [("loss", s, 1000.0 + s, s / 7) for s in range(40)]
    inline, reference = entries([batch])
    assert bytes(log.data[inline.offset : inline.offset + inline.length]) == b"payload"
    assert (reference.in_media, reference.offset, reference.length) == (True, 5, 100000)
    assert [(g.missing, g.since, g.until) for g in batch.gaps] == [(12, 1050.0, 1060.0)]
    assert batch.ended == 1070.0
    assert batch.damage == []
    assert decoder.pending is None


def test_a_file_cut_at_any_byte_gives_all_records_before_the_cut() -> None:
    data = bytes(small_log().data)
    truth = points(decode(data)[0])
    ends = [0]
    unpacker = msgpack.Unpacker(strict_map_key=False)
    unpacker.feed(data)
    scalars_before = [0]
    for record in unpacker:
        ends.append(unpacker.tell())
        scalars_before.append(scalars_before[-1] + (record[0] == 2))
    for cut in range(len(data) + 1):
        batches, decoder = decode(data[:cut])
        whole = max(i for i, end in enumerate(ends) if end <= cut)
        assert points(batches) == truth[: scalars_before[whole]], cut
        assert decoder.offset == ends[whole], cut
        assert not any(batch.damage for batch in batches), cut
        assert decoder.pending is None, cut


@given(st.lists(st.integers(0, 90), max_size=80))
def test_growth_in_any_pieces_gives_the_same_records(sizes: list[int]) -> None:
    data = bytes(small_log().data)
    batches, decoder = decode(data, sizes)
    assert points(batches) == points(decode(data)[0])
    assert len(entries(batches)) == 2
    assert not any(batch.damage for batch in batches)
    assert decoder.offset == len(data)


def test_a_payload_may_look_like_a_seal() -> None:
    other = LogBytes(block_bytes=200)
    for step in range(12):
        other.add_scalar(9, step, 1.0, math.pi)
    log = LogBytes(block_bytes=4000)
    log.add_items(RecordType.SERIES, 0, "scalar", "loss", {})
    log.add_items(RecordType.SERIES, 1, "blob", "log", {})
    for step in range(200):
        log.add_scalar(0, step, 1.0, float(step))
        if step % 40 == 7:
            log.add_items(RecordType.INLINE, 1, step, 1.0, {}, bytes(other.data))
    batches, _ = decode(bytes(log.data))
    assert [p[3] for p in points(batches)] == [float(step) for step in range(200)]
    assert len(entries(batches)) == 5
    assert not any(batch.damage for batch in batches)


def test_a_record_of_a_later_version_is_passed_over() -> None:
    log = LogBytes()
    log.add_items(RecordType.SERIES, 0, "scalar", "loss", {}, "an item more")
    log.add_items(40, "what", {"this": "is"})
    log.add_scalar(0, 1, 2.0, 3.0)
    batches, _ = decode(bytes(log.data))
    assert points(batches) == [("loss", 1, 2.0, 3.0)]
    assert not any(batch.damage for batch in batches)


@pytest.mark.parametrize("series", [0, 70_000])
def test_scalars_have_the_layout_of_the_specification(series: int) -> None:
    data = records.checked(records.scalar_body(series, -2, 1.5, 2.5), 1000)
    assert len(data) == (37 if series == 0 else 39)
    assert msgpack.unpackb(data)[:5] == [2, series, -2, 1.5, 2.5]
