"""What more processes bring to a landscape, and what memory it takes. Needs torch."""

import statistics
import time
from typing import Any

from benchmarks.process import NotInstalled, run_json
from benchmarks.table import Row

_SIDE = 11
_SECONDS = 8.0  # of bare forward passes

_MEMORY = """
import json, sys
import numpy as np, torch
import torch.nn.functional as F
from torch import nn
from vdlite.landscape import compute_surface, random_directions
from vdlite.landscape.torch import TorchProblem

torch.set_num_threads(1)
width = int(sys.argv[1])
model = nn.Sequential(nn.Linear(256, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 10))
x, y = torch.randn(2048, 256), torch.randint(0, 10, (2048,))
model(x[:128])
weights = sum(p.numel() * 4 for p in model.parameters())


def memory(name):
    with open("/proc/self/status") as file:
        return next(1024 * int(line.split()[1]) for line in file if line.startswith(name))


before = memory("VmRSS")
with open("/proc/self/clear_refs", "w") as file:
    file.write("5")  # the peak counts from here
problem = TorchProblem(model, [(x, y)], F.cross_entropy, batch_size=128)
compute_surface(problem, random_directions(problem.weights), x=(-1, 1, 3))
after = memory("VmHWM")
print(json.dumps({"grown": after - before, "weights": weights}))
"""


def processes(quick: bool) -> list[Row]:
    """Wall time of one process with one thread against two of them, started beforehand."""
    import torch.nn.functional as F

    from benchmarks.models import resnet
    from vdlite.landscape import Workers, compute_surface, random_directions
    from vdlite.landscape.torch import TorchProblem

    _, model, samples = resnet(quick)
    problem = TorchProblem(model, [samples], F.cross_entropy)
    directions = random_directions(problem.weights, seed=1)
    side = 5 if quick else _SIDE

    def seconds(workers: Workers, points: int = side) -> float:
        began = time.perf_counter()
        compute_surface(problem, directions, x=(-1.0, 1.0, points), executor=workers)
        return time.perf_counter() - began

    with Workers(1, threads=1) as one, Workers(2, threads=1) as two:
        for workers in (one, two):
            seconds(workers, 5)  # starts them
        pairs = [(seconds(one), seconds(two)) for _ in range(1 if quick else 2)]
        bare = [_passes_of(one, 1) / _passes_of(two, 2) for _ in range(1 if quick else 2)]
    what = f"landscape of {side} x {side} points, wall"
    return [
        Row(what, "1 process", statistics.median(a for a, _ in pairs), "s"),
        Row(
            what,
            "2 processes",
            statistics.median(b for _, b in pairs),
            "s",
            f"{statistics.median(a / b for a, b in pairs):.2f} times as fast; bare forward passes are {2 * statistics.median(bare):.2f} times",
        ),
    ]


def _passes_of(workers: Any, number: int) -> float:
    """Seconds for a bare forward pass in each of so many processes at once, the mean of them."""
    futures = [workers.executor.submit(bare_passes, _SECONDS) for _ in range(number)]
    return statistics.fmean(future.result() for future in futures)


def bare_passes(seconds: float) -> float:
    """Seconds for a forward pass over the samples, in a process of its own."""
    import torch

    from benchmarks.models import resnet

    _, model, (inputs, _) = resnet(False)
    model = model.to(memory_format=torch.channels_last)
    batches = [batch.contiguous(memory_format=torch.channels_last) for batch in inputs.split(32)]
    torch.set_num_threads(1)
    with torch.inference_mode():
        model(batches[0])
        began, passes = time.perf_counter(), 0
        while time.perf_counter() - began < seconds:
            for batch in batches:
                model(batch)
            passes += 1
        return (time.perf_counter() - began) / passes


def memory(quick: bool) -> list[Row]:
    try:
        got = run_json(_MEMORY, 1000 if quick else 4000)
    except NotInstalled as error:
        return [Row("landscape, memory", "vdlite", None, "", str(error))]
    return [
        Row(
            f"landscape of {got['weights'] / 4e6:.0f} million weights, growth of memory",
            "vdlite",
            got["grown"] / 1e6,
            "MB",
            f"{got['grown'] / got['weights']:.1f} times the weights",
        )
    ]
