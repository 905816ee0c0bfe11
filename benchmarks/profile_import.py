"""Reading a trace file of any size: how long, and in how much memory; beside what others do, `json.loads`.

python -m benchmarks profile-import
python -m benchmarks.profile_import 2000     a trace of 2000 MB, in this process
"""

import json
import os
import sys
import tempfile
from pathlib import Path

from benchmarks.process import run_json
from benchmarks.table import Row

MEGABYTES = 1000
_QUICK = 50
_OURS = """
import json, resource, sys, time
from vdlite.profiling.files import chrome_trace
if sys.argv[2] == "plain":
    chrome_trace.fast_decoder = lambda: None
begin = time.perf_counter()
recording = chrome_trace.read_trace(sys.argv[1])
seconds = time.perf_counter() - begin
print(json.dumps([seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, len(recording.events)]))
"""
_THEIRS = """
import json, resource, sys, time
begin = time.perf_counter()
with open(sys.argv[1], "rb") as file:
    count = len(json.loads(file.read())["traceEvents"])
seconds = time.perf_counter() - begin
print(json.dumps([seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, count]))
"""
_STACKED = """
import json, resource, sys, time
from vdlite.kinds.profile import profile
from vdlite.profiling.files.chrome_trace import read_trace
recording = read_trace(sys.argv[1])
begin = time.perf_counter()
draft = profile(recording)
del recording
payload, _ = draft.encode()
seconds = time.perf_counter() - begin
print(json.dumps([seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, len(payload)]))
"""


def measure(*, quick: bool) -> list[Row]:
    size = _QUICK if quick else MEGABYTES
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trace.json"
        events = write_trace(path, size)
        what = f"{size} MB of JSON, {events:,} events"
        rows = []
        for who, program, option in (
            ("vdlite, msgspec", _OURS, "fast"),
            ("vdlite, standard library", _OURS, "plain"),
            ("json.loads", _THEIRS, ""),
        ):
            seconds, megabytes, _ = run_json(program, path, option)
            rows.append(Row(f"read {what}", who, seconds, "s", f"{size / seconds:.0f} MB/s"))
            rows.append(Row("memory for it", who, megabytes, "MiB"))
        seconds, megabytes, length = run_json(_STACKED, path)
        rows.append(Row("make the payload of it", "vdlite", seconds, "s", "behind the caller"))
        rows.append(Row("memory for it", "vdlite", megabytes, "MiB"))
        rows.append(Row("payload of it", "vdlite", length / 1e6, "MB"))
    return rows


def write_trace(path: Path, megabytes: int) -> int:
    """A trace in kineto's layout, of steps that launch kernels; returns its number of events."""
    head = {
        "schemaVersion": 1,
        "deviceProperties": [{"id": 0, "name": "Synthetic GPU", "numSms": 100}],
        "displayTimeUnit": "ms",
        "baseTimeNanoseconds": 1790857026000000000,
    }
    count, step, written = 0, 0, 0
    with path.open("w", encoding="utf-8") as file:
        file.write(json.dumps(head, indent=2)[:-2] + ',\n  "traceEvents": [\n')
        while written < megabytes * 1_000_000:
            text, number = _step(step)
            written += file.write(text)
            count += number
            step += 1
        end = '  {"ph": "i", "s": "g", "name": "Record Window End", "pid": "", "tid": "", "ts": 1}'
        file.write(end + '\n  ],\n  "traceName": "trace.json"\n}\n')
    return count


_OPERATORS = 300


def _step(step: int) -> tuple[str, int]:
    """One step as text: operators, each with two below it, a call of the runtime and a kernel."""
    begin = 4_520_911_840_000_000 + step * 40_000_000
    lines = [
        _event(
            "user_annotation", f"ProfilerStep#{step}", 100, 100, begin, 36_000_000, _external(step)
        )
    ]
    for at in range(_OPERATORS):
        number = step * _OPERATORS * 5 + at * 5
        start = begin + at * 110_000
        dims = f"[[{8 << at % 5}, 64], [64, {16 << at % 3}], []]"
        inputs = (
            f'"Sequence number": {number}, "Fwd thread id": 0, "Record function id": 0, '
            f'"Concrete Inputs": ["", "", "1"], "Input type": ["float", "float", "Scalar"], '
            f'"Input Strides": [[64, 1], [1, 64], []], "Input Dims": {dims}, "Ev Idx": {number}'
        )
        for level in range(3):
            name = ("aten::linear", "aten::addmm", "aten::mm")[level] if at % 7 else "aten::gelu"
            lines.append(
                _event(
                    "cpu_op",
                    name,
                    100,
                    100,
                    start + level * 9_001,
                    90_000 - level * 20_001,
                    f'"External id": {number + level}, {inputs}',
                )
            )
        link = f'"External id": {number + 2}, "cbid": 211, "correlation": {number + 3}'
        lines.append(
            _event("cuda_runtime", "cudaLaunchKernel", 100, 100, start + 30_000, 5_123, link)
        )
        name = f"void cutlass::Kernel<cutlass_80_tensorop_s1688gemm_{at % 40}>(Params)"
        extras = (
            f'"External id": {number + 2}, "queued": 0, "device": 0, "context": 1, "stream": 7, '
            f'"correlation": {number + 3}, "registers per thread": 32, "shared memory": 0, '
            '"blocks per SM": 1.25, "warps per SM": 10, "grid": [125, 1, 1], "block": [256, 1, 1], '
            '"est. achieved occupancy %": 62'
        )
        lines.append(_event("kernel", name, 0, 7, start + 60_000, 100_007, extras))
    return "".join(lines), len(lines)


def _external(step: int) -> str:
    return f'"External id": {10**9 + step}, "Record function id": 0, "Ev Idx": {step}'


def _event(
    category: str, name: str, process: int, thread: int, start: int, duration: int, args: str
) -> str:
    return (
        f'  {{\n    "ph": "X",\n    "cat": "{category}",\n    "name": "{name}",\n'
        f'    "pid": {process},\n    "tid": {thread},\n'
        f'    "ts": {start // 1000}.{start % 1000:03d},\n'
        f'    "dur": {duration // 1000}.{duration % 1000:03d}\n    ,\n'
        f'    "args": {{\n      {args}\n    }}\n  }},\n'
    )


if __name__ == "__main__":
    from vdlite.profiling.files.chrome_trace import read_trace

    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
        path = Path(folder) / "trace.json"
        print(f"{write_trace(path, int(sys.argv[1])):,} events")
        print(f"{len(read_trace(path).events):,} read")
