"""What a timeline draws: nothing is lost, however far away one looks from."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.profiling.recordings import HOST, Given, logged
from vdlite.profiling.ranges import within
from vdlite.profiling.search import matching, named, names_of, time_of
from vdlite.profiling.slices import Timeline

LANES = (HOST, HOST)
intervals = st.lists(
    st.tuples(st.integers(0, 200), st.integers(0, 30), st.integers(0, 1)), min_size=1, max_size=40
)


@given(intervals, st.integers(-10, 200), st.integers(1, 100), st.integers(1, 50))
def test_each_event_of_the_range_is_drawn_once(
    given: list[tuple[int, int, int]], start: int, length: int, pixels: int
) -> None:
    events = logged(
        [Given("e", begin, begin + lasts, lane=lane) for begin, lasts, lane in given], LANES
    ).content.events
    slices = Timeline(events).slices(start, start + length, pixels)
    end = events.start + events.duration
    seen = (events.start < start + length) & (
        (end > start) | ((events.duration == 0) & (events.start == start))
    )
    assert sorted(slices.event.tolist()) == np.flatnonzero(seen).tolist()
    assert slices.count.tolist() == [1] * int(seen.sum())
    assert slices.covered.tolist() == [1.0] * int(seen.sum())


def long_lane(count: int) -> list[Given]:
    return [Given("short", 100 * at, 100 * at + 50) for at in range(count)]


def test_many_events_become_one_slice_for_each_pixel() -> None:
    events = logged(long_lane(10_000)).content.events
    slices = Timeline(events).slices(0, 1_000_000, 100)
    assert len(slices.start) == 100
    assert slices.count.sum() == 10_000
    assert np.allclose(slices.covered, 0.5, atol=0.01)


def test_a_planted_event_is_found_at_every_zoom() -> None:
    events = long_lane(20_000)
    events[12_345] = Given("planted", 1_234_500, 1_234_580)
    made = logged(events).content
    timeline = Timeline(made.events)
    for pixels in (1, 7, 300, 2000):
        for zoom in (1, 10, 1000):
            middle, half = 1_234_540, 1_000_000 // zoom
            slices = timeline.slices(middle - half, middle + half, pixels)
            names = made.events.name[slices.event]
            assert "planted" in {made.strings[name] for name in names.tolist()}


def test_only_the_lanes_that_are_asked_for_are_given() -> None:
    events = logged([Given("a", 0, 5), Given("b", 0, 5, lane=1)], LANES).content.events
    assert Timeline(events).slices(0, 10, 10, frozenset({1})).lane.tolist() == [1]


def test_a_range_counts_what_lies_in_it() -> None:
    content = logged(
        [Given("outer", 0, 100), Given("inner", 20, 60), Given("later", 120, 140)]
    ).content
    found = within(content, 40, 130)
    assert dict(zip(found.operators["name"], found.operators["self_ns"].tolist(), strict=True)) == {
        "outer": 40,
        "inner": 20,
        "later": 10,
    }
    assert found.parts[0].tolist() == [0, 0, 0, 0, 0, 0, 70, 20]
    assert found.events == 3


def test_what_calls_itself_counts_once_in_a_range() -> None:
    content = logged([Given("f", 0, 100), Given("f", 20, 60), Given("f", 110, 120)]).content
    found = within(content, 10, 115)
    assert found.operators["total_ns"].tolist() == [95]
    assert found.operators["self_ns"].tolist() == [95]


def test_a_name_is_found_in_either_case_in_order_of_time() -> None:
    content = logged(
        [Given("aten::MM", 50, 60), Given("addmm", 10, 20, lane=1), Given("add", 0, 5)], LANES
    ).content
    found = matching(content, "mm")
    assert content.events.start[found].tolist() == [10, 50]


def test_the_time_of_what_lies_in_each_other_counts_once_in_each_lane() -> None:
    content = logged(
        [
            Given("evaluate_function: ConvolutionBackward0", 0, 100),
            Given("ConvolutionBackward0", 10, 90),
            Given("aten::convolution_backward", 20, 80),
            Given("aten::relu", 100, 150),
            Given("aten::convolution_backward", 200, 230),
            Given("aten::convolution_backward", 50, 65, lane=1),
        ],
        LANES,
    ).content
    assert time_of(content, matching(content, "convolution")) == 145
    assert time_of(content, matching(content, "nothing")) == 0


def test_events_of_names_that_are_chosen_by_their_places_are_found() -> None:
    content = logged(
        [Given("b", 0, 5), Given("a", 10, 20, lane=1), Given("c", 30, 40), Given("a", 50, 60)],
        LANES,
    ).content
    names = names_of(content)
    assert sorted(names) == ["a", "b", "c"]
    at = names.index("a")
    assert content.events.start[named(content, [(at, at)])].tolist() == [10, 50]
    assert content.events.start[named(content, [(0, 2), (7, 10**9)])].tolist() == [0, 10, 30, 50]
    assert named(content, []).tolist() == []
