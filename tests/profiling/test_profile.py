"""What is made of a recording: what belongs to what, and parts that add up."""

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.profiling.recordings import BACKWARD, HOST, STREAM, Given, logged, names, recording
from vdlite.errors import FormatError, PayloadError
from vdlite.kinds.profile import CATEGORIES, PARTS, PHASES, decode, profile
from vdlite.kinds.profile.attribution import inherited
from vdlite.kinds.profile.intervals import Cover, parted, shared


def training_step() -> list[Given]:
    """One step of a training on a device, with everything that joins events."""
    return [
        Given("ProfilerStep#3", 0, 1000, "step"),
        Given("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 0, 100, "loader"),
        Given("net", 100, 400, "module"),
        Given("net.fc", 110, 300, "module"),
        Given("aten::linear", 120, 280, "operator", columns={"external": 1, "sequence": 5}),
        Given("aten::mm", 130, 270, "operator", columns={"external": 2, "sequence": 5}),
        Given("cudaLaunchKernel", 200, 210, "runtime", columns={"correlation": 77}),
        Given(
            "MmBackward0",
            450,
            600,
            "operator",
            1,
            {"external": 3, "sequence": 5, "forward_thread": 1},
        ),
        Given("aten::mm", 460, 590, "operator", 1, {"external": 4}),
        Given("Optimizer.step#SGD.step", 700, 800, "optimizer"),
        Given("sgemm", 250, 350, "kernel", 2, {"correlation": 77, "external": 2}),
        Given("sgemm", 500, 650, "kernel", 2, {"external": 4}),
        Given("Memcpy HtoD", 50, 90, "memcpy", 2, {"bytes": 4096}),
    ]


LANES = (HOST, BACKWARD, STREAM)


def test_work_of_a_device_belongs_to_the_operator_around_the_call_that_launched_it() -> None:
    made = logged(training_step(), LANES)
    events = made.content.events
    kernels = np.flatnonzero(events.category == CATEGORIES.index("kernel"))
    assert names(made, events.launched_by[kernels]) == ["aten::mm", "aten::mm"]
    assert events.lane[events.launched_by[kernels]].tolist() == [0, 1]


def test_backward_operators_and_their_kernels_belong_to_the_module_of_the_forward_one() -> None:
    made = logged(training_step(), LANES)
    content = made.content
    events = content.events
    of = {
        (names(made, [row])[0], int(events.lane[row])): content.strings[events.module[row]]
        for row in range(len(events))
    }
    assert of["MmBackward0", 1] == "net.fc"
    assert of["aten::mm", 1] == "net.fc"
    assert of["sgemm", 2] == "net.fc"
    assert of["Optimizer.step#SGD.step", 0] == ""
    backward = np.flatnonzero(events.forward >= 0)
    assert names(made, events.forward[backward]) == ["aten::mm"]


def test_the_first_operator_has_a_backward_one_too() -> None:
    made = logged(
        [
            Given("aten::mm", 0, 5, columns={"sequence": 0}),
            Given("MmBackward0", 10, 15, columns={"sequence": 0, "forward_thread": 1}),
        ]
    )
    assert names(made, made.content.events.forward) == ["", "aten::mm"]


def test_phases_come_from_annotations_and_from_what_backward_belongs_to() -> None:
    made = logged(training_step(), LANES)
    events = made.content.events
    of = {
        name: PHASES[phase]
        for name, phase in zip(names(made, range(len(events))), events.phase, strict=True)
    }
    assert of["aten::linear"] == "forward"
    assert of["net.fc"] == "forward"
    assert of["MmBackward0"] == "backward"
    assert of["Optimizer.step#SGD.step"] == "optimizer"
    assert of["enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__"] == "data"
    assert of["Memcpy HtoD"] == "other"
    assert dict(zip(PHASES, made.tables.phases[0].tolist(), strict=True)) == {
        "data": 100,
        "forward": 300,
        "backward": 150,
        "optimizer": 100,
        "communication": 0,
        "other": 350,
    }


def test_parts_of_a_step_are_recognized_by_what_comes_first() -> None:
    made = logged(training_step(), LANES)
    assert dict(zip(PARTS, made.tables.parts[0].tolist(), strict=True)) == {
        "kernel": 250,
        "memcpy": 40,
        "memset": 0,
        "communication": 0,
        "runtime": 10,
        "data": 60,  # of 100, less the copy
        "operator": 170,  # 120 to 250 without the call, and 450 to 500
        "other": 470,
    }


def test_one_kernel_over_the_whole_step_is_the_whole_step() -> None:
    made = logged(
        [
            Given("ProfilerStep#0", 0, 100, "step"),
            Given("aten::mm", 10, 60),
            Given("sgemm", -20, 130, "kernel", 1),
        ],
        (HOST, STREAM),
    )
    assert made.tables.parts.tolist() == [[100, 0, 0, 0, 0, 0, 0, 0]]
    assert made.tables.busy.tolist() == [[100]]


def test_communication_that_computation_hides_counts_as_computation() -> None:
    other = STREAM.__class__("train.py", "stream 20", "stream 20", "stream", 0)
    made = logged(
        [
            Given("ProfilerStep#0", 0, 100, "step"),
            Given("sgemm", 10, 60, "kernel", 1),
            Given("ncclKernel_AllReduce", 40, 80, "communication", 2),
        ],
        (HOST, STREAM, other),
    )
    assert made.tables.parts[0, :4].tolist() == [50, 0, 0, 20]
    assert made.tables.computing.tolist() == [[50, 40, 20]]


def test_without_steps_everything_is_one_step() -> None:
    made = logged([Given("a", 5, 10), Given("b", 20, 40)])
    assert made.tables.steps.tolist() == [[5, 40]]
    assert made.tables.parts.sum() == 35


def test_total_time_of_a_function_that_calls_itself_counts_once() -> None:
    made = logged(
        [
            Given("visit", 0, 100, "python"),
            Given("visit", 10, 90, "python"),
            Given("visit", 20, 30, "python"),
        ]
    )
    groups = made.tables.groups
    assert groups.calls.tolist() == [3]
    assert groups.total_ns.tolist() == [100]
    assert groups.self_ns.tolist() == [100]
    assert made.tables.call_tree.total_ns.tolist() == [100, 80, 10]
    assert made.tables.call_tree.self_ns.tolist() == [20, 70, 10]


def test_time_on_a_device_is_that_of_the_operator_and_of_all_around_it() -> None:
    made = logged(training_step(), LANES)
    tables = made.tables
    of = {
        (tables.strings[name], phase): (int(own), int(total))
        for name, phase, own, total in zip(
            tables.groups.name.tolist(),
            [PHASES[phase] for phase in tables.groups.phase.tolist()],
            tables.groups.device_self_ns,
            tables.groups.device_total_ns,
            strict=True,
        )
    }
    assert of["aten::mm", "forward"] == (100, 100)
    assert of["aten::linear", "forward"] == (0, 100)
    assert of["MmBackward0", "backward"] == (0, 150)
    assert of["sgemm", "backward"] == (150, 150)


intervals = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 15)), max_size=25)


@given(st.lists(intervals, min_size=1, max_size=4), st.lists(st.integers(1, 20), min_size=1))
def test_parts_are_those_of_counting_each_nanosecond(
    given: list[list[tuple[int, int]]], lengths: list[int]
) -> None:
    borders = np.concatenate([[0], np.cumsum(lengths)])
    ranges = np.stack([borders[:-1], borders[1:]], axis=1)
    marks = np.full(int(borders[-1]), len(given))
    covers = []
    for part in reversed(range(len(given))):
        for start, length in given[part]:
            marks[start : start + length] = part
    for part in given:
        table = np.array(part, np.int64).reshape(-1, 2)
        covers.append(Cover(table[:, 0], table[:, 0] + table[:, 1]))
    want = [
        np.bincount(marks[begin:end], minlength=len(given) + 1).tolist() for begin, end in ranges
    ]
    assert parted(covers, ranges).tolist() == want


@given(intervals, intervals)
def test_what_two_covers_share_is_what_both_hold(
    one: list[tuple[int, int]], other: list[tuple[int, int]]
) -> None:
    held = []
    covers = []
    for each in (one, other):
        marks = np.zeros(80, np.bool_)
        for start, length in each:
            marks[start : start + length] = True
        held.append(marks)
        table = np.array(each, np.int64).reshape(-1, 2)
        covers.append(Cover(table[:, 0], table[:, 0] + table[:, 1]))
    whole = np.array([[0, 80]])
    assert shared(covers[0], covers[1], whole).tolist() == [int((held[0] & held[1]).sum())]


def test_a_mark_is_handed_down_to_what_has_none() -> None:
    marks = np.array([4, -1, -1, 7, -1, -1])
    parent = np.array([-1, 0, 1, 1, 3, -1])
    depth = np.array([0, 1, 2, 2, 3, 0])
    assert inherited(marks, parent, depth).tolist() == [4, 4, 4, 7, 7, -1]


@pytest.mark.parametrize("texts", [200, 40_000])
def test_names_are_right_among_any_number_of_texts(texts: int) -> None:
    made = logged(
        [
            Given("ProfilerStep#0", 0, 10 * texts, "step"),
            *(
                Given("aten::mm", 10 * at, 10 * at + 5, columns={"shapes": at + 3})
                for at in range(texts)
            ),
        ],
        strings=["", "ProfilerStep#0", "aten::mm", *(f"[{at}]" for at in range(texts))],
    )
    tables = made.tables
    assert tables.strings[0] == ""
    assert [tables.strings[at] for at in tables.call_tree.name] == ["step", "aten::mm"]
    assert {tables.strings[at] for at in tables.groups.name} == {"ProfilerStep#0", "aten::mm"}
    assert len(set(tables.groups.shapes.tolist())) == texts + 1


def test_a_profile_without_events_can_be_logged() -> None:
    made = logged([])
    assert made.tables.events == 0
    assert len(made.tables.steps) == 0
    assert len(made.content.events) == 0


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (Given("a", 5, 2), "want 0 to less than"),
        (Given("a", 5, 9, lane=3), "events.lane"),
        (Given("a", 1 << 61, 1 << 62), "events.start"),
    ],
)
def test_columns_that_point_nowhere_are_refused(event: Given, message: str) -> None:
    with pytest.raises(PayloadError, match=message):
        profile(recording([event]))


@given(st.data())
def test_damaged_bytes_are_reported_or_read_but_nothing_else(data: st.DataObject) -> None:
    payload = bytearray(PAYLOAD)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(payload) - 1))
        payload[at] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(payload)))
    for damaged in (bytes(payload), PAYLOAD[:cut]):
        with suppress(FormatError):
            decode(damaged)


PAYLOAD = profile(recording(training_step(), LANES)).encode()[0]


def test_a_payload_holds_about_forty_bytes_an_event() -> None:
    many = [
        Given("aten::add", 10 * at, 10 * at + 7 - at % 3, columns={"sequence": at})
        for at in range(20_000)
    ]
    payload = profile(recording(many)).encode()[0]
    assert len(payload) / len(many) < 40
