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

from benchmarks.landscape_scale import memory, processes
from benchmarks.table import Row

_BEST = "(bare forward pass)"
_USUAL = "(the same, batches of 128)"
_PASSES = 3
_SIDE = 11
_POINTS = 6  # of the 121, in each pass of each contender


def measure(*, quick: bool = False) -> list[Row]:
    """Rows: processor time for each point, two processes against one, peak memory."""
    try:
        import torch
    except ImportError as error:
        return [Row("landscape", "vdlite", None, "", f"not measured: {error}")]
    from benchmarks.models import lenet, resnet

    torch.set_num_threads(1)
    rows: list[Row] = []
    for name, model, samples in (lenet(quick), resnet(quick)):
        rows += _compare(name, model, samples, quick)
    rows += processes(quick)
    rows += memory(quick)
    return rows


Contender = Callable[[NDArray[np.float64]], NDArray[np.float64]]
"""Gives the losses of points; only the time matters for the limit."""


def _compare(name: str, model: Any, samples: tuple[Any, Any], quick: bool) -> list[Row]:
    import torch.nn.functional as F

    from vdlite.landscape import random_directions
    from vdlite.landscape.torch import TorchProblem

    problem = TorchProblem(model, [samples], F.cross_entropy)
    directions = random_directions(problem.weights, seed=1)
    contenders: dict[str, Contender] = {
        _BEST: _limit(model, samples),
        _USUAL: _usual(model, samples),
    }
    for who, settings in (
        ("vdlite", {}),
        ("vdlite, compile", {"compile": True}),
        ("vdlite, bfloat16", {"precision": "bfloat16"}),
        ("vdlite, both", {"compile": True, "precision": "bfloat16"}),
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
        best, usual = (
            statistics.median(a / b for a, b in zip(times[who], times[limit], strict=True))
            for limit in (_BEST, _USUAL)
        )
        note = f"**{best:.2f}** of the limit, {usual:.2f} of the usual"
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
    return _passes(*best[1:])


def _usual(model: Any, samples: tuple[Any, Any]) -> Contender:
    """Forward passes alone, as they are mostly written: batches of 128, laid out as they come."""
    return _passes(list(samples[0].split(128)), copy.deepcopy(model).eval())


def _passes(batches: list[Any], own: Any) -> Contender:
    import torch

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


def _processor_seconds() -> float:
    own, children = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime
