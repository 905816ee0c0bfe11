"""Loss landscapes of the demo's trainings, drawn of snapshots that are kept while they go on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from vdlite import LandscapeRecorder, LogWriter, compute_landscape
from vdlite.demo.network import Network
from vdlite.demo.plan import Digits, Plan
from vdlite.landscape import ArrayProblem, Weight

EARLY = 1 / 3  # of the steps: down into the valley; afterwards about its bottom
SNAPSHOTS = 24  # of each interval
POINTS = 25  # along each side
SAMPLES = 256  # images


def recorder_of(
    writer: LogWriter, network: Network, plan: Plan, *, steps: int, steps_per_epoch: int
) -> LandscapeRecorder:
    """The recorder that keeps snapshots of a training: of its beginning, and of the rest."""
    turn = round(EARLY * steps)
    return LandscapeRecorder(
        writer,
        lambda: _weights(network),
        intervals=[
            np.linspace(0, turn, SNAPSHOTS).astype(int),
            np.linspace(turn, steps, SNAPSHOTS).astype(int),
        ],
        size=POINTS,
        num_samples=SAMPLES,
        optimizer=plan.optimizer,
        steps_per_epoch=steps_per_epoch,
    )


def log_landscapes(run: Path, network: Network, plan: Plan, digits: Digits) -> None:
    """The planes of both intervals with their paths, and the surroundings of the result with its curvature."""
    images, labels = digits.train_images[:SAMPLES], digits.train_labels[:SAMPLES]

    problem = ArrayProblem(
        _weights(network),
        lambda arrays: _network(arrays).measures(images, labels),
        gradient=lambda arrays: _network(arrays).gradients(images, labels)[1],
        name="cross entropy",
        model=f"perceptron of width {plan.width}",
        facts={"samples": SAMPLES},
    )
    compute_landscape(run, lambda: problem, result=False)
    compute_landscape(run, lambda: problem, train=False, with_curvature=True)


def _weights(network: Network) -> list[Weight]:
    """In the order of `network.parameters`; what makes one output is a column of a weight."""
    return [
        *(
            Weight(f"layer {layer}/weight", weight, filter_axis=1)
            for layer, weight in enumerate(network.weights)
        ),
        *(Weight(f"layer {layer}/bias", bias, "bias") for layer, bias in enumerate(network.biases)),
    ]


def _network(arrays: Sequence[Any]) -> Network:
    layers = len(arrays) // 2
    return Network(list(arrays[:layers]), list(arrays[layers:]))
