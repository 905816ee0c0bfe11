"""What logging a mesh or a point cloud costs, how many bytes it is, and how long it takes to read."""

import statistics
import tempfile
from typing import Any

from benchmarks.kinds import rows_of
from benchmarks.process import NotInstalled, run_json
from benchmarks.table import Row
from benchmarks.write import WRITERS

# For each: the arrays, and the calls of those that have one.
_OTHERS = (
    "writer.add_mesh('m', vertices[None], colors[None], faces, global_step=step)"  # in batches
)
_CALLS: dict[str, tuple[str, dict[str, str]]] = {
    "add_mesh, 100,000 vertices with colors, 200,000 faces": (
        """vertices = random.normal(size=(100_000, 3)).astype('f4')
colors = random.integers(0, 256, (100_000, 3)).astype('u1')
faces = random.integers(0, 100_000, (1, 200_000, 3)).astype('i4')""",
        {
            "vdlite": "writer.add_mesh('m', vertices, faces[0], colors, step=step)",
            "torch SummaryWriter": _OTHERS,
            "tensorboardX": _OTHERS,
        },
    ),
    "add_mesh, 1,000,000 points with colors": (
        """vertices = random.normal(size=(1_000_000, 3)).astype('f4')
colors = random.integers(0, 256, (1_000_000, 3)).astype('u1')
faces = None""",
        {
            "vdlite": "writer.add_mesh('m', vertices, colors=colors, step=step)",
            "torch SummaryWriter": _OTHERS,
            "tensorboardX": _OTHERS,
        },
    ),
    "add_mesh, 1,000,000 points of float64 far from zero": (
        "vertices = random.normal(size=(1_000_000, 3)) + 5e6",
        {"vdlite": "writer.add_mesh('m', vertices, step=step)"},
    ),
}

_PROGRAM = """
    import json, os, sys, time, logging
    logging.disable(logging.CRITICAL)
    import numpy
    exec(sys.argv[1])
    folder, made, call, count = sys.argv[2], sys.argv[3], sys.argv[4], int(sys.argv[5])
    random = numpy.random.default_rng(0)
    exec(made)
    code = compile(call, "call", "exec")
    writer = Writer(folder)
    for step in range(2):
        exec(code)
    writer.flush()
    calls = []
    cpu = time.process_time()
    for step in range(2, 2 + count):
        start = time.perf_counter()
        exec(code)
        calls.append(time.perf_counter() - start)
        time.sleep(0.05)  # a training has other things to do, too
    writer.close()
    cpu = time.process_time() - cpu
    calls.sort()
    sizes = [os.path.getsize(os.path.join(where, name)) for where, _, names in os.walk(folder) for name in names]
    print(json.dumps({"call": calls[len(calls) // 2], "cpu": cpu / count, "bytes": sum(sizes) / (count + 2)}))
"""

_READING = """
    import json, sys, time
    from vdlite import LogReader
    start = time.perf_counter()
    reader = LogReader(sys.argv[1])
    record = reader.records(reader.runs[0], "mesh", "m")[-1]
    opened = time.perf_counter()
    vertices = record.payload.vertices
    assert len(vertices) >= 100_000
    print(json.dumps({"opened": opened - start, "read": time.perf_counter() - opened}))
"""


def measure(*, quick: bool) -> list[Row]:
    """Rows for each figure of each mesh and writer, medians of several rounds in turn."""
    rows = []
    count = 3 if quick else 8
    for what, (made, calls) in _CALLS.items():
        found: dict[str, list[Any]] = {who: [] for who in calls}
        problems: dict[str, str] = {}
        readings = []
        for _ in range(1 if quick else 3):
            for who, call in calls.items():
                with tempfile.TemporaryDirectory() as folder:
                    try:
                        found[who].append(
                            run_json(_PROGRAM, WRITERS[who], folder, made, call, count)
                        )
                    except NotInstalled as error:
                        problems[who] = str(error)
                        continue
                    if who == "vdlite":
                        readings.append(run_json(_READING, folder))
        rows += rows_of(what, {who: results for who, results in found.items() if results})
        read = statistics.median(each["read"] for each in readings)
        opened = statistics.median(each["opened"] for each in readings)
        note = f"opening a log of {count + 2}: {1e3 * opened:.0f} ms"
        rows.append(Row(f"{what}: LogReader, one read", "vdlite", 1e3 * read, "ms", note))
        rows += [Row(what, who, None, "", why) for who, why in problems.items()]
    return rows
