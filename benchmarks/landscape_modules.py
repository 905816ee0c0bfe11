"""What faster modules save of a point's processor time: a working copy with them beside one without, in turn.

    python -m benchmarks.landscape_modules

One thread; the ratio is the median of pairs, so that what else runs on the machine disturbs it least. Needs torch.
"""

import statistics
import time
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from benchmarks.models import lenet, resnet
from vdlite.landscape import random_directions
from vdlite.landscape.torch import TorchProblem

_PAIRS = 15
_POINTS = np.random.default_rng(1).uniform(-1, 1, (3, 2))


def convolutions() -> tuple[str, nn.Module, tuple[Any, Any]]:
    """Six convolutions and three pools on noise of 3 x 32 x 32, with batch norms that are folded."""
    torch.manual_seed(0)
    layers: list[nn.Module] = []
    for before, after in ((3, 32), (32, 64), (64, 64)):
        layers += [nn.Conv2d(before, after, 3, padding=1), nn.BatchNorm2d(after), nn.ReLU()]
        layers += [nn.Conv2d(after, after, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2)]
    model = nn.Sequential(*layers, nn.Flatten(), nn.Linear(64 * 16, 10)).eval()
    return "six convolutions", model, (torch.randn(512, 3, 32, 32), torch.randint(0, 10, (512,)))


def perceptron() -> tuple[str, nn.Module, tuple[Any, Any]]:
    torch.manual_seed(0)
    hidden = (nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU())
    model = nn.Sequential(*hidden, nn.Linear(256, 10)).eval()
    return "perceptron", model, (torch.randn(2048, 784), torch.randint(0, 10, (2048,)))


def seconds(evaluator: Any) -> float:
    """Of the processor, for one point."""
    began = time.process_time()
    evaluator(_POINTS)
    return (time.process_time() - began) / len(_POINTS)


def main() -> None:
    torch.set_num_threads(1)
    for name, model, samples in (lenet(False), convolutions(), resnet(False), perceptron()):
        problem = TorchProblem(model, [samples], F.cross_entropy, batch_size=128)
        directions = random_directions(problem.weights, seed=1)
        faster, plain = problem.evaluator(directions), problem.evaluator(directions)
        for module in plain.model.modules():
            if isinstance(module, nn.MaxPool2d):
                module.__class__ = nn.MaxPool2d
            if hasattr(module, "inplace"):
                module.inplace = False
        np.testing.assert_array_equal(faster(_POINTS)["loss"], plain(_POINTS)["loss"])
        pairs = [(seconds(faster), seconds(plain)) for _ in range(_PAIRS)]
        ratio = statistics.median(a / b for a, b in pairs)
        print(f"{name:24} {1e3 * statistics.median(b for _, b in pairs):7.1f} ms   {ratio:.2f}")


if __name__ == "__main__":
    main()
