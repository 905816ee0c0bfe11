"""Damaged files: never a wrong value, never an exception, losses only where the damage is."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.format.log_bytes import LogBytes, Point, decode, points
from vdlite.format.batch import Batch, Damage
from vdlite.format.decode import LogDecoder
from vdlite.format.records import MAX_RECORD, RecordType

BLOCK = 1000
TAGS = 3


def log_of(count: int) -> bytes:
    """A log in which declarations are repeated in the second block, as the writer does."""
    log = LogBytes(block_bytes=BLOCK)
    log.add_items(RecordType.HEADER, "vdlite", 1, {})
    for _ in range(2):
        for series in range(TAGS):
            log.add_items(RecordType.SERIES, series, "scalar", f"tag{series}", {})
        if log.block_start == 0:
            log.seal()
    for step in range(count):
        log.add_scalar(step % TAGS, step, 1e9 + step, step * 1.25)
    log.seal()
    return bytes(log.data)


LOG = log_of(400)
TRUTH = points(decode(LOG)[0])
# Long enough for several blocks, and for each bit of each byte of a scalar's record to be flipped in one of them.
SHORT = log_of(100)
SHORT_TRUTH = points(decode(SHORT)[0])
LARGEST_BLOCK = BLOCK + 37 + 37  # a block, the record that made it full, and its seal


def read(data: bytes, sizes: list[int] | None = None) -> tuple[list[Point], list[Damage]]:
    batches, decoder = decode(data, sizes or [])
    damage = [d for batch in batches for d in batch.damage]
    if decoder.pending is not None:
        damage.append(decoder.pending)
    elif decoder.offset < len(data):
        damage.append(Damage(decoder.offset, len(data) - decoder.offset, "cut short"))
    return points(batches), damage


def assert_no_wrong_value(found: list[Point], among: list[Point] = TRUTH) -> None:
    truth = {point[1]: point for point in among}
    for point in found:
        assert point[1] in truth
        assert point[1:] == truth[point[1]][1:]
        assert point[0] in ("?", truth[point[1]][0])
    assert len(found) == len({point[1] for point in found}), "a point came twice"


@pytest.mark.parametrize("bit", range(8))
def test_a_flipped_bit_costs_one_record(bit: int) -> None:
    for offset in range(bit, len(SHORT), 8):
        data = bytearray(SHORT)
        data[offset] ^= 1 << bit
        found, damage = read(bytes(data))
        assert_no_wrong_value(found, SHORT_TRUTH)
        assert len(SHORT_TRUTH) - len(found) <= 1, offset
        assert any(d.offset <= offset < d.offset + d.bytes for d in damage), offset
        assert sum(d.bytes for d in damage) <= 100, offset


REGION = st.tuples(st.integers(0, len(LOG) - 1), st.integers(1, 4000))
SIZES = st.lists(st.integers(1, 5000), max_size=12)


@given(REGION, SIZES, st.sampled_from(["zeroed", "garbage", "ones"]), st.integers(0, 2**32))
@settings(max_examples=300)
def test_an_overwritten_region_costs_what_it_touches(
    region: tuple[int, int], sizes: list[int], with_what: str, seed: int
) -> None:
    start, length = region
    data = bytearray(LOG)
    end = min(start + length, len(data))
    noise = random.Random(seed).randbytes(end - start)
    fill = {"zeroed": bytes(end - start), "ones": b"\xff" * (end - start), "garbage": noise}
    data[start:end] = fill[with_what]
    found, damage = read(bytes(data), sizes)
    assert_no_wrong_value(found)
    touched = (end - start) // 37 + 2
    assert len(TRUTH) - len(found) <= touched
    assert all(d.offset >= start - 40 and d.offset + d.bytes <= end + 40 for d in damage)
    assert damage or data == LOG


@given(REGION, SIZES)
@settings(max_examples=300)
def test_a_removed_region_costs_at_most_its_block(
    region: tuple[int, int], sizes: list[int]
) -> None:
    start, length = region
    end = min(start + length, len(LOG))
    found, _ = read(LOG[:start] + LOG[end:], sizes)
    assert_no_wrong_value(found)
    lost = len(TRUTH) - len(found)
    assert lost <= (end - start) // 37 + 2 + LARGEST_BLOCK // 37


@given(REGION, st.integers(0, len(LOG)), SIZES)
@settings(max_examples=300)
def test_a_repeated_region_adds_nothing_and_costs_at_most_its_block(
    region: tuple[int, int], where: int, sizes: list[int]
) -> None:
    start, length = region
    found, _ = read(LOG[:where] + LOG[start : start + length] + LOG[where:], sizes)
    assert_no_wrong_value(found)
    if where >= start + length:
        assert len(TRUTH) - len(found) <= LARGEST_BLOCK // 37 + 2


@given(st.binary(max_size=3000), SIZES)
def test_garbage_holds_nothing(data: bytes, sizes: list[int]) -> None:
    found, _ = read(data, sizes)
    assert found == []


@given(st.binary(min_size=1, max_size=2000), st.integers(0, len(LOG)))
def test_garbage_may_stand_anywhere(garbage: bytes, where: int) -> None:
    found, damage = read(LOG[:where] + garbage + LOG[where:])
    assert_no_wrong_value(found)
    assert len(TRUTH) - len(found) <= LARGEST_BLOCK // 37 + 2
    assert damage


def test_a_damaged_declaration_is_found_again_in_the_next_block() -> None:
    data = bytearray(LOG)
    first_block = LOG.index(b"tag1")
    data[first_block] ^= 0xFF
    found, _ = read(bytes(data))
    assert sorted(found) == sorted(TRUTH)


def test_an_unfinished_record_is_waited_for_only_as_long_as_a_record_can_be() -> None:
    decoder = LogDecoder()
    endless = b"\x93\x01\xc6\x7f\xff\xff\xff" + bytes(3 * MAX_RECORD)
    batch: Batch = decoder.decode(endless[:MAX_RECORD])
    assert (decoder.offset, batch.damage) == (0, [])
    batch = decoder.decode(endless)
    assert decoder.offset == len(endless) - MAX_RECORD
    assert batch.damage[0].offset == 0


@pytest.mark.parametrize("sealed", [True, False])
def test_a_whole_record_that_makes_no_sense_costs_only_itself(sealed: bool) -> None:
    log = LogBytes()
    log.add_items(RecordType.SERIES, 0, "scalar", "loss", {})
    log.add_scalar(0, 0, 1.0, 0.5)
    start = len(log.data)
    log.add_items(RecordType.GAP, "many", 1.0, 2.0)
    end = len(log.data)
    log.add_scalar(0, 1, 1.0, 0.25)
    if sealed:
        log.seal()
    batches, _ = decode(bytes(log.data))
    assert points(batches) == [("loss", 0, 1.0, 0.5), ("loss", 1, 1.0, 0.25)]
    (damage,) = batches[0].damage
    assert (damage.offset, damage.bytes) == (start, end - start)
