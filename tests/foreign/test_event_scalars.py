"""Scalars of event files: every point, whatever its type, step or place."""

import random
import struct
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.foreign.event_files import (
    BEGIN,
    event,
    log,
    message,
    number,
    plugin,
    scalar,
    tensor,
    varint,
)
from vdlite import LogReader
from vdlite.foreign.tensorboard.decoder import EventDecoder


def points(data: bytes, piece: int = 1 << 22) -> list[tuple[str, int, float, float]]:
    """Tag, step, walltime and value of each scalar, those of a tag in their order, of a file that comes in such pieces."""
    decoder = EventDecoder()
    names: dict[int, str] = {}
    found = []
    while decoder.offset < len(data):
        before = decoder.offset
        batch = decoder.decode(data[before : before + max(piece, decoder.wants)])
        assert not batch.damage
        names.update({declared.series: declared.tag for declared in batch.declarations})
        for part in batch.scalars:
            columns = (part.series, part.steps, part.walltimes, part.values)
            rows = zip(*(column.tolist() for column in columns), strict=True)
            found += [(names[series], *rest) for series, *rest in rows]
        assert decoder.offset > before or decoder.wants
    return by_tag(found)  # type: ignore[arg-type]


def by_tag(found: Iterable[tuple[str, int, float, float]]) -> list[tuple[str, int, float, float]]:
    """Those of a tag behind each other, in their order."""
    return sorted(found, key=lambda point: point[0])


def as_float32(value: float) -> float:
    return float(np.float32(value))


@pytest.mark.parametrize("tags", [1, 3, 40])
def test_a_loop_that_logs_the_same_tags_is_read_whole(tags: int) -> None:
    # Steps of one, two and three bytes: the widths change at 128 and 16384.
    steps = [*range(300), *range(16300, 16500)]
    logged = [
        (f"t{tag}", step, 1.7e9 + step / 7, as_float32(tag + step / 3))
        for step in steps
        for tag in range(tags)
    ]
    data = BEGIN + b"".join(
        event(scalar(tag, value), step=step, walltime=walltime)
        for tag, step, walltime, value in logged
    )
    assert points(data) == by_tag(logged)


@pytest.mark.parametrize("piece", [997, 4096, 1 << 22])
def test_tags_that_come_in_any_order_keep_it(piece: int) -> None:
    rng = random.Random(3)
    logged = [
        (f"loss/{rng.randrange(6)}", rng.choice([0, 1, 127, 128, 1 << 31, -1]), 1.7e9 + at, at / 4)
        for at in range(600)
    ]
    data = BEGIN + b"".join(
        event(scalar(tag, value), step=step, walltime=walltime)
        for tag, step, walltime, value in logged
    )
    assert points(data, piece) == by_tag(logged)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 3),
            st.integers(-(1 << 63), (1 << 63) - 1) | st.integers(0, 300),
            st.floats(0, 1e10),
            st.floats(width=32, allow_nan=False),
            st.integers(1, 12),
        ),
        max_size=12,
    ),
    st.integers(64, 500),
)
def test_whatever_is_logged_is_read_back(
    rounds: list[tuple[int, int, float, float, int]], piece: int
) -> None:
    logged = [
        (f"tag{tag}", step, walltime, value)
        for tag, step, walltime, value, times in rounds
        for _ in range(times)
    ]
    data = BEGIN + b"".join(
        event(scalar(tag, value), step=step, walltime=walltime)
        for tag, step, walltime, value in logged
    )
    assert points(data, piece) == by_tag(logged)


@pytest.mark.parametrize(
    ("dtype", "values", "want"),
    [
        (1, message(5, struct.pack("<f", 0.1)), as_float32(0.1)),
        (1, message(4, struct.pack("<f", 0.1)), as_float32(0.1)),
        (2, message(6, struct.pack("<d", 0.1)), 0.1),
        (2, message(4, struct.pack("<d", 0.1)), 0.1),
        (3, message(7, varint(-5)), -5.0),
        (9, number(10, -(1 << 40)), -float(1 << 40)),
        (10, number(11, 1), 1.0),
        (4, message(4, bytes([200])), 200.0),
        (19, number(13, 0x3E00), 1.5),  # 16 bits, as TensorFlow has them
        (19, number(13, 0x3FC00000), 1.5),  # those of a float32, as PyTorch has them
        (14, number(13, 0x3FC0), 1.5),
        (23, number(17, 1 << 63), float(1 << 63)),
    ],
)
def test_scalars_of_the_new_style_may_have_any_type(
    tmp_path: Path, dtype: int, values: bytes, want: float
) -> None:
    metadata = plugin("scalars")
    log(tmp_path, *(event(tensor("x", dtype, values, (), metadata), step=s) for s in range(20)))
    found = LogReader(tmp_path).scalars(".", "x")
    assert found.steps.tolist() == list(range(20))
    assert found.values.tolist() == [want] * 20


def test_a_value_without_metadata_is_what_the_first_of_its_tag_was(tmp_path: Path) -> None:
    values = message(5, struct.pack("<f", 2.0))
    log(
        tmp_path,
        event(tensor("x", 1, values, None, plugin("scalars")), step=1),
        event(tensor("x", 1, values, None), step=2),
        event(tensor("x", 1, values, (1,)), step=3),
    )
    assert LogReader(tmp_path).scalars(".", "x").steps.tolist() == [1, 2, 3]


def test_several_values_in_one_event_are_as_many_points(tmp_path: Path) -> None:
    log(tmp_path, *(event(scalar("a", s), scalar("b", -s), step=s) for s in range(50)))
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "a").values.tolist() == [float(s) for s in range(50)]
    assert reader.scalars(".", "b").values.tolist() == [-float(s) for s in range(50)]


@pytest.mark.parametrize("length", [127, 128, 65_000])
def test_tags_may_be_long(tmp_path: Path, length: int) -> None:
    tag = "t" * length
    log(tmp_path, *(event(scalar(tag, s), step=s) for s in range(10)))
    assert LogReader(tmp_path).scalars(".", tag).values.tolist() == [float(s) for s in range(10)]


def test_not_finite_values_are_kept(tmp_path: Path) -> None:
    values = [float("nan"), float("inf"), -float("inf"), 1.0]
    log(tmp_path, *(event(scalar("x", value), step=s) for s, value in enumerate(values)))
    np.testing.assert_array_equal(LogReader(tmp_path).scalars(".", "x").values, values)
