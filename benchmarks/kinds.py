"""What logging a histogram, a curve, a picture or points costs: in the call, and in all with what happens behind."""

import statistics
import tempfile
from typing import Any

from benchmarks.process import NotInstalled, run_json
from benchmarks.table import Row
from benchmarks.write import WRITERS

# For each: what is logged, how often at most, and the calls of those that have one of their own.
_CALLS: dict[str, tuple[str, int, dict[str, str]]] = {
    "add_histogram, 1,000,000 float32": (
        "values = random.normal(size=1_000_000).astype('f4')",
        60,
        {"": "writer.add_histogram('weights', values, step)"},
    ),
    "add_pr_curve, 100,000 samples": (
        """labels = random.random(100_000) < 0.3
scores = (1 / (1 + numpy.exp(-random.normal(size=100_000) - labels))).astype('f4')""",
        60,
        {
            "": "writer.add_pr_curve('class', labels, scores, step)",
            "VisualDL": "writer.add_pr_curve('class', labels, scores, step, num_thresholds=127)",
        },
    ),
    "add_image, 224 x 224 x 3 uint8": (
        # A picture of shapes and some noise: neither flat nor noise alone compresses like what is logged.
        """rows, columns = numpy.mgrid[:224, :224]
smooth = numpy.stack([rows, columns, rows + columns], 2) % 256
image = (smooth * 0.8 + random.integers(0, 40, (224, 224, 3))).astype('u1')""",
        60,
        {"": "writer.add_image('picture', image, step, dataformats='HWC')"},
    ),
    "add_embeddings, 10,000 x 128 with labels": (
        """points = random.normal(size=(10_000, 128)).astype('f4')
labels = [f'label {number % 100}' for number in range(10_000)]""",
        10,
        {
            "": "writer.add_embedding(points, labels, tag='points', global_step=step)",
            "vdlite": "writer.add_embeddings('points', points, labels, step=step)",
            "VisualDL": "writer.add_embeddings(f'points{step}', points, labels)",
        },
    ),
}

_PROGRAM = """
    import json, os, sys, time, logging
    logging.disable(logging.CRITICAL)
    import numpy
    numpy.float = float  # VisualDL's curves want this name of old
    exec(sys.argv[1])
    folder, made, call, count = sys.argv[2], sys.argv[3], sys.argv[4], int(sys.argv[5])
    random = numpy.random.default_rng(0)
    exec(made)
    code = compile(call, "call", "exec")
    writer = Writer(folder)
    flush = getattr(writer, "flush", lambda: None)
    for step in range(3):
        exec(code)
    flush()
    calls = []
    time.sleep(0.5)
    cpu = time.process_time()
    for step in range(3, 3 + count):
        start = time.perf_counter()
        exec(code)
        calls.append(time.perf_counter() - start)
        time.sleep(0.02)  # a training has other things to do, too
    writer.close()
    cpu = time.process_time() - cpu
    calls.sort()
    sizes = [os.path.getsize(os.path.join(where, name)) for where, _, names in os.walk(folder) for name in names]
    print(json.dumps({"call": calls[len(calls) // 2], "cpu": cpu / count, "bytes": sum(sizes) / (count + 3)}))
"""


def measure(*, quick: bool) -> list[Row]:
    """One table row for each figure of each kind and writer, medians of several rounds in turn."""
    rows = []
    for what, (made, most, calls) in _CALLS.items():
        found: dict[str, list[Any]] = {}
        problems: dict[str, str] = {}
        for _ in range(1 if quick else 3):
            for who, program in WRITERS.items():
                call = calls.get(who, calls[""])
                count = 5 if quick else most
                with tempfile.TemporaryDirectory() as folder:
                    try:
                        result = run_json(_PROGRAM, program, folder, made, call, count)
                    except NotInstalled as error:
                        problems[who] = str(error)
                    else:
                        found.setdefault(who, []).append(result)
        rows += rows_of(what, found)
        rows += [Row(what, who, None, "", why) for who, why in problems.items()]
    return rows


def rows_of(what: str, found: dict[str, list[Any]]) -> list[Row]:
    """For each figure a row of each writer: the medians of its rounds."""
    rows = []
    for figure, key, factor, unit in [
        ("wall in the caller's thread", "call", 1e3, "ms"),
        ("CPU in all", "cpu", 1e3, "ms"),
        ("on disk", "bytes", 1e-3, "kB"),
    ]:
        ours = statistics.median(result[key] for result in found["vdlite"])
        if unit == "kB" and ours >= 1e6:
            factor, unit = 1e-6, "MB"
        for who, results in found.items():
            value = statistics.median(result[key] for result in results)
            times = "" if who == "vdlite" or not ours else f"{value / ours:.1f} times vdlite's"
            rows.append(Row(f"{what}: {figure}", who, value * factor, unit, times))
    return rows
