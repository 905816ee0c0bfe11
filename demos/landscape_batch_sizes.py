"""Small against large batches: the straight line between what both have found. About a minute.

pip install torch
python demos/landscape_batch_sizes.py
vdlite --logdir runs/landscape-batch-sizes

The same network, from the same beginning, is trained with batches of 16 images and of 718, half of all. Loss and accuracy
with training and test images are then drawn from -0.5 to 1.5 along the line from the one result, at 0, to the other, at 1
(N. S. Keskar et al., On Large-Batch Training for Deep Learning, 2017, figure 3). The statistics of batch norm are part of
the line, and are estimated anew at each of its points: those on the line between two networks belong to neither.

What is seen, for both seeds: all fit the training images, and the small batches' result does better with the test images.
Around the large batches' result the loss rises faster; the table has it at a tenth of the line to both sides. The largest
eigenvalue of the Hessian is about three times as large, too. Both begin with the same learning rate, so the small batches
have gone through more steps, 1780 instead of 400; and a line's unit is no measure that is free of the weights' scale
(L. Dinh et al., Sharp Minima Can Generalize For Deep Nets, 2017).
"""

import argparse

import numpy as np
import torch
from landscape_models import VGG
from landscape_training import measures, noisy_digits, side_by_side, train
from torch.nn.functional import cross_entropy

from vdlite import LogWriter
from vdlite.landscape import LogStream, Mark, compute_surface, curvature, towards
from vdlite.landscape.torch import TorchProblem, accuracy

SMALL, LARGE = 16, 718  # images
SEEDS = 2


def trained(logdir: str, batch_size: int, epochs: int, seed: int) -> VGG:
    """A network after its training, which is a run."""
    torch.manual_seed(seed)
    network = VGG(8)
    with LogWriter(f"{logdir}/batch-{batch_size}-{seed}") as writer:
        writer.add_hparams({"batch size": batch_size, "seed": seed}, ["test/accuracy"])
        train(
            writer,
            network,
            noisy_digits(),
            epochs=epochs,
            seed=seed,
            batch_size=batch_size,
            rate=0.001,
            weight_decay=0.0,
            adam=True,
        )
    return network


def work(logdir: str, seed: int, epochs: tuple[int, int], points: int) -> str:
    """Train twice and draw the line; gives two lines of the table."""
    digits = noisy_digits()
    small = trained(logdir, SMALL, epochs[0], seed)
    large = trained(logdir, LARGE, epochs[1], seed)
    known, unknown = (digits.images, digits.labels), (digits.test_images, digits.test_labels)
    problem, other = (
        TorchProblem(
            network,
            {"train": [known], "test": [unknown]},
            cross_entropy,
            metrics={"accuracy": accuracy},
            parameters="states",
            batch_norm="reestimated",
        )
        for network in (small, large)
    )
    with LogWriter(f"{logdir}/line-{seed}") as writer:
        line = compute_surface(
            problem,
            towards(problem.weights, [weight.value for weight in other.weights]),
            x=(-0.5, 1.5, points),
            stream=LogStream(writer, "landscape/line"),
            marks=[Mark(f"batches of {SMALL}", 0.0), Mark(f"batches of {LARGE}", 1.0)],
            settings={"mode": "line"},
        )
    loss = line.values[line.metrics[0]]
    rows = []
    for place, size, network in ((0.0, SMALL, small), (1.0, LARGE, large)):
        near = np.interp([place, place - 0.2, place + 0.2], line.x, loss)
        test = measures(network, *unknown)
        ends = curvature(TorchProblem(network, [known], cross_entropy, num_samples=256), probes=0)
        rows.append(
            f"{f'batch-{size}-{seed}':<14}{near[0]:>11.4f}{test[0]:>11.3f}{test[1]:>11.3f}"
            f"{near[1]:>12.4f}{near[2]:>12.4f}{ends['eigenvalues'][0]:>16.2f}"
        )
    return "\n".join(rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--logdir", default="runs/landscape-batch-sizes", help="folder of the runs")
    parser.add_argument("--quick", action="store_true", help="few epochs and points, to try it")
    options = parser.parse_args()
    seeds, epochs, points = (1, (1, 2), 5) if options.quick else (SEEDS, (20, 200), 81)
    lines = side_by_side(work, [(options.logdir, seed, epochs, points) for seed in range(seeds)])
    print(
        f"{'run':<14}{'train loss':>11}{'test loss':>11}{'test acc.':>11}"
        f"{'loss at -.2':>12}{'loss at +.2':>12}{'top eigenvalue':>16}"
    )
    print(*lines, sep="\n")
    print(f"now run: vdlite --logdir {options.logdir}")
