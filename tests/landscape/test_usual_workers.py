"""How many processes there are where nobody says it, and that this is safe everywhere."""

import gc
import logging
import subprocess
import sys
import textwrap
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from vdlite.landscape import ArrayProblem, Workers, compute_surface, random_directions
from vdlite.landscape.workers.pool import cores
from vdlite.landscape.workers.usual import _has_guard

ASKED = textwrap.dedent(
    """
    import logging
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    from vdlite.landscape.workers.usual import usual_workers
    {guard}
        made = usual_workers({devices}, on_processor={on_processor})
        print("workers:", made.number if made is not None else 1)
    """
)


def answer(tmp_path, *how, guard="if __name__ == '__main__':", devices=None, on_processor=True):
    script = ASKED.format(guard=guard, devices=devices, on_processor=on_processor)
    (tmp_path / "one.py").write_text(script)
    how = how or ("one.py",)
    ended = subprocess.run(
        [sys.executable, "-B", *how],
        cwd=tmp_path,
        input=script.strip(),
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return ended.stdout.strip(), ended.stderr.strip()


def test_a_script_with_a_guard_gets_a_process_for_each_core(tmp_path):
    assert answer(tmp_path) == (f"workers: {cores()}", "")


def test_one_process_for_each_device_and_one_alone_for_a_model_on_a_card(tmp_path):
    devices = ["cuda:0", "cuda:1", "cuda:2"]
    assert answer(tmp_path, devices=devices, on_processor=False)[0] == "workers: 3"
    assert answer(tmp_path, on_processor=False) == ("workers: 1", "")


@pytest.mark.skipif(cores() < 2, reason="one process is all that there is on one core")
def test_a_script_without_a_guard_and_a_prompt_are_reported_why_there_is_one_process(tmp_path):
    out, why = answer(tmp_path, guard="if True:")
    assert out == "workers: 1"
    assert why.startswith("landscape: computed in one process, since others would run the script")
    out, why = answer(tmp_path, "-")
    assert out == "workers: 1"
    assert why.startswith("landscape: computed in one process, since others can't see")


def test_what_can_not_be_sent_is_computed_here_unless_processes_were_asked_for(caplog):
    problem = ArrayProblem([np.ones((2, 2))], lambda arrays: float((arrays[0] ** 2).sum()))
    directions = random_directions(problem.weights)
    caplog.set_level(logging.INFO, "vdlite")
    with Workers(2, worth_starting=0.0, by_default=True) as workers:
        got = compute_surface(problem, directions, x=(-1, 1, 5), executor=workers)
    assert np.isfinite(got.values["loss"]).all()
    (line,) = {record.getMessage() for record in caplog.records}
    assert line.startswith("landscape: computed in one process: workers: the model, data or loss")


@pytest.mark.parametrize(
    ("script", "guarded"),
    [
        ("if __name__ == '__main__':\n    pass\n", True),
        ("import os\nif (\n    '__main__'\n    == __name__\n): main()\n", True),
        ('"""\nif __name__ == "__main__":\n"""\nmain()\n', False),
        ("def main():\n    if __name__ == '__main__':\n        pass\nmain()\n", False),
        ("# if __name__ == '__main__':\nprint(__name__)\n", False),
        ("if name := '__name__':\n    pass\n", False),
        ("if True:\n", False),
        ("\0\xff", False),
    ],
)
def test_a_guard_is_an_if_of_the_name_in_no_block(tmp_path, script, guarded):
    (tmp_path / "one.py").write_text(script, encoding="latin-1")
    assert _has_guard(tmp_path / "one.py") == guarded


def test_runs_that_end_in_several_threads_look_for_the_guard_at_the_same_time(tmp_path):
    script = tmp_path / "one.py"
    script.write_text("print(1 + 2, [3])\n" * 300 + "if __name__ == '__main__':\n    pass\n")

    class Slow:
        """Garbage whose finalizer lets other threads go on."""

        def __init__(self) -> None:
            self.me = self

        def __del__(self) -> None:
            time.sleep(0.0005)

    def look(depth: int) -> bool:
        return look(depth - 1) if depth else _has_guard(script)

    def many(depth: int) -> list[bool]:
        found = []
        for _ in range(20):
            Slow()
            found.append(look(depth))
        return found

    before = gc.get_threshold()
    gc.set_threshold(1000, 1, 1)
    try:
        with ThreadPoolExecutor(4) as pool:
            assert all(all(found) for found in pool.map(many, [1, 30, 60, 90]))
    finally:
        gc.set_threshold(*before)
