"""Points that are distributed to workers: processes, threads, any executor, some of which are lost."""

import functools
import os
import threading
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor

import numpy as np
import pytest

from tests.landscape.kept import Kept
from vdlite.errors import LandscapeError
from vdlite.landscape import ArrayProblem, Workers, compute_surface, random_directions


def slow_bowl(weights):
    """At the top of the module: other processes find it there."""
    return float((weights[0] ** 2).sum())


def killing(counter, weights):
    """Ends its process at the first few points, as a machine does that runs out of memory."""
    if os.getpid() != int(os.environ["VDLITE_TEST_PARENT"]) and not os.path.exists(counter):
        with open(counter, "w") as file:
            file.write("killed")
        os._exit(9)
    return float((weights[0] ** 2).sum())


@pytest.fixture
def workers():
    """They are used however little there is to do."""
    with Workers(2, worth_starting=0.0) as started:
        yield started


def alone(loss):
    problem = ArrayProblem([np.ones((3, 3))], loss)
    return problem, random_directions(problem.weights, seed=1)


def test_processes_give_the_same_numbers_as_none(workers):
    problem, directions = alone(slow_bowl)
    one = compute_surface(problem, directions, x=(-1, 1, 7))
    two = compute_surface(problem, directions, x=(-1, 1, 7), executor=workers)
    assert np.array_equal(one.values["loss"], two.values["loss"])


@pytest.mark.parametrize("wrong", [{"number": 0}, {"number": 2, "threads": 0}])
def test_no_worker_and_no_thread_are_refused(wrong):
    with pytest.raises(LandscapeError, match="got 0, want 1 or more"):
        Workers(**wrong)


def test_a_worker_that_is_killed_costs_its_chunk_only(tmp_path, monkeypatch, workers):
    monkeypatch.setenv("VDLITE_TEST_PARENT", str(os.getpid()))
    problem, directions = alone(functools.partial(killing, str(tmp_path / "killed")))
    got = compute_surface(problem, directions, x=(-1, 1, 7), executor=workers)
    assert (tmp_path / "killed").exists()
    assert got.done.all()
    assert got.values["loss"][3, 3] == 9.0


def test_an_error_in_a_worker_says_what_and_where(workers):
    problem, directions = alone(functools.partial(only_in_parent, os.getpid()))
    with pytest.raises(
        LandscapeError, match=r"RuntimeError: the loss is broken(?s:.*)only_in_parent"
    ):
        compute_surface(problem, directions, x=(-1, 1, 3), executor=workers)


def only_in_parent(parent, weights):
    if os.getpid() != parent:
        raise RuntimeError("the loss is broken")
    return 1.0


def test_a_loss_that_can_not_be_sent_is_reported(workers):
    problem, directions = alone(lambda weights: 1.0)
    with pytest.raises(LandscapeError, match="can't be sent to another process"):
        compute_surface(problem, directions, x=(-1, 1, 3), executor=workers)


def test_any_executor_will_do():
    problem, directions = alone(slow_bowl)
    with ThreadPoolExecutor(3) as threads:
        got = compute_surface(problem, directions, x=(-1, 1, 9), executor=threads)
    expected = compute_surface(problem, directions, x=(-1, 1, 9))
    assert np.array_equal(got.values["loss"], expected.values["loss"])


def test_with_an_executor_only_the_center_is_computed_here():
    here = []

    def loss(weights):
        if threading.current_thread() is threading.main_thread():
            here.append(weights[0].copy())
        return slow_bowl(weights)

    problem, directions = alone(loss)
    with ThreadPoolExecutor(3) as threads:
        got = compute_surface(problem, directions, x=(-1, 1, 9), executor=threads)
    assert len(here) == 2
    assert all(np.array_equal(one, problem.weights[0].value) for one in here)
    assert np.isfinite(got.directions["curvatures"]).all()


class Unreliable(Executor):
    """Loses tasks, and answers in any order."""

    def __init__(self, losses):
        self.losses = losses
        self.sent = 0

    def submit(self, function, /, *arguments, **named):
        self.sent += 1
        future = Future()
        if self.sent in self.losses:
            future.set_exception(ConnectionError("the worker is gone"))
        else:
            future.set_result(function(*arguments, **named))
        return future


def test_lost_tasks_are_sent_again():
    problem, directions = alone(slow_bowl)
    executor = Unreliable({1, 2, 5, 9})
    got = compute_surface(problem, directions, x=(-1, 1, 9), executor=executor)
    assert got.done.all()
    expected = compute_surface(problem, directions, x=(-1, 1, 9))
    assert np.array_equal(got.values["loss"], expected.values["loss"])


def test_tasks_that_are_lost_again_and_again_end_it_and_what_is_done_is_kept():
    problem, directions = alone(slow_bowl)
    kept = Kept()
    executor = Unreliable(set(range(6, 1000)))
    with pytest.raises(LandscapeError, match=r"lost 3 times.*the worker is gone"):
        compute_surface(problem, directions, x=(-1, 1, 9), executor=executor, stream=kept)
    assert kept.landscape().done.any()


class Broken(Executor):
    def submit(self, function, /, *arguments, **named):
        raise BrokenExecutor("all gone")


def test_a_foreign_executor_that_is_broken_is_reported():
    problem, directions = alone(slow_bowl)
    with pytest.raises(LandscapeError, match="all gone"):
        compute_surface(problem, directions, x=(-1, 1, 3), executor=Broken())


def test_a_lost_process_takes_its_own_points_along_and_no_other_process(workers):
    before = all_of(workers.executor)
    with pytest.raises(BrokenExecutor):
        workers.executor.submit(os._exit, 9).result()
    after = all_of(workers.executor)
    assert len(before) == len(after) == 2
    assert len(before & after) == 1


def all_of(executor):
    """The ids of both processes; one alone may answer twice before the other has something to do."""
    found = set()
    for _ in range(100):
        tasks = [executor.submit(os.getpid) for _ in range(2)]
        found |= {task.result() for task in tasks}
        if len(found) == 2:
            break
    return found
