"""How long the points of a loss landscape take, beside a bare forward pass and beside the reference tool.

The limit, 1.0, is the forward pass of a warmed-up model over the same samples, at the batch size and layout that are
fastest here. Processor time with one thread is compared, its children's included, contenders in turn within each
pass: other programs on the machine disturb it least. Needs torch.

The reference tool is measured if VDLITE_REFERENCE names a folder with its evaluation.py, net_plotter.py and
h5_util.py; its `crunch` is here: for each point its set_weights and eval_loss, with its DataLoader of two workers.
"""

import copy
import importlib
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.process import NotInstalled, run_json
from benchmarks.table import Row

_PASSES = 3
_SIDE = 11
_POINTS = 6  # of the 121, in each pass of each contender

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


def told(name):
    with open("/proc/self/status") as file:
        return next(1024 * int(line.split()[1]) for line in file if line.startswith(name))


before = told("VmRSS")
with open("/proc/self/clear_refs", "w") as file:
    file.write("5")  # the peak counts from here
problem = TorchProblem(model, [(x, y)], F.cross_entropy, batch_size=128)
compute_surface(problem, random_directions(problem.weights), x=(-1, 1, 3))
after = told("VmHWM")
print(json.dumps({"grown": after - before, "weights": weights}))
"""


def measure(*, quick: bool = False) -> list[Row]:
    """Rows: processor time for each point, two processes against one, peak memory."""
    try:
        import torch
    except ImportError as error:
        return [Row("landscape", "vdlite", None, "", f"not measured: {error}")]
    torch.set_num_threads(1)
    rows: list[Row] = []
    for name, model, samples in (_lenet(quick), _resnet(quick)):
        rows += _compare(name, model, samples, quick)
    rows += _processes(quick)
    rows += _memory(quick)
    return rows


Contender = Callable[[NDArray[np.float64]], NDArray[np.float64]]
"""Gives the losses of points; only the time matters for the limit."""


def _compare(name: str, model: Any, samples: tuple[Any, Any], quick: bool) -> list[Row]:
    import torch.nn.functional as F

    from vdlite.landscape import random_directions
    from vdlite.landscape.torch import TorchProblem

    problem = TorchProblem(model, [samples], F.cross_entropy)
    directions = random_directions(problem.weights, seed=1)
    contenders: dict[str, Contender] = {"(bare forward pass)": _limit(model, samples)}
    for who, settings in (
        ("vdlite", {}),
        ("vdlite, compile", {"compile": True}),
        ("vdlite, bfloat16", {"precision": "bfloat16"}),
    ):
        own = TorchProblem(model, [samples], F.cross_entropy, **settings)
        contenders[who] = _ours(own.evaluator(directions))
    with tempfile.TemporaryDirectory() as folder:
        reference = _reference(model, samples, directions, Path(folder))
        if reference is not None:
            contenders["reference tool"] = reference
        return _in_turn(name, contenders, quick)


def _in_turn(name: str, contenders: dict[str, Contender], quick: bool) -> list[Row]:
    side = np.linspace(-1, 1, _SIDE)
    grid = np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
    points = grid[:: len(grid) // (4 if quick else _POINTS)]
    losses = {who: run(points) for who, run in contenders.items()}  # warms up, and compiles
    times: dict[str, list[float]] = {who: [] for who in contenders}
    for _ in range(2 if quick else _PASSES):
        for who, run in contenders.items():
            began = _processor_seconds()
            run(points)
            times[who].append((_processor_seconds() - began) / len(points))
    what = f"landscape of {name}, processor time for a point"
    rows = []
    for who in contenders:
        ratios = [a / b for a, b in zip(times[who], times["(bare forward pass)"], strict=True)]
        note = f"**{statistics.median(ratios):.2f}** of the limit"
        if who.startswith("vdlite,"):
            off = np.abs(losses[who] / losses["vdlite"] - 1).max()
            note += f", values within {off:.0e}"
        if who == "reference tool":
            off = np.abs(losses[who] / losses["vdlite"] - 1).max()
            note += f", same values within {off:.0e}"
        rows.append(Row(what, who, 1000 * statistics.median(times[who]), "ms", note))
    return rows


def _limit(model: Any, samples: tuple[Any, Any]) -> Contender:
    """Forward passes alone, at the best batch size and layout."""
    import torch

    inputs = samples[0]
    best: tuple[float, list[Any], Any] | None = None
    for layout in (torch.contiguous_format, torch.channels_last):
        own = copy.deepcopy(model).eval().to(memory_format=layout)
        for size in (32, 64, 128, 256, 512, 1024):
            batches = [batch.contiguous(memory_format=layout) for batch in inputs.split(size)]
            with torch.inference_mode():
                times = []
                for _ in range(3):
                    began = time.process_time()
                    for batch in batches:
                        own(batch)
                    times.append(time.process_time() - began)
            if best is None or min(times) < best[0]:
                best = (min(times), batches, own)
    assert best is not None
    _, batches, own = best

    def run(points: NDArray[np.float64]) -> NDArray[np.float64]:
        with torch.inference_mode():
            for _ in points:
                for batch in batches:
                    own(batch)
        return np.full(len(points), np.nan)

    return run


def _ours(evaluator: Any) -> Contender:
    def run(points: NDArray[np.float64]) -> NDArray[np.float64]:
        losses: NDArray[np.float64] = next(iter(evaluator(points).values()))
        return losses

    return run


def _reference(
    model: Any, samples: tuple[Any, Any], directions: Any, folder: Path
) -> Contender | None:
    """The loop of the reference tool around its own functions; None where they are not given."""
    where = os.environ.get("VDLITE_REFERENCE")
    if not where:
        return None
    import h5py
    import torch
    from torch.utils.data import DataLoader, TensorDataset

    sys.path.insert(0, where)
    evaluation = importlib.import_module("evaluation")
    plotter = importlib.import_module("net_plotter")
    h5_util = importlib.import_module("h5_util")
    path = folder / "directions.h5"
    with h5py.File(path, "w") as file:
        for name, axis in zip(("xdirection", "ydirection"), directions.axes, strict=True):
            h5_util.write_list(file, name, list(axis))
    axes = plotter.load_directions(str(path))
    own = copy.deepcopy(model)
    weights = plotter.get_weights(own)
    loader = DataLoader(
        TensorDataset(*samples), batch_size=128, shuffle=False, num_workers=2, pin_memory=False
    )

    def run(points: NDArray[np.float64]) -> NDArray[np.float64]:
        losses = []
        for point in points:
            plotter.set_weights(own, weights, axes, point)
            losses.append(evaluation.eval_loss(own, torch.nn.CrossEntropyLoss(), loader)[0])
        return np.array(losses)

    return run


def _processes(quick: bool) -> list[Row]:
    """Wall time of one process with one thread against two of them, started beforehand."""
    import torch.nn.functional as F

    from vdlite.landscape import Workers, compute_surface, random_directions
    from vdlite.landscape.torch import TorchProblem

    _, model, samples = _resnet(quick)
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
    what = f"landscape of {side} x {side} points, wall"
    return [
        Row(what, "1 process", statistics.median(a for a, _ in pairs), "s"),
        Row(
            what,
            "2 processes",
            statistics.median(b for _, b in pairs),
            "s",
            f"{statistics.median(a / b for a, b in pairs):.2f} times as fast",
        ),
    ]


def _memory(quick: bool) -> list[Row]:
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


def _processor_seconds() -> float:
    own, children = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def _lenet(quick: bool) -> tuple[str, Any, tuple[Any, Any]]:
    """LeNet-5 on scikit-learn's digits, drawn as large as MNIST's."""
    import torch
    from sklearn.datasets import load_digits
    from torch import nn

    torch.manual_seed(0)
    digits = load_digits()
    pictures = torch.tensor(digits.images[:, None] / 16, dtype=torch.float32)
    pictures = nn.functional.interpolate(pictures, size=28, mode="bilinear")
    count = 512 if quick else 2048
    repeat = -(-count // len(pictures))
    inputs = pictures.repeat(repeat, 1, 1, 1)[:count].contiguous()
    targets = torch.tensor(digits.target).repeat(repeat)[:count]
    model = nn.Sequential(
        nn.Conv2d(1, 6, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(6, 16, 5), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
        nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(), nn.Linear(84, 10),
    )  # fmt: skip
    return f"LeNet, {count} digits", model.eval(), (inputs, targets)


def _resnet(quick: bool) -> tuple[str, Any, tuple[Any, Any]]:
    """A ResNet with 20 layers and 0.27 million weights on noise of 3 x 32 x 32."""
    import torch

    from benchmarks.resnet import ResNet20

    torch.manual_seed(0)
    count = 128 if quick else 512
    inputs, targets = torch.randn(count, 3, 32, 32), torch.randint(0, 10, (count,))
    model = ResNet20()
    with torch.no_grad():
        for batch in inputs.split(128)[:3]:
            model(batch)  # so that batch norms have seen something
    return f"ResNet-20, {count} pictures", model.eval(), (inputs, targets)
