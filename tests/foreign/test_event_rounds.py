"""Long rounds of scalars in event files, which are read and checked together."""

import struct
from functools import cache
from itertools import accumulate

import numpy as np
import pytest

from tests.foreign.event_files import BEGIN, event, message, number, plugin, scalar, tensor
from tests.foreign.test_event_scalars import as_float32, by_tag, points
from vdlite.foreign.tensorboard.decoder import EventDecoder

ROUNDS = 120


def wide(tag: str, value: float, about: bytes = b"") -> bytes:
    """A value of the new style that holds a double; `about` stands behind it."""
    return tensor(tag, 2, message(4, struct.pack("<d", value)), metadata=about)


@cache
def made(
    rounds: int = ROUNDS, first: int = 0
) -> tuple[tuple[bytes, ...], tuple[tuple[str, int, float, float], ...]]:
    """Events of all sorts that come in rounds, and what is logged with them."""
    rng = np.random.default_rng(1)
    frames, logged = [], []
    for step in range(first, first + rounds):
        walltime = 1.7e9 + step / 7
        one, two, three, four, five = rng.normal(size=5).tolist()
        sorts = {
            "loss": (scalar("loss", one), as_float32(one), step),
            "a/much/longer/tag": (scalar("a/much/longer/tag", two), as_float32(two), step),
            "wide": (wide("wide", three), three, step),
            # Bytes behind the value, an odd and an even number of them.
            "odd": (wide("odd", four, plugin("scalars", b"x")), four, step),
            "even": (wide("even", five, plugin("scalars", b"xy")), five, step),
            "epochs": (scalar("epochs", one), as_float32(one), step // 1000),
        }
        for tag, (value, want, at) in sorts.items():
            frames.append(event(value, step=at, walltime=walltime))
            logged.append((tag, at, walltime, want))
    return tuple(frames), tuple(logged)


@pytest.mark.parametrize("first", [0, 16_300, (1 << 28) - 60, (1 << 49) - 60])
@pytest.mark.parametrize("piece", [20_000, 1 << 22])
def test_all_sorts_of_events_are_read_in_rounds(first: int, piece: int) -> None:
    frames, logged = made(first=first)
    assert points(BEGIN + b"".join(frames), piece) == by_tag(logged)


def test_what_comes_between_rounds_ends_them() -> None:
    frames, logged = map(list, made())
    frames.insert(300, event(scalar("now and then", 1.0), step=9, walltime=1.0))
    want = [*logged, ("now and then", 9, 1.0, 1.0)]
    assert points(BEGIN + b"".join(frames)) == by_tag(want)


def damaged(changes: dict[tuple[int, int], int]) -> None:
    """Flip bits at (event, byte) of a file in rounds, and hold that just those events are lost, and reported."""
    frames, logged = made()
    begins = list(accumulate((len(frame) for frame in frames), initial=len(BEGIN)))
    data = bytearray(BEGIN + b"".join(frames))
    for (place, byte), bits in changes.items():
        data[begins[place] + byte % len(frames[place])] ^= bits
    decoder = EventDecoder()
    batch = decoder.decode(data)
    hurt = sorted({place for place, _ in changes})
    assert [(each.offset, each.bytes) for each in batch.damage] == [
        (begins[place], len(frames[place])) for place in hurt
    ]
    tags = {each.series: each.tag for each in batch.declarations}
    found = [
        (tags[series], step, walltime, value)
        for part in batch.scalars
        for series, step, walltime, value in zip(
            part.series.tolist(),
            part.steps.tolist(),
            part.walltimes.tolist(),
            part.values.tolist(),
            strict=True,
        )
    ]
    assert by_tag(found) == by_tag(
        [point for place, point in enumerate(logged) if place not in hurt]
    )


@pytest.mark.parametrize("sort", range(6))
def test_a_flipped_bit_anywhere_costs_its_event(sort: int) -> None:
    for byte in range(0, 90, 1):
        damaged({(6 * 70 + sort, byte): 1 << byte % 8})


def test_the_same_damage_twice_does_not_hide_itself() -> None:
    for byte in (15, 22, -5, -2):
        damaged({(6 * 50, byte): 4, (6 * 51, byte): 4})
        damaged({(6 * 50, byte): 4, (6 * 50 + 1, byte): 4})
        damaged({(6 * 50, byte): 4, (6 * 82, byte): 4})


def test_checksums_that_are_exchanged_are_noticed() -> None:
    frames = list(made()[0])
    one, other = frames[300], frames[306]
    frames[300], frames[306] = one[:-4] + other[-4:], other[:-4] + one[-4:]
    batch = EventDecoder().decode(BEGIN + b"".join(frames))
    assert len(batch.damage) == 2


def test_a_tag_twice_in_a_round_keeps_its_order() -> None:
    logged = [
        (tag, step, 1.7e9 + step, float(at))
        for step in range(300)
        for at, tag in enumerate(("a", "b", "b"))
    ]
    data = BEGIN + b"".join(
        event(scalar(tag, value), step=step, walltime=walltime)
        for tag, step, walltime, value in logged
    )
    assert points(data) == by_tag(logged)


def test_a_step_may_be_stored_longer_than_it_is() -> None:
    # 5 in two bytes: as long as 133, and its last byte says zero.
    usual = [event(scalar("loss", 1.0), step=step, walltime=1.7e9) for step in range(128, 400)]
    assert number(2, 133) in usual[5]
    batch = EventDecoder().decode(BEGIN + b"".join(usual))
    assert sum(len(part.values) for part in batch.scalars) == 272
