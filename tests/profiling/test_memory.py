"""Who holds memory, and what is left over."""

import numpy as np

from tests.profiling.recordings import HOST, Given, logged
from vdlite.kinds.profile import Profile, RawMemory
from vdlite.profiling.memory import alive, blocks, composition, curve, described, left_over


def allocating(changes: list[tuple[int, int, int, int]], *, with_totals: bool = True) -> Profile:
    """changes: time, device, address and bytes of each."""
    table = np.array(changes, np.int64)
    totals = np.zeros(len(table), np.int64)
    for device in (-1, 0):
        rows = table[:, 1] == device
        totals[rows] = np.cumsum(table[rows, 3])
    return logged(
        [
            Given("net.conv", 0, 50, "module"),
            Given("aten::conv2d", 0, 50),
            Given("aten::empty", 10, 20),
            Given("aten::relu", 60, 90),
        ],
        (HOST,),
        memory=RawMemory(
            time=table[:, 0],
            device=table[:, 1],
            address=table[:, 2],
            bytes=table[:, 3],
            allocated=totals if with_totals else np.full(len(table), -1),
            reserved=np.full(len(table), -1),
            lane=np.zeros(len(table), np.int64),
        ),
    )


def test_equal_addresses_of_two_devices_are_two_blocks() -> None:
    content = allocating(
        [(12, -1, 7, 100), (14, 0, 7, 30), (70, -1, 7, -100), (80, 0, 7, -30)]
    ).content
    host, device = blocks(content.memory, -1), blocks(content.memory, 0)
    assert (host.start.tolist(), host.end.tolist()) == ([12], [70])
    assert (device.start.tolist(), device.end.tolist()) == ([14], [80])


def test_an_address_that_is_used_again_is_another_block() -> None:
    content = allocating([(12, -1, 7, 100), (30, -1, 7, -100), (65, -1, 7, 40)]).content
    held = blocks(content.memory, -1)
    assert held.end.tolist() == [30, -1]
    assert left_over(held).bytes.tolist() == [40]
    assert alive(held, 29).bytes.tolist() == [100]
    assert alive(held, 30).bytes.tolist() == []


def test_a_block_belongs_to_the_innermost_operator_and_its_module() -> None:
    content = allocating([(12, -1, 7, 100), (25, -1, 8, 50), (65, -1, 9, 40)]).content
    held = described(blocks(content.memory, -1), content)
    assert held["operator"] == ["aten::empty", "aten::conv2d", "aten::relu"]
    assert held["module"] == ["net.conv", "net.conv", ""]
    by = composition(blocks(content.memory, -1), content)
    assert by["module"]["name"] == ["net.conv", ""]
    assert by["module"]["bytes"].tolist() == [150, 40]


def test_what_a_call_of_the_runtime_allocates_is_of_the_operator_around_it() -> None:
    made = logged(
        [Given("aten::mm", 0, 50), Given("cudaMalloc", 10, 20, "runtime")],
        (HOST,),
        memory=RawMemory(*(np.array([each]) for each in (15, -1, 7, 100, 100, -1, 0))),
    )
    held = described(blocks(made.content.memory, -1), made.content)
    assert held["operator"] == ["aten::mm"]


def test_blocks_have_categories_by_when_they_come_and_go() -> None:
    backward = {"sequence": 1, "forward_thread": 1}
    changes = [
        (1, 7, 10),  # forward, freed in backward
        (2, 8, 20),  # forward, freed in forward
        (3, 8, -20),
        (11, 9, 30),  # backward, freed in the optimizer
        (12, 7, -10),
        (21, 10, 40),  # the optimizer, never freed
        (22, 9, -30),
    ]
    table = np.array(changes)
    made = logged(
        [
            Given("aten::mm", 0, 10, columns={"sequence": 1}),
            Given("MmBackward0", 10, 20, columns=dict(backward)),
            Given("Optimizer.step#Adam.step", 20, 30, "optimizer"),
        ],
        (HOST,),
        memory=RawMemory(
            time=table[:, 0],
            device=table[:, 0] * 0 - 1,
            address=table[:, 1],
            bytes=table[:, 2],
            allocated=np.cumsum(table[:, 2]),
            reserved=table[:, 0] * 0 - 1,
            lane=table[:, 0] * 0,
        ),
    )
    by = composition(blocks(made.content.memory, -1), made.content)["category"]
    assert dict(zip(by["name"], by["bytes"].tolist(), strict=True)) == {
        "optimizer state": 40,
        "gradient": 30,
        "temporary": 20,
        "activation": 10,
    }


def test_the_peak_is_the_allocators_own_count() -> None:
    made = allocating([(12, -1, 7, 100), (25, -1, 8, 50), (30, -1, 7, -100)])
    assert made.tables.memory.tolist() == [[-1, 0, 150, 50]]


def test_what_is_allocated_is_counted_where_it_is_not_known() -> None:
    made = allocating([(12, -1, 7, 100), (15, -1, 3, -70), (25, -1, 8, 50)], with_totals=False)
    assert made.content.memory.allocated.tolist() == [100, 30, 80]


def test_no_less_than_nothing_is_allocated_before_a_profile() -> None:
    table = np.array([(12, 100, 0), (15, 50, 50), (25, -100, 0)])
    rows = len(table)
    made = logged(
        [Given("aten::empty", 0, 50)],
        (HOST,),
        memory=RawMemory(
            time=table[:, 0],
            device=np.full(rows, -1),
            address=np.array([7, 8, 7]),
            bytes=table[:, 1],
            allocated=table[:, 2],
            reserved=np.full(rows, -1),
            lane=np.zeros(rows, np.int64),
        ),
    )
    assert made.tables.memory.tolist() == [[-1, 0, 150, 50]]


def test_a_thinned_curve_keeps_the_peak_of_each_pixel() -> None:
    count = 50_000
    sizes = np.where(np.arange(count) % 2 == 0, 10, -10)
    sizes[33_333] = 5000
    sizes[33_334] = -5020
    changes = [(at, -1, at // 2, int(size)) for at, size in enumerate(sizes)]
    content = allocating(changes).content
    found = curve(content.memory, -1, 0, count, 100)
    assert len(found["time"]) <= 400
    assert found["allocated"].max() == content.memory.allocated.max()
    assert found["time"][[0, -1]].tolist() == [0, count - 1]
