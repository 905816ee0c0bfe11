"""Rows: many scalars of one step in a record, read as what they stand for."""

from __future__ import annotations

import random
import struct
from collections.abc import Sequence

import msgpack
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.format.log_bytes import LogBytes, Point, decode, points
from vdlite.format.batch import Damage
from vdlite.format.decode import LogDecoder
from vdlite.format.encode import LogEncoder
from vdlite.format.records import BLOCK_BYTES, ROW_VALUES, RecordType, row_end

INT64 = st.integers(-(2**63), 2**63 - 1)
FLOAT = st.floats(width=64, allow_nan=True)


def packed(values: Sequence[float]) -> bytes:
    return struct.pack(f"<{len(values)}d", *values)


def bits(found: list[Point]) -> list[tuple[str, int, bytes, bytes]]:
    return [(tag, step, packed([time]), packed([value])) for tag, step, time, value in found]


@given(
    st.lists(
        st.tuples(st.integers(0, 2), INT64, FLOAT, st.lists(FLOAT, min_size=6, max_size=6)),
        max_size=60,
    ),
    st.lists(st.integers(0, 3000), max_size=5),
)
def test_rows_come_back_bit_for_bit_and_in_order_with_scalars(
    rows: list[tuple[int, int, float, list[float]]], sizes: list[int]
) -> None:
    log = LogBytes(block_bytes=900)
    tags = [f"tag{number}" for number in range(6)]
    for number, tag in enumerate(tags):
        log.add_items(RecordType.SERIES, number, "scalar", tag, {})
    lists = {1: [5, 4, 3, 2, 1, 0], 2: [0, 3]}
    for number, series in lists.items():
        log.add_items(RecordType.LIST, number, series)
    want: list[Point] = []
    for number, step, time, values in rows:
        if number == 0:
            log.add_scalar(2, step, time, values[0])
            want.append((tags[2], step, time, values[0]))
            continue
        series = lists[number]
        log.add_row(number, step, time, packed(values[: len(series)]))
        some = zip(series, values, strict=False)
        want += [(tags[each], step, time, value) for each, value in some]
    batches, decoder = decode(bytes(log.data), sizes)
    assert bits(points(batches)) == bits(want)
    assert not any(batch.damage for batch in batches)
    assert (decoder.offset, decoder.pending) == (len(log.data), None)


def test_a_row_is_plain_msgpack() -> None:
    log = LogBytes()
    log.add_row(70_000, -3, 1.5, packed([1.0, 2.0]))
    assert msgpack.unpackb(bytes(log.data))[:5] == [10, 70_000, -3, 1.5, packed([1.0, 2.0])]
    with memoryview(log.data) as view:
        assert row_end(view, 0, len(view)) == len(view) == 33 + 16
        assert row_end(view, 0, len(view) - 1) == -1


def log_of_rows(count: int, width: int) -> tuple[bytes, dict[tuple[str, int], float]]:
    """A log as the writer makes it, and its values by tag and step."""
    encoder = LogEncoder()
    data = [encoder.header({})]
    _, declared = encoder.declare_all("scalar", [f"tag{at}" for at in range(width)])
    number, listed = encoder.list_series(list(range(width)))
    data += [declared, listed]
    truth = {}
    for step in range(count):
        values = [step * 1.25 + at for at in range(width)]
        data.append(encoder.row(number, step, 1e9 + step, memoryview(packed(values))))
        truth |= {(f"tag{at}", step): value for at, value in enumerate(values)}
    data.append(encoder.end(2e9))
    return b"".join(data), truth


WIDTH = 40
LOG, TRUTH = log_of_rows(400, WIDTH)
ROW = 33 + 8 * WIDTH


def read(data: bytes, sizes: list[int] | None = None) -> tuple[list[Point], list[Damage]]:
    batches, decoder = decode(data, sizes or [])
    damage = [each for batch in batches for each in batch.damage]
    return points(batches), damage + ([decoder.pending] if decoder.pending else [])


def assert_true(found: list[Point], truth: dict[tuple[str, int], float] = TRUTH) -> None:
    for tag, step, time, value in found:
        assert tag == "?" or truth[tag, step] == value
        assert time == 1e9 + step
    assert len(found) == len({(tag, step, value) for tag, step, _, value in found})


def test_a_flipped_bit_costs_one_row() -> None:
    width = 8
    log, truth = log_of_rows(400, width)
    assert len(log) > BLOCK_BYTES
    for offset in range(0, len(log), 101):
        data = bytearray(log)
        data[offset] ^= 1 << offset % 8
        found, damage = read(bytes(data))
        assert_true(found, truth)
        assert len(truth) - len(found) <= width, offset
        assert any(each.offset <= offset < each.offset + each.bytes for each in damage), offset


@given(
    st.integers(0, len(LOG) - 1),
    st.integers(1, 5000),
    st.lists(st.integers(1, 60_000), max_size=6),
    st.sampled_from(["zeroes", "noise", "cut", "repeat"]),
    st.integers(0, 2**32),
)
@settings(max_examples=150)
def test_damage_costs_what_it_touches_and_shows_nothing_wrong(
    start: int, length: int, sizes: list[int], how: str, seed: int
) -> None:
    end = min(start + length, len(LOG))
    fill = {
        "zeroes": bytes(end - start),
        "noise": random.Random(seed).randbytes(end - start),
        "cut": b"",
        "repeat": LOG[start:end] * 2,
    }[how]
    found, damage = read(LOG[:start] + fill + LOG[end:], sizes)
    assert_true(found)
    lost = len(TRUTH) - len(found)
    block = BLOCK_BYTES + ROW if how in ("cut", "repeat") else 0
    assert lost <= ((end - start + block) // ROW + 2) * WIDTH
    assert damage or not lost or how == "cut"


def test_a_log_cut_at_any_byte_has_all_rows_before_the_cut() -> None:
    data, truth = log_of_rows(12, 5)
    ends = []
    unpacker = msgpack.Unpacker(strict_map_key=False)
    unpacker.feed(data)
    for record in unpacker:
        if record[0] == RecordType.ROW:
            ends.append(unpacker.tell())
    for cut in range(len(data) + 1):
        found, damage = read(data[:cut])
        assert len(found) == 5 * sum(end <= cut for end in ends), cut
        assert all(truth[tag, step] == value for tag, step, _, value in found)
        assert not damage, cut


def test_a_damaged_list_is_found_again_in_the_next_block() -> None:
    at = LOG.index(bytes([0x94, RecordType.LIST])) + 8
    data = bytearray(LOG)
    data[at] ^= 0xFF
    found, damage = read(bytes(data), [5000] * 3)
    assert {(tag, step): value for tag, step, _, value in found} == TRUTH
    assert sum(each.bytes for each in damage) < 200


def test_rows_whose_list_is_lost_are_reported_and_not_guessed() -> None:
    log = LogBytes()
    log.add_items(RecordType.SERIES, 0, "scalar", "a", {})
    start = len(log.data)
    for step in range(3):
        log.add_row(5, step, 1.0, packed([1.0]))
    size = len(log.data) - start
    (batch,), decoder = decode(bytes(log.data))
    assert points([batch]) == []
    assert decoder.pending == Damage(start, size, "3 rows whose list of series can't be read")
    log.add_items(RecordType.LIST, 5, [0])
    more = decoder.decode(bytes(log.data[decoder.offset :]))
    assert decoder.pending is None
    assert points([batch, more]) == [("a", step, 1.0, 1.0) for step in range(3)]


def test_a_list_that_is_declared_differently_again_changes_nothing() -> None:
    log = LogBytes()
    for number in range(2):
        log.add_items(RecordType.SERIES, number, "scalar", f"tag{number}", {})
    log.add_items(RecordType.LIST, 0, [0])
    log.add_row(0, 1, 1.0, packed([1.0]))
    log.add_items(RecordType.LIST, 0, [1])
    log.add_row(0, 2, 1.0, packed([2.0]))
    found, (damage,) = read(bytes(log.data))
    assert found == [("tag0", 1, 1.0, 1.0), ("tag0", 2, 1.0, 2.0)]
    assert damage.reason == "list 0 is declared twice, differently"


@pytest.mark.parametrize("sealed", [True, False])
def test_a_row_of_another_length_than_its_list_costs_only_itself(sealed: bool) -> None:
    log = LogBytes()
    log.add_items(RecordType.SERIES, 0, "scalar", "a", {})
    log.add_items(RecordType.LIST, 0, [0])
    log.add_row(0, 1, 1.0, packed([1.0]))
    start = len(log.data)
    log.add_row(0, 2, 1.0, packed([1.0, 2.0]))
    end = len(log.data)
    log.add_row(0, 3, 1.0, packed([3.0]))
    if sealed:
        log.seal()
    found, damage = read(bytes(log.data))
    assert found == [("a", 1, 1.0, 1.0), ("a", 3, 1.0, 3.0)]
    assert damage == [Damage(start, end - start, "not a record: got a row of 2 values, want 1")]


def test_repetitions_of_a_hundred_thousand_names_take_few_bytes() -> None:
    encoder = LogEncoder()
    encoder.header({})
    count = 100_000
    encoder.declare_all("scalar", [f"layer{at}" for at in range(count)])
    lists = []
    for start in range(0, count, ROW_VALUES):
        listed = range(start, min(start + ROW_VALUES, count))
        lists.append((len(listed), encoder.list_series(list(listed))[0]))
    values = memoryview(np.zeros(ROW_VALUES)).cast("B")

    def add_rows(step: int) -> int:
        before = encoder.offset
        for size, number in lists:
            encoder.row(number, step, 1.0, values[: 8 * size])
        return encoder.offset - before

    add_rows(0)  # the last lists and names are repeated once
    sizes = [add_rows(step) for step in range(1, 10)]
    assert all(size < 8.1 * count for size in sizes)


def test_a_log_without_rows_keeps_the_first_version() -> None:
    encoder = LogEncoder()
    data = encoder.header({"host": "h"}) + encoder.declare("scalar", "a")[1]
    (batch,), _ = decode(data)
    assert batch.header is not None
    assert batch.header.version == 1
    data += encoder.list_series([0])[1]
    (batch,), _ = decode(data)
    assert batch.header is not None
    assert (batch.header.version, batch.header.about) == (2, {"host": "h"})


@pytest.mark.parametrize("lost", [False, True])
@pytest.mark.parametrize("cut", [4000, 20_000, 70_000])
def test_another_decoder_goes_on_where_one_stopped(cut: int, lost: bool) -> None:
    data = bytearray(LOG)
    if lost:  # the first block's list: its rows wait for the next block
        data[LOG.index(bytes([0x94, RecordType.LIST])) + 8] ^= 0xFF
    first = LogDecoder()
    batches = [first.decode(data[:cut])]
    second = LogDecoder()
    second.go_on(first.state)
    assert second.pending == first.pending
    batches.append(second.decode(data[second.offset :]))
    found = {(tag, step): value for tag, step, _, value in points(batches)}
    assert found == TRUTH
