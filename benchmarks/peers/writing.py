"""What every writer of `benchmarks.peers.writers` does around its tool: it takes the runs, and says what they took."""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.peers.data import Run, from_json


def main(
    write: Callable[[Path, Run], object], prepare: Callable[[Path], object] | None = None
) -> None:
    """Write the runs of `Data` (the second argument) into a folder (the first); prints seconds and CPU seconds.

    What `prepare` does to the empty folder is not counted.
    """
    folder, data = Path(sys.argv[1]), from_json(sys.argv[2])
    if prepare is not None:
        prepare(folder)
    wall = cpu = 0.0
    for number in range(data.given.runs):
        run = data.run(number)  # not counted
        wall, cpu = wall - time.perf_counter(), cpu - _cpu()
        write(folder, run)
        wall, cpu = wall + time.perf_counter(), cpu + _cpu()
    print(json.dumps({"wall": wall, "cpu": cpu}))


def _cpu() -> float:
    """Seconds of all threads, and of processes that were started and have ended."""
    return sum(
        sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
