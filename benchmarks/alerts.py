"""What rules find of what was planted, what they invent, how soon a live run is known to break one, and what looking costs."""

import statistics
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks import logs
from benchmarks.table import Row
from vdlite import LogWriter
from vdlite.alerts.duty import Duty
from vdlite.alerts.rule import USUAL, Rule
from vdlite.alerts.rule_file import RuleFile
from vdlite.alerts.runs import RunsOfStore
from vdlite.alerts.watch import Watch
from vdlite.reader import Store

Floats = NDArray[np.float64]

NOISES = ("normal", "Student-t", "log-normal", "uniform")
POINTS = 1000
PLANTED = ("non-finite", "spike", "stalled")

# 1,000 runs, of which 100 log each second; one of these breaks the rule.
_WRITER = """
    import random, sys, time
    from vdlite import LogWriter
    folder, runs, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    writers = [LogWriter(f"{folder}/run{number:04}") for number in range(runs)]
    for writer in writers:
        writer.add_scalar("loss", 1.0)
    print("ready", flush=True)
    sys.stdin.readline()
    rng = random.Random(0)
    begun, at = time.monotonic(), 0
    for second in range(seconds):
        high = rng.randrange(runs // 10)
        for number in range(runs // 10):
            time.sleep(max(0, begun + second + number / (runs // 10) - time.monotonic()))
            writer = writers[at % runs]
            at += 1
            writer.add_scalar("loss", 9.0 if number == high else 1.0)
            if number == high:
                writer.add_scalar("loss", 1.0)
    time.sleep(5)
"""


def measure(*, quick: bool) -> list[Row]:
    """Planted events of many runs; then live runs under one rule."""
    runs = 100 if quick else 1000
    return [*_planted(runs), *_live(runs, 10 if quick else 60)]


def _curve(number: int) -> Floats:
    """A clean curve of a loss."""
    rng = np.random.default_rng(number)
    at = np.arange(POINTS)
    noise = {
        "normal": lambda: rng.normal(size=POINTS) * 0.05,
        "Student-t": lambda: rng.standard_t(3, POINTS) * 0.05,
        "log-normal": lambda: (np.exp(rng.normal(size=POINTS)) - 1.6) * 0.05,
        "uniform": lambda: rng.uniform(-0.1, 0.1, POINTS),
    }[NOISES[number % len(NOISES)]]()
    curve: Floats = (2 * np.exp(-at / 300) + 0.3) * (1 + noise)
    return curve


def _planted(runs: int) -> list[Row]:
    rows = []
    for what in ("planted", "clean"):
        with logs.folder() as folder:
            planted: dict[str, str] = {}
            for number in range(runs):
                values, times = _curve(number), 1e9 + np.arange(POINTS, dtype=float)
                name = f"run{number:04}"
                # 100 of each, over all kinds of noise.
                kind = number // 4 % 10 if what == "planted" else len(PLANTED)
                if kind < len(PLANTED):
                    planted[name] = PLANTED[kind]
                    at = 300 + number * 7 % 600
                    if kind == 0:
                        values[at] = np.nan
                    elif kind == 1:
                        values[at : at + 20] *= 3
                    else:
                        times[at:] += 3600
                _log(folder / name, values, times)
            store = _read(folder)
            begun = time.process_time()
            found = Watch(RunsOfStore(store), USUAL).look()
            taken = time.process_time() - begun
        right = {each.run for each in found if planted.get(each.run) == each.rule}
        wrong = [each for each in found if planted.get(each.run) != each.rule]
        size = f"{runs:,} runs of {POINTS:,} points, usual rules"
        if planted:
            rows.append(
                Row(f"events found, of {len(planted)} planted", "vdlite", len(right), "", size)
            )
        named = ", ".join(sorted({f"{each.rule} in {each.run}" for each in wrong})[:3])
        rows.append(Row(f"events invented in {what} curves", "vdlite", len(wrong), "", named))
        rows.append(Row(f"a first look at {what} curves", "vdlite", taken, "s", "processor time"))
    return rows


def _live(runs: int, seconds: int) -> list[Row]:
    rule = Rule("high", "threshold", above=5.0)
    with logs.folder() as folder:
        command = [sys.executable, "-c", textwrap.dedent(_WRITER), str(folder)]
        with subprocess.Popen(
            [*command, str(runs), str(seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as writer:
            assert writer.stdin is not None
            assert writer.stdout is not None
            writer.stdout.readline()
            store = _read(folder)
            duty = Duty(store, RuleFile((rule,)), None)
            duty.look()
            writer.stdin.write("\n")
            writer.stdin.flush()
            latencies: list[float] = []
            looking = reading = 0.0
            begun = time.monotonic()
            while writer.poll() is None:  # as `vdlite watch` does
                time.sleep(1.0)
                start = time.thread_time()
                store.refresh(discover=store.may_have_changed(), sparing=True)
                between = time.thread_time()
                found = duty.look()
                looking += time.thread_time() - between
                reading += between - start
                latencies += [time.time() - (each.walltime or 0.0) for each in found]
            passed = time.monotonic() - begun
            duty.stop()
    what = f"one rule over {runs:,} live runs, {runs // 10} points a second"
    latencies.sort()
    return [
        Row(what, "known after, median", statistics.median(latencies), "s"),
        Row(what, "known after, 95 %", latencies[int(0.95 * len(latencies))], "s"),
        Row(what, "events, each once", len(latencies), f"of {seconds}"),
        Row(what, "looking", 100 * looking / passed, "% of a core"),
        Row(what, "reading the logs", 100 * reading / passed, "% of a core"),
    ]


def _log(folder: Path, values: Floats, times: Floats) -> None:
    with LogWriter(folder) as writer:
        writer.add_scalar_series("loss", values, np.arange(len(values)), times)


def _read(folder: Path) -> Store:
    store = Store([folder])
    store.refresh()
    while not store.done:
        store.refresh()
    return store
