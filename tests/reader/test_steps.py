"""Which steps stay when there are too many."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdlite.reader.series.steps import spread

INT64 = st.integers(-(2**63), 2**63 - 1)


def test_few_steps_are_all_there() -> None:
    assert spread(np.array([3, 5, 9]), 3).tolist() == [0, 1, 2]
    assert spread(np.array([], np.int64), 2).tolist() == []


def test_many_steps_are_evenly_spread_over_the_steps_not_over_their_number() -> None:
    # Logged ten times as often at the start.
    steps = np.concatenate([np.arange(100), np.arange(100, 1000, 10), [1000]])
    chosen = steps[spread(steps, 11)].tolist()
    assert chosen == [0, 99, 200, 300, 400, 500, 600, 700, 800, 900, 1000] or chosen[1] == 100
    assert (chosen[0], chosen[-1]) == (0, 1000)


def test_a_range_narrows_the_choice_and_has_its_own_ends() -> None:
    steps = np.arange(0, 10_000, 10)
    chosen = steps[spread(steps, 5, 95, 905)].tolist()
    assert (chosen[0], chosen[-1], len(chosen)) == (100, 900, 5)
    assert spread(steps, 5, 20_000, None).tolist() == []
    assert spread(steps, 5, 50, 40).tolist() == []


@pytest.mark.parametrize("most", [2, 3, 50])
@given(st.lists(INT64, unique=True, max_size=200))
def test_first_and_last_are_always_there(most: int, steps: list[int]) -> None:
    rising = np.array(sorted(steps), np.int64)
    chosen = spread(rising, most).tolist()
    assert len(chosen) <= max(most, 0)
    assert chosen == sorted(set(chosen))
    if steps:
        assert (chosen[0], chosen[-1]) == (0, len(steps) - 1)
