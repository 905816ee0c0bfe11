"""What a call of add_scalar costs the training: time, bytes on disk, memory."""

import statistics
import tempfile
from typing import Any

from benchmarks.process import NotInstalled, run_json
from benchmarks.table import Row

WRITERS = {
    "vdlite": "from vdlite import LogWriter as Writer",
    "VisualDL": "from visualdl import LogWriter as Writer",
    "torch SummaryWriter": "from torch.utils.tensorboard import SummaryWriter as Writer",
    "tensorboardX": "from tensorboardX import SummaryWriter as Writer",
}

_PROGRAM = """
    import json, os, resource, sys, time
    exec(sys.argv[1])
    folder, count = sys.argv[2], int(sys.argv[3])
    writer = Writer(folder)
    add = writer.add_scalar
    tags = [f"group/tag{number}" for number in range(10)]
    clock = time.perf_counter
    for tag in tags:
        add(tag, 0.5, 0)
    before_memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = clock()
    step = 0
    while step < count:
        for tag in tags:
            add(tag, 0.5, step)
            step += 1
    per_call = (clock() - start) / step
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before_memory
    longest = []
    for step in range(step, step + min(count, 50_000)):
        before = clock()
        add("group/tag0", 0.5, step)
        longest.append(clock() - before)
    longest.sort()
    writer.close()
    total = step + 1 + len(tags)
    disk = sum(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder))
    print(json.dumps({
        "per_call": per_call, "p99": longest[int(len(longest) * 0.99)],
        "bytes": disk / total, "memory": memory / 1024,
    }))
"""

_BARE_WRITE = """
    import json, os, sys, time
    fd = os.open(os.path.join(sys.argv[2], "bare"), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    count, record, write = int(sys.argv[3]), bytes(37), os.write
    start = time.perf_counter()
    for step in range(count):
        write(fd, record)
    print(json.dumps({"per_call": (time.perf_counter() - start) / count}))
"""

# What a call takes at least that packs a record, looks at the clock, adds a check and hands it to the operating system:
# all in one closure that knows a single tag, and nothing of threads, signals, blocks or failing disks.
_LEAST = """
    import json, os, statistics, struct, sys, time
    from zlib import crc32
    import numpy as np
    from vdlite import LogWriter

    folder, count, rounds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    fd = os.open(os.path.join(folder, "least"), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    clock = time.perf_counter

    def least(fd):
        pack, pack_check = struct.Struct(">6sqcdcdc").pack, struct.Struct(">I").pack
        write, now, offset, head = os.write, time.time, 0, bytes([0x96, 2, 0xCD, 0, 0, 0xD3])

        def add(value, step):
            nonlocal offset
            body = pack(head, step, b"\\xcb", now(), b"\\xcb", value, b"\\xce")
            data = body + pack_check(crc32(body, offset & 0xFFFFFFFF))
            offset += len(data)
            write(fd, data)

        return add

    def seconds_of_least():
        start = clock()
        for step in range(count):
            add(0.5, step)
        return (clock() - start) / count

    def seconds_of_add_scalar():
        start = clock()
        for step in range(count):
            add_scalar("loss/train", 0.5, step)
        return (clock() - start) / count

    def seconds_of_series():
        start = clock()
        writer.add_scalar_series("series", values)
        return (clock() - start) / len(values)

    add, writer = least(fd), LogWriter(os.path.join(folder, "run"))
    add_scalar, values = writer.add_scalar, np.random.default_rng(0).normal(size=1_000_000)
    found = {"least": [], "add_scalar": []}
    for _ in range(rounds):  # short pieces in turn: a noisy machine is so for both
        found["least"].append(seconds_of_least())
        found["add_scalar"].append(seconds_of_add_scalar())
    found["series"] = [seconds_of_series() for _ in range(max(3, rounds // 40))]
    print(json.dumps({name: statistics.median(times) for name, times in found.items()}))
"""


# A row beside the bytes of its numbers alone, which are handed to the operating system, and beside single calls.
_ROWS = """
    import json, os, statistics, sys, time
    import numpy as np
    from vdlite import LogWriter

    folder, width, rounds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    tags = tuple(f"norm/layer {at}" for at in range(width))
    values = np.random.default_rng(0).normal(size=width)
    fd = os.open(os.path.join(folder, "bare"), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    rows, single = LogWriter(os.path.join(folder, "rows")), LogWriter(os.path.join(folder, "single"))
    few = list(zip(tags, values.tolist()))[:1000]

    def bare(step):
        data = memoryview(values.tobytes())
        for at in range(0, len(data), 1 << 19):
            os.write(fd, data[at : at + (1 << 19)])

    def row(step):
        rows.add_scalar_row(tags, values, step)

    def loop(step):
        for tag, value in few:
            single.add_scalar(tag, value, step)

    found = {}
    for name, call, count in [("bare", bare, width), ("row", row, width), ("loop", loop, len(few))]:
        call(0)
        size = os.path.getsize(rows.file_name)
        times = []
        for step in range(1, rounds + 1):
            start = time.perf_counter()
            call(step)
            times.append(time.perf_counter() - start)
        found[name] = statistics.median(times) / count
        if name == "row":
            found["bytes"] = (os.path.getsize(rows.file_name) - size) / (rounds * width)
    print(json.dumps(found))
"""


def measure(*, quick: bool) -> list[Row]:
    """What calls of ours cost beside those of others, and beside what they cost at least."""
    rows = [row for width in (10, 1000, 1_000_000) for row in _rows(width, quick=quick)]
    return [*_beside_others(quick=quick), *_beside_the_least(quick=quick), *rows]


def _rows(width: int, *, quick: bool) -> list[Row]:
    rounds = max(5, (200_000 if quick else 20_000_000) // (width + 1000))
    with tempfile.TemporaryDirectory() as folder:
        found = run_json(_ROWS, folder, width, rounds)
    what, size = f"a number in a row of {width:,}", f"{found['bytes']:.3g} bytes a number"
    return [
        Row(what, "(its bytes, bare os.write)", found["bare"] * 1e9, "ns", "8 bytes a number"),
        Row(what, "vdlite add_scalar_row", found["row"] * 1e9, "ns", size),
        Row(what, "vdlite add_scalar in a loop", found["loop"] * 1e9, "ns", "37 bytes a number"),
    ]


def _beside_the_least(*, quick: bool) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        found = run_json(_LEAST, folder, 1000, 40 if quick else 400)
    least = found["least"]
    return [
        Row(what, who, found[key] * factor, unit, f"{found[key] / least:.2f} times the least")
        for what, who, key, factor, unit in [
            ("a kill-safe scalar", "(the least: one closure)", "least", 1e6, "µs"),
            ("a kill-safe scalar", "vdlite add_scalar", "add_scalar", 1e6, "µs"),
            ("a kill-safe scalar", "vdlite add_scalar_series, of 1M", "series", 1e9, "ns"),
        ]
    ]


def _beside_others(*, quick: bool) -> list[Row]:
    """One table row for each figure of each writer, medians of several rounds in turn."""
    rounds, count = (1, 20_000) if quick else (5, 200_000)
    found: dict[str, list[Any]] = {}
    problems = {}
    for _ in range(rounds):
        for who, program, how_often in [
            ("(one bare os.write)", _BARE_WRITE, count),
            *((who, _PROGRAM, count if who == "vdlite" else count // 4) for who in WRITERS),
        ]:
            with tempfile.TemporaryDirectory() as folder:
                try:
                    result = run_json(program, WRITERS.get(who, ""), folder, how_often)
                except NotInstalled as error:
                    problems[who] = str(error)
                else:
                    found.setdefault(who, []).append(result)
    rows = []
    for what, key, factor, unit in [
        ("add_scalar, tight loop, wall per call", "per_call", 1e6, "µs"),
        ("add_scalar, 99th percentile", "p99", 1e6, "µs"),
        ("bytes on disk per scalar", "bytes", 1, "B"),
        ("memory growth over the loop", "memory", 1, "MB"),
    ]:
        ours = statistics.median(result[key] for result in found["vdlite"])
        for who, results in found.items():
            if key not in results[0]:
                continue
            value = statistics.median(result[key] for result in results)
            times = "" if who == "vdlite" or not ours else f"{value / ours:.1f} times vdlite's"
            rows.append(Row(what, who, value * factor, unit, times))
    rows += [Row("add_scalar", who, None, "", why) for who, why in problems.items()]
    return rows
