"""Each rule fires on what was planted for it, and on nothing else."""

from typing import Any

import numpy as np
import pytest

from tests.profiling.recordings import HOST, STREAM, Given, logged
from vdlite.kinds.profile import RawMemory, Tables
from vdlite.profiling.advice import advice

OTHER_STREAM = STREAM.__class__("train.py", "stream 20", "stream 20", "stream", 0)
LANES = (HOST, STREAM, OTHER_STREAM)
STEP = 1_000_000


def trained(
    planted: list[Given],
    *,
    device: bool = True,
    lengths: tuple[int, ...] = (STEP,) * 4,
    **rest: Any,
) -> Tables:
    """Steps of a healthy training, with what is planted (at times within a step) in each."""
    events = []
    begin = 0
    for number, length in enumerate(lengths):
        events.append(Given(f"ProfilerStep#{number}", begin, begin + length, "step"))
        for at in range(10):
            start = begin + 30_000 + 90_000 * at
            events.append(Given(f"aten::op{at}", start, start + 40_000))
            if device:
                events.append(Given(f"kernel{at}", start, start + 80_000, "kernel", 1))
        for each in planted:
            columns = dict(each.columns)
            events.append(
                Given(
                    each.name,
                    begin + each.start,
                    begin + each.end,
                    each.category,
                    each.lane,
                    columns,
                )
            )
        begin += length
    return logged(events, LANES if device else (HOST,), **rest).tables


def rules(tables: Tables) -> list[str]:
    return [each.rule for each in advice(tables)]


def test_a_healthy_training_gets_no_advice() -> None:
    assert rules(trained([])) == []
    assert rules(trained([], device=False)) == []


@pytest.mark.parametrize(
    ("planted", "rule"),
    [
        ([Given("enumerate(DataLoader)#x", 930_000, 999_000, "loader")], "data"),
        ([Given("ncclDevKernel_AllReduce", 0, 999_000, "communication", 2)], "communication"),
        ([Given("Memcpy HtoD (Pageable -> Device)", 700_000, 900_000, "memcpy", 2)], "pageable"),
        (
            [
                Given("Optimizer.step#SGD.step", 615_000, 980_000, "optimizer"),
            ],
            "optimizer",
        ),
        (
            [Given("cudaStreamSynchronize", 935_000, 999_000, "runtime")]
            + [
                Given(
                    "cudaStreamSynchronize", 70_000 + 90_000 * at, 115_000 + 90_000 * at, "runtime"
                )
                for at in range(9)
            ],
            "synchronization",
        ),
        (
            [
                Given("tiny", 950_000 + 1000 * at, 950_200 + 1000 * at, "kernel", 2)
                for at in range(40)
            ],
            "short_kernels",
        ),
        ([Given("Python GC", 940_000, 999_000, "python")], "garbage"),
        ([Given("slow", 935_000, 935_001)], None),
    ],
)
def test_what_is_planted_is_reported(planted: list[Given], rule: str | None) -> None:
    assert rules(trained(planted)) == ([] if rule is None else [rule])


def test_shares_are_those_of_what_was_planted() -> None:
    (found,) = advice(trained([Given("enumerate(DataLoader)#x", 930_000, 999_000, "loader")]))
    assert found.values["share"] == pytest.approx(0.069)
    assert "7%" in found.text


def test_a_device_that_hardly_works_is_reported() -> None:
    tables = logged(
        [
            Given("ProfilerStep#0", 0, 1000, "step"),
            Given("k", 0, 300, "kernel", 1),
        ],
        LANES,
    ).tables
    (found,) = advice(tables)
    assert (found.rule, found.values["busy"]) == ("idle", 0.3)


def test_a_loader_without_workers_is_advised_to_have_some() -> None:
    tables = trained(
        [Given("enumerate(DataLoader)#x", 930_000, 999_000, "loader")],
        facts={"source": "test", "loader_workers": 0},
    )
    assert "num_workers" in advice(tables)[0].text


def test_memory_that_is_nearly_full_and_memory_that_grows() -> None:
    def memory(values: list[int], device: int) -> RawMemory:
        held = np.array(values) << 20
        count = len(values)
        return RawMemory(
            time=np.arange(count) * 1000,
            device=np.full(count, device),
            address=np.arange(count),
            bytes=np.diff(held, prepend=0),
            allocated=held,
            reserved=np.full(count, -1),
            lane=np.full(count, -1),
        )

    facts = {"source": "test", "devices": [{"index": 0, "memory": 1000 << 20}]}
    assert rules(trained([], memory=memory([100, 950, 100], 0), facts=facts)) == ["memory"]
    assert rules(trained([], memory=memory([100, 800, 700], 0), facts=facts)) == ["growth"]
    assert rules(trained([], memory=memory([100, 800, 120], 0), facts=facts)) == []


def test_steps_that_take_longer_than_the_others() -> None:
    assert rules(trained([], lengths=(3 * STEP, STEP, STEP, STEP), device=False)) == ["warm_up"]
    assert rules(trained([], lengths=(STEP, STEP, 3 * STEP, STEP), device=False)) == ["uneven"]


def test_an_operator_that_is_called_thousands_of_times_in_a_module() -> None:
    planted = [
        Given("noise", 70_200, 119_800, "module"),
        *(Given("aten::item", 70_300 + 40 * at, 70_330 + 40 * at) for at in range(1200)),
    ]
    events = [Given("ProfilerStep#0", 0, 120_000, "step"), *planted]
    (found,) = advice(logged(events, (HOST,)).tables)
    assert (found.rule, found.values["calls"]) == ("small_operators", 1200)
    assert "`noise`" in found.text


def test_one_operator_that_takes_most_of_the_time() -> None:
    tables = trained(
        [Given("aten::sort", 70_000, 119_000)]
        + [Given("aten::sort", 75_000 + 90_000 * at, 119_000 + 90_000 * at) for at in range(1, 10)],
        device=False,
    )
    (found,) = advice(tables)
    assert (found.rule, found.values["name"]) == ("one_operator", "aten::sort")
