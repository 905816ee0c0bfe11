"""What a training pays for the graph of its data, and for knowing how long it waits."""

import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.table import Row
from tests.graphs import pipelines as like
from tests.reader.test_data_values import columns
from vdlite import LogWriter
from vdlite.graphs.data import data_graph
from vdlite.graphs.data.indices import Taken
from vdlite.graphs.data.overlap import overlap
from vdlite.kinds.graph import graph

WHO = "vdlite"


def measure(*, quick: bool) -> list[Row]:
    rows = [*_graphs(), *_leaks(100_000 if quick else 1_000_000), *_watching(quick=quick)]
    return [*rows, *_table(100 if quick else 1_000)]


def _graphs() -> list[Row]:
    loaders = _loaders(30)
    count = len(data_graph(loaders).nodes)
    made = graph(data_graph(loaders)).encode()[0]
    what = f"add_data_graph of {count} nodes"
    best = _best(lambda: graph(data_graph(loaders)), 200)
    return [
        Row(what, WHO, 1e3 * best, "ms", "best of 200"),
        Row("payload of it", WHO, len(made) / 1024, "KiB"),
    ]


def _leaks(count: int) -> list[Row]:
    order = np.random.default_rng(0).permutation(2 * count)
    first, second = order[: count + 7], order[count:]
    what = f"leak check of {count:,} against {count:,}"

    def of_arrays() -> None:
        found = overlap([Taken("a", None, first)], [Taken("a", None, second)])
        assert found.shared == 7

    source = like.ImageFolder("pets", [("a.png", 0)])
    lists = {
        "train": like.Subset(source, first.tolist()),
        "val": like.Subset(source, second.tolist()),
    }
    return [
        Row(what, f"{WHO}, arrays", 1e3 * _best(of_arrays, 10), "ms"),
        Row(what, f"{WHO}, lists", 1e3 * _best(lambda: data_graph(lists), 5), "ms", "whole graph"),
    ]


def _watching(*, quick: bool) -> list[Row]:
    batches = [0] * (20_000 if quick else 500_000)
    with tempfile.TemporaryDirectory() as folder, LogWriter(folder) as writer:

        def taken(loader: Iterable[Any]) -> float:
            def run() -> None:
                for _ in loader:
                    pass

            return _best(run, 3) / len(batches)

        bare = taken(batches)
        never = taken(writer.watch_loader(batches, every=2 * len(batches))) - bare
        usual = taken(writer.watch_loader(batches)) - bare
    return [
        Row("watch_loader, one batch", f"{WHO}, nothing logged", 1e6 * never, "µs"),
        Row("watch_loader, one batch", f"{WHO}, every 20th", 1e6 * usual, "µs", "scalars included"),
    ]


def _table(count: int) -> list[Row]:
    """Reading the logs and making the table of trials, with a data pipeline in each run."""
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            with LogWriter(f"{folder}/{number}") as writer:
                writer.add_data_graph(_loaders(16, number))
        began = time.perf_counter()
        found = columns(Path(folder))
        passed = time.perf_counter() - began
    what = f"data lineage of {count:,} runs"
    return [Row(what, WHO, passed, "s", f"{len(found)} columns, logs read too")]


def _loaders(nodes: int, number: int = 0) -> dict[str, Any]:
    """Two loaders of one source with about as many stages."""
    transforms: list[Any] = [like.Resize(28 + number % 8), like.RandomCrop(24)]
    while len(transforms) < nodes - 11:
        transforms.append(like.Normalize([0.5, 0.4, 0.3], [0.2, 0.2, 0.2]))
    files = [(f"{at}.png", at % 10) for at in range(100)]
    source = like.ImageFolder("pets", files, like.Compose(transforms))
    train, val = list(range(80)), list(range(80, 100))
    return {
        "train": like.DataLoader(like.Subset(source, train), 2 ** (3 + number % 4), shuffle=True),
        "val": like.DataLoader(like.Subset(source, val), 64),
    }


def _best(run: Callable[[], Any], times: int) -> float:
    """Seconds of the fastest of several runs."""
    found = []
    for _ in range(times):
        began = time.perf_counter()
        run()
        found.append(time.perf_counter() - began)
    return min(found)
