"""Torch models in executors of threads: one model is at one point at a time."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from vdlite.landscape import compute_surface, random_directions
from vdlite.landscape.torch import TorchProblem


def test_threads_give_the_same_numbers_as_none_and_leave_random_numbers_alone():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(20, 128), nn.ReLU(), nn.Dropout(0.3), nn.Linear(128, 3))
    x, y = torch.randn(200, 20), torch.randint(0, 3, (200,))
    problem = TorchProblem(model, [(x, y)], F.cross_entropy, training=True)
    directions = random_directions(problem.weights)
    alone = compute_surface(problem, directions, x=(-1, 1, 9))
    before = torch.get_rng_state()
    with ThreadPoolExecutor(4) as threads:
        together = compute_surface(problem, directions, x=(-1, 1, 9), executor=threads)
    assert torch.equal(torch.get_rng_state(), before)
    np.testing.assert_array_equal(together.values["loss"], alone.values["loss"])
