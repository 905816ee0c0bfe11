"""What watching the machine costs: processor time of the process, and a loop of short steps that must not wait."""

import statistics
import tempfile

from benchmarks.process import run_json
from benchmarks.table import Row

# The thread's own time, by the kernel: of all threads of the writer, from the second look on.
_SAMPLES = """
    import json, os, sys, time
    from vdlite import LogWriter
    os.environ.pop("VDLITE_SYSTEM", None)
    folder, seconds = sys.argv[1], float(sys.argv[2])
    writer = LogWriter(folder, system=1)
    time.sleep(2.5)
    before, size, begun = time.process_time(), os.path.getsize(writer.file_name), time.monotonic()
    time.sleep(seconds)
    used = time.process_time() - before
    looks = round(time.monotonic() - begun)
    grown = os.path.getsize(writer.file_name) - size
    print(json.dumps({"per_look": used / looks, "bytes": grown / looks}))
"""

# A training of steps of a millisecond that sleep for nothing: what a step takes longer is what something held it up.
_STALLS = """
    import json, os, sys, time
    from vdlite import LogWriter
    os.environ.pop("VDLITE_SYSTEM", None)
    folder, seconds, watched = sys.argv[1], float(sys.argv[2]), sys.argv[3] == "True"
    writer = LogWriter(folder, system=1 if watched else False)
    clock, steps = time.perf_counter, []
    end = clock() + 2.5
    while clock() < end:  # what is imported at the start is no step
        pass
    end = clock() + seconds
    while (begin := clock()) < end:
        until = begin + 1e-3
        while clock() < until:
            pass
        writer.add_scalar("loss", 0.5, len(steps))
        steps.append(clock() - begin)
    late = sorted(step - 1e-3 for step in steps)
    print(json.dumps({
        "late": [sum(each > limit for each in late) for limit in (1e-3, 5e-3)], "steps": len(late),
        "p99": late[int(len(late) * 0.99)], "mean": sum(late) / len(late), "worst": late[-1],
    }))
"""


def measure(*, quick: bool) -> list[Row]:
    """Processor time of a look as shares of a core, and the steps of a loop that came late."""
    seconds, rounds = (5, 1) if quick else (20, 5)
    return [*_cost(seconds, rounds), *_stalls(seconds, rounds)]


def _cost(seconds: int, rounds: int) -> list[Row]:
    found = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            found.append(run_json(_SAMPLES, folder, seconds))
    look = statistics.median(each["per_look"] for each in found)
    size = statistics.median(each["bytes"] for each in found)
    return [
        Row("a look at machine and process: processor time", "vdlite", look * 1e3, "ms", ""),
        Row("watching every 10 s: share of a core", "vdlite", look * 10, "%", "goal: 0.1"),
        Row("watching every second: share of a core", "vdlite", look * 100, "%", ""),
        Row("a look in the log", "vdlite", size, "B", f"{size * 8640 / 1e6:.2g} MB a day at 10 s"),
    ]


def _stalls(seconds: int, rounds: int) -> list[Row]:
    """Both take turns: a noisy machine is so for both."""
    found: dict[bool, list[dict[str, float]]] = {False: [], True: []}
    late: dict[bool, list[int]] = {False: [0, 0], True: [0, 0]}
    for _ in range(rounds):
        for watched in found:
            with tempfile.TemporaryDirectory() as folder:
                result = run_json(_STALLS, folder, seconds, watched)
            found[watched].append(result)
            late[watched] = [a + b for a, b in zip(late[watched], result["late"], strict=True)]
    rows = []
    for watched, who in ((False, "not watched"), (True, "watched every second")):
        results = found[watched]
        steps = int(sum(each["steps"] for each in results))
        worst = max(each["worst"] for each in results)
        mean = statistics.median(each["mean"] for each in results)
        p99 = statistics.median(each["p99"] for each in results)
        what = "a loop of 1 ms steps"
        rows += [
            Row(f"{what}: longer than 1 ms, mean", who, mean * 1e6, "µs", ""),
            Row(f"{what}: longer than 1 ms, 99 % within", who, p99 * 1e6, "µs", ""),
            Row(f"{what}: late by over 1 ms", who, late[watched][0], "steps", f"of {steps:,}"),
            Row(
                f"{what}: late by over 5 ms",
                who,
                late[watched][1],
                "steps",
                f"of {steps:,}; the worst by {worst * 1e3:.1f} ms",
            ),
        ]
    return sorted(rows, key=lambda row: row.what)
