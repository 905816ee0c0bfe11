"""How long a training script waits for the import."""

import statistics
import subprocess
import sys
import time

from benchmarks.table import Row

STATEMENTS = {
    "(bare Python)": "pass",
    "(numpy and msgpack)": "import numpy, msgpack",
    "vdlite": "from vdlite import LogWriter",
    "VisualDL": "from visualdl import LogWriter",
    "torch SummaryWriter": "from torch.utils.tensorboard import SummaryWriter",
    "tensorboardX": "from tensorboardX import SummaryWriter",
}


def measure(*, quick: bool) -> list[Row]:
    """Wall time of a whole process that imports a writer, medians, taken in turn."""
    times: dict[str, list[float]] = {}
    missing = set()
    for _ in range(3 if quick else 9):
        for who, statement in STATEMENTS.items():
            if who in missing:
                continue
            start = time.perf_counter()
            done = subprocess.run(
                [sys.executable, "-W", "ignore", "-c", statement], capture_output=True, check=False
            )
            if done.returncode:
                missing.add(who)
            else:
                times.setdefault(who, []).append(time.perf_counter() - start)
    limit = statistics.median(times["(numpy and msgpack)"])
    rows = []
    for who, taken in times.items():
        value = statistics.median(taken)
        rows.append(
            Row(
                "import of the writer",
                who,
                value * 1e3,
                "ms",
                f"{value / limit:.2f} times numpy and msgpack",
            )
        )
    return rows + [
        Row("import of the writer", who, None, "", "not installed") for who in sorted(missing)
    ]
