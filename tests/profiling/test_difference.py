"""Two profiles against each other."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import ttest_ind

from tests.profiling.recordings import HOST, STREAM, Given, logged
from vdlite.kinds.profile import Tables
from vdlite.profiling.difference import WHAT, difference


def training(lengths: dict[str, list[int]]) -> Tables:
    """Steps in which each operator takes so long, one after the other, with 5 ns between them."""
    events = []
    time = 0
    for step in range(len(next(iter(lengths.values())))):
        begin = time
        for name, each in lengths.items():
            events.append(Given(name, time, time + each[step]))
            time += each[step] + 5
        events.append(Given(f"ProfilerStep#{step}", begin, time, "step"))
    return logged(events).tables


def test_a_planted_operator_is_the_first_row_and_the_whole_difference() -> None:
    names = {f"op{at}": [100] * 4 for at in range(50)}
    slower = names | {"op7": [3100] * 4}
    found = difference(training(names), training(slower), "operator")
    columns = found["columns"]
    assert columns["name"][0] == "op7"
    assert columns["delta_ns"][0] == 3000
    assert columns["share"][0] == 1.0
    assert found["step_delta_ns"] == 3000


samples = st.lists(st.integers(1, 500), min_size=2, max_size=5)


@given(st.fixed_dictionaries({"a": samples, "b": samples}), st.sampled_from(WHAT))
def test_contributions_add_up_to_the_difference(given: dict[str, list[int]], what: str) -> None:
    steps = min(len(each) for each in given.values())
    one = training({name: each[:steps] for name, each in given.items()})
    other = training({"a": [70, 80, 75], "c": [9, 10, 11]})
    found = difference(one, other, what)  # type: ignore[arg-type]
    assert found["columns"]["delta_ns"].sum() == pytest.approx(found["step_delta_ns"])


def test_p_values_are_those_of_welchs_test() -> None:
    one, other = [100, 110, 104, 97], [120, 135, 118]
    found = difference(training({"a": one}), training({"a": other}), "operator")
    at = found["columns"]["name"].index("a")
    want = ttest_ind(one, other, equal_var=False).pvalue
    assert found["columns"]["p_value"][at] == pytest.approx(want)


def test_one_step_says_nothing_of_chance() -> None:
    found = difference(training({"a": [5]}), training({"a": [9]}), "operator")
    assert np.isnan(found["columns"]["p_value"]).all()


def test_kernels_are_compared_by_their_time_on_the_device() -> None:
    def made(length: int) -> Tables:
        return logged(
            [
                Given("ProfilerStep#0", 0, 1000, "step"),
                Given("sgemm", 100, 100 + length, "kernel", 1),
            ],
            (HOST, STREAM),
        ).tables

    found = difference(made(300), made(420), "kernel")
    assert found["columns"]["delta_ns"].tolist() == [120]
    assert found["step_delta_ns"] == 120


def test_two_profiles_without_steps_do_not_differ() -> None:
    nothing = logged([]).tables
    assert difference(nothing, nothing, "operator")["columns"]["name"] == []
