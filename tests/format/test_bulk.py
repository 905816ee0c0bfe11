"""Many records decoded at once are the same as one after the other, whatever the bytes are."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Sequence
from dataclasses import astuple
from typing import Any
from unittest import mock

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.format.log_bytes import LogBytes
from vdlite.format import unpack
from vdlite.format.batch import Batch
from vdlite.format.decode import LogDecoder
from vdlite.format.few import MOST_BYTES
from vdlite.format.records import MAX_SERIES, RecordType, checked
from vdlite.format.unpack import unpack_records

INT64 = 1 << 63


def flat(batches: Sequence[Batch], decoder: LogDecoder) -> list[Any]:
    """All that was decoded, as plain values: floats by their bits."""

    def bits(values: Any) -> list[bytes]:
        return [struct.pack("d", value) for value in values]

    scalars = [
        row
        for batch in batches
        for some in batch.scalars
        for row in zip(
            some.series.tolist(),
            some.steps.tolist(),
            bits(some.walltimes),
            bits(some.values),
            strict=True,
        )
    ]
    entries = [
        (entry.series, entry.step, *bits([entry.walltime]), *entry[3:7], repr(entry.summary))
        for batch in batches
        for some in batch.entries
        for entry in some
    ]
    return [
        [batch.header and astuple(batch.header) for batch in batches],
        [tuple(one) for batch in batches for one in batch.declarations],
        scalars,
        entries,
        [repr(gap) for batch in batches for gap in batch.gaps],
        [batch.ended for batch in batches],
        [astuple(one) for batch in batches for one in batch.damage],
        decoder.pending,
        decoder.offset,
    ]


def assert_same_both_ways(data: bytes, sizes: Sequence[int] = ()) -> list[Any]:
    """What was decoded: one by one, few with one unpacker and the rest in bulk, and all in bulk."""
    results = []
    for bulk, few in ((False, 0), (True, MOST_BYTES), (True, 0)):
        decoder, batches, end = LogDecoder(bulk=bulk), [], 0
        with mock.patch.object(unpack, "MOST_BYTES", few):
            for size in [*sizes, len(data)]:
                end = min(end + size, len(data))
                batches.append(decoder.decode(data[decoder.offset : end]))
        results.append(flat(batches, decoder))
    one_by_one, *at_once = results
    for way in at_once:
        for got, want in zip(way, one_by_one, strict=True):
            assert got == want
    return one_by_one


def add_nonsense(log: LogBytes, rng: random.Random) -> None:
    """Records with right checks that make no sense, or that only a later version understands."""
    big = rng.choice([INT64, INT64 - 1, MAX_SERIES, -1, -INT64, 2**64 - 1])
    items: list[Any] = rng.choice(
        [
            [RecordType.GAP, big, 1.0, 2.0],
            [RecordType.GAP, 3, 1, 2.0],
            [RecordType.SERIES, big, "text", "tag", {}],
            [RecordType.SERIES, 1, b"text", "tag", {}],
            [RecordType.SERIES, 1, "text", "tag", {}, "more"],
            [RecordType.INLINE, big, 1, 1.0, {}, b"x"],
            [RecordType.INLINE, 1, big, 1.0, {}, b"x"],
            [RecordType.INLINE, True, 1, 1.0, {}, b"x"],
            [RecordType.INLINE, 1, 1, 1.0, {}, "text"],
            [RecordType.INLINE, 1, 1, 1.0, {}],
            [RecordType.REFERENCE, 1, 1, 1.0, big, 10, 3, {}],
            [RecordType.REFERENCE, 1, 1, 1.0, 0, big, 3, {}],
            [RecordType.REFERENCE, 1, 1, 1.0, 0, 10, big, {}],
            [RecordType.REFERENCE, 1, 1, 1.0, 0, 10, 3, {}, "more"],
            [RecordType.SCALAR, 1, 2, 1.0, 2.0],
            [RecordType.SCALAR, 1000, 2, 1.0, 2.0],
            [RecordType.SEAL, 0, 1, 2, 3],
            [RecordType.END, 5.0],
            [RecordType.HEADER, "vdlite", 1, {"created": 1.0}],
            [11, "later", {}],
            [RecordType.LIST, big, [0, 1]],
            [RecordType.LIST, 7, [0, big]],
            [RecordType.LIST, 1, [0, True]],
            [RecordType.LIST, 1, "text"],
            [RecordType.LIST, 1, [5, 6], "more"],
            [RecordType.ROW, 1, 2, 1.0, bytes(16)],
            [RecordType.ROW, 100_000, 2**40, 1.0, bytes(16)],
            [RecordType.ROW, 100_000, 2**40, 1.0, bytes(300)],
            [1.0, 2, "text", "tag", {}],
            [True, 2, "text", "tag", {}],
            [2**64 - 1, 2],
            ["text", "of", "some", "sort"],
            [None, None],
            [[], {}],
        ]
    )
    log.add_items(*items)


def add_broken(log: LogBytes, rng: random.Random) -> None:
    """Bytes that only a seal vouches for: no records, or scalars that have another layout."""
    log.add(
        rng.choice(
            [
                b"\0" * rng.randrange(1, 200),
                b"\xc1",
                b"\xa3abc",
                b"\x80",
                b"\x90",
                b"\x91\x02",
                b"\x81\x00\x01",
                b"\x92\xa2\xff\xff\x00",
                b"\xc6\x00\x02\x00\x00",
                b"\x96\x02\xcd\x00\x01\x01",
                checked(b"\x96\x02\xcd\x00\x01\x01\x01\x01\xce", len(log.data)),
                checked(b"\x96\x05\xcd\x00\x00\x01\x01\x01\xce", len(log.data)),
                checked(b"\x96\x02\xce\x00\x00\x00\x01\x01\x01\x01\xce", len(log.data)),
                checked(b"\x96\x0a\xce\x00\x00\x00\x01\x01\x01\x01\xce", len(log.data)),
                b"\x96\x0a\xce\x00\x00\x00\x01",
            ]
        )
    )


def add_scalar(log: LogBytes, rng: random.Random) -> None:
    series = rng.choice([0, 3, 65_535, 65_536, 70_000])
    for step in range(rng.choice([1, 1, 3, 50])):
        log.add_scalar(series, step, rng.random(), struct.unpack("d", rng.randbytes(8))[0])


def add_inline(log: LogBytes, rng: random.Random) -> None:
    payload = rng.randbytes(rng.randrange(60))
    summary = rng.choice([{}, {"n": 1}, {"n": {"m": [1, None]}}, {3: "x"}])
    step = rng.randrange(-INT64, INT64)
    log.add_items(RecordType.INLINE, rng.randrange(5), step, 1.5, summary, payload)


def add_reference(log: LogBytes, rng: random.Random) -> None:
    items = (rng.randrange(1 << 40), rng.randrange(1 << 32), rng.randrange(1 << 32), {"k": "v"})
    log.add_items(RecordType.REFERENCE, rng.randrange(5), rng.randrange(100), 2.5, *items)


def add_list(log: LogBytes, rng: random.Random) -> None:
    number = rng.randrange(4)
    log.add_items(
        RecordType.LIST, number, [70_000 * (number == 3) + at for at in range(number + 1)]
    )


def add_rows(log: LogBytes, rng: random.Random) -> None:
    for step in range(rng.choice([1, 1, 2, 30])):
        number = rng.randrange(4)
        for _ in range(rng.choice([1, 1, 40])):
            count = rng.choice([number + 1] * 9 + [7])
            log.add_row(number, step, rng.random(), rng.randbytes(8 * count))


def add_series(log: LogBytes, rng: random.Random) -> None:
    number = rng.randrange(8)
    log.add_items(RecordType.SERIES, number, rng.choice(["text", "scalar"]), f"tag{number}", {})


def log_of(seed: int, strange: int) -> bytes:
    """A log of all sorts of records; `strange` of a hundred make no sense."""
    rng = random.Random(seed)
    log = LogBytes(block_bytes=rng.choice([300, 3000, 30_000]))
    usual: list[Callable[[LogBytes, random.Random], None]] = [
        add_scalar,
        add_inline,
        add_inline,
        add_reference,
        add_series,
        add_list,
        add_rows,
    ]
    # Some logs are mostly of one sort.
    usual += [rng.choice(usual)] * rng.choice([0, 20])
    for _ in range(rng.randrange(20, 400)):
        if rng.randrange(100) < strange:
            rng.choice([add_nonsense, add_broken])(log, rng)
        else:
            rng.choice(usual)(log, rng)
    if rng.random() < 0.7:
        log.seal()
    return bytes(log.data)


SEEDS = st.integers(0, 2**32)
SIZES = st.lists(st.integers(1, 20_000), max_size=6)


@given(SEEDS, SIZES, st.sampled_from([0, 1, 10, 60]))
@settings(max_examples=150)
def test_logs_of_all_sorts_of_records(seed: int, sizes: list[int], strange: int) -> None:
    assert_same_both_ways(log_of(seed, strange), sizes)


@given(SEEDS, SIZES, st.sampled_from([0, 5]))
@settings(max_examples=200)
def test_damaged_logs(seed: int, sizes: list[int], strange: int) -> None:
    data = bytearray(log_of(seed, strange))
    rng = random.Random(seed)
    for _ in range(rng.randrange(1, 6)):
        start = rng.randrange(len(data))
        end = min(start + rng.choice([1, 1, 30, 3000]), len(data))
        how = rng.choice(["flip", "zero", "noise", "cut", "repeat", "insert"])
        if how == "flip":
            data[start] ^= 1 << rng.randrange(8)
        elif how == "zero":
            data[start:end] = bytes(end - start)
        elif how == "noise":
            data[start:end] = rng.randbytes(end - start)
        elif how == "cut" and end - start < len(data):
            del data[start:end]
        elif how == "repeat":
            data[start:start] = data[start:end]
        elif how == "insert":
            data[start:start] = rng.randbytes(end - start)
    assert_same_both_ways(bytes(data), sizes)


def test_many_records_of_one_sort_come_in_their_order() -> None:
    log = LogBytes()
    for step in range(5000):
        log.add_items(RecordType.INLINE, step % 3, step, 1.0 * step, {"n": step}, b"%d" % step)
        if step % 2:
            log.add_items(RecordType.REFERENCE, step % 3, -step, 2.0, step, step, step, {})
    log.seal()
    entries = assert_same_both_ways(bytes(log.data))[3]
    want = [step for at in range(5000) for step in ([at, -at] if at % 2 else [at])]
    assert [entry[1] for entry in entries] == want


def test_a_payload_is_found_where_it_lies() -> None:
    log = LogBytes()
    for step in range(300):
        log.add_items(RecordType.INLINE, 0, step, 1.0, {}, f"payload {step}".encode())
    log.seal()
    for entry in assert_same_both_ways(bytes(log.data))[3]:
        offset, length = entry[4], entry[5]
        assert log.data[offset : offset + length] == f"payload {entry[1]}".encode()


@pytest.mark.parametrize(
    "items",
    [
        (RecordType.GAP, 2**63, 1.0, 2.0),
        (RecordType.GAP, -1, 1.0, 2.0),
        (RecordType.REFERENCE, 0, 1, 1.0, 2**63 - 1, 1, 0, {}),
        (RecordType.REFERENCE, 0, 1, 1.0, 2**63, 0, 0, {}),
        (RecordType.INLINE, 2**32, 1, 1.0, {}, b""),
        (RecordType.SERIES, 2**32, "text", "tag", {}),
        (RecordType.SERIES, -1, "text", "tag", {}),
    ],
)
def test_numbers_that_no_writer_writes_are_damage(items: tuple[Any, ...]) -> None:
    for filling in (0, 100):
        log = LogBytes()
        for step in range(filling):
            log.add_items(RecordType.INLINE, 0, step, 1.0, {}, b"payload")
        start = len(log.data)
        log.add_items(*items)
        end = len(log.data)
        log.seal()
        header, declarations, _, entries, gaps, _, damage, *_ = assert_same_both_ways(
            bytes(log.data)
        )
        assert (header, declarations, gaps) == ([None], [], [])
        assert len(entries) == filling
        ((offset, size, _),) = damage
        assert (offset, size) == (start, end - start)


def test_a_sealed_block_of_zeroes_is_one_region_of_damage() -> None:
    log = LogBytes(block_bytes=1 << 30)
    log.add_scalar(0, 1, 1.0, 2.0)
    log.data += bytes(1 << 20)
    log.seal()
    _, _, scalars, _, _, _, damage, *_ = assert_same_both_ways(bytes(log.data))
    assert len(scalars) == 1
    assert [(offset, size) for offset, size, _ in damage] == [(37, 1 << 20)]


def test_a_cut_scalar_that_a_seal_vouches_for_ends_the_reading() -> None:
    log = LogBytes(block_bytes=1 << 30)
    log.add_scalar(0, 1, 1.0, 2.0)
    log.data += log.data[:20]
    data = bytes(log.data) + msgpack.packb(0)
    view = memoryview(data)
    batch = Batch()
    unpack_records(view, 0, len(view), 0, batch)
    assert [(one.offset, one.bytes) for one in batch.damage] == [(37, 21)]
