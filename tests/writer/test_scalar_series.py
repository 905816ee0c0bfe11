"""Many scalars at once: the same records as one after the other, as safe, and refused as a whole."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vdlite import ClosedWriterError, LogReader, LogWriter, PayloadError
from vdlite.format.scalar_rows import CHUNK

LARGE = 2 * CHUNK + 7


def test_they_come_back_as_they_were_logged(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    values = rng.normal(size=LARGE)
    values[:4] = np.nan, np.inf, -np.inf, -0.0
    steps = np.unique(rng.integers(-(2**62), 2**62, 2 * LARGE))[:LARGE]
    walltimes = 1.7e9 + rng.random(LARGE)
    with LogWriter(tmp_path) as writer:
        writer.add_scalar_series("loss", values, steps, walltimes)
    points = LogReader(tmp_path).scalars(".", "loss", superseded=True)
    assert points.values.tobytes() == values.tobytes()
    assert points.steps.tobytes() == steps.tobytes()
    assert points.walltimes.tobytes() == walltimes.tobytes()
    assert not LogReader(tmp_path).damage


def test_steps_go_on_from_those_before(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("loss", 0.5, 7)
        writer.add_scalar_series("loss", [1.0, 2.0, 3.0])
        writer.add_scalar("loss", 4.0)
        writer.add_scalar_series("new", np.zeros(LARGE))
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "loss").steps.tolist() == [7, 8, 9, 10, 11]
    assert np.array_equal(reader.scalars(".", "new").steps, np.arange(LARGE))
    with LogWriter(tmp_path) as writer:
        writer.add_scalar_series("loss", [5.0])
    assert LogReader(tmp_path).scalars(".", "loss").steps[-1] == 12


@pytest.mark.parametrize(
    "values",
    [
        [1, 2],
        (True, False),
        np.array([1.5, 2.5], np.float16),
        np.array([2**63, 1], np.uint64),
        np.array([1.0, 2.0], ">f4"),
        np.arange(4.0)[::2],
        np.ma.masked_array([1.0, 2.0], [False, True]),
        [],
    ],
    ids=repr,
)
def test_values_of_any_real_type_are_taken(tmp_path: Path, values: Any) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("other", 0.0)
        writer.add_scalar_series("a", values)
    want = np.ma.filled(np.ma.asarray(values).astype(np.float64), np.nan)
    reader = LogReader(tmp_path)
    found = reader.scalars(".", "a").values if len(want) else np.array([])
    assert np.array_equal(found, want, equal_nan=True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("a", [[1.0]]), r"scalars: got an array of shape \(1, 1\), want one dimension"),
        (("a", 1.0), r"scalars: got an array of shape \(\), want one dimension"),
        (("a", ["x"]), "scalars: got an array of dtype <U1, want real numbers"),
        (("a", [1j]), "scalars: .* want real numbers"),
        (("a", None), "scalars: got None"),
        (("a", [1.0, None]), "scalars: got None among them, want real numbers"),
        (("a", np.array([1.0, None])), "scalars: got None among them, want real numbers"),
        (("", [1.0]), "tag: got an empty string"),
        (("a", [1.0], [1, 2]), r"steps: got shape \(2,\), want \(1,\), one for each value"),
        (("a", [1.0], [0.5]), "step: got float 0.5, want a whole number"),
        (("a", [1.0], np.array([0.5])), "steps: got fractions or no numbers among them"),
        (("a", [1.0], np.array([np.inf])), "steps: got inf as a float, want integers"),
        (("a", [1.0], [-(2**63) - 1]), "step: got -0x8000000000000001, want a 64-bit integer"),
        (("a", [1.0], np.array([2.0**54])), "steps: got 1.8.* as a float, want integers"),
        (("a", [1.0], np.array([2**64], object)), "step: got 0x1.*want a 64-bit integer"),
        (("a", [1.0], np.array([2**63], np.uint64)), "steps: got .* want 64-bit integers"),
        (("a", [1.0], None, [np.inf]), "a: walltimes: got infinity, want seconds since 1970"),
        (("a", [1.0], None, 5.0), r"walltimes: got shape \(\), want \(1,\)"),
    ],
)
def test_what_is_wrong_is_refused_and_nothing_of_it_logged(
    tmp_path: Path, arguments: tuple[Any, ...], message: str
) -> None:
    with LogWriter(tmp_path) as writer:
        with pytest.raises(PayloadError, match=message):
            writer.add_scalar_series(*arguments)
        writer.add_scalar("b", 1.0)
    assert LogReader(tmp_path).tags(".") == ["b"]


@pytest.mark.parametrize(
    "steps", [[1, 2.0, 2**62 + 1], np.array([2**53 + 1, 2, 3], object), np.float16([1, 2, 3])]
)
def test_steps_are_kept_exactly(tmp_path: Path, steps: Any) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar_series("a", [1.0, 2.0, 3.0], steps)
    found = LogReader(tmp_path).scalars(".", "a", superseded=True).steps
    assert sorted(found.tolist()) == sorted(int(step) for step in steps)


def test_steps_beyond_64_bits_are_refused(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("a", 1.0, 2**63 - 2)
        with pytest.raises(PayloadError, match="want a 64-bit integer"):
            writer.add_scalar_series("a", [1.0, 2.0])
        writer.add_scalar_series("a", [3.0])
    assert LogReader(tmp_path).scalars(".", "a").steps[-1] == 2**63 - 1


def test_milliseconds_are_recognized(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar_series("a", [1.0, 2.0], None, [1.7e12, 1.7e9])
    assert LogReader(tmp_path).scalars(".", "a").walltimes.tolist() == [1.7e9, 1.7e9]


def test_a_closed_writer_refuses_them(tmp_path: Path) -> None:
    writer = LogWriter(tmp_path)
    writer.close()
    for values in ([1.0], []):
        with pytest.raises(ClosedWriterError):
            writer.add_scalar_series("a", values)


def test_threads_share_a_writer(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:

        def log(tag: str) -> None:
            for _ in range(3):
                writer.add_scalar_series(tag, np.arange(CHUNK + 1))
                writer.add_scalar(tag, -1.0)

        threads = [threading.Thread(target=log, args=(name,)) for name in "abc"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    want = np.tile(np.append(np.arange(CHUNK + 1.0), -1.0), 3)
    reader = LogReader(tmp_path)
    for name in "abc":
        assert np.array_equal(reader.scalars(".", name).values, want)
    assert not LogReader(tmp_path).damage


def test_threads_that_share_a_series_take_no_step_twice(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:

        def log_at_once() -> None:
            writer.add_scalar_series("a", np.zeros(5 * CHUNK))

        def log_singly() -> None:
            for _ in range(2000):
                writer.add_scalar("a", 1.0)

        threads = [threading.Thread(target=each) for each in (log_at_once, log_singly, log_at_once)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    steps = LogReader(tmp_path).scalars(".", "a", superseded=True).steps
    assert np.array_equal(np.sort(steps), np.arange(10 * CHUNK + 2000))


def test_they_survive_a_killed_process(tmp_path: Path) -> None:
    program = """
import os, signal, sys
from vdlite import LogWriter
writer = LogWriter(sys.argv[1])
writer.add_scalar_series("a", range(100_000))
os.kill(os.getpid(), signal.SIGKILL)
"""
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=False)
    assert np.array_equal(LogReader(tmp_path).scalars(".", "a").values, np.arange(100_000.0))


@pytest.mark.parametrize("options", [{"flush_secs": 60}, {"fsync": True}])
def test_they_obey_the_options_of_the_writer(tmp_path: Path, options: dict[str, Any]) -> None:
    with LogWriter(tmp_path, **options) as writer:
        writer.add_scalar_series("a", np.arange(LARGE))
        writer.flush()
        assert len(LogReader(tmp_path).scalars(".", "a").values) == LARGE
