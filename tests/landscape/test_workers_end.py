"""Processes of our own leave with the program that started them, however that ends; threads share without harm."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from vdlite.landscape import compute_surface, given_directions
from vdlite.landscape.weights import as_weights

SCRIPT = textwrap.dedent(
    """
    import os, sys, time
    import numpy as np
    from vdlite.landscape import ArrayProblem, Workers, compute_surface, random_directions

    PARENT = int(os.environ.setdefault("THE_PARENT", str(os.getpid())))

    def loss(weights):
        if os.getpid() != PARENT:
            open(f"worker-{os.getpid()}", "w").close()
            time.sleep(600)
        return 1.0

    if __name__ == "__main__":
        problem = ArrayProblem([np.ones((2, 2))], loss)
        directions = random_directions(problem.weights)
        with Workers(2, worth_starting=0.0) as workers:
            compute_surface(problem, directions, x=(-1, 1, 9), executor=workers)
    """
)


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    # A child that nobody has asked about yet has ended all the same.
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


def until(condition, seconds=60.0):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="signals of POSIX")
@pytest.mark.parametrize("signal_", ["SIGKILL", "SIGINT", "SIGTERM"])
def test_workers_end_with_their_parent_even_amid_a_point(tmp_path, signal_):
    (tmp_path / "long.py").write_text(SCRIPT)
    program = subprocess.Popen(
        [sys.executable, "-B", "long.py"], cwd=tmp_path, stderr=subprocess.DEVNULL
    )
    try:
        until(lambda: len(list(tmp_path.glob("worker-*"))) == 2)
        workers = [int(path.name.partition("-")[2]) for path in tmp_path.glob("worker-*")]
        program.send_signal(getattr(signal, signal_))
        program.wait(timeout=30)
        until(lambda: not any(map(is_there, workers)))
    finally:
        program.kill()
        program.wait()


def test_without_a_guard_a_script_ends_with_what_to_do_about_it(tmp_path):
    script = SCRIPT.replace('if __name__ == "__main__":', "if True:").replace(
        "time.sleep(600)", "pass"
    )
    (tmp_path / "bare.py").write_text(script)
    ended = subprocess.run(
        [sys.executable, "-B", "bare.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ended.returncode == 1
    assert "needs `if __name__ == '__main__':`" in ended.stderr


class Jealous:
    """Notes when two threads are in it at once."""

    def __init__(self, problem):
        self.problem = problem
        self.inside = threading.Lock()

    def __call__(self, points):
        assert self.inside.acquire(blocking=False), "two threads at once"
        time.sleep(0.001)
        self.inside.release()
        return {"loss": points[:, 0] ** 2}

    def close(self):
        assert not self.inside.locked()


class JealousProblem:
    weights = as_weights([np.ones((2, 2))])
    fingerprint = "jealous"

    def evaluator(self, directions, device=None):
        return Jealous(self)

    def rounding(self, directions, points):
        return None

    def exact(self, directions, points):
        return None

    def facts(self):
        return {}


def test_threads_of_an_executor_share_one_evaluator_one_after_another():
    problem = JealousProblem()
    directions = given_directions(problem.weights, [np.ones((2, 2))])
    with ThreadPoolExecutor(8) as threads:
        got = compute_surface(problem, directions, x=(-1, 1, 101), executor=threads)
    np.testing.assert_array_equal(got.values["loss"], got.x**2)
