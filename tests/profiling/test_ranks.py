"""Ranks beside each other."""

import numpy as np

from tests.profiling.recordings import HOST, Given, logged
from vdlite.kinds.profile import RawCollectives, Tables
from vdlite.profiling.ranks import axis, clocks, collectives


def rank(
    arrivals: list[int],
    ends: list[int],
    base: int = 10**18,
    sequence: bool = True,
    host: str | None = None,
) -> Tables:
    events = [
        Given("gloo:all_reduce", start, end, "communication")
        for start, end in zip(arrivals, ends, strict=True)
    ]
    count = len(events)
    none = np.zeros(count, np.int64)
    numbers = np.arange(count) if sequence else np.full(count, -1)
    return logged(
        events,
        (HOST,),
        base=base,
        facts={} if host is None else {"host": host},
        collectives=RawCollectives(np.arange(count), none, numbers, none, none, none, none + 2),
    ).tables


def test_the_rank_that_comes_late_is_the_one_that_waits_least() -> None:
    found = collectives([rank([0, 100], [50, 130]), rank([40, 100], [50, 130])])
    assert found["waiting_ns"].tolist() == [[40, 0], [0, 0]]
    assert found["transfer_ns"].tolist() == [10, 30]
    assert found["skew_ns"].tolist() == [40, 0]


def test_collectives_without_numbers_are_joined_by_their_order() -> None:
    found = collectives(
        [rank([0, 100], [50, 130], sequence=False), rank([40], [50], sequence=False)]
    )
    assert found["sequence"].tolist() == [0]


def test_times_of_two_bases_are_joined() -> None:
    found = collectives([rank([10], [50], 1000), rank([0], [40], 1010)])
    assert found["skew_ns"].tolist() == [0]


def test_a_clock_that_is_off_is_recognized_by_when_collectives_end() -> None:
    one, other = rank([0, 100], [50, 130]), rank([1000, 1100], [1052, 1130])
    found = clocks([one, other])
    assert found["offset_ns"].tolist() == [0, 1001]
    assert found["spread_ns"].tolist() == [0, 1]


def test_ranks_of_one_host_are_on_the_axis_of_its_clock() -> None:
    found = axis([rank([0], [50], 1000, host="a"), rank([0], [90], 1040, host="a")])
    assert (found.by, found.shift.tolist()) == ("host", [0, 40])


def test_ranks_of_other_hosts_are_put_where_their_collectives_end_with_those_of_the_first() -> None:
    found = axis(
        [
            rank([0, 100], [50, 130], 1000, host="a"),
            rank([20, 100], [45, 120], 1005, host="a"),
            rank([0, 100], [52, 130], 8000, host="b"),
        ]
    )
    assert (found.by, found.spread) == ("collectives", 1)
    assert found.shift.tolist() == [0, 5, -1]


def test_ranks_of_several_hosts_without_collectives_stay_where_their_clocks_put_them() -> None:
    found = axis([rank([], [], 1000, host="a"), rank([], [], 8000, host="b")])
    assert (found.by, found.shift.tolist()) == ("clocks", [0, 7000])
    assert axis([rank([], [], 1000), rank([], [], 1200)]).by == "clocks"


def test_no_ranks_are_no_collectives() -> None:
    assert collectives([])["name"] == []
