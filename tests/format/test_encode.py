"""What the encoder makes, the decoder reads; and many scalars at once are the bytes of one after the other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vdlite.format.decode import LogDecoder
from vdlite.format.encode import LogEncoder
from vdlite.format.records import BLOCK_BYTES, MAX_SMALL_SERIES, RecordType, scalar_body
from vdlite.format.scalar_rows import CHUNK

FLOATS = st.floats(width=64, allow_nan=True)
INT64 = st.integers(-(2**63), 2**63 - 1)
Points = tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]


def points_of(rows: Sequence[tuple[int, float, float]]) -> Points:
    steps, walltimes, values = zip(*rows, strict=True) if rows else ((), (), ())
    return np.array(steps, np.int64), np.array(walltimes), np.array(values, np.float64)


def one_by_one(encoder: LogEncoder, series: int, points: Points) -> bytes:
    rows = zip(*(column.tolist() for column in points), strict=True)
    return b"".join(encoder.append(scalar_body(series, *row)) for row in rows)


def encoder_at(offset: int) -> LogEncoder:
    encoder = LogEncoder()
    encoder.header({})
    encoder.declare("scalar", "a")
    encoder.offset += offset
    return encoder


@given(
    rows=st.lists(st.tuples(INT64, FLOATS, FLOATS), min_size=1, max_size=40),
    series=st.sampled_from([0, 1, MAX_SMALL_SERIES, MAX_SMALL_SERIES + 1, 2**32 - 1]),
    offset=st.integers(0, 2**33),
)
def test_scalars_at_once_are_the_bytes_of_scalars_one_by_one(
    rows: list[tuple[int, float, float]], series: int, offset: int
) -> None:
    points = points_of(rows)
    assert encoder_at(offset).scalars(series, *points) == one_by_one(
        encoder_at(offset), series, points
    )


@pytest.mark.parametrize("offset", [0, 2**32 - 100_000])
def test_seals_and_repeated_declarations_are_the_same_too(offset: int) -> None:
    rng = np.random.default_rng(0)
    points = (
        np.arange(CHUNK, dtype=np.int64),
        np.full(CHUNK, 1.7e9),
        rng.normal(size=CHUNK),
    )
    at_once, single = encoder_at(offset), encoder_at(offset)
    for _ in range(4):  # more than a MiB: all declarations are repeated
        data = at_once.scalars(0, *points)
        assert data == one_by_one(single, 0, points)
    assert at_once.end(1.0) == single.end(1.0)


def test_a_log_of_every_type_of_record_is_decoded() -> None:
    encoder = LogEncoder()
    data = encoder.header({"host": "here"})
    number, declared = encoder.declare("scalar", "loss")
    data += declared
    steps = np.arange(3 * BLOCK_BYTES // 37, dtype=np.int64)
    walltimes, values = steps + 0.5, np.sqrt(steps)
    data += encoder.scalars(number, steps, walltimes, values)
    other, declared = encoder.declare("text", "note")
    data += declared
    data += encoder.record(RecordType.INLINE, other, 1, 2.0, {"n": 1}, b"text")
    data += encoder.record(RecordType.GAP, 7, 1.0, 2.0)
    data += encoder.end(9.0)
    assert encoder.offset == len(data)

    batch = LogDecoder().decode(data)
    assert not batch.damage
    found = batch.scalars
    assert np.concatenate([part.steps for part in found]).tolist() == steps.tolist()
    assert np.concatenate([part.values for part in found]).tolist() == values.tolist()
