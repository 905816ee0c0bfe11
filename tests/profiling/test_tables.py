"""Tables and trees of a profile, with answers that were worked out by hand."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.profiling.logs import log
from tests.profiling.recordings import HOST, STREAM, Given, logged, recording
from tests.profiling.test_profile import LANES, training_step
from vdlite import LogReader
from vdlite.errors import NotFoundError, PayloadError
from vdlite.kinds.profile import Profile, RawKernels
from vdlite.profiling.logged import LoggedProfile


def profiled(events: list[Given], lanes: Any = (HOST,)) -> LoggedProfile:
    return opened(logged(events, lanes))


def opened(made: Profile) -> LoggedProfile:
    return LoggedProfile(made.tables, lambda: made.content)


def by_name(columns: dict[str, Any], column: str) -> dict[str, int]:
    return dict(zip(columns["name"], columns[column].tolist(), strict=True))


def test_own_times_of_all_phases_are_those_of_what_lies_in_nothing() -> None:
    found = profiled(training_step(), LANES).table("phase")
    assert found["self_ns"].sum() == 1000 + 150  # the step, and the thread of the backward pass


def test_operators_of_one_name_are_one_row_and_the_longest_comes_first() -> None:
    found = profiled(training_step(), LANES).table("operator")
    assert found["name"] == ["aten::mm", "aten::linear", "MmBackward0"]
    assert by_name(found, "calls") == {"aten::mm": 2, "aten::linear": 1, "MmBackward0": 1}
    assert by_name(found, "self_ns") == {"aten::mm": 260, "aten::linear": 20, "MmBackward0": 20}
    assert by_name(found, "device_total_ns")["MmBackward0"] == 150


def test_rows_are_distinguished_by_what_is_asked_for() -> None:
    found = profiled(training_step(), LANES).table("operator", by=["phase", "module"])
    rows = zip(
        found["name"], found["phase"], found["module"], found["self_ns"].tolist(), strict=True
    )
    assert ("aten::mm", "forward", "net.fc", 130) in rows


def test_a_type_holds_the_operators_that_differ_in_overload_only() -> None:
    made = profiled(
        [Given("aten::add.Tensor", 0, 10), Given("aten::add.Scalar", 20, 25), Given("a.b", 30, 31)]
    )
    assert by_name(made.table("type"), "self_ns") == {"aten::add": 15, "a.b": 1}
    assert made.table("operator", name="aten::add")["name"] == [
        "aten::add.Tensor",
        "aten::add.Scalar",
    ]


def test_a_module_has_the_time_of_those_within_it_once() -> None:
    found = profiled(training_step(), LANES).table("module")
    assert by_name(found, "self_ns") == {"": 700, "net.fc": 340, "net": 110}
    assert by_name(found, "total_ns") == {"": 700, "net.fc": 340, "net": 450}
    assert by_name(found, "calls") == {"": 0, "net.fc": 1, "net": 1}


def test_the_tree_of_modules_ends_in_operators() -> None:
    tree = profiled(training_step(), LANES).tree("module")
    assert tree["name"][:3] == ["net", "fc", "aten::mm"]
    assert tree["parent"].tolist()[:3] == [-1, 0, 1]
    assert by_name(tree, "forward_ns")["net"] == 300
    assert by_name(tree, "backward_ns")["net"] == 150
    assert by_name(tree, "device_total_ns")["net"] == 250


def called_model() -> list[Given]:
    """A step of a model, which is named by its class, and of its parts, with a backward pass."""
    return [
        Given("ProfilerStep#0", 0, 1000, "step"),
        Given("Sequential", 100, 500, "module"),
        Given("0", 110, 300, "module"),
        Given("aten::mm", 120, 290, columns={"sequence": 1}),
        Given("1.act", 310, 480, "module"),
        Given("aten::relu", 320, 470, columns={"sequence": 2}),
        Given("MmBackward0", 600, 700, "operator", 1, {"sequence": 1, "forward_thread": 1}),
    ]


def test_the_model_itself_has_the_time_of_all_its_modules() -> None:
    made = profiled(called_model(), LANES)
    found = made.table("module")
    assert by_name(found, "total_ns") == {"": 600, "0": 290, "1.act": 170, "Sequential": 500}
    tree = made.tree("module")
    rows = ["Sequential", "0", "aten::mm", "MmBackward0", "1", "act", "aten::relu"]
    assert tree["name"] == rows
    assert tree["parent"].tolist() == [-1, 0, 1, 1, 0, 4, 5]
    assert tree["path"] == ["Sequential", "0", "0", "0", "1", "1.act", "1.act"]
    assert tree["total_ns"].tolist() == [500, 290, 170, 100, 170, 170, 150]
    assert tree["self_ns"].tolist() == [40, 20, 170, 100, 0, 20, 150]


def test_modules_that_are_called_one_after_the_other_are_beside_each_other() -> None:
    tree = profiled([Given("G", 0, 10, "module"), Given("D", 20, 25, "module")]).tree("module")
    assert tree["parent"].tolist() == [-1, -1]


def test_what_called_what_is_one_tree_for_all_steps() -> None:
    steps = [
        each
        for step in range(3)
        for each in (
            Given(f"ProfilerStep#{step}", 100 * step, 100 * step + 90, "step"),
            Given("load", 100 * step + 10, 100 * step + 30, "annotation"),
        )
    ]
    tree = profiled(steps).tree("stack")
    assert tree["name"] == ["step", "load"]
    assert tree["calls"].tolist() == [3, 3]
    assert tree["self_ns"].tolist() == [210, 60]


def test_only_some_steps_are_counted_where_that_is_asked_for() -> None:
    made = profiled(
        [
            Given("ProfilerStep#7", 0, 50, "step"),
            Given("a", 10, 20),
            Given("ProfilerStep#8", 50, 90, "step"),
            Given("a", 60, 63),
        ]
    )
    assert made.table("operator", steps=(8, 8))["self_ns"].tolist() == [3]
    assert made.step_numbers.tolist() == [7, 8]


def test_of_spans_alone_each_name_is_a_row() -> None:
    made = profiled([Given("ProfilerStep#0", 0, 50, "step"), Given("sort", 10, 20, "annotation")])
    assert made.table("operator")["name"] == ["sort"]


def test_occupancy_is_weighted_by_time() -> None:
    both = np.arange(2)
    made = opened(
        logged(
            [Given("k", 0, 30, "kernel", 1), Given("k", 40, 50, "kernel", 1)],
            (HOST, STREAM),
            kernels=RawKernels(
                both,
                np.array([50.0, 90.0]),
                np.array([0.5, 4.0]),
                np.array([1.0, 1.0]),
                both * 0,
                both * 0,
                both * 0,
                both * 0,
            ),
        )
    )
    found = made.table("kernel")
    assert found["occupancy"].tolist() == [60.0]
    assert found["filled"].tolist() == [0.625]


def test_what_is_no_table_is_refused() -> None:
    made = profiled([])
    with pytest.raises(PayloadError, match="want one of"):
        made.table("kernels")  # type: ignore[arg-type]
    with pytest.raises(PayloadError, match="by='size'"):
        made.table("operator", by=["size"])  # type: ignore[list-item]
    with pytest.raises(PayloadError, match="breakdown"):
        made.breakdown("part")  # type: ignore[arg-type]


def test_a_profile_without_events_has_empty_tables() -> None:
    made = profiled([])
    for what in ("operator", "type", "kernel", "module", "phase"):
        assert made.table(what)["name"] == []  # type: ignore[arg-type]
    assert made.tree("module")["name"] == made.tree("stack")["name"] == []
    assert made.advice() == []


def test_a_reader_gives_what_was_logged(tmp_path: Path) -> None:
    log(tmp_path / "run", recording(training_step(), LANES), recording([Given("a", 0, 5)]))
    reader = LogReader(tmp_path)
    first = reader.profile("run", step=0)
    assert first.steps.tolist() == [[10**18, 10**18 + 1000]]
    assert {part: ns.tolist() for part, ns in first.breakdown("phase").items()}["forward"] == [300]
    assert len(first.events) == 13
    assert reader.profile("run").table("operator")["name"] == ["a"]
    with pytest.raises(NotFoundError, match="step 9"):
        reader.profile("run", step=9)
