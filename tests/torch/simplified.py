"""Models that are computed in another way than they are written, and the truth about them."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from tests.torch.models import at, digits
from vdlite.landscape import random_directions
from vdlite.landscape.torch import TorchProblem

POINTS = np.array([[0.0, 0.0], [0.7, -0.4], [-1.0, 1.0]])


class Normed(nn.Module):
    """A convolution, a batch norm, an activation and a pool."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3)
        self.norm = nn.BatchNorm2d(4)
        self.active = nn.ReLU()
        self.pool = nn.MaxPool2d(2)
        self.head = nn.Linear(4, 10)

    def forward(self, x):
        return self.head(self.pool(self.active(self.norm(self.conv(x)))).mean((2, 3)))


def losses_and_truth(model, **settings):
    """Of a landscape, and of the moved models themselves."""
    x, y = digits()
    model(x[:2])
    problem = TorchProblem(model, [(x, y)], F.cross_entropy, **settings)
    directions = random_directions(problem.weights, seed=2)
    evaluator = problem.evaluator(directions)
    with torch.no_grad():
        truth = [
            F.cross_entropy(at(model, directions, point).eval()(x), y).item() for point in POINTS
        ]
    return evaluator, evaluator(POINTS)["loss"], truth
