"""How long it takes until very many small things are read: tags, records, runs. And until the server answers at all."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks import logs, servers
from benchmarks.process import run_json
from benchmarks.table import Row
from vdlite import LogWriter

ROUNDS = 3

# The physical limit: one unpacker in C over the same bytes, whose objects are thrown away.
_LIMIT = """
    import json, sys, time
    from pathlib import Path
    import msgpack
    files = [path.read_bytes() for path in Path(sys.argv[1]).rglob("*.vdl")]
    start = time.process_time()
    for data in files:
        unpacker = msgpack.Unpacker(strict_map_key=False, max_buffer_size=2**31 - 1)
        unpacker.feed(data)
        for _ in unpacker:
            pass
    print(json.dumps(time.process_time() - start))
"""

_READ = """
    import json, sys, time
    import psutil
    from vdlite.reader import Store
    before = psutil.Process().memory_info().rss
    store = Store([sys.argv[1]])
    start = time.process_time()
    store.refresh()
    while not store.done:
        store.refresh(discover=False)
    taken = time.process_time() - start
    assert sum(run.records for run in store.runs()) == int(sys.argv[2])
    grown = psutil.Process().memory_info().rss - before
    print(json.dumps([taken, grown / 1e6]))
"""


_LIST = """
    import json, sys, time
    from vdlite.reader import Store
    store = Store([sys.argv[1]])
    store.refresh()
    while not store.done:
        store.refresh(discover=False)
    start = time.process_time()
    index, order = store.tag_index(), store.tag_order()
    taken = time.process_time() - start
    assert sorted(order) == list(index)
    print(json.dumps(taken))
"""


@dataclass(frozen=True)
class Logs:
    """What is read."""

    what: str
    records: int
    write: Callable[[Path], None]


def tags(count: int) -> Logs:
    """One run of so many tags."""

    def write(folder: Path) -> None:
        with LogWriter(folder / "run") as writer:
            for step in range(3):
                for tag in range(count):
                    writer.add_scalar(f"layer{tag // 100}/weight{tag % 100}", tag * step, step)

    return Logs(f"{count:,} tags x 3 points", 3 * count, write)


def _records(scale: int) -> Logs:
    texts, histograms, trials = 300_000 // scale, 50_000 // scale, 30_000 // scale

    def write(folder: Path) -> None:
        values = np.random.default_rng(0).normal(size=100)
        with LogWriter(folder / "run") as writer:
            for step in range(texts):
                writer.add_text(f"note{step % 10}", f"sample {step}", step)
            for step in range(texts):
                tag, payload = f"mine{step % 10}", b"0123456789abcdef"
                writer.add_record("mine", tag, payload, step, summary={"n": step})
            for step in range(histograms):
                writer.add_histogram("weights", values, step)
            for trial in range(trials):
                writer.add_hparams({"lr": trial * 1e-5, "model": "a"}, ["loss"])

    count = 2 * texts + histograms + trials
    return Logs(f"{count:,} small records (texts, histograms, trials, own kinds)", count, write)


def runs(count: int) -> Logs:
    """So many small runs."""

    def write(folder: Path) -> None:
        for run in range(count):
            with LogWriter(folder / f"group{run // 100}" / f"run{run}") as writer:
                for step in range(10):
                    writer.add_scalar("loss", 1 / (1 + step), step)
                    writer.add_scalar("accuracy", step / 10, step)

    return Logs(f"{count:,} runs x 2 tags x 10 points", 20 * count, write)


def _points(scale: int) -> Logs:
    points = 1_000_000 // scale

    def write(folder: Path) -> None:
        logs.write_runs(folder, runs=2, tags=5, points=points)

    return Logs(f"2 runs x 5 tags x {points:,} points", 10 * points, write)


def _first_answer(folder: Path) -> tuple[float, float]:
    """Seconds from the start of the process to its first answer, and until everything is read."""
    port = servers.free_port()
    with servers.serving(servers.vdlite(folder, port), port) as running:
        running.wait_for("/api/status")
        running.wait_for("/api/runs")
        first = time.perf_counter() - running.started
        while not running.wait_for("/api/status").json()["loading"]["done"]:
            time.sleep(0.1)  # as often as growth reaches the page
        return first, time.perf_counter() - running.started


def _measure(each: Logs) -> list[Row]:
    with logs.folder() as folder:
        each.write(folder)
        size = servers.warm_page_cache(folder) / 1e6
        limits, reads, answers, lists = [], [], [], []
        for _ in range(ROUNDS):  # in turn
            limits.append(run_json(_LIMIT, folder))
            reads.append(run_json(_READ, folder, each.records))
            lists.append(run_json(_LIST, folder))
            answers.append(_first_answer(folder))
    what = f"{each.what}, {size:.0f} MB"
    limit, taken = statistics.median(limits), statistics.median(read[0] for read in reads)
    memory = statistics.median(read[1] for read in reads)
    first, done = (statistics.median(one[at] for one in answers) for at in range(2))
    start = "start of the process until"
    what_read = f"{what}: processor time to read"
    return [
        Row(what_read, "(msgpack alone)", limit, "s"),
        Row(what_read, "vdlite", taken, "s", f"{taken / limit:.1f} times msgpack alone"),
        Row("memory held after that", "vdlite", memory, "MB"),
        Row("processor time to list all tags", "vdlite", statistics.median(lists), "s"),
        Row(f"{start} status and runs are answered", "vdlite", first, "s"),
        Row(f"{start} all is read", "vdlite", done, "s"),
    ]


def measure(*, quick: bool) -> list[Row]:
    """The same of each kind of logs that has very many of something."""
    scale = 20 if quick else 1
    kinds = [tags(100_000 // scale), _records(scale), runs(10_000 // scale), _points(scale)]
    return [row for each in kinds for row in _measure(each)]
