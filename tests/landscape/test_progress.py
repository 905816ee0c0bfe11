"""How long it will still take, before any point has come and while they come."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from vdlite.landscape import ArrayProblem, Workers, compute_surface, random_directions
from vdlite.landscape.surface.cost import Cost
from vdlite.landscape.surface.progress import Pace


def test_progress_ends_with_all_points_and_never_goes_back():
    problem = ArrayProblem([np.ones((3, 3))], lambda weights: float((weights[0] ** 2).sum()))
    reports = []
    directions = random_directions(problem.weights)
    compute_surface(problem, directions, x=(-1, 1, 31), report=reports.append)
    assert reports[0].done == 1  # the center
    assert reports[-1].done == reports[-1].total == 961
    assert [one.done for one in reports] == sorted(one.done for one in reports)
    assert reports[0].remaining > 0
    assert reports[-1].remaining == 0


def test_an_estimate_of_the_time_left_does_not_count_the_start_of_workers():
    now = [0.0]
    pace = Pace(100, 0, expected=0.1, start=3.0, clock=lambda: now[0])
    assert pace.progress().remaining == pytest.approx(13.0)
    now[0] = 5.0  # until the first ten came
    assert pace.progress(10).remaining == pytest.approx(9.0)
    now[0] = 6.0
    assert pace.progress(10).remaining == pytest.approx(8.0)


def test_alone_a_point_takes_what_it_took_at_the_center():
    assert Cost(each=0.2, busy=0.8, setup=30.0).shared(None) == (0.2, 0.0)


def test_workers_have_to_start_and_to_make_the_problem_ready_before_they_begin():
    executor = Workers(2, threads=1)
    assert executor.starting > 0
    each, start = Cost(each=0.2, setup=30.0).shared(executor)
    assert each == pytest.approx(0.1)
    assert start == pytest.approx(30.0 + executor.starting)


def test_workers_that_run_already_do_not_start_again():
    with Workers(1, threads=1) as executor:
        assert executor.executor.submit(abs, -1).result() == 1
        assert Cost(each=0.2, setup=1.5).shared(executor) == (0.2, 1.5)


def test_workers_with_fewer_threads_than_this_process_take_longer_for_a_point():
    """Eight threads were busy for 0.1 seconds: four workers of two threads each take four times as long."""
    each, _ = Cost(each=0.1, busy=0.8).shared(Workers(4, threads=2))
    assert each == pytest.approx(0.4 / 4)


def test_workers_of_an_executor_make_the_problem_ready_too():
    with ThreadPoolExecutor(4) as threads:
        assert Cost(each=0.2, busy=0.8, setup=1.5).shared(threads) == (0.05, 1.5)


class Compiled:
    """An evaluator that is slow to be made, as a compiled model is."""

    def __init__(self, clock):
        self.clock = clock
        clock[0] += 40.0
        self.once = 10.0  # of these, to find out how it is fastest
        self.first = True

    def __call__(self, points):
        self.clock[0] += 5.0 if self.first else 0.25
        self.first = False
        return {"loss": points[:, 0] ** 2}

    def close(self):
        pass


def test_what_the_workers_do_first_is_measured_at_the_center():
    from vdlite.landscape.surface.work import Work

    clock = [0.0]
    problem = ArrayProblem([np.ones((3, 3))], lambda weights: 0.0)
    problem.evaluator = lambda directions, device=None: Compiled(clock)
    work = Work(problem, random_directions(problem.weights))
    _, cost = work.center(None, 100, lambda: clock[0], lambda: 2 * clock[0])
    # 40 seconds and a first point of 5, without the search of 10 and the point itself.
    assert cost == Cost(each=0.25, busy=0.5, setup=34.75)


def test_an_estimate_of_the_time_left_follows_a_pace_that_changes():
    """Another program has gone after a third of the time: what came since then says how fast it is now."""
    now = [0.0]
    pace = Pace(1000, 0, expected=0.1, clock=lambda: now[0])
    for _ in range(100):  # a second each
        now[0] += 1.0
        progress = pace.progress(1)
    assert progress.remaining == pytest.approx(900)
    for _ in range(500):  # a tenth of it
        now[0] += 0.1
        progress = pace.progress(1)
    assert progress.remaining == pytest.approx(40, rel=0.05)
