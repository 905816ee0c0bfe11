"""What the same script costs with the SummaryWriters of others, and with ours."""

import statistics
import tempfile

from benchmarks.process import NotInstalled, run_json
from benchmarks.table import Row

_WRITERS = {
    "vdlite.tensorboard": "from vdlite.tensorboard import SummaryWriter",
    "torch.utils.tensorboard": "from torch.utils.tensorboard import SummaryWriter",
    "vdlite.tensorboardx": "from vdlite.tensorboardx import SummaryWriter",
    "tensorboardX": "from tensorboardX import SummaryWriter",
    "torch.utils.tensorboard, patched: also": (
        "from vdlite.tensorboard import patch; patch('also')\n"
        "from torch.utils.tensorboard import SummaryWriter"
    ),
    "torch.utils.tensorboard, patched: instead": (
        "from vdlite.tensorboard import patch; patch('instead')\n"
        "from torch.utils.tensorboard import SummaryWriter"
    ),
}

# As scripts have it: several tags, each step; with `close`, since others write behind the caller.
_SCRIPT = """
    import json, resource, sys, time
    exec(sys.argv[1])
    folder, count = sys.argv[2], int(sys.argv[3])
    tags = [f"group/tag{number}" for number in range(10)]
    writer = SummaryWriter(folder)
    for tag in tags:
        writer.add_scalar(tag, 0.5, 0)
    def used():
        return sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    cpu, start = used(), time.perf_counter()
    for step in range(1, count // len(tags) + 1):
        for tag in tags:
            writer.add_scalar(tag, 0.5, step)
    wall = time.perf_counter() - start
    writer.close()
    print(json.dumps({"wall": wall / count, "cpu": (used() - cpu) / count}))
"""

# What a logger costs that calls it: a protocol buffer for a number.
_PROTOS = """
    import json, sys, time
    exec(sys.argv[1])
    if "tensorboardX" in sys.argv[1]:
        from tensorboardX.proto.summary_pb2 import Summary
    else:
        from tensorboard.compat.proto.summary_pb2 import Summary
    folder, count = sys.argv[2], int(sys.argv[3])
    writer = SummaryWriter(folder)
    summaries = [Summary(value=[Summary.Value(tag="x", simple_value=0.5)]) for _ in range(100)]
    start = time.perf_counter()
    for step in range(count):
        writer.file_writer.add_summary(summaries[step % 100], step)
    wall = time.perf_counter() - start
    writer.close()
    print(json.dumps({"wall": wall / count}))
"""


def measure(*, quick: bool) -> list[Row]:
    """Each writer in turn, several times; medians."""
    rounds, count = (1, 10_000) if quick else (5, 100_000)
    found: dict[tuple[str, str], list[float]] = {}
    problems: dict[str, str] = {}
    for _ in range(rounds):
        for who, program in _WRITERS.items():
            try:
                for what, seconds in _one_round(program, count).items():
                    found.setdefault((what, who), []).append(seconds)
            except NotInstalled as error:
                problems[who] = str(error)
    rows = []
    for what in dict.fromkeys(what for what, _ in found):
        ours = statistics.median(found[what, "vdlite.tensorboard"])
        for who in _WRITERS:
            if (what, who) in found:
                value = statistics.median(found[what, who])
                times = "" if who == "vdlite.tensorboard" else f"{value / ours:.1f} times ours"
                rows.append(Row(what, who, value * 1e6, "µs", times))
    rows += [Row("SummaryWriter", who, None, "", why) for who, why in problems.items()]
    return rows


def _one_round(program: str, count: int) -> dict[str, float]:
    """Seconds a call."""
    with tempfile.TemporaryDirectory() as folder:
        script = run_json(_SCRIPT, program, folder, count)
    with tempfile.TemporaryDirectory() as folder:
        protos = run_json(_PROTOS, program, folder, count // 10)
    return {
        "SummaryWriter.add_scalar, wall in the caller's thread": script["wall"],
        "SummaryWriter.add_scalar, processor time in all": script["cpu"],
        "file_writer.add_summary, wall in the caller's thread": protos["wall"],
    }
